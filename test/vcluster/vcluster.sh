#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# A cluster in a box: hosts that are network namespaces of this machine, each
# with its own name, joined by links of a given rate, and MPI jobs across them.
# As root.  doc/vcluster.md explains it.
#
#   vcluster.sh run [OPTION]... -- MPIRUN-ARGUMENT...
#                                  a cluster for one job; or, with --name, a job
#                                  on a cluster that is up
#   vcluster.sh calibrate [OPTION]...
#                                  may its figures be believed? (also --name)
#   vcluster.sh up [OPTION]...     makes a cluster and prints its name
#   vcluster.sh bursts FOLDER [PHASE]
#                                  who sent to whom when, as run --packets saw it
#   vcluster.sh status             lists the clusters that are up
#   vcluster.sh down NAME...       removes them; not while a job runs there
#   vcluster.sh down --all         removes all that nobody uses, also the rests
#                                  of runs that were killed
#
#   --hosts=N          number of hosts (default: 4)
#   --slots=N,...      ranks on each host, the last for all that follow
#                      (default: 1)
#   --order=block      fill one host after the other (default), or
#   --order=cyclic     deal ranks to hosts like cards
#   --rate=RATE        of every host's link in each direction, such as 20mbit
#                      or 1gbit, or none (default: 20mbit)
#   --latency=US       microseconds from host to host (default: 0)
#   --delay=netem|line|auto
#                      who delays: the kernel's netem, a program between two tap
#                      devices, or netem if there is one (default)
#   --serialize=yes|no
#                      does a packet take the time of its bits even where the
#                      link was idle, so that its burst would let it pass at
#                      once? (default: no; yes takes --delay=line)
#   --racks=1|2        switches; the first half of the hosts is on the first
#   --uplink=RATE      between the two (default: the hosts' rate)
#   --tcp=NAME         congestion control (default: cubic or else reno)
#   --slow-start=yes|no
#                      does TCP begin slowly again after a pause? (default: no)
#   --burst=BYTES      that may pass at once (default: 2000, about one packet)
#   --queue=BYTES      that wait at most at either end of a link (default:
#                      4000000)
#   --name=NAME        of the cluster (default: vc and the process's number)
#
#   of run:
#   --counters         print what passed each host's link
#   --packets=FOLDER   write there what passes each host's link (needs tcpdump)
#   --calibrate        calibrate first, and do not run if that fails
#   --local=FOLDER     every host sees its own folder FOLDER/NAME in place of
#                      FOLDER; NAME is host1, host2 ...
#
# MPIRUN is the mpirun to use (default: mpirun; Open MPI's or MPICH's).
#
# Exit status: that of mpirun; 2 bad usage; 77 this machine cannot do it; 78 the
# calibration failed: figures do not count.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=test/vcluster/state.sh
. "$here/state.sh"
# shellcheck source=test/vcluster/network.sh
. "$here/network.sh"
# shellcheck source=test/vcluster/jobs.sh
. "$here/jobs.sh"
# shellcheck source=test/vcluster/packets.sh
. "$here/packets.sh"

usage()
{
    sed -n '/^# A cluster/,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
}

# ---- options ----

# expect OPTION PATTERN WHAT: the value of OPTION=VALUE, an extended regular
# expression.
expect()
{
    [[ ${1#*=} =~ ^($2)$ ]] || refuse "$1: expected $3"
    echo "${1#*=}"
}

number='[1-9][0-9]{0,8}'
rate_pattern='none|[0-9]{1,6}([.][0-9]{1,3})?[kmg]?bit'
a_rate='none, or a number and bit, kbit, mbit or gbit'
counters=no
packets_folder=
calibrate_first=no
is_named=no
shape_options=() # of a cluster that is to be made
job_arguments=()

# cluster_option OPTION: false if it is none of a cluster's own.
cluster_option()
{
    case $1 in
        --hosts=*) hosts=$(expect "$1" "$number" "1 to 250") ;;
        --rate=*) rate=$(expect "$1" "$rate_pattern" "$a_rate") ;;
        --latency=*)
            latency=$(expect "$1" "0|$number" "a number of microseconds")
            ;;
        --delay=*)
            delay=$(expect "$1" 'netem|line|auto' "netem, line or auto")
            ;;
        --serialize=*) serialize=$(expect "$1" 'yes|no' "yes or no") ;;
        --racks=*) racks=$(expect "$1" '[12]' "1 or 2") ;;
        --uplink=*) uplink=$(expect "$1" "$rate_pattern" "$a_rate") ;;
        --tcp=*) tcp=$(expect "$1" '[a-z0-9_]+' "a name such as reno") ;;
        --slow-start=*) slow_start=$(expect "$1" 'yes|no' "yes or no") ;;
        --burst=*) burst=$(expect "$1" "$number" "a number of bytes") ;;
        --queue=*) queue=$(expect "$1" "$number" "a number of bytes") ;;
        *) return 1 ;;
    esac || exit
    shape_options+=("$1")
}

