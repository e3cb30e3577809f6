# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# tunedx convert, diff and lint: rules files of every format say the same after
# a conversion, and what is wrong with them is told.
. "${srcdir:?}/test/build/tool.sh"

if "$tool" convert --from tuned-json /dev/null 2>&1 | grep -q jansson; then
    has_json=no
else
    has_json=yes
fi

# ---- examples ----

cat > "$work/a.conf" << 'END'
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

cat > "$work/a.rules" << 'END'
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

cat > "$work/a.json" << 'END'
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

cat > "$work/overlap.rules" << 'END'
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

# converted EXPECTED ARGUMENT...
converted()
{
    expected=$1
    shift
    "$tool" convert "$@" > "$work/output" 2> "$work/errors" &&
        diff "$expected" "$work/output" && nothing "$(cat "$work/errors")"
}

alike()
{
    "$tool" diff "$1" "$2" > "$work/output" 2> "$work/errors" &&
        nothing "$(cat "$work/output")"
}

classic_to_rules()
{
    converted "$work/a.rules" "$work/a.conf" &&
        converted "$work/a.rules" --from=tuned --to=rules - < "$work/a.conf"
}

check "a classic file becomes rows" classic_to_rules

there_and_back()
{
    "$tool" convert --to="$2" "$1" -o "$work/there" &&
        "$tool" convert --to="$3" "$work/there" -o "$work/back" &&
        alike "$1" "$work/there" && alike "$1" "$work/back"
}

check "rules: there and back" there_and_back "$work/a.rules" tuned rules
if [ "$has_json" = yes ]; then
    check "JSON: there and back" there_and_back "$work/a.json" rules tuned-json
    check "classic by way of JSON" there_and_back "$work/a.conf" tuned-json tuned
fi

# The same number means another collective.
old_numbers()
{
    printf '1\n13 1 0 1 0 2 0 0\n' > "$work/old.conf"
    "$tool" convert --ompi-version=2.1 "$work/old.conf" | grep -q '^\[scan\]' &&
        "$tool" convert "$work/old.conf" | grep -q '^\[reduce_scatter_block\]'
}

check "files of Open MPI before 3.0" old_numbers

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

# The method that the rules of a file decide on, "default": none does.
method_of()
{
    "$tool" explain -r "$@" > "$work/explained" 2> "$work/errors"
    if grep -q 'reason: built-in' "$work/explained"; then
        echo default
    else
        sed -n 's/^method: //p' "$work/explained"
    fi
}

random_files()
{
    for seed in 1 2 3 4 5 6; do
        random_classic "$seed" > "$work/r.conf"
        "$tool" convert "$work/r.conf" -o "$work/r.rules" &&
            "$tool" convert --to=tuned "$work/r.rules" -o "$work/r2.conf" &&
            alike "$work/r.conf" "$work/r.rules" &&
            alike "$work/r.conf" "$work/r2.conf" || return 1
        if [ "$has_json" = yes ]; then
            "$tool" convert --to=tuned-json "$work/r.rules" -o "$work/r.json" &&
                alike "$work/r.conf" "$work/r.json" || return 1
        fi
    done
}

# diff may be wrong as well: so some calls by another way.
random_calls()
{
    random_classic 7 > "$work/r.conf"
    "$tool" convert "$work/r.conf" -o "$work/r.rules" &&
        "$tool" convert --to=tuned "$work/r.rules" -o "$work/r2.conf" ||
        return 1
    awk 'BEGIN {
        srand(8)
        n = split("allgather allreduce alltoall bcast gather reduce scatter " \
                  "barrier scan exscan reduce_scatter_block allgatherv", c, " ")
        for (i = 0; i < 40; i++)
            print c[int(n * rand()) + 1], int(45 * rand()) + 2, \
                int(6000 * rand())
    }' > "$work/calls"
    : > "$work/found"
    while read -r collective ranks bytes; do
        for file in r.conf r.rules r2.conf; do
            method_of "$work/$file" "$collective" -p "$ranks" -b "$bytes"
        done | tee -a "$work/found" | sort -u > "$work/methods"
        [ "$(wc -l < "$work/methods")" = 1 ] || {
            echo "$collective -p $ranks -b $bytes:"
            cat "$work/methods"
        }
    done < "$work/calls" > "$work/faults"
    nothing "$(cat "$work/faults")" &&
        [ "$(sort -u "$work/found" | wc -l)" -gt 10 ]
}

