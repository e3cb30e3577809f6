# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# shellcheck disable=SC2154 # state.sh and vcluster.sh set the options
#
# Which host sent what to which other one, and when: packets as they leave a
# host, and as they arrive, between the ends of links that hold them back.

captures=()

# Has every host write what passes its link to the folder.
start_capture()
{
    local number
    command -v tcpdump > /dev/null ||
        fail "--packets: needs tcpdump; on Debian: apt-get install tcpdump"
    rm -f "$packets_folder"/host*.pcap
    for ((number = 1; number <= hosts; number++)); do
        ip netns exec "$(host "$number")" tcpdump -i eth0 -s 96 -B 16384 -U \
            -w "$packets_folder/host$number.pcap" tcp 2> /dev/null 9>&- &
        captures+=($!)
    done
    for ((number = 1; number <= hosts; number++)); do
        wait_for_file "$packets_folder/host$number.pcap"
    done
}

# The file's head is written when the capture has begun.
wait_for_file()
{
    local deadline=$((SECONDS + 5))
    until [ -s "$1" ]; do
        [ $SECONDS -lt $deadline ] || fail "--packets: cannot write $1"
        sleep 0.05
    done
}

end_capture()
{
    [ ${#captures[@]} -gt 0 ] || return 0
    # The kernel hands packets over in blocks: when one is full, or after the
    # second that tcpdump asks for.  What it still has then is lost.
    sleep 1.5
    kill -TERM "${captures[@]}" 2> /dev/null
    wait "${captures[@]}" 2> /dev/null
    captures=()
}

# ---- what they show ----

# Lines of a time, a host's number, > or <, the peer's number and the bytes of
# payload, of all packets that have a third of what fits in, or more, in the
# order of time: shorter ones say when, and that something has arrived.
data_packets()
{
    local file number
    for file in "$1"/host*.pcap; do
        number=${file##*host}
        tcpdump -r "$file" -tt -n -q tcp 2> /dev/null |
            awk -v host="${number%.pcap}" '
                $NF >= 483 {
                    split($3, from, "."); split($5, to, ".")
                    sends = from[4] == host
                    print $1, host, sends ? ">" : "<",
                        sends ? to[4] : from[4], $NF
                }'
    done | sort -n
}

# print_bursts FOLDER [PHASE]: the phases, which pauses of all hosts divide, and
# of one of them, else of the one that moved most, every host's bursts: packets
# to (from) one peer without another's between them and without a pause.
print_bursts()
{
    [ -e "$1/host1.pcap" ] ||
        refuse "bursts $1: no host1.pcap there; run --packets=FOLDER makes it"
    data_packets "$1" | awk -v wanted="${2:-0}" '
        function close_burst(way, host) {
            if (bytes[way, host] > 0) {
                line[way, host] = line[way, host] sprintf("  %d %.1f-%.1f %s",
                    peer[way, host], begin[way, host], end[way, host],
                    size(bytes[way, host]))
            }
            bytes[way, host] = 0
        }
        function size(number) {
            return number < 10000 ? number : sprintf("%.0fk", number / 1024)
        }
        {
            time[NR] = $1; host[NR] = $2; way[NR] = $3
            other[NR] = $4; length_of[NR] = $5
            if (NR == 1 || $1 - last > 0.003) {
                first[++phases] = NR
            }
            last = $1
            moved[phases] += $3 == ">" ? $5 : 0
            hosts = $2 > hosts ? $2 : hosts
        }
        END {
            if (phases == 0) {
                print "bursts: no long packets"
                exit 1
            }
            first[phases + 1] = NR + 1
            print "# phase  begins ms   lasts ms      bytes"
            for (i = 1; i <= phases; i++) {
                printf "%7d %11.1f %10.1f %10d\n", i,
                    1000 * (time[first[i]] - time[1]),
                    1000 * (time[first[i + 1] - 1] - time[first[i]]), moved[i]
                most = moved[i] > moved[most] ? i : most
            }
            wanted = wanted == 0 ? most : wanted
            if (wanted > phases) {
                printf "bursts: expected a phase of 1 to %d\n", phases
                exit 2
            }
            for (i = first[wanted]; i < first[wanted + 1]; i++) {
                now = 1000 * (time[i] - time[first[wanted]])
                w = way[i]; h = host[i]
                if (peer[w, h] != other[i] || now - end[w, h] > 3) {
                    close_burst(w, h)
                    peer[w, h] = other[i]; begin[w, h] = now
                }
                end[w, h] = now
                bytes[w, h] += length_of[i]
            }
            printf "# phase %d: bursts, each with the other host, ms, bytes\n",
                wanted
            for (h = 1; h <= hosts; h++) {
                close_burst(">", h); close_burst("<", h)
                printf "host%d sends to      %s\n", h, line[">", h]
                printf "host%d receives from %s\n", h, line["<", h]
            }
        }'
}
