#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Test suites that others wrote, run through tunedx; see lib.sh for the
# environment.  Each is a script of this folder.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
failed=0
for suite in mpi4py scalapack mumps; do
    bash "$here/$suite.sh" || failed=1
done
exit $failed
