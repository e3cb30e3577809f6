#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Stands in for ssh, where mpirun starts its daemons: agent.sh [OPTION]... HOST
# COMMAND...  The command is one for a shell, as with ssh.
set -eu

while [ "${1#-}" != "$1" ]; do
    shift
done
host=$1
shift
exec "$(dirname "$0")/enter.sh" "$host" /bin/sh -c "$*"
