#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Makes the tables and pictures of doc/quadtrees.md: simulates the maps, builds
# the trees and writes what they lose between the marks of the text.  Run in the
# build directory by `make update-quadtrees`; some minutes.  Only the nanoseconds
# of decisions differ from run to run.
#
#   doc/quadtrees.sh SOURCE-DIRECTORY [PART...]
#   doc/quadtrees.sh SOURCE-DIRECTORY maps NAME...     only simulates these
set -eu
source=${1:?the source directory}
shift
parts=$*
text=$source/doc/quadtrees.md
tunedx=$PWD/tunedx
work=${WORK:-$PWD/quadtrees.tmp}
LC_ALL=C
export LC_ALL
mkdir -p "$work"
cd "$work"

# ---- maps ----

# The prices of the two clusters, as far as the model has them: latency and
# bandwidth of Myrinet 2000 with MX, and of Fast Ethernet with TCP.
myrinet='--alpha=3500 --beta=4 --gamma=0.5'
ethernet='--alpha=55000 --beta=85 --gamma=1'
wide='-p 2..45,48,52,56,60,64 -b 1,2..16M:36,1448'
tall='-p 2..16,20,24,28,32,36,40,44,48,56,64 -b 1,2,4..16M:46'
bcast='-m linear -m binary_tree -m binomial -m split_binary_tree -m pipeline'
reduce='-m linear -m binary_tree -m binomial -m chain -m pipeline'

# map NAME OPTION...: simulates, if wanted, unless that was done.
map()
{
    name=$1
    shift
    [ -z "$wanted" ] || case " $wanted " in
    *" $name "*) ;;
    *) return 0 ;;
    esac
    [ -s "$name" ] || {
        "$tunedx" map "$@" -o "$name.new"
        mv "$name.new" "$name"
    }
}

# shellcheck disable=SC2086 # lists of options
simulate()
{
    map bcast.myrinet --simulate=bcast $bcast $wide $myrinet --noise=2 \
        --spike='1448:5:split_binary_tree segment=1k'
    map bcast.plain --simulate=bcast $bcast $wide $myrinet
    map bcast.ethernet --simulate=bcast $bcast $tall $ethernet --noise=2
    map reduce.myrinet --simulate=reduce $reduce $wide $myrinet --noise=2
    map reduce.ethernet --simulate=reduce $reduce $tall $ethernet --noise=2
    map allreduce --simulate=allreduce -p 2..33,40,47,48,56,63,64 \
        -b 8..16M:22 --segments=0,64k $myrinet
    # Every third size of the last but one, and few rank counts.
    map bcast.coarse --simulate=bcast $bcast -p 2..16,24,32,48,64 \
        -b 1,8,64,512,4k,32k,256k,2M,16M $myrinet
}

# ---- columns ----

# trees FIELDS OPTION...: these fields of the table of trees.  1 depth or
# threshold, 3 mean depth, 5 largest, 6 mean penalty, 8 95th, 9 leaves, 10
# nodes, 11 memory, 12 nanoseconds.
trees()
{
    fields=$1
    shift
    "$tunedx" stats "$@" | awk -v fields="$fields" '
        /^ +[0-9]+ +[0-9]+ / {
            n = split(fields, field, ",")
            for (i = 1; i <= n; i++)
                printf "%s%s", (i > 1 ? " " : ""), $(field[i])
            print ""
        }'
}

# lines KEY...: table rows of the files of columns, joined by their first one.
lines()
{
    first=$1
    shift
    sort "$first" > joined
    for more in "$@"; do
        sort "$more" | join -a 1 -a 2 -e - -o auto joined - > joined.new
        mv joined.new joined
    done
    sort -n joined | sed 's/ / | /g; s/^/| /; s/$/ |/'
}

# ---- parts of the text ----

# The columns of the paper's tables 1 and 2: depth, mean and largest penalty,
# leaves.
paper_myrinet='1 74.62 560.42 4
2 12.56 743.16 13
3 12.43 743.15 22
4 12.01 743.15 91
5 0.67 31.14 328
6 0.00 0.00 1153'
paper_ethernet='1 37.10 337.43 4
2 18.54 391.53 16
3 5.75 247.20 37
4 3.25 247.20 106
5 1.29 225.30 277
6 0.00 0.00 1024'

depths=--depths=1..6

# compare MAP PAPER [OPTION...]: the paper's trees beside ours, by depth.
compare()
{
    from=$1
    shift
    cat << 'HEAD'
| depth | paper: mean | max | leaves | colours, padded: mean | max | leaves | colours: mean | max | leaves | time: mean | max | leaves | best cuts: mean | max | leaves |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
HEAD
    trees 1,6,5,9 "$from" --by=colours --pad $depths "$@" > padded
    trees 1,6,5,9 "$from" --by=colours $depths "$@" > colours
    trees 1,6,5,9 "$from" --split=middle $depths "$@" > by_time
    trees 1,6,5,9 "$from" $depths "$@" > best
    lines paper padded colours by_time best
}

