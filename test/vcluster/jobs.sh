# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# shellcheck disable=SC2154 # state.sh sets the options; vcluster.sh the rest
#
# Jobs on a cluster: mpirun across its hosts, what passed their links, and
# whether the links are as fast as they should be.

# find_program NAME: one that was built; in the build directory, or where
# VCLUSTER_BIN_DIR says.
find_program()
{
    local folder
    for folder in "${VCLUSTER_BIN_DIR:-}" test/vcluster "$here"; do
        if [ -n "$folder" ] && [ -x "$folder/$1" ]; then
            realpath "$folder/$1"
            return
        fi
    done
    fail "the program $1 is missing: run make vcluster in the build" \
        "directory, and vcluster.sh from there"
}

# ---- mpirun ----

# slots_of NUMBER: how many ranks a host takes.
slots_of()
{
    local all
    IFS=, read -r -a all <<< "$slots"
    [ "$1" -le ${#all[@]} ] || set -- ${#all[@]}
    echo "${all[$1 - 1]}"
}

# list_slots BETWEEN: lines for mpirun, with what it wants between name and
# number.
list_slots()
{
    local number
    for ((number = 1; number <= hosts; number++)); do
        echo "$(host "$number")$1$(slots_of "$number")"
    done
}

# Which mpirun it is: open4, open5 or mpich.
kind_of_mpirun()
{
    local version
    version=$("$1" --version 2>&1 9>&-) ||
        fail "cannot run $1; on Debian: apt-get install openmpi-bin"
    case $version in
        *'Open MPI) 4.'* | *'OpenRTE) 4.'*) echo open4 ;;
        *'Open MPI)'*) echo open5 ;;
        *HYDRA* | *MPICH*) echo mpich ;;
        *) fail "$1: neither Open MPI nor MPICH" ;;
    esac
}

# All ranks share the machine's cores, so none gets one for itself, and none
# waits without giving way.  What starts jobs stays on the network manage.
environment_of_jobs()
{
    export OMPI_MCA_btl_tcp_if_include=${OMPI_MCA_btl_tcp_if_include-eth0}
    export OMPI_MCA_oob_tcp_if_include=${OMPI_MCA_oob_tcp_if_include-manage}
    export PRTE_MCA_prte_if_include=${PRTE_MCA_prte_if_include-manage}
    export PMIX_MCA_ptl_tcp_if_include=${PMIX_MCA_ptl_tcp_if_include-manage}
    export OMPI_MCA_mpi_yield_when_idle=${OMPI_MCA_mpi_yield_when_idle-1}
    export OMPI_MCA_pml=${OMPI_MCA_pml-ob1}
    # UCX, which Debian's MPICH uses, takes all hosts for one by themselves.
    export UCX_NET_DEVICES=${UCX_NET_DEVICES-eth0} UCX_TLS=${UCX_TLS-tcp,self}
    export FI_TCP_IFACE=${FI_TCP_IFACE-eth0}
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
}

# arguments_for KIND FILE: sets `arguments`, what says to this mpirun where to
# run; the file will name the hosts.
arguments_for()
{
    case $1 in
        mpich) list_slots : > "$2" ;;
        *) list_slots ' slots=' > "$2" ;;
    esac
    case $1 in
        open4)
            arguments=(--hostfile "$2" --bind-to none
                --mca plm_rsh_agent "$here/agent.sh")
            ;;
        open5)
            arguments=(--hostfile "$2" --bind-to none
                --prtemca plm_ssh_agent "$here/agent.sh")
            ;;
        mpich)
            arguments=(-f "$2" -launcher ssh -launcher-exec "$here/agent.sh"
                -localhost 10.78.0.254)
            ;;
    esac
    case $order-$1 in
        cyclic-open*) arguments+=(--map-by node) ;;
        cyclic-mpich) arguments+=(-ppn 1) ;;
    esac
}

# job ARGUMENT...: mpirun with these; its exit status.
job_process=
job()
{
    local arguments mpirun=${MPIRUN:-mpirun} kind status
    local file=$state/$name/slots.$$
    kind=$(kind_of_mpirun "$mpirun") || exit
    environment_of_jobs
    arguments_for "$kind" "$file"
    # In the background, for only then is a signal served at once.
    "$here/enter.sh" "$(head_name)" "$mpirun" "${arguments[@]}" "$@" \
        <&0 9>&- &
    job_process=$!
    wait "$job_process"
    status=$?
    job_process=
    rm -f "$file"
    return $status
}

# Ends the job, if one runs; gives mpirun some time to end its daemons.
end_job()
{
    local deadline=$((SECONDS + 5))
    [ -n "$job_process" ] || return 0
    trap '' HUP INT TERM
    kill -TERM "$job_process"
    while kill -0 "$job_process" 2> /dev/null && [ $SECONDS -lt $deadline ]; do
        sleep 0.1
    done
    rm -f "$state/$name/slots.$$"
}

