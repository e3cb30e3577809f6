# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# The tests of MUMPS, a direct solver of sparse systems, in Debian's package
# mumps-test: one for each arithmetic.  They solve the system in their input;
# this is their own one, and the equations of a grid, whose solutions are 1, 2,
# 3 ...
# shellcheck source=test/suites/lib.sh
. "${srcdir:?}/test/suites/lib.sh"

directory=$(dpkg -L mumps-test 2> /dev/null | sed -n 's/\/dsimpletest$//p')
if [ -z "$directory" ]; then
    skip "MUMPS" "mumps-test is not installed"
    finish
fi

# grid SIDE KIND: the equations of a square grid whose points hold their
# neighbours, those to the left more than those to the right; KIND is real or
# cmplx.
grid()
{
    awk -v side="$1" -v kind="$2" '
    function value(x) { return kind == "real" ? x : "(" x ",0.0)" }
    function entry(i, j, a)
    {
        lines[++count] = i " " j " " value(a)
        sum[i] += a * j
    }
    BEGIN {
        n = side * side
        for (i = 1; i <= n; i++) {
            column = (i - 1) % side
            entry(i, i, 5.0)
            if (column > 0) entry(i, i - 1, -1.5)
            if (column < side - 1) entry(i, i + 1, -0.5)
            if (i > side) entry(i, i - side, -1.0)
            if (i <= n - side) entry(i, i + side, -1.0)
        }
        print n, ":N"
        print count, ":NZ"
        for (k = 1; k <= count; k++) print lines[k]
        for (i = 1; i <= n; i++) print value(sum[i])
    }'
}

# is_right N TOLERANCE FILE: the solution in FILE is 1 ... N, each within so
# much of itself.
is_right()
{
    sed -n '/Solution is/,/Entering/p' "$3" | grep -v Entering |
        tr -s '(), ' '\n' | grep -E '^[-+]?[0-9]' > "$3.numbers"
    awk -v n="$1" -v tolerance="$2" -v file="$3" '
    { number[NR] = $1 }
    END {
        each = NR / n # complex numbers have a second part
        if (each != 1 && each != 2) {
            print NR " numbers instead of " n " in " file
            exit 1
        }
        for (i = 1; i <= n; i++) {
            wrong = number[each * (i - 1) + 1] / i - 1
            other = each == 2 ? number[2 * i] / i : 0
            if (wrong ^ 2 + other ^ 2 > tolerance ^ 2) {
                print "the solution has " number[each * (i - 1) + 1] \
                    " for " i " in " file
                exit 1
            }
        }
    }' "$3.numbers"
}

# solves RANKS PROGRAM N TOLERANCE INPUT
solves()
{
    local log=$2.$3.$1.log status
    stdin=$5 job "$1" "$directory/$2" > "$log" 2>&1
    status=$?
    if [ "$status" -ne 0 ] || ! was_used "$log"; then
        echo "status $status (all of it: $PWD/$log)"
        tail -n 20 "$log"
        return 1
    fi
    is_right "$3" "$4" "$log"
}

enter mumps
grid 40 real > grid_real
grid 40 cmplx > grid_cmplx
for program in ssimpletest dsimpletest csimpletest zsimpletest; do
    kind=real tolerance=1e-9
    case $program in
        [cz]*) kind=cmplx ;;
    esac
    case $program in
        [sc]*) tolerance=1e-3 ;;
    esac
    for ranks in 1 2 3 4; do
        check "MUMPS: $program, $ranks ranks" solves $ranks $program 5 \
            $tolerance "$directory/input_simpletest_$kind"
        check "MUMPS: $program, a grid, $ranks ranks" solves $ranks $program \
            1600 $tolerance "grid_$kind"
    done
done
finish
