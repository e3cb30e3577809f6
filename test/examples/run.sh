# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# The programs of examples/: they find their results right on 1 to 4 ranks, and
# wrong where a fault is put into MPI (faults.c); cg refuses bad input in one
# line; the sample of a parameter file has parameters that exist.
#
# Runs in the build directory, with test/build/env.sh read: make check-examples.
. "${srcdir:?}/test/build/tap.sh"
examples=$srcdir/examples
matrix=$examples/network.mtx

# What serves the collectives.
components=${TUNEDX_EXAMPLE_COMPONENTS:-tunedx,basic}

# Shared memory between the ranks, under the name of this Open MPI.
case $("$MPIRUN" --version | head -n 1) in
    *' 4.'*) transport=self,vader ;;
    *) transport=self,sm ;;
esac

# The layer that has these.
OMPI_MCA_pml=${OMPI_MCA_pml-ob1}
export OMPI_MCA_pml

# Ranks may share cores; and where one fails, mpirun need not wait two seconds
# for the others.
OMPI_MCA_mpi_yield_when_idle=1
OMPI_MCA_odls_base_sigkill_timeout=0
export OMPI_MCA_mpi_yield_when_idle OMPI_MCA_odls_base_sigkill_timeout

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# job RANKS PROGRAM ARGUMENTS...: its output goes into a file.
job()
{
    ranks=$1
    program=$2
    shift 2
    # shellcheck disable=SC2086 # words are wanted
    "$MPIRUN" --oversubscribe --timeout 240 -n "$ranks" $options \
        --mca btl "$transport" --mca coll "$components" \
        ${prefix-} "examples/$program" "$@" > "$work/output" 2>&1 < /dev/null
}

# require WHAT CONDITION...: shows the output if it does not hold.
require()
{
    what=$1
    shift
    "$@" || {
        echo "wanted: $what; output:"
        cut -c 1-200 "$work/output" | head -n 40
        return 1
    }
}

# ---- results ----

# works RANKS COLLECTIVES PROGRAM ARGUMENTS...: right results, and the report
# shows that tunedx served the collectives.  With one rank, Open MPI itself
# returns from some.
works()
{
    wanted_ranks=$1
    collectives=$2
    shift 2
    options='--mca coll_tunedx_report 1'
    job "$wanted_ranks" "$@"
    require "exit code 0" [ $? -eq 0 ] || return
    require "$wanted_ranks ranks" \
        grep -q "^$1: $wanted_ranks ranks," "$work/output" || return
    cp "$work/output" "$work/$1.$wanted_ranks"
    [ "$wanted_ranks" -gt 1 ] || return 0
    for collective in $collectives; do
        require "$collective through tunedx" \
            grep -q "^$collective  *[0-9]" "$work/output" || return
    done
}

# All samples are looked at, however many ranks share them.
same_loss()
{
    sed -n 's/^train: .* loss //p' "$work"/train.[1-4] > "$work/output"
    require "four losses" [ "$(wc -l < "$work/output")" -eq 4 ] || return
    require "all alike" [ "$(sort -u "$work/output" | wc -l)" -eq 1 ]
}

# The line that every example begins with has to be enough.
plainly_built()
{
    (cd "$examples" && nothing "$("$MPICC" "$1.c" -o "$work/$1" -lm 2>&1)") &&
        [ -x "$work/$1" ]
}

matrix_is_made()
{
    awk -f "$examples/network.awk" | diff - "$matrix" > "$work/output"
    require "network.mtx as network.awk makes it" [ ! -s "$work/output" ]
}

for ranks in 1 2 3 4; do
    check "cg: $ranks ranks" \
        works $ranks 'allgatherv allreduce bcast' cg "$matrix"
    check "train: $ranks ranks" works $ranks 'allreduce bcast' train
    check "persistent: $ranks ranks" works $ranks allreduce persistent
done
check "train: same loss on any number of ranks" same_loss
for program in cg train persistent; do
    check "mpicc $program.c -o $program -lm" plainly_built $program
done
check "cg: the matrix is what its script makes" matrix_is_made

# ---- faults ----

check "faults: built" "$MPICC" -shared -fPIC \
    "$srcdir/test/examples/faults.c" -o "$work/faults.so"

# with_fault FAULT COMMAND...: in the jobs of the command.  The run time of a
# sanitizer has to stay first.
with_fault()
{
    prefix="env TUNEDX_EXAMPLE_FAULT=$1"
    prefix="$prefix LD_PRELOAD=${LD_PRELOAD:+$LD_PRELOAD:}$work/faults.so"
    shift
    "$@"
}

# notices MESSAGE PROGRAM ARGUMENTS...
notices()
{
    options=
    message=$1
    shift
    job 2 "$@"
    require "exit code not 0" [ $? -ne 0 ] || return
    require "$message" grep -q "^$1: .*$message" "$work/output"
}

check "faults: cg without any" with_fault none works 2 allreduce cg "$matrix"
while read -r fault program message; do
    set --
    [ "$program" != cg ] || set -- "$matrix"
    check "$program notices: $fault" \
        with_fault "$fault" notices "$message" "$program" "$@"