# job_option OPTION: false if it is none of run's.
job_option()
{
    case $1 in
        --slots=*)
            slots=$(expect "$1" "$number(,$number)*" "numbers by commas")
            ;;
        --order=*) order=$(expect "$1" 'block|cyclic' "block or cyclic") ;;
        --counters) counters=yes ;;
        --packets=*)
            packets_folder=$(expect "$1" '.+' "a folder")
            [ -d "$packets_folder" ] || refuse "$1: there is no such folder"
            ;;
        --calibrate) calibrate_first=yes ;;
        --local=*)
            local_folder=$(expect "$1" '/.*' "a folder's whole path")
            [ -d "$local_folder" ] || refuse "$1: there is no such folder"
            ;;
        *) return 1 ;;
    esac || exit
}

# options OPTION... [-- ARGUMENT...]
options()
{
    while [ $# -gt 0 ]; do
        case $1 in
            --)
                shift
                job_arguments=("$@")
                break
                ;;
            --name=*)
                name=$(expect "$1" '[a-z][a-z0-9]{0,14}' \
                    "up to 15 small letters and digits") || exit
                is_named=yes
                ;;
            --help)
                usage
                exit 0
                ;;
            *)
                cluster_option "$1" || job_option "$1" ||
                    refuse "$1: no such option (--help lists them)"
                ;;
        esac
        shift
    done
    [ "$hosts" -le 250 ] || refuse "--hosts=$hosts: expected 1 to 250"
    [ "$serialize-$rate" != yes-none ] ||
        refuse "--serialize=yes: needs a rate, which --rate=none is not"
    [ "$serialize-$delay" != yes-netem ] ||
        refuse "--serialize=yes: needs --delay=line, not netem"
    [ "$racks" -le "$hosts" ] || refuse "--racks=$racks needs two hosts"
    [ "$burst" -ge 1600 ] ||
        refuse "--burst=$burst: expected 1600 or more, for one packet has 1514"
}

# ---- commands ----

# at_end COMMAND: whatever ends this process, other than SIGKILL.
at_end()
{
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    # shellcheck disable=SC2064 # fixed words
    trap "$1" EXIT
}

# A cluster that ends with this process.  What another process of the same
# number has left behind goes first.
up_for_this_process()
{
    if [ -d "$state/$name" ]; then
        lock_state exclusive || refuse "--name=$name: there is one already"
        remove_network
    fi
    at_end 'end_job; end_capture; remove_network'
    make_network
}

# with_cluster COMMAND...: on the cluster of that name, or on one of its own.
with_cluster()
{
    if [ "$is_named" = yes ] && [ -d "$state/$name" ]; then
        [ ${#shape_options[@]} -eq 0 ] ||
            refuse "${shape_options[0]}: $name is as it is, since up"
        load_state
        lock_state shared || fail "$name is just being removed"
        at_end 'end_job; end_capture'
    else
        up_for_this_process
    fi
    "$@"
}

command_up()
{
    [ ${#job_arguments[@]} -eq 0 ] || refuse "up takes no arguments of mpirun"
    [ ! -d "$state/$name" ] || refuse "--name=$name: there is one already"
    up_for_this_process
    trap - EXIT HUP INT TERM
    echo "$name"
}

command_run()
{
    [ ${#job_arguments[@]} -gt 0 ] ||
        refuse "run: expected -- and the arguments of mpirun"
    with_cluster run_job
}

run_job()
{
    [ "$calibrate_first" = no ] || calibrate >&2 || exit
    [ "$counters" = no ] || read_counters > "$state/$name/before"
    [ -z "$packets_folder" ] || start_capture
    job "${job_arguments[@]}"
    local status=$?
    end_capture
    [ "$counters" = no ] || print_counters
    return $status
}

command_status()
{
    local folder
    for folder in "$state"/*/; do
        [ -d "$folder" ] || continue
        name=$(basename "$folder")
        print_state
    done
}

command_down()
{
    [ $# -gt 0 ] || refuse "down: expected a name or --all"
    if [ "$1" = --all ]; then
        remove_unused
        return
    fi
    for name; do
        [ -d "$state/$name" ] || refuse "down $name: there is no such cluster"
        lock_state exclusive || fail "$name is in use; nothing is removed"
        remove_network
    done
}

command=${1:---help}
[ $# -eq 0 ] || shift
case $command in
    run | up | calibrate)
        options "$@"
        check_machine
        case $command in
            run) command_run ;;
            up) command_up ;;
            calibrate) with_cluster calibrate ;;
        esac
        ;;
    bursts)
        [[ $#-${2:-1} =~ ^[12]-$number$ ]] ||
            refuse "bursts: expected a folder and at most a number"
        print_bursts "$@"
        ;;
    status) command_status ;;
    down)
        check_machine
        command_down "$@"
        ;;
    --help) usage ;;
    *) refuse "$command: no such command (--help lists them)" ;;
esac
