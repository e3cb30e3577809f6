#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# From a fresh Debian 12 or 13 to a real application that runs through tunedx,
# in a few minutes:
#
#   1. installs the packages that are missing, as root or with sudo
#   2. builds tunedx, and installs it under build-quickstart/prefix
#   3. shows it in ompi_info
#   4. runs HPC Challenge with it, which checks its own results, and shows
#      tunedx's report of the algorithms that ran
#   5. times it against coll/tuned, Open MPI's own component
#
# It may be run from any directory and as often as you like.  It writes below
# build-quickstart, which is made anew each time, and what ./autogen.sh makes.
set -u -o pipefail

top=$(cd "$(dirname "$0")" && pwd) || exit 1
work=$top/build-quickstart
prefix=$work/prefix
plugins=$prefix/lib/tunedx
patience=150 # seconds that a job may take

case ${1:-} in
    '') ;;
    *)
        sed -n '4,/^set/s/^# \{0,1\}//p' "$0"
        [ "$1" = --help ] && exit 0
        exit 2
        ;;
esac

# ---- talking ----

step()
{
    printf '\n[%3d s] %s\n' "$SECONDS" "$*"
}

say()
{
    printf '%s\n' "$@" | indent
}

# The one line that ends a run that failed.
die()
{
    echo "quickstart.sh: $*" >&2
    exit 1
}

indent()
{
    sed 's/^./        &/'
}

# quietly NAME COMMAND...: its output goes into build-quickstart/NAME.log; when
# it fails, the line there that says why is shown.
quietly()
{
    local name=$1 log=$work/$1.log why
    shift
    "$@" > "$log" 2>&1 < /dev/null && return
    why=$(grep -E '(^|[^_])[Ee]rror:|^E: |\*\*\*|No space' "$log" | head -n 1)
    die "$name failed: ${why:-$(tail -n 1 "$log")} (all of it: $log)"
}

# ---- packages ----

packages=(gcc libc6-dev make autoconf automake libtool pkg-config
    openmpi-bin libopenmpi-dev libjansson-dev scdoc hpcc)

missing_packages()
{
    local package

    for package in "${packages[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2> /dev/null |
            grep -q 'ok installed' || echo "$package"
    done
}