done << 'END'
Allreduce cg definite\|converge\|wrong
Allgatherv cg definite\|converge\|wrong
Scatterv cg the solution is wrong
Gatherv cg the solution is wrong
Allreduce train weights like blocking ones
Allreduce_on_one train blocking, weights like rank 0's
Iallreduce train weights like blocking ones
Start persistent persistent: 2 ranks have no eigenvector
Iallreduce persistent nonblocking: 2 ranks have no eigenvector
Ibcast persistent nonblocking: 2 ranks have no eigenvector
END

# ---- bad input of cg ----

# refuses RANKS PATH MESSAGE: one line of the program's, beginning with the path
# and the message.
refuses()
{
    options=
    job "$1" cg "$2"
    require "exit code not 0" [ $? -ne 0 ] || return
    require "one line of cg" [ "$(grep -c '^cg: ' "$work/output")" -eq 1 ] ||
        return
    require "$3" grep -q -F "cg: $2$3" "$work/output"
}

# refuses_text MESSAGE: with standard input in the file.
refuses_text()
{
    cat > "$work/bad.mtx"
    refuses 2 "$work/bad.mtx" "$1"
}

# bad NAME MESSAGE LINES...: with the right first line before the lines.
bad()
{
    name=$1
    message=$2
    shift 2
    {
        echo '%%MatrixMarket matrix coordinate real symmetric'
        [ $# -eq 0 ] || printf '%s\n' "$@"
    } > "$work/text"
    check "cg refuses: $name" refuses_text "$message" < "$work/text"
}

# bad_banner LINE
bad_banner()
{
    printf '%s\n' "$1" '1 1 1' '1 1 1' > "$work/text"
    check "cg refuses: \"$1\"" refuses_text \
        ':1: expected "%%MatrixMarket matrix coordinate real symmetric", found "' \
        < "$work/text"
}

not_definite()
{
    cat > "$work/bad.mtx"
    options=
    job 3 cg "$work/bad.mtx"
    require "exit code not 0" [ $? -ne 0 ] || return
    require "one line of cg, that it is not positive definite" \
        [ "$(grep '^cg: ' "$work/output")" = \
        'cg: the matrix is not positive definite' ]
}

for ranks in 1 4; do
    check "cg refuses: no such file, $ranks ranks" \
        refuses $ranks "$work/missing.mtx" ': No such file or directory'
done
check "cg refuses: a directory" refuses 3 "$work" ': Is a directory'
check "cg refuses: no file named" refuses 3 '' ': No such file or directory'
check "cg refuses: an empty file" refuses_text \
    ':1: expected "%%MatrixMarket matrix coordinate real symmetric", found the end of the file' \
    < /dev/null
head -n 2000 "$matrix" > "$work/text"
check "cg refuses: a file cut after a line" refuses_text \
    ':2001: expected ROW COLUMN VALUE (entry 1998 of 3961, indices 1 to 1000), found the end of the file' \
    < "$work/text"
printf '%s' "$(sed -n '1,1999p;2000s/ [^ ]*$//p' "$matrix")" > "$work/text"
check "cg refuses: a file cut within a line" refuses_text \
    ':2000: expected ROW COLUMN VALUE (entry 1997 of 3961, indices 1 to 1000), found "' \
    < "$work/text"
check "cg refuses: a program" refuses 3 examples/cg ':1: expected "%%Matrix'

bad_banner '%%MatrixMarket matrix coordinate real general'
bad_banner '%%MatrixMarket matrix coordinate complex symmetric'
bad_banner '%%MatrixMarket matrix array real symmetric'
bad_banner '%%MatrixMarket matrix coordinate real symmetric and more'
bad_banner '1 1 1'

sizes='expected ROWS COLUMNS ENTRIES, each 1 to 1073741823, found'
entry='expected ROW COLUMN VALUE (entry 2 of 2, indices 1 to 2), found'
bad 'nothing but a banner' ":2: $sizes the end of the file"
bad 'two sizes' ":3: $sizes \"2 2\"" '% a comment' '2 2'
bad 'four sizes' ":2: $sizes" '2 2 2 2' '1 1 1' '2 2 1'
bad 'no rows' ":2: $sizes" '0 0 0'
bad 'sizes beyond int' ":2: $sizes" '4294967297 4294967297 4294967297'
bad 'sizes beyond long' ":2: $sizes" '1 1 99999999999999999999'
bad 'not square' ':2: expected as many rows as columns, found "2 3 2"' \
    '2 3 2' '1 1 1' '2 2 1'
bad 'too few entries' ':2: expected entries for all of the diagonal' \
    '2 2 1' '1 1 1'
bad 'too many entries' ':2: expected entries for all of the diagonal' \
    '2 2 4' '1 1 1' '2 1 0' '2 2 1' '2 2 1'
bad 'a billion entries that are not there' ':' \
    '1000000000 1000000000 1000000000'
bad 'row 3 of 2' ":4: $entry \"3 2 1\"" '2 2 2' '1 1 1' '3 2 1'
bad 'column 0' ":4: $entry \"2 0 1\"" '2 2 2' '1 1 1' '2 0 1'
bad 'a row that is no integer' ":4: $entry" '2 2 2' '1 1 1' '2.0 2 1'
bad 'a value that is no number' ":4: $entry" '2 2 2' '1 1 1' '2 2 one'
bad 'nan' ":4: $entry" '2 2 2' '1 1 1' '2 2 nan'
bad 'infinity' ":4: $entry" '2 2 2' '1 1 1' '2 2 1e999'
bad 'hexadecimal' ":4: $entry" '2 2 2' '1 1 1' '2 2 0x1'
bad 'four numbers' ":4: $entry" '2 2 2' '1 1 1' '2 2 1 1'
bad 'an empty line' ":4: $entry" '2 2 2' '1 1 1' '' '2 2 1'
bad 'a long line' ":4: $entry" '2 2 2' '1 1 1' "2 2 1$(printf '%3000s' '')"
bad 'one entry more' ':5: expected nothing after the last entry, found "2 1 0"' \
    '2 2 2' '1 1 1' '2 2 1' '2 1 0'
bad 'above the diagonal' \
    ':4: expected an entry on or below the diagonal, found "1 2 1"' \
    '2 2 2' '1 1 1' '1 2 1'
bad 'an element twice' \
    ': line 5: expected each element once, found row 2, column 1 again' \
    '2 2 3' '1 1 1' '2 1 0' '2 1 0'
bad 'a hole in the diagonal' \
    ': expected all of the diagonal, found no entry for row 2' \
    '2 2 2' '1 1 1' '2 1 0'
bad 'a negative diagonal' ':4: expected a positive diagonal' \
    '2 2 2' '1 1 1' '2 2 -1'
check "cg refuses: not positive definite, only the iteration shows it" \
    not_definite << 'END'
%%MatrixMarket matrix coordinate real symmetric
3 3 4
1 1 1
2 2 1
3 3 1
2 1 2
END

# Fewer rows than ranks, without an end of the last line.
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 2\n2 1 -1\n2 2 2e0' \
    > "$work/small.mtx"
check "cg: 2 rows on 4 ranks" works 4 'allgatherv allreduce' cg \
    "$work/small.mtx"

# ---- the sample of a parameter file ----

sample=$examples/tunedx-params.conf
# NAME=VALUE for each line, and for those that a # turns off.
sed -n 's/^\([a-z_]*\) = \(.*\)/\1=\2/p' "$sample" > "$work/set"
sed -n 's/^#\([a-z_]*\) = \(.*\)/\1=\2/p' "$sample" > "$work/off"

# Parameters in that Open MPI knows, as NAME=VALUE, if it reads the sample.
known()
{
    OMPI_MCA_mca_base_param_files=$sample "$OMPI_INFO" --all --parsable |
        sed -n 's/^mca:[^:]*:[^:]*:param:\([^:]*\):value:/\1=/p' |
        sed 's/="\(.*\)"$/=\1/'
}
known > "$work/known"

# Nothing else is in it but comments.
every_line_is_understood()
{
    [ -s "$work/set" ] && [ -s "$work/off" ] &&
        nothing "$(grep -v -e '^#' -e '^$' -e '^[a-z_]* = [^ ]' "$sample")"
}

parameters_exist()
{
    [ -s "$work/known" ] && nothing "$(cut -d = -f 1 "$work/set" "$work/off" |
        while read -r name; do
            grep -q "^$name=" "$work/known" || echo "no such parameter: $name"
        done)"
}