part_bcast_myrinet()
{
    echo "$paper_myrinet" > paper
    compare bcast.myrinet
}

part_bcast_myrinet_without()
{
    echo '3 1.7 - -' > paper
    compare bcast.myrinet --leave-out=1448
}

part_bcast_ethernet()
{
    echo "$paper_ethernet" > paper
    compare bcast.ethernet
}

part_table_1()
{
    "$tunedx" stats bcast.myrinet --by=colours --pad --markdown |
        sed -n '/^| max/,/^$/p' | sed '/^$/d'
}

# A column of penalties at all thresholds, for Figure 5, and mean depths.
thresholds=--thresholds=20,30,40,45,50,55,60,65,70,80,90,100
part_thresholds()
{
    cat << 'HEAD'
| threshold | bcast, Myrinet: depth | mean penalty | bcast, Ethernet: depth | mean penalty | reduce, Myrinet: depth | mean penalty | reduce, Ethernet: depth | mean penalty |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|
HEAD
    for name in bcast.myrinet bcast.ethernet reduce.myrinet reduce.ethernet; do
        trees 1,3,6 $name --by=colours --pad $thresholds > "$name.columns"
    done
    lines bcast.myrinet.columns bcast.ethernet.columns reduce.myrinet.columns \
        reduce.ethernet.columns
}

# Figure 6: for each tree of a largest depth, what a threshold that gives a tree
# of no larger mean depth loses at least.
part_depth_or_threshold()
{
    cat << 'HEAD'
| map | max depth | mean depth | mean penalty | best threshold | mean depth | mean penalty |
|---|--:|--:|--:|--:|--:|--:|
HEAD
    for name in bcast.myrinet bcast.ethernet reduce.myrinet reduce.ethernet; do
        trees 1,3,6 $name --by=colours --pad --thresholds=1..100 > steps
        trees 1,3,6 $name --by=colours --pad $depths |
            while read -r depth mean penalty; do
                awk -v name="$name" -v depth="$depth" -v mean="$mean" \
                    -v penalty="$penalty" '
                    $2 <= mean && (best == "" || $3 < least) {
                        best = $1; at = $2; least = $3
                    }
                    END { if (best == "") { best = at = least = "-" }
                        sub(/\./, ", ", name)
                        printf "| %s | %s | %s | %s | %s | %s | %s |\n",
                            name, depth, mean, penalty, best, at, least }' steps
            done
    done
}

# What is printed at the head of rules: leaves, depth, mean, most.
head_of()
{
    "$tunedx" build "$@" | sed -n \
        -e 's/^# \([0-9]*\) leaves, depth \([0-9]*\).* by \([0-9.]*\) %.*/\1 \2 \3/p' \
        -e 's/^# \([0-9.]*\) % at most/\1/p' | tr '\n' ' '
}

# limits MAP OPTION...: a row for a way to limit trees.
limits()
{
    from=$1
    shift
    limit="\`$*\`"
    # shellcheck disable=SC2046 # words
    set -- $(head_of "$from" "$@")
    echo "| $from | $limit | $1 | $2 | $3 | $4 |" |
        sed 's/^| \([a-z]*\)\.\([a-z]*\)/| \1, \2/'
}

limits_head()
{
    cat << 'HEAD'
| map | limit | leaves | depth | mean penalty | max |
|---|---|--:|--:|--:|--:|
HEAD
}

part_limits()
{
    limits_head
    for name in bcast.plain bcast.myrinet bcast.ethernet reduce.ethernet; do
        for split in middle best; do
            limits $name --split=$split --max-depth=3
            limits $name --split=$split --max-leaves=64
            limits $name --split=$split --max-penalty=25 --mean-penalty=1
            limits $name --split=$split --max-penalty=5
        done
    done
}

# Trees of the same depth, with no more leaves.
part_same_size()
{
    cat << 'HEAD'
| map | depth | paper's way: leaves | mean | max | time, halves: leaves | mean | max | best cuts: leaves | mean | max |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
HEAD
    for name in bcast.plain bcast.myrinet bcast.ethernet reduce.myrinet \
        reduce.ethernet allreduce; do
        for depth in 2 3 4; do
            # shellcheck disable=SC2046 # words
            set -- $(head_of $name --by=colours --pad --max-depth=$depth) \
                $(head_of $name --split=middle --max-depth=$depth)
            # shellcheck disable=SC2046 # words
            set -- "$@" $(head_of $name --max-depth=$depth --max-leaves="$5")
            echo "| $name | $depth | $1 | $3 | $4 | $5 | $7 | $8 | $9 | ${11} | ${12} |"
        done
    done | sed 's/^| \([a-z]*\)\.\([a-z]*\)/| \1, \2/'
}

