# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# shellcheck disable=SC2154 # state.sh sets the options; vcluster.sh the rest
#
# The network of a cluster: makes and removes it.
#
#   NAME-switch     a namespace with the bridges rack1, and rack2 if there are
#                   two, joined by the pair uplink1 and uplink2; and with the
#                   bridge manage, for what starts jobs
#   NAME-hostN      a namespace with eth0 (10.77.0.N), whose other end is the
#                   port portN of a rack, and with manage (10.78.0.N)
#
# Links are shaped at either end, so that a host can neither send nor receive
# more than the rate.  The network manage is not shaped: it keeps what starts
# jobs off the links that are measured.

# ---- what the machine has to have ----

# need COMMAND PACKAGE
need()
{
    command -v "$1" > /dev/null ||
        fail "needs the command $1; on Debian: apt-get install $2"
}

check_machine()
{
    PATH=$PATH:/usr/sbin:/sbin
    [ "$(id -u)" = 0 ] ||
        fail "needs root, for network namespaces; start it as root or with sudo"
    need ip iproute2
    need tc iproute2
    need ethtool ethtool
    need unshare util-linux
    need flock util-linux
    need mount mount
    need hostname hostname
    [ -e /proc/self/ns/net ] ||
        fail "this kernel has no network namespaces (CONFIG_NET_NS)"
    [ -e /proc/self/ns/uts ] ||
        fail "this kernel has no name of its own for a host (CONFIG_UTS_NS)"
}

# attempt WHAT LACKING COMMAND...: ends with a message if the command fails.
attempt()
{
    local what=$1 lacking=$2 output
    shift 2
    output=$("$@" 2>&1 9>&-) ||
        fail "cannot make $what: ${output%%$'\n'*}; perhaps $lacking"
}

# ---- parts ----

ipv6=/proc/sys/net/ipv6/conf/all
ipv4=/proc/sys/net/ipv4

# make_namespace NAME
make_namespace()
{
    attempt "the network namespace $1" \
        "this container may not (it needs CAP_SYS_ADMIN)" ip netns add "$1"
    # Without IPv6, nothing is sent that no job has asked for.
    ip netns exec "$1" sh -c "[ ! -d $ipv6 ] || echo 1 > $ipv6/disable_ipv6" ||
        fail "cannot switch off IPv6 in $1"
    attempt "loopback in $1" "CAP_NET_ADMIN is missing" \
        ip -n "$1" link set lo up
}

# write_in NAMESPACE VALUE FILE
write_in()
{
    ip netns exec "$1" sh -c "echo $2 > $3" 2> /dev/null
}

# How TCP behaves on a host: with what clusters use, not with what this machine
# happens to prefer for the internet.
set_tcp()
{
    case $tcp in
        auto)
            for tcp in cubic reno; do
                ! write_in "$1" "$tcp" $ipv4/tcp_congestion_control || break
            done
            ;;
        *)
            write_in "$1" "$tcp" $ipv4/tcp_congestion_control ||
                fail "--tcp=$tcp: this kernel offers a host:" \
                    "$(cat $ipv4/tcp_allowed_congestion_control)"
            ;;
    esac
    [ "$slow_start" = yes ] ||
        write_in "$1" 0 $ipv4/tcp_slow_start_after_idle ||
        fail "cannot set tcp_slow_start_after_idle"
}

# make_bridge NAME
make_bridge()
{
    attempt "a bridge" "the kernel lacks it (CONFIG_BRIDGE)" \
        ip -n "$head" link add name "$1" type bridge stp_state 0 \
        forward_delay 0 mcast_snooping 0
    attempt "the bridge $1" "CAP_NET_ADMIN is missing" \
        ip -n "$head" link set "$1" up
}

# make_pair NAMESPACE DEVICE PORT: a cable from a host to the switch.
make_pair()
{
    attempt "a pair of devices" "the kernel lacks it (CONFIG_VETH)" \
        ip -n "$head" link add name "$3" type veth peer name "$2" netns "$1"
}

