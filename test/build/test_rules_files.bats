# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats disable=SC2030,SC2031 # each test has its own output
#
# tunedx convert, diff and lint: rules files of every format say the same after
# a conversion, and what is wrong with them is told.
load tool

setup_file()
{
    cat > a.conf << 'END'
# allreduce and bcast
2
2 2
16 2
0 3 0 0
65536 5 0 8192
64 1
0 6 0 0
7 1
1 2
0 6 0 0
4096 2 4 1024
END
    cat > a.rules << 'END'
tunedx-rules 1

[allreduce]
# ranks  nodes  ppn    bytes       -> method
  ..63     *      *      ..65535     -> recursive_doubling
  ..63     *      *      64k..       -> segmented_ring segment=8k
  64..     *      *      *           -> rabenseifner

[bcast]
# ranks  nodes  ppn    bytes       -> method
  *        *      *      ..4095      -> binomial segment=0
  *        *      *      4k..        -> chain chains=4 segment=1k
END
    cat > a.json << 'END'
{
  "rule_file_version": 3,
  "module": "tuned",
  "collectives": {
    "allreduce": [
      { "comm_size_max": 63, "comm_rank_distribution": "single-node",
        "rules": [
          { "msg_size_max": 65535, "alg": "recursive_doubling" },
          { "msg_size_min": 65536, "alg": 5, "segsize": 8192 } ] },
      { "comm_size_min": 32, "comm_size_max": "inf",
        "rules": [ { "msg_size_max": 99, "alg": "rabenseifner" } ] },
      { "comm_rank_distribution": "one-per-node",
        "rules": [ { "alg": "ring" } ] }
    ],
    "reduce": [
      { "rules": [
          { "msg_size_max": "inf", "alg": "knomial", "faninout": 8,
            "seg_size": 1024, "reqs": 8 } ] }
    ]
  }
}
END
    cat > overlap.rules << 'END'
tunedx-rules 1
[bcast]
  *     *  *  *                 -> binomial
  2..8  *  *  1k..              -> chain
[allgather]
  3     *  *  *                 -> recursive_doubling
[allreduce]
  *     *  *  *                 -> ring
  *     *  *  *                 -> linear
END
    cat > more.rules << 'END'
tunedx-rules 1
[allreduce]
  *      2..  *    *               -> ring
  *      *    *    *  op=user      -> ring
  2..8   *    *    ..64k           -> per_level
  2..8   *    *    64k..128k       -> nonoverlapping reduce=(chain)
  9..    *    *    *               -> ring window=2
[allgather]
  *      *    *    ..1k            -> bruck
END
    cat > kinds.rules << 'END'
tunedx-rules 1
[bcast]
  *  *  *  *  power_of_two -> binomial
  *  *  *  *  !even        -> chain
  *  *  *  *  even         -> linear
[allgather]
  2..31  *  *  *  expo_gap=..3 -> ring
  2..31  *  *  *  expo_gap=4   -> bruck
  2..31  *  *  *               -> linear
[reduce]
  *  *  *  *  even             -> binomial
  *  *  *  *  !power_of_two !even -> chain
  2..  *  *  *                 -> linear
END
}

# ---- examples ----

# converted EXPECTED ARGUMENT...
converted()
{
    local expected=$1
    shift
    run -0 tunedx convert "$@"
    diff "$expected" - <<< "$output"
}

alike()
{
    run -0 --separate-stderr tunedx diff "$1" "$2"
    nothing "$output"
}

@test "a classic file becomes rows" {
    converted a.rules a.conf
    converted a.rules --from=tuned --to=rules - < a.conf
}

there_and_back()
{
    tunedx convert --to="$2" "$1" -o there
    tunedx convert --to="$3" there -o back
    alike "$1" there
    alike "$1" back
}

@test "rules: there and back" {
    there_and_back a.rules tuned rules
}

@test "JSON: there and back" {
    needs_json
    there_and_back a.json rules tuned-json
}

@test "classic by way of JSON" {
    needs_json
    there_and_back a.conf tuned-json tuned
}

# The same number means another collective.
@test "files of Open MPI before 3.0" {
    printf '1\n13 1 0 1 0 2 0 0\n' > old.conf
    run -0 tunedx convert --ompi-version=2.1 old.conf
    grep -q '^\[scan\]' <<< "$output"
    run -0 tunedx convert old.conf
    grep -q '^\[reduce_scatter_block\]' <<< "$output"
}

# ---- random files ----

