# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# The unit tests of mpi4py, as they are in the source of Debian's package
# python3-mpi4py, which is downloaded if it is not there yet.
#
#   TUNEDX_MPI4PY_SOURCE   a source tree of the same version, instead
# shellcheck source=test/suites/lib.sh
. "${srcdir:?}/test/suites/lib.sh"

name="mpi4py's unit tests"

# MPI_Comm_spawn, too, finds more ranks than cores.
export OMPI_MCA_rmaps_base_oversubscribe=1

give_up()
{
    skip "$name" "$*"
    finish
}

# ---- the source ----

# apt with a state of its own: the machine's sources may lack Debian's source
# packages, and are not ours to change.
private_apt()
{
    apt-get -q -o "Dir::Etc::SourceList=$apt_state/sources.list" \
        -o Dir::Etc::SourceParts=/dev/null \
        -o "Dir::State::Lists=$apt_state/lists" \
        -o "Dir::Cache=$apt_state" "$@"
}

# download VERSION DIRECTORY
download()
(
    apt_state=$2.apt
    trap 'rm -rf "$2.new" "$apt_state"' EXIT
    rm -rf "$2.new" "$apt_state"
    mkdir -p "$2.new" "$apt_state/lists/partial" "$apt_state/archives/partial"
    cd "$apt_state" || exit 1
    echo "deb-src [signed-by=$debian_keyring] $(debian_mirror)" \
        "$(debian_codename) main" > sources.list
    private_apt update && private_apt source --download-only "mpi4py=$1" &&
        tar -x -f mpi4py_*.orig.tar.* -C "$2.new" --strip-components=1 &&
        mv "$2.new" "$2"
)

version=$(dpkg-query -W -f '${source:Version}' python3-mpi4py 2> /dev/null)
[ -n "$version" ] || give_up "python3-mpi4py is not installed"
source=${TUNEDX_MPI4PY_SOURCE:-$tunedx_cache/mpi4py-$version}
if [ ! -d "$source/test" ]; then
    said=$(download "$version" "$source" 2>&1) ||
        give_up "cannot download the source of mpi4py $version:" \
            "$(grep -m 1 '^E: ' <<< "$said" | sed 's/ [a-z]*:[^ ]*\// /')"
fi

# ---- the tests ----

# run_suite RANKS DIRECTORY: one log for each rank, with the status of Python in
# its last line.
run_suite()
{
    mkdir "$2"
    # shellcheck disable=SC2016 # expanded on each rank
    job "$1" sh -c '
        log=$0/rank.$OMPI_COMM_WORLD_RANK.log
        python3 "$1/test/runtests.py" --no-builddir --verbose > "$log" 2>&1
        echo "status $?" >> "$log"' "$2" "$source" > "$2/mpirun.log" 2>&1
}

# What went wrong, a line each: a test that failed on any rank, or where a rank
# stopped.
wrongs()
{
    local log
    for log in "$1"/rank.*.log; do
        grep -E '^(FAIL|ERROR): ' "$log"
        if ! grep -q '^Ran [1-9]' "$log" ||
            ! tail -n 1 "$log" | grep -q '^status [01]$'; then
            echo "stopped in $(sed -n 's/ \.\.\. .*//p' "$log" | tail -n 1)"
        fi
    done | sort -u
}

# Nothing may be wrong but what is so without tunedx, which is tried if anything
# is.  The latter is left in RANKS.known.
suite_passes()
{
    local ranks=$1
    : > "$ranks.known"
    run_suite "$ranks" "$ranks"
    wrongs "$ranks" > "$ranks.wrong"
    if [ -s "$ranks.wrong" ]; then
        coll_list='^tunedx' run_suite "$ranks" "$ranks.without"
        wrongs "$ranks.without" > "$ranks.wrong-without"
        comm -12 "$ranks.wrong" "$ranks.wrong-without" > "$ranks.known"
        nothing "$(comm -23 "$ranks.wrong" "$ranks.wrong-without")" || {
            echo "(all of it: $PWD/$ranks)"
            return 1
        }
    fi
    grep -q '^stopped' "$ranks.wrong" ||
        was_used "$ranks/rank.0.log"
}

enter mpi4py
for ranks in 1 2 3; do
    check "$name: $ranks ranks" suite_passes $ranks
    while read -r wrong; do
        skip "$name: $ranks ranks: $wrong" "so without tunedx, too"
    done < $ranks.known
done
finish