check "random files are the same there and back" random_files
check "random calls are decided alike" random_calls

# decides METHOD OPTION...: so does the JSON file, and the rows made of it.
decides()
{
    method=$1
    shift
    for file in a.json json.rules; do
        found=$(method_of "$work/$file" allreduce "$@")
        [ "${found%% *}" = "$method" ] ||
            echo "$file: $*: $found; expected $method"
    done
}

# The first communicator rule that is for a communicator has the say for it,
# even where none of its rules is for the message.
first_match()
{
    "$tool" convert "$work/a.json" -o "$work/json.rules" && nothing "$(
        decides recursive_doubling -p 40 -b 8
        decides segmented_ring -p 40 -b 64k
        decides rabenseifner -p 64 -b 96
        decides default -p 64 -b 104
        decides rabenseifner -p 40 --ppn 20 -b 96
        decides default -p 40 --ppn 1 -b 104
        decides ring -p 4 --ppn 1 -b 104
        decides default -p 4 --ppn 2 -b 104
    )"
}

if [ "$has_json" = yes ]; then
    check "in JSON the first match decides" first_match
fi

# ---- what cannot be said ----

cat > "$work/more.rules" << 'END'
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

left_out()
{
    "$tool" convert "$work/more.rules" > "$work/output" 2> "$work/errors" ||
        return 1
    for text in ':3: allreduce: .*no nodes' ':4: .*no such condition' \
        ':5: .*no such algorithm' ':6: .*inside others' ':7: .*window' \
        'allgather: message sizes are exact'; do
        grep -q "$text" "$work/errors" || {
            echo "missing: $text"
            cat "$work/errors"
            return 1
        }
    done
    [ "$(wc -l < "$work/errors")" = 6 ] && grep -q '^0 4 0 0$' "$work/output"
}

check "what a format cannot say is named and left out" left_out

# ---- diff ----

differs()
{
    sed 's/^4096 2/8192 2/' "$work/a.conf" > "$work/b.conf"
    "$tool" diff "$work/a.conf" "$work/b.conf" > "$work/output"
    [ $? = 1 ] && [ "$(wc -l < "$work/output")" = 2 ] &&
        grep -q '^bcast .* 4k..8191 .* chain .* binomial' "$work/output"
}

check "diff names what is decided differently" differs

# ---- lint ----

# lints STATUS TEXT FILE: its output has the text.
lints()
{
    "$tool" lint "$3" > "$work/output" 2>&1
    status=$?
    if [ "$status" != "$1" ] || ! grep -q -e "$2" "$work/output"; then
        echo "lint $3: exit status $status; expected $1 and: $2"
        cat "$work/output"
    fi
}

says_what_is_wrong()
{
    printf '1\r\n7 1 0 1 0 6 0 0\r\n' > "$work/crlf.conf"
    printf '1\n7 1\n16 2\n0 6 0 0\n8k 3 0 0\n' > "$work/letters.conf"
    printf '1\n14 1 0 1 0 2 0 0\n' > "$work/scan.conf"
    nothing "$(
        lints 0 'no row for allgather' "$work/a.rules"
        lints 0 ':4: note: allreduce on 16 to 63 ranks .* line 7 with 6.0' \
            "$work/a.conf"
        lints 0 ':4: note: allreduce on fewer than 16' "$work/a.conf"
        lints 0 'CR LF' "$work/crlf.conf"
        lints 0 'collective 14 is scan' "$work/scan.conf"
        lints 1 'letters.conf:5:1: .*reads 8' "$work/letters.conf"
        lints 1 ':4: rows before it, from line 3 on, serve all calls' \
            "$work/overlap.rules"
        lints 1 ':6: the method needs a power of two' "$work/overlap.rules"
        lints 1 'no row for allgather on 4.. ranks with 0.. bytes' \
            "$work/overlap.rules"
        lints 1 ':9: note: line 8 comes first for all' "$work/overlap.rules"
        lints 0 'note' "$srcdir/decision/defaults.rules"
    )" && nothing "$("$tool" lint -q "$srcdir/decision/defaults.rules")"
}