# ---- counters ----

# counters_of NAMESPACE DEVICE: bytes sent and received, packets likewise.
counters_of()
{
    ip netns exec "$1" sh -c "cd /sys/class/net/$2/statistics &&
        cat tx_bytes rx_bytes tx_packets rx_packets" | xargs
}

# dropped NAMESPACE DEVICE: packets that a full queue has refused.
dropped()
{
    tc -n "$1" -s qdisc show dev "$2" |
        sed -n 's/.*(dropped \([0-9]*\),.*/\1/p' | sort -n | tail -n 1
}

# Lines of a name, its counters, and what was dropped at either end.
read_counters()
{
    local number this head
    head=$(head_name)
    for ((number = 1; number <= hosts; number++)); do
        this=$(host "$number")
        echo "host$number $(counters_of "$this" eth0)" \
            "$(($(dropped "$this" eth0) + $(dropped "$head" "port$number")))"
    done
    [ "$racks" = 1 ] ||
        echo "uplink $(counters_of "$head" uplink1)" \
            "$(($(dropped "$head" uplink1) + $(dropped "$head" uplink2)))"
}

# What has changed since read_counters.
print_counters()
{
    local line='%-8s %14s %14s %10s %10s %8s\n'
    read_counters | awk -v line="$line" '
        NR == FNR { for (i = 2; i <= 6; i++) before[$1, i] = $i; next }
        FNR == 1 {
            printf line, "# link", "bytes sent", "received", "packets sent",
                "received", "dropped"
        }
        {
            for (i = 2; i <= 6; i++) {
                $i -= before[$1, i]
                sum[i] += $1 ~ /^host/ ? $i : 0
            }
            printf line, $1, $2, $3, $4, $5, $6
        }
        END { printf line, "hosts", sum[2], sum[3], sum[4], sum[5], sum[6] }
        ' "$state/$name/before" -
}

# ---- calibration ----

seconds=2 # of each measurement, after a start of half a second

# rates HOST-NUMBER...: these hosts send all at once, each to the next and the
# last to the first; the Mbit/s at which each receives, payload of TCP.
rates()
{
    local program start next numbers=("$@") jobs=() i
    program=$(find_program stream) || exit
    # A point of time before which all of them will be there.
    start=$(awk -v more=$(($# / 8 + 1)) \
        '{ printf "%d", ($1 + more) * 1000 }' /proc/uptime)
    for i in "${!numbers[@]}"; do
        next=${numbers[(i + 1) % $#]}
        "$here/enter.sh" "$(host "${numbers[i]}")" "$program" \
            "10.77.0.$next" "$start" $((seconds * 1000)) 9>&- &
        jobs+=($!)
    done
    for i in "${jobs[@]}"; do
        wait "$i" || return
    done
}

# The slowest of them; nothing if one has failed.
slowest()
{
    local all
    all=$(rates "$@") || return
    sort -n <<< "$all" | head -n 1
}

# Mbit/s of payload that a link of the rate carries each way: of two packets of
# 1514 bytes 1448 each, with a confirmation of 66 bytes the other way.
payload_rate()
{
    awk -v bits="$(bits_per_second)" 'BEGIN {
        printf "%.3f", bits / 1e6 * 2 * 1448 / (2 * 1514 + 66) }'
}

# Two hosts that exchange alone, against all hosts in a ring: both directions of
# the links are in use either way.  Two hosts alone have to reach the rate as
# well, or something else disturbs both measurements.
calibrate()
{
    local alone together
    [ "$hosts" -ge 2 ] || refuse "calibrate: needs two hosts"
    alone=$(slowest 1 2) || fail "calibration: two hosts could not exchange"
    # shellcheck disable=SC2046 # numbers
    together=$(slowest $(seq "$hosts")) ||
        fail "calibration: not all of $hosts hosts could exchange"
    [ "$rate" = none ] ||
        echo "calibration: links of $rate," \
            "payload of TCP $(payload_rate) Mbit/s"
    echo "calibration: two hosts alone $alone, the slowest of $hosts at once" \
        "$together Mbit/s"
    awk -v due="$(payload_rate)" -v alone="$alone" -v together="$together" '
        BEGIN {
            share = 100 * together / alone
            printf "calibration: together %.1f %%", share
            if (due > 0) {
                printf ", alone %.1f %%", 100 * alone / due
            }
            if (share >= 97 && alone >= 0.97 * due) {
                print ": the numbers count"
                exit
            }
            print " (97 % are needed): THE NUMBERS DO NOT COUNT."
            print "This machine does not keep up: wait until it is idle, or",
                "take a lower rate or fewer hosts."
            exit 78
        }'
}
