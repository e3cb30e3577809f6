#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs a command on a host of the cluster whose folder is VCLUSTER_STATE.
#
#   enter.sh HOST COMMAND...
#
# There it sees the host's network and name, names of all hosts, and, if
# VCLUSTER_LOCAL is set, the host's own folder in that place.
set -eu

case ${1:-} in
    --inside) shift ;;
    *)
        PATH=$PATH:/usr/sbin:/sbin
        exec ip netns exec "$1" unshare --uts "$0" --inside "$@" 9>&-
        ;;
esac

# Here the mount and UTS namespaces are the command's own.
hostname "$1"
mount --bind "$VCLUSTER_STATE/hosts" /etc/hosts
local=${VCLUSTER_LOCAL:+$VCLUSTER_LOCAL/${1##*-}}
if [ -n "$local" ] && [ -d "$local" ]; then
    directory=$PWD
    mount --bind "$local" "$VCLUSTER_LOCAL"
    cd "$directory"
fi
shift
exec "$@"
