# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats
#
# What bash offers to complete after the command tunedx.
load tool

offers()
{
    # shellcheck source=tools/completion/tunedx
    . "${srcdir:?}/tools/completion/tunedx"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _tunedx
    echo "${COMPREPLY[*]}"
}

# completes WORD... -- OFFER...: after these words, the last of them unfinished,
# exactly these are offered.
completes()
{
    local words=()
    while [ "$1" != -- ]; do
        words+=("$1")
        shift
    done
    shift
    run offers "${words[@]}"
    [ "$output" = "$*" ]
}

@test "a command" {
    completes tunedx expl -- explain
}

@test "the command of results" {
    completes tunedx repo -- report
}

@test "its option" {
    completes tunedx report --resam -- --resamples
}

@test "an option" {
    completes tunedx explain --type -- --type-size
}

@test "a collective" {
    completes tunedx explain allred -- allreduce
}

@test "an algorithm" {
    completes tunedx draw bcast scat -- scatter scatterv scatter_allgather \
        scatter_allgather_ring
}

@test "nothing" {
    completes tunedx nosuch --x --
}
