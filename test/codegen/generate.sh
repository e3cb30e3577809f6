#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# generate.sh FILE.c ARGUMENT...: tunedx codegen with these arguments writes
# FILE.c, which then defines FILE instead of the one that is compiled in, so
# that a program can hold several.
set -eu
file=$1
shift
mkdir -p "$(dirname "$file")"
./tunedx codegen -o "$file" "$@"
{
    echo "#define TUNEDX_GENERATED $(basename "$file" .c)"
    cat "$file"
} > "$file.tmp"
mv "$file.tmp" "$file"