# A classic file from the seed $1: ascending sizes, all collectives with an
# algorithm 1 and 2.
random_classic()
{
    awk -v seed="$1" 'BEGIN {
        srand(seed)
        n = split("0 1 2 3 4 6 7 8 9 11 12 13 14 15", ids, " ")
        print n
        for (i = 1; i <= n; i++) {
            entries = int(3 * rand()) + 1
            print ids[i], entries
            for (e = 0; e < entries; e++) {
                ranks = e == 0 ? int(9 * rand()) : ranks + 1 + int(20 * rand())
                only = ids[i] == 4 || ids[i] == 6
                sizes = only ? 1 : int(4 * rand()) + 1
                print ranks, sizes
                for (s = 0; s < sizes; s++) {
                    size = s == 0 ? 0 : size + 1 + int(5000 * rand())
                    algorithm = int(3 * rand())
                    if (ids[i] == 1 && algorithm == 1)
                        algorithm = 3
                    print size, algorithm, int(9 * rand()), 512 * int(4 * rand())
                }
            }
        }
    }'
}

# Sets method to what the rules of a file decide on, "default": none does.
find_method()
{
    local said line=$'\nmethod: ([^\n]+)'
    said=$(tunedx explain -r "$@")
    if [[ $said = *'reason: built-in'* ]]; then
        method=default
    else
        [[ $said =~ $line ]] || {
            echo "$said"
            return 1
        }
        method=${BASH_REMATCH[1]}
    fi
}

@test "random files are the same there and back" {
    for seed in 1 2 3 4 5 6; do
        echo "seed $seed"
        random_classic "$seed" > r.conf
        tunedx convert r.conf -o r.rules
        tunedx convert --to=tuned r.rules -o r2.conf
        alike r.conf r.rules
        alike r.conf r2.conf
        if reads_json; then
            tunedx convert --to=tuned-json r.rules -o r.json
            alike r.conf r.json
        fi
    done
}

# diff may be wrong as well: so some calls by another way.
@test "random calls are decided alike" {
    random_classic 7 > r.conf
    tunedx convert r.conf -o r.rules
    tunedx convert --to=tuned r.rules -o r2.conf
    awk 'BEGIN {
        srand(8)
        n = split("allgather allreduce alltoall bcast gather reduce scatter " \
                  "barrier scan exscan reduce_scatter_block allgatherv", c, " ")
        for (i = 0; i < 40; i++)
            print c[int(n * rand()) + 1], int(45 * rand()) + 2, \
                int(6000 * rand())
    }' > calls
    while read -r collective ranks bytes; do
        find_method r.conf "$collective" -p "$ranks" -b "$bytes"
        expected=$method
        for file in r.rules r2.conf; do
            find_method "$file" "$collective" -p "$ranks" -b "$bytes"
            [ "$method" = "$expected" ] || {
                echo "$collective -p $ranks -b $bytes: $expected; $file: $method"
                return 1
            }
        done
        echo "$expected" >> found
    done < calls
    [ "$(sort -u found | wc -l)" -gt 10 ]
}

# decides METHOD OPTION...: so does the JSON file, and the rows made of it.
decides()
{
    local expected=$1 file
    shift
    for file in a.json json.rules; do
        find_method "$file" allreduce "$@"
        [ "${method%% *}" = "$expected" ] || {
            echo "$file: $*: $method; expected $expected"
            return 1
        }
    done
}

# The first communicator rule that is for a communicator has the say for it,
# even where none of its rules is for the message.
@test "in JSON the first match decides" {
    needs_json
    tunedx convert a.json -o json.rules
    decides recursive_doubling -p 40 -b 8
    decides segmented_ring -p 40 -b 64k
    decides rabenseifner -p 64 -b 96
    decides default -p 64 -b 104
    decides rabenseifner -p 40 --ppn 20 -b 96
    decides default -p 40 --ppn 1 -b 104
    decides ring -p 4 --ppn 1 -b 104
    decides default -p 4 --ppn 2 -b 104
}

# ---- what cannot be said ----

@test "what a format cannot say is named and left out" {
    tunedx convert more.rules > output 2> errors
    cat errors
    grep -q ':3: allreduce: .*no nodes' errors
    grep -q ':4: .*no such condition' errors
    grep -q ':5: .*no such algorithm' errors
    grep -q ':6: .*inside others' errors
    grep -q ':7: .*window' errors
    grep -q 'allgather: message sizes are exact' errors
    [ "$(wc -l < errors)" = 6 ]
    grep -q '^0 4 0 0$' output
}

# ---- diff ----

