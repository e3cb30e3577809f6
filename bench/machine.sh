# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# For scripts that measure: what the machine does besides.

# Percent of the cores' time that was used in one second.
busy()
{
    { head -n 1 /proc/stat && sleep 1 && head -n 1 /proc/stat; } |
        awk '{ idle = $5 + $6; all = 0
               for (i = 2; i <= 9; i++) all += $i
               if (NR == 1) { idle0 = idle; all0 = all } }
             END { printf "%d\n", 100 - 100 * (idle - idle0) / (all - all0) }'
}
