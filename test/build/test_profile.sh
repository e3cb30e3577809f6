# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# The command tunedx profile: what it adds up, what it refuses, and where.
. "${srcdir:?}/test/build/tool.sh"
cd "$work" || exit 1

# job NAME RANKS SECONDS RECORDS
job()
{
    printf '{"tunedx_profile": 1, "type": "job", "job": "%s", "program": "a", "ranks": %s, "nodes": 1, "seconds": %s, "records": %s, "complete": true}\n' "$@"
}

# calls NAME COLLECTIVE RANKS BYTES CALLS SECONDS
calls()
{
    printf '{"tunedx_profile": 1, "type": "calls", "job": "%s", "collective": "%s", "form": "blocking", "ranks": %s, "nodes": 1, "ppn": 2, "bytes": %s, "calls": %s, "seconds": %s, "seconds_slowest": 0.5}\n' "$@"
}

{ job one 4 10 3; calls one bcast 4 0 10 1; calls one allreduce 4 4096 30 6
    calls one gatherv 2 null 20 1; } > one.json
{ job two 6 10 1; calls two allreduce 6 20000000 40 12; } > two.json

if "$tool" profile show one.json 2>&1 | grep -q 'without jansson'; then
    echo "1..0 # SKIP without jansson"
    exit 0
fi

# line WORDS...: a line of the output, blanks apart.
line()
{
    tr -s ' ' < shown | grep -q -x -F -e "$*" || {
        echo "wanted: $*"
        cat shown
        return 1
    }
}

adds_up()
{
    "$tool" profile show one.json two.json > shown &&
        line 'jobs 2' &&
        line 'their time 20.000 s, 100.000 rank-seconds' &&
        line 'in collectives 20.000 rank-seconds, 20.00 %' &&
        line 'ranks no power of two 1 jobs, 60.00 % of the rank-seconds' &&
        line 'allreduce 70 70.00 18.000000 90.00' &&
        line 'bcast 10 10.00 1.000000 5.00' &&
        line 'none 10 10.00 1.000000 5.00' &&
        line '1k..16k-1 30 30.00 6.000000 30.00' &&
        line '4M.. 40 40.00 12.000000 60.00' &&
        line 'no common size 20 20.00 1.000000 5.00' &&
        line 'powers of two 60 60.00 8.000000 40.00' &&
        line ' 2 20 20.00 1.000000 5.00' &&
        line 'others 40 40.00 12.000000 60.00'
}

sorts_by_time()
{
    "$tool" profile show one.json two.json |
        awk '/^(allreduce|bcast|gatherv) / { print $1 }' | head -n 1 |
        grep -q '^allreduce$'
}

# Merged files say the same as the files themselves, however often each is read.
merges()
{
    "$tool" profile merge one.json two.json one.json -o both.json &&
        [ "$(wc -l < both.json)" -eq 6 ] &&
        "$tool" profile show one.json two.json > separate &&
        "$tool" profile show both.json two.json | diff separate -
}

# refused LINE PLACE WORDS: told with its place, and the rest is used.
refused()
{
    { cat one.json; printf '%s\n' "$1"; cat two.json; } > bad.json
    "$tool" profile show bad.json > shown 2> told
    [ $? -eq 1 ] || { echo "exit status"; return 1; }
    if [ "$(wc -l < told)" -ne 1 ] || ! grep -q -F -e "bad.json:5:" told ||
        ! grep -q -F -e 'this line is ignored' told ||
        ! grep -q -F -e "$2" told; then
        cat told
        return 1
    fi
    line 'jobs 2' && line 'allreduce 70 70.00 18.000000 90.00'
}

cut_off()
{
    { cat one.json; head -n 1 two.json | head -c 100; } > bad.json
    ! "$tool" profile show bad.json > shown 2> told &&
        grep -q 'bad.json:5:.*the file is cut short' told && line 'jobs 1'
}

# A file that was read is never written over, nor one read as far as it goes.
keeps_what_it_reads()
{
    cp one.json same.json
    "$tool" profile merge same.json -o same.json 2> told
    [ $? -eq 2 ] && cmp one.json same.json
}

usage()
{
    "$tool" profile "$@" > /dev/null 2> told
    [ $? -eq 2 ] && [ "$(wc -l < told)" -eq 1 ]
}

missing()
{
    ! "$tool" profile show nosuch.json one.json > shown 2> told &&
        grep -q 'nosuch.json: No such file' told && line 'jobs 1'
}

check "shares of calls and time" adds_up
check "collectives by time" sorts_by_time
check "merged files" merges
check "refuses what is no JSON" refused 'nonsense' 'invalid token'
check "refuses a list" refused '[1]' 'this is no object'
check "refuses an unknown form of lines" refused \
    '{"tunedx_profile": 2, "type": "job"}' 'expected 1, the form of lines'
check "refuses an unknown type" refused \
    '{"tunedx_profile": 1, "type": "jobs", "job": "x"}' 'job or calls'
check "refuses an unknown collective" refused "$(calls x bcst 4 8 1 1)" \
    '"collective" is "bcst"'
check "refuses no calls" refused "$(calls x bcast 4 8 -1 1)" \
    '"calls" is "-1"; expected a whole number'
check "refuses fractions of bytes" refused "$(calls x bcast 4 8.5 1 1)" \
    '"bytes" is "8.5"'
check "refuses no ranks" refused "$(calls x bcast 0 8 1 1)" '"ranks" is "0"'
check "refuses seconds in words" refused "$(calls x bcast 4 8 1 '"1"')" \
    '"seconds" is "1"; expected seconds'
check "a line that is cut off" cut_off
check "does not write over what it reads" keeps_what_it_reads
check "a missing file" missing
check "refuses an unknown command" usage showw one.json
check "refuses no command" usage
check "refuses no file" usage show
check "refuses an output of show" usage show one.json -o x
finish
