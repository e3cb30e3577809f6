# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# shellcheck disable=SC2154 # compare.sh sets the variables
#
# What compare.sh measures.  A grid has parts, each of which is a job of its
# own, so that a job that is cut off costs little and all sides of a cell are in
# one.

twelve_short=8,64,512,1448,4096,12345
twelve_long=32768,65536,100000,262144,524288,1048576
figures_short=8,64,512,4k
figures_long=32k,128k,512k,1M

# parts_of GRID: a line for each part: its name, and cells for bench/times.
parts_of()
{
    local collective operation
    case $1 in
        quick)
            echo short allreduce:8 bcast:8 barrier
            echo long allreduce:64k bcast:64k
            ;;
        bandwidth)
            echo bcast bcast:64k,256k
            echo reduce reduce:64k,256k
            echo allreduce allreduce:64k,256k
            echo blocks allgather:32k alltoall:32k gather:32k scatter:32k
            echo scattered reduce_scatter:256k reduce_scatter_block:256k
            ;;
        whole | short)
            for collective in allgather allgatherv allreduce alltoall bcast \
                exscan gather reduce reduce_scatter reduce_scatter_block scan \
                scatter; do
                echo "$collective-short" "$collective:$twelve_short"
                [ "$1" = short ] ||
                    echo "$collective-long" "$collective:$twelve_long"
            done
            ;;
        figures) # 6 to 8 of Rabenseifner (2004)
            for collective in reduce allreduce; do
                for operation in sum maxloc user; do
                    echo "$collective-$operation-short" \
                        "$collective:$figures_short:$operation"
                    echo "$collective-$operation-long" \
                        "$collective:$figures_long:$operation"
                done
            done
            ;;
    esac
}

# kinds_of PART: how the part's sides are started, a line for each: a name, and
# options of mpirun and of bench/times, which a bar separates.  coll/tuned of
# Open MPI 4.1 cannot be told an algorithm for allgatherv but at the start.
kinds_of()
{
    local number=0 name
    printf '%s\n' "open||--sides=$sides"
    if [[ $oracle-$1 = yes-allgatherv-* ]]; then
        for name in default bruck ring neighbor; do
            number=$((number + 1))
            printf '%s\n' "$name|--mca coll_tuned_allgatherv_algorithm \
$number|--sides=tuned:$name"
        done
    fi
    [ -z "$mpich_program" ] || printf '%s\n' 'mpich||--sides=mpich'
}

# often NUMBER PART: how many calls each side makes.  Those of parts whose name
# ends in -short make ten times as many: their times spread more, and take less.
often()
{
    case $2 in
        *-short) echo $((10 * $1)) ;;
        *) echo "$1" ;;
    esac
}

# seconds_of RANKS PART CELL...: about how long a job takes.  Each call as its
# busiest rank's bytes at $bandwidth bytes a second, times three, since defaults
# are that far from the limit (and sides of coll/tuned farther), and 10 ms.  With
# --leave-out about three of what else there is remain after the first calls.
seconds_of()
{
    local ranks=$1 part=$2
    shift 2
    printf '%s\n' "$@" | awk -v ranks="$ranks" \
        -v calls="$(often "$calls" "$part")" \
        -v warm="$(often "$warm" "$part")" -v leave_out="$leave_out" \
        -v bandwidth="$bandwidth" -v sides="$sides" -v oracle="$oracle" '
        function number(text) {
            return text * (text ~ /k$/ ? 1024 : text ~ /M$/ ? 1048576 : 1)
        }
        BEGIN {
            FS = ":"
            all["bcast"] = 33; all["reduce"] = 27; all["allreduce"] = 10
            own = split(sides, words, ",")
        }
        {
            count = own
            if (oracle == "yes") {
                count += $1 in all ? all[$1] : 5
            }
            timed = leave_out != "" && count > own + 3 ? own + 3 : count
            factor = $1 ~ /^(allgather|alltoall|gather|scatter)/ ? ranks - 1 : \
                $1 == "allreduce" ? 2 : 1
            sizes = split($2, list, ",")
            for (i = 1; i <= (sizes > 0 ? sizes : 1); i++) {
                once = factor * number(list[i]) / bandwidth
                sum += (count * warm + timed * calls) * (3 * once + 0.01) + \
                    (warm + calls) * (once + 0.01)
            }
        }
        END { printf "%d\n", 2 + sum }'
}
