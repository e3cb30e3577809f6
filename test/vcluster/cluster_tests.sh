# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# shellcheck disable=SC2154 # run.sh and test/mpi/lib.sh set the variables
#
# Is the cluster what its options say?  Bounds that a busy machine cannot break:
# nothing is faster than its link, or earlier than its delay.

# times OPTION... -- ARGUMENT...: a table of bench/times; on a cluster of its
# own.
times()
{
    local options=()
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    output=$(MPIRUN=$VCLUSTER_MPIRUN "$vcluster" run "${options[@]}" -- \
        "$bin_dir/../../bench/times" --calls=3 --warm=2 "$@" 2>&1)
    status=$?
    require "status 0" [ "$status" -eq 0 ]
}

# milliseconds WHAT BYTES: of the table.
milliseconds()
{
    awk -v what="$1" -v bytes="$2" \
        '$1 == what && $2 == bytes { print $5 / 1000; exit }' <<< "$output"
}

# at_least LEAST NUMBER
at_least()
{
    awk -v least="$1" -v number="${2:-0}" 'BEGIN { exit !(number >= least) }'
}

# vcluster ARGUMENT...: sets output and status.
run_vcluster()
{
    output=$(MPIRUN=$VCLUSTER_MPIRUN "$vcluster" "$@" 2>&1 < /dev/null)
    status=$?
}

ranks_have_hosts()
{
    run_vcluster run --hosts=3 --slots=2,1 --rate=none -- hostname
    require "status 0" [ "$status" -eq 0 ] || return
    require "2, 1 and 1 ranks" [ "$(cut -d - -f 2 <<< "$output" | sort |
        uniq -c | xargs)" = "2 host1 1 host2 1 host3" ]
}

# 200 KB at 10 Mbit/s: 160 ms.
rate_holds()
{
    times --hosts=2 --rate=10mbit -- transfer:200000 || return
    require "at least 160 ms" at_least 159 "$(milliseconds transfer 200000)"
}

# What limits a collective is timed, not reckoned from shorter messages: a link
# that was idle lets the first packet pass at once.
limits_are_timed()
{
    times --hosts=4 --rate=none -- gather:30000 allreduce:40000 bcast:5000 ||
        return
    require "three blocks" [ -n "$(milliseconds transfer 90000)" ] || return
    require "twice three quarters" [ -n "$(milliseconds transfer 60000)" ] ||
        return
    require "the vector" [ -n "$(milliseconds transfer 5000)" ] || return
    require "and the shortest one" \
        [ "$(grep -c '^transfer ' <<< "$output")" -eq 4 ]
}

# Ranks 0 and 1 exchange within a rack, 2 and 3 as well; the transfer stays in
# the rack, but an alltoall crosses the uplink, with 2 x 2 blocks.
uplink_holds()
{
    times --hosts=4 --racks=2 --rate=none --uplink=10mbit --counters -- \
        transfer:200000 alltoall:40000 || return
    require "at least 128 ms" at_least 127 "$(milliseconds alltoall 40000)" ||
        return
    # 5 calls of each side and one of tunedx to see its method, 160,000 bytes
    # each
    require "bytes at the uplink" at_least 1760000 \
        "$(awk '$1 == "uplink" { print $2 }' <<< "$output")"
}

latency_holds()
{
    times --hosts=2 --rate=none --latency=5000 --delay=line -- transfer:8 ||
        return
    require "at least 5 ms" at_least 5 "$(milliseconds transfer 8)"
}

# A lone packet of some 1,100 bytes: 8.8 ms at 1 Mbit/s, on each of two links,
# where the burst would let it pass at once.  Packets in a row overlap: all but
# the first take a link's time.
packets_take_their_time()
{
    times --hosts=2 --rate=1mbit --serialize=yes -- transfer:1000,12000 ||
        return
    require "at least 16 ms" at_least 16 "$(milliseconds transfer 1000)" ||
        return
    require "at least 96 ms" at_least 96 "$(milliseconds transfer 12000)" ||
        return
    require "not twice as long" at_least "$(milliseconds transfer 12000)" 190
}

# Five transfers of 1 MB, and no more than a tenth of overhead.
bytes_are_counted()
{
    local sent
    times --hosts=2 --rate=none --counters -- transfer:1000000 || return
    sent=$(awk '$1 == "host1" { print $2 }' <<< "$output")
    require "5 MB" at_least 5000000 "$sent" || return
    require "not more than 5.5 MB" at_least "$sent" 5500000
}

