# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# make check-decision: a copy of the source is configured --with-decision, and
# the plugin and the command decide by it and say so.
. "${srcdir:?}/test/build/tap.sh"

tool=$PWD/tunedx
copy=$PWD/test/build/decision.tmp
make=${MAKE:-make}
unset MAKEFLAGS MFLAGS
rm -rf "$copy"
trap 'rm -rf "$copy"' EXIT

# The decision is named from where configure runs.
set_up()
{
    "$make" distdir distdir=test/build/decision.tmp && mkdir "$copy/build" &&
        cd "$copy/build" && cat > site.rules << 'END' &&
tunedx-rules 1
[allreduce]
  2..      *      *      ..64         -> ring
[bcast]
  *        *      *      4k..         -> default
  *        *      *      *            -> linear
END
        "$tool" codegen site.rules -o site.c &&
        ../configure CC="$CC" MPICC="$MPICC" MPIRUN="$MPIRUN" \
            OMPI_INFO="$OMPI_INFO" --with-decision=site.c CFLAGS=-O0
}

build()
{
    "$make" -j 2 tunedx plugin/mca_coll_tunedx.so test/build/hello
}

# explains REASON ARGUMENT...
explains()
{
    reason=$1
    shift
    ./tunedx explain --brief "$@" | grep -q -x -F "reason: $reason"
}

the_command_knows()
{
    ./tunedx --version | grep -q '^decision site.c (from site.rules, digest ' &&
        explains 'site.c (from site.rules, line 6)' bcast -b 1k &&
        explains 'site.c (from site.rules, line 3)' allreduce -b 64 &&
        ./tunedx explain --brief bcast -b 4k | grep -q 'built-in rules' &&
        ./tunedx explain --brief allreduce -b 64 --in-order |
        grep -q 'built-in rules.*; ring (line 3) needs a commutative'
}

# hello ARGUMENT...: what a job says that has the plugin of the copy.
hello()
{
    OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT:$PWD/plugin \
        "$MPIRUN" --oversubscribe -n 3 --mca coll_tunedx_report 1 "$@" \
        test/build/hello 2>&1
}

the_plugin_uses_it()
{
    said=$(hello --mca coll_tunedx_verbose 1)
    status=$?
    echo "$said"
    [ "$status" = 0 ] &&
        echo "$said" | grep -q 'decision site.c, compiled in, from site.rules' &&
        echo "$said" | grep -q 'allreduce .* ring .*site.c (from site.rules, line 3)'
}

a_rules_file_comes_first()
{
    printf 'tunedx-rules 1\n[allreduce]\n* * * * -> linear\n' > job.rules
    said=$(hello --mca coll_tunedx_rules_file "$PWD/job.rules")
    echo "$said"
    echo "$said" | grep -q 'allreduce .* linear .*job.rules, line 3'
}

# make sees that the file is another one.
leaves_aside_what_is_for_others()
{
    printf '[match]\nranks = "100.."\n' >> site.rules
    "$tool" codegen site.rules -o site.c && build || return 1
    said=$(hello)
    echo "$said"
    echo "$said" | grep -q 'site.rules, line 8: it is for ranks 100.., but' &&
        echo "$said" | grep -q 'allreduce .*built-in rules'
}

# Under coll_tunedx_strict the job ends; without it, it runs.
ends_when_strict()
{
    said=$(hello --mca coll_tunedx_strict 1)
    status=$?
    echo "$said"
    [ "$status" != 0 ] &&
        echo "$said" | grep -q 'site.rules, line 8: it is for ranks 100.., but' &&
        echo "$said" | grep -q 'the job is aborted (coll_tunedx_strict)' &&
        ! echo "$said" | grep -q 'allreduce .*built-in rules'
}

# Where it is for the job, strict changes nothing.
strict_lets_it_be()
{
    sed -i 's/"100.."/"2.."/' site.rules
    "$tool" codegen site.rules -o site.c && build || return 1
    said=$(hello --mca coll_tunedx_strict 1)
    status=$?
    echo "$said"
    [ "$status" = 0 ] && echo "$said" | grep -q 'allreduce .* ring .*line 3'
}

check "a copy is configured with a decision" set_up
cd "$copy/build" || exit 1
check "make builds it" build
check "the command decides by it and names it" the_command_knows
check "so does the plugin" the_plugin_uses_it
check "a rules file that a job names comes first" a_rules_file_comes_first
check "what is for other jobs is left aside" leaves_aside_what_is_for_others
check "which ends a strict job" ends_when_strict
check "a strict job has the decision that is for it" strict_lets_it_be
finish