# as_root COMMAND...
as_root()
{
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_install()
{
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y \
        --no-install-recommends "$@"
}

# The lists of packages may be missing, as in a container, or old.
update_and_install()
{
    apt_install "$@" || { as_root apt-get update && apt_install "$@"; }
}

install_packages()
{
    local missing

    command -v dpkg-query > /dev/null || {
        say "not a Debian: going on with what is there"
        return
    }
    mapfile -t missing < <(missing_packages)
    if [ ${#missing[@]} -eq 0 ]; then
        say "all there: ${packages[*]}"
        return
    fi
    say "apt-get install ${missing[*]}"
    if [ "$(id -u)" != 0 ]; then
        command -v sudo > /dev/null ||
            die "needs root to install packages: ${missing[*]}"
        sudo apt-get --version > /dev/null ||
            die "sudo does not let you use apt-get; missing packages: ${missing[*]}"
    fi
    quietly packages update_and_install "${missing[@]}"
}

# ---- build ----

build()
{
    cd "$top" || exit 1
    [ ! -f config.status ] ||
        die "$top is configured in place, which excludes all other builds: run \"make distclean\" there first"
    say "./autogen.sh"
    quietly autogen ./autogen.sh
    cd "$work" || exit 1
    say "configure --prefix=$prefix"
    # a small shell runs libtool, a script, faster
    CONFIG_SHELL=/bin/sh quietly configure "$top/configure" --prefix="$prefix" \
        --libdir="$prefix/lib"
    say "make"
    quietly make make -j "$(nproc)"
    say "make install"
    quietly install make install
    [ -f "$plugins/mca_coll_tunedx.so" ] ||
        die "make install left no $plugins/mca_coll_tunedx.so"
}

# What jobs need to know: the programs of the Open MPI that was found, and
# where the plugin is (from Open MPI 5 on also where PMIx has its own).
set_environment()
{
    # shellcheck source=/dev/null
    . "$work/test/build/env.sh"
    OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT:$plugins
    export OMPI_MCA_mca_base_component_path
}

# job RANKS ARGUMENT...: mpirun with an end, for as many ranks as you like
job()
{
    local ranks=$1 yield=0
    shift
    [ "$(nproc)" -ge "$ranks" ] || yield=1
    OMPI_MCA_mpi_yield_when_idle=$yield timeout "$patience" "$MPIRUN" \
        --oversubscribe -n "$ranks" "$@" < /dev/null
}

show_in_ompi_info()
{
    local version parameters

    version=$("$OMPI_INFO" | grep 'MCA coll: tunedx') ||
        die "ompi_info does not see the plugin in $plugins"
    parameters=$("$OMPI_INFO" --parsable --param coll tunedx --level 9 |
        grep -c ':param:.*:help:')
    say "OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT:$plugins ompi_info" \
        "$version" \
        "with $parameters parameters: ompi_info --param coll tunedx --level 9"
}

# ---- hpcc ----

# A small problem for a 2 x 2 grid of processes.
write_hpccinf()
{
    cat > hpccinf.txt << 'END'
HPLinpack benchmark input file
a small problem for 4 ranks
HPL.out      output file name (if any)
8            device out (6=stdout,7=stderr,file)
1            # of problems sizes (N)
1000         Ns
1            # of NBs
64           NBs
0            PMAP process mapping (0=Row-,1=Column-major)
1            # of process grids (P x Q)
2            Ps
2            Qs
16.0         threshold
1            # of panel fact
2            PFACTs (0=left, 1=Crout, 2=Right)
1            # of recursive stopping criterium
4            NBMINs (>= 1)
1            # of panels in recursion
2            NDIVs
1            # of recursive panel fact.
1            RFACTs (0=left, 1=Crout, 2=Right)
1            # of broadcast
1            BCASTs (0=1rg,1=1rM,2=2rg,3=2rM,4=Lng,5=LnM)
1            # of lookahead depth
1            DEPTHs (>=0)
2            SWAP (0=bin-exch,1=long,2=mix)
64           swapping threshold
0            L1 in (0=transposed,1=no-transposed) form
0            U  in (0=transposed,1=no-transposed) form
1            Equilibration (0=no,1=yes)
8            memory alignment in double (> 0)
##### This line (no. 32) is ignored (it serves as a separator). ######
1            Number of additional problem sizes for PTRANS
500          values of N
1            number of additional blocking sizes for PTRANS
32           values of NB
END
}

# Shows what hpcc found when it checked its results.  Fails if anything was
# wrong, or was not checked.
verify_hpcc()
{
    awk '
    function tell(good, text)
    {
        checks++
        failures += !good
        checked[section] = 1
        printf "%-20s %s%s\n", section, text, good ? "" : "   <-- WRONG"
    }
    /^Begin of .* section/ { section = $3 }
    /^Found [0-9]+ errors? in/ { tell($2 == 0 && /passed/, $0) }
    /tests completed and passed residual checks/ {
        tell($1 > 0, $1 " residual checks passed")
    }
    /tests completed and failed residual checks/ {
        tell($1 == 0, $1 " residual checks failed")
    }
    /^Node\(s\) with error/ && $NF != 0 { tell(0, $0) }
    /^Scaled residual:/ { tell($NF < 16, $0) }
    /^Solution Validates/ { tell(1, $0) }
    /^max\(.x-x0.\):/ { tell($NF < 1e-10, $0) }
    /^Success=/ { tell($0 == "Success=1", $0) }
    /^End of HPC Challenge tests/ { ended = 1 }
    END {
        count = split("MPIRandomAccess MPIRandomAccess_LCG PTRANS StarDGEMM " \
            "StarSTREAM MPIFFT HPL Summary", all, " ")
        for (i = 1; i <= count; i++) {
            section = all[i]
            if (!checked[section]) {
                tell(0, "did not run")
            }
        }
        if (!ended) {
            tell(0, "hpcc did not end")
        }
        printf "%d checks, %d wrong\n", checks, failures
        exit failures > 0
    }' hpccoutf.txt
}

# The lines of the built-in rules that the report names.
show_rules()
{
    local line

    sed -n 's/.*built-in rules, line \([0-9]*\).*/\1/p' output | sort -n -u |
        while read -r line; do
            printf '%4d %s\n' "$line" \
                "$(sed -n "${line}p" "$top/decision/defaults.rules")"
        done
}

run_hpcc()
{
    local list=tunedx,basic status

    command -v hpcc > /dev/null || die "hpcc is not installed"
    mkdir -p "$work/hpcc" && cd "$work/hpcc" || exit 1
    write_hpccinf
    say "mpirun -n 4 --mca coll $list --mca coll_tunedx_report 1 hpcc"
    job 4 --mca coll "$list" --mca coll_tunedx_report 1 hpcc \
        > output 2> errors
    status=$?
    [ $status -ne 124 ] || die "hpcc did not end within $patience s"
    [ $status -eq 0 ] ||
        die "hpcc ended with status $status: $(head -n 1 errors) (all of it: $PWD/errors)"
    [ -f hpccoutf.txt ] || die "hpcc wrote no $PWD/hpccoutf.txt"

    say "" "hpcc's verification of its own results:" ""
    verify_hpcc > verification
    status=$?
    indent < verification
    [ $status -eq 0 ] ||
        die "hpcc's results are wrong or incomplete (see $PWD/hpccoutf.txt)"

    say "" "tunedx's report:"
    indent < output
    grep -q '^allreduce ' output || die "tunedx's report has no allreduce in it"
    say "" "the rules that it names (decision/defaults.rules):" ""
    show_rules | indent
}

# ---- against coll/tuned ----

compare()
{
    local status

    cd "$work" || exit 1
    quietly bench make bench/collectives
    say "mpirun -n 2 bench/collectives"
    job 2 bench/collectives --roots=fixed --sizes=8,1k,64k --pairs=10 \
        --rounds=3 > bench.txt 2> bench.err
    status=$?
    [ $status -ne 124 ] || die "the comparison did not end within $patience s"
    [ $status -eq 0 ] ||
        die "the comparison failed: $(cat bench.err bench.txt | head -n 1)"
    # of the means only that of all collectives
    sed -e '/^# all /b' -e '/^# .*geometric mean/d' bench.txt | indent
    say "" "(on a machine that does other work as well, most of it is noise)"
}

# ---- all of it ----

case $top in
    *[[:space:]]*) die "make cannot work in a path with blanks: $top" ;;
esac
rm -rf "$work" || die "cannot remove $work"
mkdir -p "$work" || die "cannot write in $top"

step "1. Packages"
install_packages
step "2. Build"
build
set_environment
step "3. Open MPI finds the plugin"
show_in_ompi_info
step "4. HPC Challenge, 4 ranks through tunedx"
run_hpcc
step "5. tunedx against coll/tuned, 2 ranks"
compare
step "Done.  To use it in your own jobs:"
say "export OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT:$plugins" \
    ${PMIX_MCA_mca_base_component_path:+"export PMIX_MCA_mca_base_component_path=$PMIX_MCA_mca_base_component_path"} \
    "mpirun --mca coll_tunedx_report 1 YOUR-PROGRAM"
