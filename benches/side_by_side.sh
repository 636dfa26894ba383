#!/usr/bin/env bash
# Plays the same random battles with two programs in turn, invariants on, and prints what a battle
# took of the processor with either, in milliseconds: the quickest of several rounds.
#
#   benches/side_by_side.sh BEFORE AFTER [BATTLES [LEVEL...]]
#
# BEFORE and AFTER are two builds of ironrank; BATTLES are played on each level in each round, 20 if
# left out; of the levels, plain and pitched-battle if none is named.
set -euo pipefail

if [ $# -lt 2 ]; then
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
    exit 2
fi
before=$1 after=$2 battles=${3:-20}
shift $(($# < 3 ? $# : 3))
levels=("$@")
[ $# -gt 0 ] || levels=(plain pitched-battle)
rounds=5

# Milliseconds of the processor that a battle took with a program on a level.
milliseconds() {
    local TIMEFORMAT=%U
    { time "$1" soak --battles "$battles" --level "$2" --seed 1 --jobs 1 --replay-every 0 \
        > /dev/null 2>&1; } 2>&1 | awk -v battles="$battles" '{ print 1000 * $1 / battles }'
}

printf '%-24s %10s %10s %8s\n' level before after share
for level in "${levels[@]}"; do
    for ((round = 0; round < rounds; round++)); do
        printf '%s %s\n' "$(milliseconds "$before" "$level")" "$(milliseconds "$after" "$level")"
    done | awk -v level="$level" '
        NR == 1 || $1 < before { before = $1 }
        NR == 1 || $2 < after { after = $2 }
        END { printf "%-24s %7.1f ms %7.1f ms %6.0f %%\n", level, before, after, 100 * after / before }'
done
