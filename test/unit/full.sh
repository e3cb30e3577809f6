# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# The whole matrix of the verifier, with as many algorithms at a time as there
# are processors; one line for each algorithm.
#
#   full.sh FILE    algorithms.def
set -u
definitions=$1
output=$PWD/test/unit/full.tmp
TUNEDX_TEST_LEVEL=full
export TUNEDX_TEST_LEVEL output
unset CMOCKA_MESSAGE_OUTPUT TUNEDX_TEST_MATRIX
# Memory stays with the process: to have it back from the system for each of its
# many calls takes up to half of the time.
GLIBC_TUNABLES=glibc.malloc.mmap_threshold=1073741824:\
glibc.malloc.trim_threshold=1073741824:glibc.malloc.top_pad=67108864
export GLIBC_TUNABLES
rm -rf "$output"
mkdir -p "$output"
trap 'rm -rf "$output"' EXIT

# shellcheck disable=SC2016 # the inner shell expands it
prove='
if TUNEDX_TEST_ONLY=$0 ./test/unit/test_algorithms > "$output/$0" 2>&1; then
    echo "ok $0"
else
    echo "not ok $0"
    sed "s/^/# /" "$output/$0"
fi'
sed -n 's/^TUNEDX_ALGORITHM(\(.*\), *\(.*\))$/\1_\2/p' "$definitions" |
    xargs -P "$(nproc)" -n 1 sh -c "$prove" > "$output/all"
cat "$output/all"
good=$(grep -c '^ok ' "$output/all")
bad=$(grep -c '^not ok ' "$output/all")
echo "$good passed, $bad failed, 0 skipped"
[ "$bad" -eq 0 ] && [ "$good" -gt 0 ]
