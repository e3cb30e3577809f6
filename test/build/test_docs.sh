# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the documentation lists is what there is: the table of algorithms is the
# registry, every parameter is described, and links lead somewhere.
. "${srcdir:?}/test/build/tap.sh"

work=$PWD/test/build/docs.tmp
trap 'rm -rf "$work"' EXIT
rm -rf "$work"
mkdir -p "$work"

# Prints the table as the documentation has it.
cat > "$work/table.c" << 'END'
#include "algorithms/algorithm.h"

#include <stdio.h>

static void print_parameters(const tunedx_parameter_t *const *parameter)
{
    const char *between = "";

    for (; parameter != NULL && *parameter != NULL; parameter++) {
        printf("%s%s", between, (*parameter)->name);
        between = ", ";
    }
}

int main(void)
{
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        size_t count;
        const tunedx_algorithm_t *const *all =
            tunedx_algorithms_of(collective, &count);

        for (size_t k = 0; k < count; k++) {
            printf("| %s | %s | ", tunedx_collective_name(collective),
                   all[k]->name);
            if (all[k]->tuned_id > 0) {
                printf("%d", all[k]->tuned_id);
            }
            printf(" | ");
            print_parameters(all[k]->parameters);
            printf(" | %s | %s |\n",
                   all[k]->needs == NULL ? "" : all[k]->needs,
                   all[k]->summary);
        }
    }
    return 0;
}
END

# The same table, with any number of blanks between its words.
normal()
{
    sed -e 's/  */ /g' -e 's/ *$//'
}

# shellcheck disable=SC2086 # flags are words
algorithms()
{
    $CC $TUNEDX_CFLAGS -I"$srcdir" -o "$work/table" "$work/table.c" \
        .libs/libtunedx_pure.a && "$work/table" | normal > "$work/registry" ||
        return 1
    sed -n -e '/^| *collective /d' -e '/^| *[a-z]/p' \
        "$srcdir/doc/algorithms.md" | normal > "$work/doc"
    diff "$work/doc" "$work/registry" || {
        echo "doc/algorithms.md differs from the registry; make update-docs"
        return 1
    }
}

# Writes the rows of the registry where the first row of the table is.
update_algorithms()
{
    awk -v registry="$work/registry" '
        /^\| *[a-z]/ && !/^\| *collective / {
            while ((getline row < registry) > 0) print row
            next
        }
        { print }' "$srcdir/doc/algorithms.md" > "$work/new" &&
        cat "$work/new" > "$srcdir/doc/algorithms.md"
}

parameters()
{
    nothing "$(sed -n 's/^TUNEDX_PARAMETER(\([a-z_]*\),.*/\1/p' \
        "$srcdir/mca_params/params.def" | while read -r name; do
        grep -q "^| \`coll_tunedx_$name\`" "$srcdir/doc/methods.md" ||
            echo "doc/methods.md has no row for coll_tunedx_$name"
    done)"
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

if [ -n "${TUNEDX_UPDATE_DOCS-}" ] && ! algorithms > /dev/null; then
    update_algorithms
fi
check "the table of algorithms is the registry" algorithms
check "every parameter is described" parameters
check "every link leads somewhere" links
finish
