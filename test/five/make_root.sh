#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
#   make_root.sh DIRECTORY
#
# A Debian 13, whose Open MPI is 5.0, below DIRECTORY: about 800 MB, in a few
# minutes.  If it is there already, nothing happens.  When it cannot be made,
# the last line says why.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/build/mirror.sh
. "$here/../build/mirror.sh"

root=$1
release=trixie
packages='ca-certificates gcc libc6-dev make pkg-config openmpi-bin
    libopenmpi-dev libcmocka-dev libjansson-dev bats'

die()
{
    echo "$*" >&2
    exit 1
}

is_complete()
{
    local package
    [ -d "$root/var/lib/dpkg" ] || return 1
    for package in $packages; do
        dpkg-query --admindir="$root/var/lib/dpkg" -W -f '${Status}' \
            "$package" 2> /dev/null | grep -q 'ok installed' || return 1
    done
}

# Made beside its place and then moved there, so that what is there is whole.
make_it()
{
    local mirror new log=$root.log
    mirror=$(debian_mirror)
    [ -n "$mirror" ] || die "apt is configured for no mirror of Debian"
    mkdir -p "$(dirname "$root")" || die "cannot write in $(dirname "$root")"
    new=$(mktemp -d "$root.XXXXXX") || die "cannot write in $(dirname "$root")"
    # shellcheck disable=SC2064 # this one
    trap "rm -rf --one-file-system '$new'" EXIT
    chmod 755 "$new"
    # shellcheck disable=SC2086 # words are wanted
    mmdebstrap --mode=root --variant=apt --keyring="$debian_keyring" \
        --dpkgopt=force-unsafe-io --aptopt='APT::Install-Recommends "false"' \
        --include="$(echo $packages | tr ' ' ,)" \
        "$release" "$new" "$mirror" > "$log" 2>&1 < /dev/null ||
        die "mmdebstrap failed: $(grep -E '^E: ' "$log" | head -n 1) (all of it: $log)"
    ! is_complete || return 0 # somebody else was faster
    rm -rf --one-file-system "$root"
    mv -T "$new" "$root" || die "cannot put a new $root in place"
}

is_complete && exit
[ "$(id -u)" = 0 ] || die "needs root"
command -v mmdebstrap > /dev/null || die "mmdebstrap is missing"
make_it
