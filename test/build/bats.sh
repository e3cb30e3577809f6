# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
#   bats.sh BATS FILE
#
# Runs the tests in FILE with the program BATS, which is empty if configure did
# not find it.
if [ -z "$1" ]; then
    echo "1..0 # SKIP bats is not installed"
    exit 0
fi
exec "$1" --formatter tap --print-output-on-failure "$2"