# What keeps within 1 % on average and 25 % at most.
part_target()
{
    cat << 'HEAD'
| map | depth 3, all 64 leaves: mean | max | leaves for 1 % and 25 % | depth | mean | max |
|---|--:|--:|--:|--:|--:|--:|
HEAD
    for name in bcast.plain bcast.myrinet bcast.ethernet reduce.myrinet \
        reduce.ethernet allreduce; do
        # shellcheck disable=SC2046 # words
        set -- $(head_of $name --max-depth=3) \
            $(head_of $name --max-depth=3 --max-penalty=25 --mean-penalty=1)
        echo "| $name | $3 | $4 | $5 | $6 | $7 | $8 |"
    done | sed 's/^| \([a-z]*\)\.\([a-z]*\)/| \1, \2/'
}

part_ranks()
{
    limits_head
    for tests in none power_of_two all; do
        for limit in --max-depth=3 --max-depth=4 --max-depth=5 \
            --max-penalty=5; do
            limits allreduce --split=middle --tests=$tests $limit
        done
    done
    limits allreduce --split=middle --tests=none --max-depth=3 --exceptions=2
    for tests in none all; do
        for limit in --max-depth=3 --max-penalty=5; do
            limits allreduce --tests=$tests $limit
        done
    done
}

# smooth ON FROM WHAT OPTION...: what rules built from a map lose on another.
smooth()
{
    on=$1
    from=$2
    what=$3
    shift 3
    "$tunedx" build "$from" "$@" -o rules
    "$tunedx" stats "$on" rules --rules-only |
        awk -v what="$what" '$1 == "rules" && $2 + 0 == $2 {
            printf "| %s | %s | %s | %s |\n", what, $4, $3, $6 }'
}

part_smooth()
{
    cat << 'HEAD'
| built from times with noise | mean penalty without noise | max | 95th |
|---|--:|--:|--:|
HEAD
    smooth bcast.plain bcast.myrinet 'the exact tree, by colours' \
        --by=colours --threshold=100
    smooth bcast.plain bcast.myrinet 'depth 5, by colours' --by=colours \
        --max-depth=5
    smooth bcast.plain bcast.myrinet 'depth 5, by time' --split=middle \
        --max-depth=5
    smooth bcast.plain bcast.myrinet 'depth 3, by time' --split=middle \
        --max-depth=3
    smooth bcast.plain bcast.myrinet 'depth 3, best cuts' --max-depth=3
    smooth bcast.plain bcast.myrinet 'depth 4, best cuts' --max-depth=4
}

part_boundary()
{
    cat << 'HEAD'
| built from 19 x 9 points | mean penalty at 49 x 38 points | max | 95th |
|---|--:|--:|--:|
HEAD
    for boundary in next geometric; do
        smooth bcast.plain bcast.coarse "\`--boundary=$boundary\`, exact" \
            --boundary=$boundary --threshold=100
        smooth bcast.plain bcast.coarse "\`--boundary=$boundary\`, depth 3" \
            --boundary=$boundary --split=middle --max-depth=3
        smooth bcast.plain bcast.coarse \
            "\`--boundary=$boundary\`, depth 3, best cuts" \
            --boundary=$boundary --max-depth=3
    done
}

part_built_in()
{
    cat << 'HEAD'
| map | mean penalty | median | 95th | max |
|---|--:|--:|--:|--:|
HEAD
    for name in bcast.myrinet bcast.ethernet reduce.myrinet reduce.ethernet; do
        "$tunedx" stats $name --rules-only | sed 's/^built-in rules/x/' |
            awk -v name=$name '$1 == "x" {
                sub(/\./, ", ", name)
                printf "| %s | %s | %s | %s | %s |\n", name, $4, $5, $6, $3 }'
    done
}

part_memory()
{
    cat << 'HEAD'
| mean depth | mean penalty | nodes | conditions | memory | ns |
|--:|--:|--:|--:|--:|--:|
HEAD
    trees 3,6,10,10,11,12 reduce.ethernet --by=colours --pad --time |
        awk '{ printf "| %s | %s | %s | %s | %s | %s |\n",
            $1, $2, $3, $4 - 1, $5, $6 }'
}

# ---- the text ----

# Writes what part_NAME prints between the marks of NAME.
update()
{
    "part_$1" > part
    awk -v begin="<!-- $1 -->" '
        $0 == begin {
            print; print ""
            while ((getline line < "part") > 0) print line
            print ""
            inside = 1
        }
        $0 == "<!-- end -->" { inside = 0 }
        !inside && $0 != begin { print }' "$text" > new
    cat new > "$text"
}

wanted=
[ "${parts%% *}" != maps ] || wanted=${parts#maps }
simulate
[ -z "$wanted" ] || exit 0
for name in ${parts:-$(sed -n 's/^<!-- \([a-z_0-9]*\) -->$/\1/p' "$text" |
    grep -v -x end)}; do
    echo "$name"
    update "$name"
done
"$tunedx" map bcast.plain -o "$source/doc/map_bcast.svg"
"$tunedx" map bcast.plain --max-depth=3 -o "$source/doc/map_bcast_depth3.svg"
"$tunedx" map bcast.plain --max-depth=3 --penalties \
    -o "$source/doc/map_bcast_penalties.svg"
