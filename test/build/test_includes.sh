# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# Includes point one way, and the parts without MPI stay without.
. "${srcdir:?}/test/build/tap.sh"
cd "$srcdir" || exit 1

# What a folder's sources include in quotes.
included()
{
    cat "$1"/*.[ch] | sed -n 's/^ *# *include *"\(.*\)".*/\1/p' | sort -u
}

# includes_only FOLDER ALLOWED...: all quoted includes name a file in FOLDER or
# in one of the others.
includes_only()
{
    folder=$1
    allowed=$(printf '%s/|' "$@")
    nothing "$(included "$folder" |
        grep -v -E "^(${allowed}tunedx_config\.h\$)")"
}

# Angle brackets would hide Open MPI's headers from the test above.
without_mpi()
{
    nothing "$(grep -n -E '# *include *<(mpi|ompi|opal|orte|pmix|oshmem)' \
        "$1"/*.[ch])"
}

for folder in schedule geometry algorithms decision model maps results tools; do
    check "$folder includes nothing of MPI" without_mpi $folder
done

check "geometry stands alone" includes_only geometry
check "schedule: geometry" includes_only schedule geometry
check "algorithms: schedule, geometry" \
    includes_only algorithms schedule geometry
check "decision: algorithms, schedule, geometry" \
    includes_only decision algorithms schedule geometry
check "model: algorithms, schedule, geometry" \
    includes_only model algorithms schedule geometry
check "maps: decision, algorithms, schedule, geometry" \
    includes_only maps decision algorithms schedule geometry
check "results: maps, model, decision, schedule" \
    includes_only results maps model decision schedule
check "tools: parts without MPI" \
    includes_only tools decision algorithms schedule geometry model maps results
check "mca_params: parts without MPI, compat" \
    includes_only mca_params decision algorithms schedule compat
check "runtime: all but the plugin's face" \
    includes_only runtime decision algorithms schedule geometry mca_params compat

# What differs between Open MPI's series is known to compat/ alone.
series()
{
    nothing "$(grep -n -E \
        '(OMPI|OPAL)_(MAJOR|MINOR|RELEASE)_VERSION|MCA_COLL_BASE_VERSION' \
        coll_tunedx* schedule/* geometry/* algorithms/* decision/* runtime/* \
        mca_params/*)"
}
check "only compat knows the series of Open MPI" series
finish