# Of five transfers of 200 KB the phase with most bytes has at least one: what
# the first host sends is what the second one receives.
packets_are_seen()
{
    local folder=$scratch/packets sent received
    mkdir -p "$folder"
    times --hosts=3 --rate=20mbit "--packets=$folder" -- transfer:200000 ||
        return
    run_vcluster bursts "$folder"
    require "bursts: status 0" [ "$status" -eq 0 ] || return
    require "all five, but for short packets" at_least 997500 \
        "$(awk '/^ +[0-9]/ { bytes += $4 } END { print bytes }' <<< "$output")" ||
        return
    sent=$(sed -n 's/^host1 sends to  *2 0.0-[0-9.]* \([0-9]*\)k.*/\1/p' \
        <<< "$output")
    received=$(sed -n 's/^host2 receives from  *1 0.0-[0-9.]* \([0-9]*\)k.*/\1/p' \
        <<< "$output")
    require "195 KB, or as many calls in one" at_least "${sent:-0}" 195 ||
        return
    require "received as they were sent" [ "$sent" = "$received" ] || return
    run_vcluster bursts "$folder" 99999
    require "status 2" [ "$status" -eq 2 ] || return
    require "which phases there are" mentions 'expected a phase of 1 to' ||
        return
    run_vcluster bursts "$scratch"
    require "no packets there" mentions 'no host1.pcap there'
}

# sent_by_root ALGORITHM: bytes that the first of four hosts has sent, when
# coll/tuned was told to broadcast so.
sent_by_root()
{
    times --hosts=4 --rate=none --counters -- "--sides=tuned:$1" bcast:500000 ||
        return
    awk '$1 == "host1" { print $2 }' <<< "$output"
}

# What bench/times tells coll/tuned has an effect: a linear tree's root sends to
# all others, a pipeline's to one.  5 calls, and as many transfers from there.
tuned_listens()
{
    local linear pipeline
    linear=$(sent_by_root basic_linear) || return
    pipeline=$(sent_by_root pipeline/8k) || return
    output="linear: $linear, pipeline: $pipeline"
    require "3 x 5 and 5 x 0.5 MB" at_least 10000000 "$linear" || return
    require "no tenth more" at_least "$linear" 11000000 || return
    require "5 and 5 x 0.5 MB" at_least 5000000 "$pipeline" || return
    require "no tenth more" at_least "$pipeline" 5500000
}

# The network manage carries what starts jobs: the links stay silent.
starting_is_not_counted()
{
    run_vcluster run --hosts=2 --counters -- true
    require "status 0" [ "$status" -eq 0 ] || return
    require "nothing sent" grep -q '^hosts  *0  *0 ' <<< "$output"
}

# Ranks of one host have shared memory, others do not.
hosts_share_memory()
{
    run_vcluster run --hosts=2 --slots=2 --rate=none --counters -- -n 2 \
        "$bin_dir/few_calls"
    require "status 0" [ "$status" -eq 0 ] || return
    require "nothing sent" grep -q '^hosts  *0  *0 ' <<< "$output" || return
    run_vcluster run --hosts=2 --slots=2 --rate=none --counters -- -n 3 \
        "$bin_dir/few_calls"
    require "status 0" [ "$status" -eq 0 ] || return
    require "something sent" grep -q '^hosts  *[1-9][0-9]*  *[1-9]' \
        <<< "$output"
}

# Links that no machine can fill.
calibration_refuses()
{
    run_vcluster calibrate --hosts=2 --rate=900gbit
    require "status 78" [ "$status" -eq 78 ] || return
    require "why" mentions 'THE NUMBERS DO NOT COUNT'
}

passes_status_on()
{
    run_vcluster run --hosts=2 -- -n 1 sh -c 'exit 3'
    require "status 3" [ "$status" -eq 3 ]
}

# ---- nothing stays ----