check "lint says what is wrong" says_what_is_wrong

# Every kind of ranks is looked at: 6 is the first even number that is no power
# of two, 27 has no gap but 1, 33 the first gap of 5.
looks_at_every_kind_of_ranks()
{
    cat > "$work/kinds.rules" << 'END'
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
    nothing "$(
        lints 1 'kinds.rules:9: rows before it, from line 7 on, serve all' \
            "$work/kinds.rules"
        lints 1 'kinds.rules:13: rows before it, from line 11 on, serve all' \
            "$work/kinds.rules"
    )" && [ "$("$tool" lint -q "$work/kinds.rules" | wc -l)" = 2 ]
}

# Sizes that depend on ranks are judged by example, and that is said.
tells_its_bound()
{
    printf 'tunedx-rules 1\n[bcast]\n* * * 7..8 size=total -> linear\n* * * * -> chain\n' \
        > "$work/total.rules"
    nothing "$(lints 0 'note: sizes of bcast depend on ranks' \
        "$work/total.rules")" &&
        nothing "$("$tool" lint -q "$work/total.rules")" &&
        "$tool" diff "$work/total.rules" "$work/total.rules" 2>&1 |
        grep -q '^tunedx diff: note: sizes of bcast depend on ranks' &&
        nothing "$("$tool" diff "$work/kinds.rules" "$work/kinds.rules" 2>&1)"
}

check "lint looks at every kind of ranks" looks_at_every_kind_of_ranks
check "lint and diff say where they have but examples" tells_its_bound

# ---- what is refused ----

# tells STATUS TEXT ARGUMENT...: exits so, with one line that has the text; what
# is sound is printed all the same.
tells()
{
    expected=$1
    text=$2
    shift 2
    "$tool" "$@" > "$work/output" 2> "$work/errors"
    status=$?
    if [ "$status" != "$expected" ] || [ "$(wc -l < "$work/errors")" != 1 ] ||
        ! grep -q -F -e "$text" "$work/errors"; then
        echo "tunedx $*: exit status $status; expected $expected and: $text"
        cat "$work/errors"
    fi
}

# json LINE:COLUMN:TEXT CONTENT: that is the fault of such a file.
json()
{
    printf '%b' "$2" > "$work/bad.json"
    tells 1 "bad.json:$1" convert "$work/bad.json"
}

refuses()
{
    echo 'hello' > "$work/hello"
    printf '1\nallgather\n1\nintra_node\n1\n2\n1\n0 tuned\n' > "$work/han.conf"
    nothing "$(
        tells 2 'expected one to convert' convert
        tells 2 '--from is "han"; expected rules' convert --from han x
        tells 2 '--to is ""; expected rules' convert --to '' x
        tells 2 '--ompi-version is "two"' convert --ompi-version two x
        tells 2 'two to compare' diff "$work/a.conf"
        tells 2 'at least one' lint
        tells 1 'No such file' convert "$work/none"
        tells 1 'No such file' lint "$work/none"
        tells 1 'No such file' diff "$work/none" "$work/none"
        tells 1 'Is a directory' convert "$work"
        tells 1 'expected the format first' lint -q "$work/hello"
        tells 1 'a rules file of coll/han' convert "$work/han.conf"
        tells 1 ':1:1: the file ends' convert --from tuned /dev/null
    )"
}

head='{ "rule_file_version": 3, "module": "tuned",\n "collectives": {\n'

refuses_json()
{
    nothing "$(
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
    )"
}

check "what is wrong is refused in one line" refuses
if [ "$has_json" = yes ]; then
    check "faults of JSON have a place" refuses_json
fi
finish
