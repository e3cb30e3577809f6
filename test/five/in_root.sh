#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
#   in_root.sh ROOT SOURCE BUILD COMMAND...
#
# Runs a command in the Debian below ROOT, as root.  It sees SOURCE, read-only,
# as /srv/source and BUILD as /srv/build.  Mounts, processes, /dev/shm and /tmp
# are its own, so that nothing of it stays when it ends, however it ends.
set -eu
root=$1
source=$2
build=$3
shift 3
export root source build

# shellcheck disable=SC2016 # expanded inside
exec unshare --mount --pid --fork --kill-child --propagation private sh -euc '
    mkdir -p "$root/srv/source" "$root/srv/build"
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs shm "$root/dev/shm"
    mount -t tmpfs tmp "$root/tmp"
    mount --bind "$source" "$root/srv/source"
    mount -o remount,bind,ro "$root/srv/source"
    mount --bind "$build" "$root/srv/build"
    exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        sh -c "cd /srv/build && exec \"\$@\"" sh "$@"' sh "$@"