# make_taps NAMESPACE DEVICE PORT: the same, for the delay line between.
make_taps()
{
    attempt "a tap device" "the kernel lacks it (CONFIG_TUN)" \
        ip -n "$1" tuntap add dev "$2" mode tap
    attempt "a tap device" "the kernel lacks it (CONFIG_TUN)" \
        ip -n "$head" tuntap add dev "$3" mode tap
}

# switch_on NAMESPACE DEVICE: with packets as small as they are on a wire, or
# the queues would count packets of 64 KB.
switch_on()
{
    attempt "the packets of $2 small" "the kernel's version is unusual" \
        ip netns exec "$1" ethtool -K "$2" tso off gso off gro off
    attempt "the device $2" "CAP_NET_ADMIN is missing" \
        ip -n "$1" link set "$2" up
}

# shape NAMESPACE DEVICE RATE: what leaves by the device.
shape()
{
    local parent=(root)
    if [ "$delay" = netem ] && [ "$latency" -gt 0 ]; then
        attempt "a delay" "the kernel lacks it (CONFIG_NET_SCH_NETEM)" \
            tc -n "$1" qdisc add dev "$2" root handle 1: netem \
            delay "$((latency / 2))us" limit 100000
        parent=(parent 1:1)
    fi
    [ "$3" != none ] || return 0
    attempt "a link of rate $3" "the kernel lacks it (CONFIG_NET_SCH_TBF)" \
        tc -n "$1" qdisc add dev "$2" "${parent[@]}" handle 10: tbf \
        rate "$3" burst "$burst" limit "$queue"
}

# rack_of NUMBER: of a host.
rack_of()
{
    echo "rack$((1 + ($1 - 1) * racks / hosts))"
}

# address DEVICE NETWORK HOST-NUMBER NAMESPACE
address()
{
    attempt "an address" "CAP_NET_ADMIN is missing" \
        ip -n "$4" address add "$2.$3/24" dev "$1"
}

make_host()
{
    local this port=port$1
    this=$(host "$1")
    make_namespace "$this"
    set_tcp "$this"
    if [ "$delay" = line ]; then
        make_taps "$this" eth0 "$port"
        delay_line_arguments+=("/run/netns/$this" eth0 "/run/netns/$head"
            "$port")
    else
        make_pair "$this" eth0 "$port"
    fi
    attempt "a port of the switch" "CONFIG_BRIDGE is missing" \
        ip -n "$head" link set "$port" master "$(rack_of "$1")"
    shape "$this" eth0 "$rate"
    shape "$head" "$port" "$rate"
    switch_on "$this" eth0
    switch_on "$head" "$port"
    address eth0 10.77.0 "$1" "$this"

    make_pair "$this" manage "manage$1"
    attempt "a port of the switch" "CONFIG_BRIDGE is missing" \
        ip -n "$head" link set "manage$1" master manage up
    attempt "a device" "CAP_NET_ADMIN is missing" \
        ip -n "$this" link set manage up
    address manage 10.78.0 "$1" "$this"
}

join_racks()
{
    local end
    attempt "an uplink" "the kernel lacks it (CONFIG_VETH)" \
        ip -n "$head" link add name uplink1 type veth peer name uplink2
    for end in 1 2; do
        attempt "an uplink" "CONFIG_BRIDGE is missing" \
            ip -n "$head" link set "uplink$end" master "rack$end"
        # Within the switch, distance costs nothing.
        latency=0 shape "$head" "uplink$end" "${uplink:-$rate}"
        switch_on "$head" "uplink$end"
    done
}

# ---- delay ----

# Whether this kernel can delay packets by itself.
has_netem()
{
    tc -n "$head" qdisc add dev manage root netem delay 1us 2> /dev/null &&
        tc -n "$head" qdisc del dev manage root
}