# rests NAME: what there is of a cluster and of its job.
rests()
{
    ip netns list | grep "^$1-"
    ls -d "${VCLUSTER_FOLDER:-/run/tunedx-vcluster}/$1" \
        /dev/shm/*"$1-host"* 2> /dev/null
    pgrep -a -f "endless-$1"
}

# start_endless NAME: a job on a cluster of its own; sets process.  Signals are
# as they are by default.
start_endless()
{
    local deadline=$((SECONDS + 60)) said=$scratch/endless-$1
    rm -f "$said"
    MPIRUN=$VCLUSTER_MPIRUN env --default-signal "$vcluster" run --name="$1" \
        --hosts=2 --latency=100 --delay=line -- \
        sh -c 'echo runs; while :; do sleep 1; done' "endless-$1" \
        > "$said" 2>&1 &
    process=$!
    until [ "$(grep -s -c -x runs "$said")" = 2 ]; do
        sleep 0.1
        if [ $SECONDS -gt $deadline ]; then
            cat "$said"
            return 1
        fi
    done
}

# ends_by SIGNAL STATUS
ends_by()
{
    local process name=vcend$$
    start_endless $name || return
    kill "-$1" "$process"
    wait "$process"
    status=$?
    output=$(rests $name)
    require "status $2" [ "$status" -eq "$2" ] || return
    require "nothing stays" [ -z "$output" ]
}

# What a killed process leaves is removed by down --all; what is in use is not.
# (In a folder of its own: there may be other people's clusters.)
killed()
{
    local process name=vckill$$ used=vcused$$
    local -x VCLUSTER_FOLDER=$scratch/clusters
    start_endless $used || return
    local user=$process
    start_endless $name || return
    kill -KILL "$process"
    wait "$process" 2> /dev/null
    output=$(rests $name)
    require "something stays" [ -n "$output" ] || return
    run_vcluster down --all
    require "what is in use stays" mentions "$used is in use: it stays" ||
        return
    run_vcluster down "$used"
    require "status 77 for what is in use" [ "$status" -eq 77 ] || return
    output=$(rests $name)
    require "the rests are gone" [ -z "$output" ] || return
    require "the other job goes on" kill -TERM "$user" || return
    wait "$user"
    output=$(rests $used)
    require "nothing stays of it either" [ -z "$output" ]
}

# A cluster that cannot be completed.
half_made()
{
    local name=vchalf$$
    run_vcluster up --name=$name --hosts=3 --rate=0bit
    require "a message" mentions 'vcluster: cannot make a link of rate 0bit' ||
        return
    require "status 77" [ "$status" -eq 77 ] || return
    output=$(rests $name)
    require "nothing stays" [ -z "$output" ]
}

# ---- messages ----

# refuses STATUS TEXT ARGUMENT...
refuses()
{
    run_vcluster "${@:3}"
    require "status $1" [ "$status" -eq "$1" ] || return
    require "one line" [ "$(wc -l <<< "$output")" -eq 1 ] || return
    require "\"$2\"" mentions "$2"
}

needs_root()
{
    output=$(setpriv --reuid=65534 --clear-groups "$vcluster" up 2>&1)
    status=$?
    require "status 77" [ "$status" -eq 77 ] || return
    require "what to do" mentions 'needs root'
}

# names_package COMMAND PACKAGE: where /usr/sbin lacks the command.
names_package()
{
    local folder=$scratch/without-$1 other PATH=$PATH:/usr/sbin
    mkdir -p "$folder"
    for other in ip tc ethtool; do
        [ "$other" = "$1" ] || cp -L "$(command -v "$other")" "$folder"
    done
    # shellcheck disable=SC2016 # for the inner shell
    output=$(unshare --mount sh -c '
        mount --bind "$1" /usr/sbin && exec "$2" up' \
        sh "$folder" "$vcluster" 2>&1)
    status=$?
    require "status 77" [ "$status" -eq 77 ] || return
    require "the package" mentions "$1; on Debian: apt-get install $2"
}

# No namespaces are allowed, as in many containers.
namespaces_are_forbidden()
{
    output=$(setpriv --bounding-set=-sys_admin "$vcluster" up 2>&1)
    status=$?
    require "status 77" [ "$status" -eq 77 ] || return
    require "why" mentions 'CAP_SYS_ADMIN'
}

bad_options()
{
    run_test "vcluster: a rate without unit" refuses 2 \
        'expected none, or a number and bit' up --rate=20
    run_test "vcluster: no host" refuses 2 'expected 1 to 250' up --hosts=0
    run_test "vcluster: too many hosts" refuses 2 'expected 1 to 250' up \
        --hosts=251
    run_test "vcluster: a list of slots that goes on" refuses 2 \
        'expected numbers by commas' run --slots=1, -- true
    run_test "vcluster: an unknown option" refuses 2 'no such option' up \
        --host=2
    run_test "vcluster: an unknown command" refuses 2 'no such command' upp
    run_test "vcluster: nothing to run" refuses 2 'arguments of mpirun' run
    run_test "vcluster: no such cluster" refuses 2 'no such cluster' down vcnone
    run_test "vcluster: an unknown congestion control" refuses 77 \
        'this kernel offers' up --tcp=carrier_pigeon
    run_test "vcluster: a burst below one packet" refuses 2 'one packet has' \
        up --burst=1000
    run_test "vcluster: packets that take no time, one by one" refuses 2 \
        'needs a rate' up --rate=none --serialize=yes
    run_test "vcluster: netem in place of the line" refuses 2 \
        'needs --delay=line' up --delay=netem --serialize=yes
}

cluster_tests()
{
    run_test "vcluster: ranks have hosts" ranks_have_hosts
    run_test "vcluster: the rate holds" rate_holds
    run_test "vcluster: limits are timed" limits_are_timed
    run_test "vcluster: the uplink's rate holds, its bytes count" uplink_holds
    run_test "vcluster: the latency holds" latency_holds
    run_test "vcluster: packets take their time" packets_take_their_time
    run_test "vcluster: bytes are counted" bytes_are_counted
    run_test "vcluster: packets are seen" packets_are_seen
    run_test "vcluster: coll/tuned does as it is told" tuned_listens
    run_test "vcluster: starting jobs is not counted" starting_is_not_counted
    run_test "vcluster: memory is shared within a host only" hosts_share_memory
    run_test "vcluster: calibration refuses" calibration_refuses
    run_test "vcluster: the job's exit status" passes_status_on
    run_test "vcluster: SIGTERM" ends_by TERM 143
    run_test "vcluster: SIGINT" ends_by INT 130
    run_test "vcluster: SIGHUP" ends_by HUP 129
    run_test "vcluster: SIGKILL, and down --all" killed
    run_test "vcluster: a cluster that cannot be made" half_made
    run_test "vcluster: without root" needs_root
    run_test "vcluster: without ethtool" names_package ethtool ethtool
    run_test "vcluster: without tc" names_package tc iproute2
    run_test "vcluster: without the right to make namespaces" \
        namespaces_are_forbidden
    bad_options
}
