# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What bash offers to complete after the command tunedx.
. "${srcdir:?}/test/build/tap.sh"

# completes WORD... -- OFFER...: after these words, the last of them unfinished,
# exactly these are offered.
completes()
{
    PATH=$PWD:$PATH bash -c '
        . "$srcdir/tools/completion/tunedx"
        COMP_WORDS=()
        while [ "$1" != -- ]; do
            COMP_WORDS+=("$1")
            shift
        done
        shift
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _tunedx
        [ "${COMPREPLY[*]}" = "$*" ] || {
            echo "offered: ${COMPREPLY[*]}"
            exit 1
        }' bash "$@"
}

command -v bash > /dev/null || {
    skip "completion" "bash is not there"
    finish
}
check "a command" completes tunedx expl -- explain
check "the command of results" completes tunedx repo -- report
check "its option" completes tunedx report --resam -- --resamples
check "an option" completes tunedx explain --type -- --type-size
check "a collective" completes tunedx explain allred -- allreduce
check "an algorithm" completes tunedx draw bcast scat -- scatter scatterv \
    scatter_allgather scatter_allgather_ring
check "nothing" completes tunedx nosuch --x --
finish
