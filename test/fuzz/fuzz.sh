#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Clang's libFuzzer, with its sanitizers, on the parsers of FUZZ (default: all),
# FUZZ_SECONDS each, beginning with test/fuzz/corpus.  Run in the build directory
# by `make fuzz`.  New inputs are kept in fuzz-corpus/ from run to run; those
# that reach what the corpus does not, smallest first, go to fuzz-new/.  What
# fails is kept as fuzz-failed-*, and ends the run.
#
#   test/fuzz/fuzz.sh SOURCE-DIRECTORY FILE.c...
set -eu
source=${1:?the source directory}
shift
here=$PWD
: "${CLANG:=clang}" "${FUZZ_SECONDS:=60}" "${FUZZ:=method rules tree tuned packed json}"
flags="-std=c11 -g -O1 -D_GNU_SOURCE -I. -I$here -fsanitize=address,undefined"
flags="$flags -fno-sanitize-recover=all -fsanitize=fuzzer-no-link"
flags="$flags ${JANSSON_CFLAGS-}"

# Objects that are newer than their source stay.
mkdir -p fuzz-objects
cd "$source"
for file in "$@" test/unit/decision_checks.c test/unit/bytes_checks.c; do
    object=$here/fuzz-objects/$(echo "$file" | sed 's|^.*/\([^/]*/[^/]*\)$|\1|' |
        tr / _).o
    # shellcheck disable=SC2086 # lists of options
    [ -n "$(find "$object" -newer "$file" 2> /dev/null)" ] ||
        "$CLANG" $flags -c -o "$object" "$file"
done
cd "$here"

for parser in $FUZZ; do
    mkdir -p "fuzz-corpus/$parser" "fuzz-new/$parser"
    # shellcheck disable=SC2086 # lists of options
    (cd "$source" && "$CLANG" $flags -fsanitize=fuzzer -o \
        "$here/fuzz_$parser" "test/fuzz/fuzz_$parser.c" \
        "$here"/fuzz-objects/*.o ${JANSSON_LIBS-} -lm)
    # Readers of JSON write their complaints.
    [ "$parser" = json ] && quiet=-close_fd_mask=2 || quiet=-close_fd_mask=0
    echo "fuzz: $parser, $FUZZ_SECONDS seconds"
    "./fuzz_$parser" -max_total_time="$FUZZ_SECONDS" "$quiet" \
        -timeout=10 -verbosity=0 -print_final_stats=1 -print_funcs=0 \
        -dict="$source/test/fuzz/decision.dict" \
        -artifact_prefix="fuzz-failed-$parser-" "fuzz-corpus/$parser" \
        "$source/test/fuzz/corpus"
    # Only what adds to the corpus that there is.
    rm -rf fuzz-merged
    mkdir fuzz-merged
    cp "$source"/test/fuzz/corpus/* fuzz-merged
    "./fuzz_$parser" -merge=1 "$quiet" -verbosity=0 fuzz-merged \
        "fuzz-corpus/$parser"
    for file in fuzz-merged/*; do
        [ -f "$source/test/fuzz/corpus/${file##*/}" ] ||
            cp "$file" "fuzz-new/$parser"
    done
    rm -rf fuzz-merged
    echo "fuzz: $parser, new: $(find "fuzz-new/$parser" -type f | wc -l)"
done
