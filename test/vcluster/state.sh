# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# shellcheck disable=SC2034 # the other scripts use them
#
# What is known about a cluster: its options, and a folder that says what to
# remove, even after the process that made it has been killed.
#
# The folder's lock is held by every process that uses the cluster, and held
# alone by one that removes it.

state=${VCLUSTER_FOLDER:-/run/tunedx-vcluster}

name=vc$$
hosts=4
slots=1
order=block
rate=20mbit
latency=0
delay=auto
serialize=no
racks=1
uplink=
tcp=auto
slow_start=no
local_folder=
burst=2000
queue=4000000

# What makes a cluster, other than its jobs.
state_names='hosts rate latency delay serialize racks uplink burst queue'
state_names+=' tcp slow_start'

# Of a link; 0: without a limit.
bits_per_second()
{
    awk -v rate="$rate" 'BEGIN {
        factor["bit"] = 1; factor["kbit"] = 1e3
        factor["mbit"] = 1e6; factor["gbit"] = 1e9
        unit = rate; gsub(/[0-9.]/, "", unit)
        printf "%.0f", rate * factor[unit] }'
}

say()
{
    echo "vcluster: $*" >&2
}

# The user's mistake.
refuse()
{
    say "$*"
    exit 2
}

# The machine's fault.
fail()
{
    say "$*"
    exit 77
}

# host NUMBER: its name, which is the name of its namespace as well.
host()
{
    echo "$name-host$1"
}

all_hosts()
{
    local number
    for ((number = 1; number <= hosts; number++)); do
        host "$number"
    done
}

# What enter.sh wants to know.
tell_enter()
{
    export VCLUSTER_STATE=$state/$name VCLUSTER_LOCAL=$local_folder
}

# Where mpirun runs: at the switch.
head_name()
{
    echo "$name-switch"
}

# lock_state shared|exclusive: false if that is not possible now.  Commands that
# may live longer than this process get 9>&-.
lock_state()
{
    exec 9>> "$state/$name/lock"
    flock --nonblock "--$1" 9
}

save_state()
{
    local option
    mkdir -p "$state/$name" || fail "cannot write to $state"
    lock_state shared || fail "$name is just being removed"
    for option in $state_names; do
        echo "$option=${!option}"
    done > "$state/$name/options"
    tell_enter
}

load_state()
{
    local option value
    while IFS='=' read -r option value; do
        [[ " $state_names " != *" $option "* ]] ||
            printf -v "$option" '%s' "$value"
    done < "$state/$name/options"
    tell_enter
}

print_state()
{
    local use=idle
    load_state
    lock_state exclusive || use="in use"
    exec 9>&-
    [ "$serialize" = no ] || delay+=", packets one by one"
    echo "$name: $hosts hosts, $rate, latency $latency us ($delay), $racks" \
        "rack(s)${uplink:+ with an uplink of $uplink}, $tcp: $use"
}
