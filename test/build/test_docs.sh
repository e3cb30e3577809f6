# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the documentation lists is what there is: the table of algorithms is the
# registry, pictures are up to date, every parameter and every command is
# described, and links lead somewhere.
. "${srcdir:?}/test/build/tap.sh"

work=$PWD/test/build/docs.tmp
trap 'rm -rf "$work"' EXIT
rm -rf "$work"
mkdir -p "$work"

# ---- the table ----

algorithms()
{
    ./tunedx list --markdown > "$work/registry" || return 1
    awk '/^\| *collective /, !/^\|/' "$srcdir/doc/algorithms.md" |
        grep '^|' > "$work/doc"
    diff "$work/doc" "$work/registry" || {
        echo "doc/algorithms.md differs from the registry; make update-docs"
        return 1
    }
}

# Writes the registry where the table is.
update_algorithms()
{
    awk -v registry="$work/registry" '
        /^\| *collective / {
            while ((getline row < registry) > 0) print row
            inside = 1
        }
        !/^\|/ { inside = 0 }
        !inside { print }' "$srcdir/doc/algorithms.md" > "$work/new" &&
        cat "$work/new" > "$srcdir/doc/algorithms.md"
}

# ---- pictures ----

# picture NAME ARGUMENT...: doc/NAME.svg is what tunedx draw makes of these.
picture()
{
    name=$1
    shift
    ./tunedx draw "$@" -o "$work/$name.svg" || return 1
    if [ -n "${TUNEDX_UPDATE_DOCS-}" ]; then
        cmp -s "$work/$name.svg" "$srcdir/doc/$name.svg" ||
            cat "$work/$name.svg" > "$srcdir/doc/$name.svg"
    fi
    cmp "$work/$name.svg" "$srcdir/doc/$name.svg" || {
        echo "doc/$name.svg is not what tunedx draws; make update-docs"
        return 1
    }
}

pictures()
{
    picture bcast_binomial bcast 'binomial segment=0 window=4' -p 16 -b 8k &&
        picture bcast_pipeline bcast 'pipeline segment=8k window=4' -p 8 \
            -b 48k &&
        picture allreduce_ring allreduce 'ring segment=0 window=4' -p 8 -b 64k
}

# ---- the rest ----

parameters()
{
    nothing "$(sed -n 's/^TUNEDX_PARAMETER(\([a-z_]*\),.*/\1/p' \
        "$srcdir/mca_params/params.def" | while read -r name; do
        grep -q "^| \`coll_tunedx_$name\`" "$srcdir/doc/methods.md" ||
            echo "doc/methods.md has no row for coll_tunedx_$name"
    done)"
}

# A line in the synopsis of the manual page, and its own below.
commands()
{
    page=$srcdir/doc/tunedx.1.scd
    nothing "$(./tunedx --help |
        sed -n 's/^  tunedx \([a-z]*\) .*/\1/p' | sort -u > "$work/commands"
    [ -s "$work/commands" ] || echo "tunedx --help lists no command"
    while read -r name; do
        grep -q "^\*tunedx ${name}[ *]" "$page" &&
            grep -q -F -x "*$name*" "$page" ||
            echo "doc/tunedx.1.scd does not describe tunedx $name"
    done < "$work/commands")"
}

# Relative links, without what follows a #.
links()
{
    nothing "$(cd "$srcdir" && for file in ./*.md doc/*.md; do
        grep -o '](\([^)]*\))' "$file" | sed -e 's/^](//' -e 's/)$//' \
            -e 's/#.*//' | while read -r link; do
            case $link in
                '' | *://*) ;;
                *)
                    [ -e "${file%/*}/$link" ] ||
                        echo "$file: $link does not exist"
                    ;;
            esac
        done
    done)"
}

# Examples name lines of the built-in rules: the row there has the algorithm, and
# is of a collective, of which the example speaks.  And they say how many there are.
rule_lines()
{
    nothing "$(cd "$srcdir" && awk '
        FNR == NR && /^\[/ { section = substr($0, 2, index($0, "]") - 2) }
        FNR == NR && /->/ && !/^#/ {
            sub(/.*-> /, "")
            algorithm[FNR] = $1
            collective[FNR] = section
            known[section]
            rows++
        }
        FNR < NR && match($0, /built-in rules, line [0-9]+/) {
            line = substr($0, RSTART + 21, RLENGTH - 21)
            is_row = line in algorithm
            count = split($0, words, /[^a-z_]+/)
            named = right = served = 0
            for (i = 1; i <= count; i++) {
                named += words[i] in known
                right += is_row && words[i] == collective[line]
                served += is_row && words[i] == algorithm[line]
            }
            if (!served || (named && !right)) {
                print FILENAME ":" FNR ": line " line " is another rule"
            }
            examples++
        }
        FNR < NR && match($0, /built-in rules [0-9]+$/) {
            if (substr($0, RSTART + 15) != rows) {
                print FILENAME ":" FNR ": there are " rows " rules"
            }
        }
        END { if (examples < 5) print "only " examples + 0 " examples" }
        ' decision/defaults.rules ./*.md doc/*.md)"
}

if [ -n "${TUNEDX_UPDATE_DOCS-}" ] && ! algorithms > /dev/null; then
    update_algorithms
fi
check "the table of algorithms is the registry" algorithms
check "pictures are what tunedx draws" pictures
check "every parameter is described" parameters
check "every command is in the manual page" commands
check "every link leads somewhere" links
check "rules in examples are where they say" rule_lines
finish
