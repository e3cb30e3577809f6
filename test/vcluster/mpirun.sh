#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# mpirun on a cluster that is up: for scripts that take the command's name from
# the variable MPIRUN.
#
#   VCLUSTER_NAME      the cluster
#   VCLUSTER_OPTIONS   options of vcluster.sh run, by spaces
#   VCLUSTER_MPIRUN    the real mpirun (default: mpirun)
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export MPIRUN=${VCLUSTER_MPIRUN:-mpirun}

[ "${1:-}" != --version ] || exec "$MPIRUN" --version
# shellcheck disable=SC2086 # words are wanted
exec "$here/vcluster.sh" run --name="$VCLUSTER_NAME" ${VCLUSTER_OPTIONS:-} \
    -- "$@"