@test "diff names what is decided differently" {
    sed 's/^4096 2/8192 2/' a.conf > b.conf
    run -1 tunedx diff a.conf b.conf
    [ ${#lines[@]} = 2 ]
    grep -q '^bcast .* 4k..8191 .* chain .* binomial' <<< "$output"
}

# ---- lint ----

# lints STATUS TEXT FILE: its output has the text.
lints()
{
    run -"$1" tunedx lint "$3"
    grep -q -e "$2" <<< "$output"
}

@test "lint says what is wrong" {
    printf '1\r\n7 1 0 1 0 6 0 0\r\n' > crlf.conf
    printf '1\n7 1\n16 2\n0 6 0 0\n8k 3 0 0\n' > letters.conf
    printf '1\n14 1 0 1 0 2 0 0\n' > scan.conf
    lints 0 'no row for allgather' a.rules
    lints 0 ':4: note: allreduce on 16 to 63 ranks .* line 7 with 6.0' \
        a.conf
    lints 0 ':4: note: allreduce on fewer than 16' a.conf
    lints 0 'CR LF' crlf.conf
    lints 0 'collective 14 is scan' scan.conf
    lints 1 'letters.conf:5:1: .*reads 8' letters.conf
    lints 1 ':4: rows before it, from line 3 on, serve all calls' \
        overlap.rules
    lints 1 ':6: the method needs a power of two' overlap.rules
    lints 1 'no row for allgather on 4.. ranks with 0.. bytes' \
        overlap.rules
    lints 1 ':9: note: line 8 comes first for all' overlap.rules
    lints 0 'note' "${srcdir:?}/decision/defaults.rules"
    nothing "$(tunedx lint -q "$srcdir/decision/defaults.rules")"
}

@test "nothing is wrong with the rules among the examples" {
    local file
    for file in "${srcdir:?}"/examples/*.rules; do
        nothing "$(tunedx lint -q "$file")"
        nothing "$(tunedx lint "$file" | grep 'comes first')"
    done
}

# Every kind of ranks is looked at: 6 is the first even number that is no power
# of two, 27 has no gap but 1, 33 the first gap of 5.
@test "lint looks at every kind of ranks" {
    lints 1 'kinds.rules:9: rows before it, from line 7 on, serve all' \
        kinds.rules
    lints 1 'kinds.rules:13: rows before it, from line 11 on, serve all' \
        kinds.rules
    run -1 tunedx lint -q kinds.rules
    [ ${#lines[@]} = 2 ]
}

# Sizes that depend on ranks are judged by example, and that is said.
@test "lint and diff say where they have but examples" {
    printf '%s\n' 'tunedx-rules 1' '[bcast]' '* * * 7..8 size=total -> linear' \
        '* * * * -> chain' > total.rules
    lints 0 'note: sizes of bcast depend on ranks' total.rules
    nothing "$(tunedx lint -q total.rules)"
    run -0 tunedx diff total.rules total.rules
    grep -q '^tunedx diff: note: sizes of bcast depend on ranks' <<< "$output"
    nothing "$(tunedx diff kinds.rules kinds.rules 2>&1)"
}

# ---- what is refused ----

# json LINE:COLUMN:TEXT CONTENT: that is the fault of such a file.
json()
{
    printf '%b' "$2" > bad.json
    tells 1 "bad.json:$1" convert bad.json
}

@test "what is wrong is refused in one line" {
    echo 'hello' > hello
    printf '1\nallgather\n1\nintra_node\n1\n2\n1\n0 tuned\n' > han.conf
    tells 2 'expected one to convert' convert
    tells 2 '--from is "han"; expected rules' convert --from han x
    tells 2 '--to is ""; expected rules' convert --to '' x
    tells 2 '--ompi-version is "two"' convert --ompi-version two x
    tells 2 'two to compare' diff a.conf
    tells 2 'at least one' lint
    tells 1 'No such file' convert none
    tells 1 'No such file' lint none
    tells 1 'No such file' diff none none
    tells 1 'Is a directory' convert .
    tells 1 'expected the format first' lint -q hello
    tells 1 'a rules file of coll/han' convert han.conf
    tells 1 ':1:1: the file ends' convert --from tuned /dev/null
}

@test "faults of JSON have a place" {
    needs_json
    head='{ "rule_file_version": 3, "module": "tuned",\n "collectives": {\n'
    json '1:3: no JSON' '{ x }'
    json '2:12: module has to be' \
        '{ "rule_file_version": 3,\n "module": "han", "collectives": {} }'
    json '1:24: rule_file_version has to be 3' \
        '{ "rule_file_version": 2 }'
    json '3:2: coll/tuned and tunedx both decide no "bcats"' \
        "$head \"bcats\": [] } }"
    json '4:11: alg is no algorithm of bcast' \
        "$head \"bcast\": [ { \"rules\": [\n { \"alg\": \"ladder\" } ] } ] } }"
    json '4:2: alg is no algorithm' \
        "$head \"bcast\": [ { \"rules\": [\n { } ] } ] } }"
    json '4:20: "segsiz" is nothing that a rule has' \
        "$head \"bcast\": [ { \"rules\": [\n { \"alg\": \"chain\", \"segsiz\": 1 } ] } ] } }"
    json '4:30: msg_size_min has to be a number' \
        "$head \"bcast\": [ { \"rules\": [\n { \"alg\": 3, \"msg_size_min\": -1 } ] } ] } }"
    json '3:32: comm_size_max is less' \
        "$head \"bcast\": [ { \"comm_size_max\": 1, \"comm_size_min\": 3 } ] } }"
}
