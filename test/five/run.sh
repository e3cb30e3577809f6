#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
#   run.sh BUILD
#
# Builds and tests this source tree, after its ./autogen.sh, with Open MPI 5.0,
# in a Debian 13 that is made first and kept for the next time.  BUILD is made
# anew.  Needs root; where that Debian cannot be had, all of it is skipped.
#
#   TUNEDX_FIVE_ROOT   that Debian (default: trixie in tunedx_cache, see
#                      test/build/mirror.sh)
#   TUNEDX_COLL_LIST   if not empty, a list of components to run with as well
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -u
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
# shellcheck source=test/build/mirror.sh
. "$here/../build/mirror.sh"

root=${TUNEDX_FIVE_ROOT:-$tunedx_cache/trixie}

skip()
{
    echo "ok 1 - Open MPI 5.0 # SKIP $*"
    exit 0
}

[ $# = 1 ] || {
    sed -n '4,/^\[/s/^# \{0,1\}//p' "$0"
    exit 2
}
[ -x "$source/configure" ] || {
    echo "run ./autogen.sh first" >&2
    exit 1
}
[ "$(id -u)" = 0 ] || skip "needs root"
unshare --mount --pid --fork --propagation private true 2> /dev/null ||
    skip "no mount namespace of our own is allowed here"
why=$("$here/make_root.sh" "$root" 2>&1) ||
    skip "no Debian 13: ${why##*$'\n'}"

rm -rf "$1" && mkdir -p "$1" && build=$(cd "$1" && pwd) || exit 1
"$here/in_root.sh" "$root" "$source" "$build" env \
    TUNEDX_COLL_LIST="${TUNEDX_COLL_LIST-}" sh /srv/source/test/five/inside.sh
