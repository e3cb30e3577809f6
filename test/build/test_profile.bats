# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats
#
# The command tunedx profile: what it adds up, what it refuses, and where.
load tool

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

setup_file()
{
    {
        job one 4 10 3
        calls one bcast 4 0 10 1
        calls one allreduce 4 4096 30 6
        calls one gatherv 2 null 20 1
    } > one.json
    {
        job two 6 10 1
        calls two allreduce 6 20000000 40 12
    } > two.json
}

setup()
{
    needs_json
}

# line WORDS...: a line of the output, blanks apart.
line()
{
    tr -s ' ' < output | grep -q -x -F -e "$*" || {
        echo "wanted: $*"
        cat output
        return 1
    }
}

@test "shares of calls and time" {
    tunedx profile show one.json two.json > output
    line 'jobs 2'
    line 'their time 20.000 s, 100.000 rank-seconds'
    line 'in collectives 20.000 rank-seconds, 20.00 %'
    line 'ranks no power of two 1 jobs, 60.00 % of the rank-seconds'
    line 'allreduce 70 70.00 18.000000 90.00'
    line 'bcast 10 10.00 1.000000 5.00'
    line 'none 10 10.00 1.000000 5.00'
    line '1k..16k-1 30 30.00 6.000000 30.00'
    line '4M.. 40 40.00 12.000000 60.00'
    line 'no common size 20 20.00 1.000000 5.00'
    line 'powers of two 60 60.00 8.000000 40.00'
    line ' 2 20 20.00 1.000000 5.00'
    line 'others 40 40.00 12.000000 60.00'
}

@test "collectives by time" {
    run -0 tunedx profile show one.json two.json
    [[ $(grep -E '^(allreduce|bcast|gatherv) ' <<< "$output") = allreduce* ]]
}

# Merged files say the same as the files themselves, however often each is read.
@test "merged files" {
    tunedx profile merge one.json two.json one.json -o both.json
    run cat both.json
    [ ${#lines[@]} = 6 ]
    tunedx profile show one.json two.json > separate
    tunedx profile show both.json two.json | diff separate -
}

# refused LINE WORDS: told with its place, and the rest is used.
refused()
{
    { cat one.json && printf '%s\n' "$1" && cat two.json; } > bad.json
    tells 1 "$2" profile show bad.json
    grep 'bad\.json:5:.*this line is ignored' errors
    line 'jobs 2'
    line 'allreduce 70 70.00 18.000000 90.00'
}

@test "refuses what is no JSON" {
    refused 'nonsense' 'invalid token'
}

@test "refuses a list" {
    refused '[1]' 'this is no object'
}

@test "refuses an unknown form of lines" {
    refused '{"tunedx_profile": 2, "type": "job"}' \
        'expected 1, the form of lines'
}

@test "refuses an unknown type" {
    refused '{"tunedx_profile": 1, "type": "jobs", "job": "x"}' 'job or calls'
}

@test "refuses an unknown collective" {
    refused "$(calls x bcst 4 8 1 1)" '"collective" is "bcst"'
}

@test "refuses no calls" {
    refused "$(calls x bcast 4 8 -1 1)" \
        '"calls" is "-1"; expected a whole number'
}

@test "refuses fractions of bytes" {
    refused "$(calls x bcast 4 8.5 1 1)" '"bytes" is "8.5"'
}

@test "refuses no ranks" {
    refused "$(calls x bcast 0 8 1 1)" '"ranks" is "0"'
}

@test "refuses seconds in words" {
    refused "$(calls x bcast 4 8 1 '"1"')" '"seconds" is "1"; expected seconds'
}

@test "a line that is cut off" {
    { cat one.json && head -n 1 two.json | head -c 100; } > bad.json
    tells 1 'the file is cut short' profile show bad.json
    grep 'bad\.json:5:' errors
    line 'jobs 1'
}

# A file that was read is never written over, nor one read as far as it goes.
@test "does not write over what it reads" {
    cp one.json same.json
    tells 2 'expected another file' profile merge same.json -o same.json
    cmp one.json same.json
}

@test "a missing file" {
    tells 1 'nosuch.json: No such file' profile show nosuch.json one.json
    line 'jobs 1'
}

@test "refuses an unknown command" {
    fails 2 'no command "showw"' profile showw one.json
}

@test "refuses no command" {
    fails 2 'COMMAND is ""' profile
}

@test "refuses no file" {
    fails 2 'FILE is ""' profile show
}

@test "refuses an output of show" {
    fails 2 '--output is "x"' profile show one.json -o x
}