# ompi_info writes true for 1.
values_arrive()
{
    nothing "$(while read -r line; do
        grep -q -x -F -e "$line" -e "${line%=1}=true" "$work/known" ||
            echo "not so in ompi_info: $line"
    done < "$work/set")"
}

# used_by_job OPTIONS: coll_tunedx_strict is in the file, so the job ends if
# tunedx does not understand it.
used_by_job()
{
    options=$1
    job 3 cg "$matrix"
    require "exit code 0" [ $? -eq 0 ] || return
    for method in 'allreduce .*nonoverlapping .*segment=8k .*parameter' \
        'bcast .*pipeline segment=8k window=2 .*parameter' \
        'allgatherv .*window=8 .*built-in rules'; do
        require "$method" grep -q "^$method" "$work/output" || return
    done
}

check "sample: every line is understood" every_line_is_understood
check "sample: its parameters exist" parameters_exist
check "sample: its values arrive" values_arrive
case $transport in
    *vader) check "sample: mpirun --tune" used_by_job "--tune $sample" ;;
    *) skip "sample: mpirun --tune" "Open MPI 5 wants other files there" ;;
esac
OMPI_MCA_mca_base_param_files=$sample
export OMPI_MCA_mca_base_param_files
check "sample: OMPI_MCA_mca_base_param_files" used_by_job ''
finish