choose_delay()
{
    if [ "$serialize" = yes ]; then
        delay=line
    elif [ "$latency" -eq 0 ]; then
        delay=none
    elif [ "$delay" = auto ]; then
        delay=line
        ! has_netem || delay=netem
    elif [ "$delay" = netem ] && ! has_netem; then
        fail "this kernel cannot delay packets (CONFIG_NET_SCH_NETEM);" \
            "without --delay=netem a program does it"
    fi
}

# start_delay_line NUMBER BITS CABLE...: every packet passes two links, each of
# which has half of the latency.
start_delay_line()
{
    local program bits=$2 log=$state/$name/delay_line$1.log
    shift 2
    program=$(find_program delay_line) || exit
    : > "$log"
    setsid "$program" "$((latency / 2))" "$bits" "$@" \
        >> "$log" 2>&1 < /dev/null 9>&- &
    local deadline=$((SECONDS + 10))
    until grep -q -x ready "$log"; do
        if ! kill -0 $! 2> /dev/null || [ $SECONDS -gt $deadline ]; then
            fail "the delay line does not start: $(cat "$log")"
        fi
        sleep 0.05
    done
}

# One for each core, with some of the cables: a single one has a core busy when
# all hosts send, and packets wait for it.
start_delay_lines()
{
    local line lines cable cables bits=0
    [ "$delay" = line ] || return 0
    [ "$serialize" = no ] || bits=$(bits_per_second)
    lines=$(nproc)
    [ "$lines" -le "$hosts" ] || lines=$hosts
    for ((line = 0; line < lines; line++)); do
        cables=()
        for ((cable = line; cable < hosts; cable += lines)); do
            cables+=("${delay_line_arguments[@]:4 * cable:4}")
        done
        start_delay_line "$line" "$bits" "${cables[@]}"
    done
}

# ---- all of it ----

# Names for the file /etc/hosts that jobs see.
list_names()
{
    local number
    echo "127.0.0.1 localhost"
    echo "10.78.0.254 $head"
    for ((number = 1; number <= hosts; number++)); do
        echo "10.78.0.$number $(host "$number")"
    done
}

make_network()
{
    local number head
    local delay_line_arguments=()
    head=$(head_name)
    save_state
    make_namespace "$head"
    make_bridge manage
    address manage 10.78.0 254 "$head"
    choose_delay
    make_bridge rack1
    if [ "$racks" = 2 ]; then
        make_bridge rack2
        join_racks
    fi
    for ((number = 1; number <= hosts; number++)); do
        make_host "$number"
    done
    start_delay_lines
    list_names > "$state/$name/hosts"
    save_state
}

# namespaces: the cluster's, as far as they were made.
namespaces()
{
    ip netns list | sed -n "s/^\($name-\(host[0-9]*\|switch\)\)\b.*/\1/p"
}

# end_processes NAMESPACE...: whatever still runs there.
end_processes()
{
    local signal space deadline
    for signal in TERM KILL; do
        deadline=$((SECONDS + 3))
        for space; do
            ip netns pids "$space" | xargs -r kill "-$signal" 2> /dev/null
        done
        until [ -z "$(for space; do ip netns pids "$space"; done)" ]; do
            [ $SECONDS -lt $deadline ] || continue 2
            sleep 0.05
        done
        return
    done
}

# Removes the cluster `name`, or what there is of it, with the files that
# Open MPI leaves behind when its processes are killed.
remove_network()
{
    local spaces space
    trap '' HUP INT TERM # once it has begun
    mapfile -t spaces < <(namespaces)
    end_processes "${spaces[@]}"
    for space in "${spaces[@]}"; do
        ip netns delete "$space"
    done
    rm -rf "${state:?}/$name" "${TMPDIR:-/tmp}/ompi.$name"-* \
        /dev/shm/*".$name"-*
}

# All clusters that no process holds.
remove_unused()
{
    local folder
    for folder in "$state"/*/; do
        [ -d "$folder" ] || continue
        name=$(basename "$folder")
        if lock_state exclusive; then
            remove_network
        else
            say "$name is in use: it stays"
        fi
    done
    exec 9>&-
}
