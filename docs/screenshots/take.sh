#!/usr/bin/env bash
# Takes the pictures of this folder again, under a virtual display, and makes them small.
#
#   docs/screenshots/take.sh IRONRANK [PATTERN]   only those whose name matches the pattern
#   docs/screenshots/take.sh --browser PICTURES   those the test of the page has taken
#
# IRONRANK is the program with its window: target/release/ironrank. PICTURES is the folder that the
# test of the page was given (web/README.md). Needs xvfb-run and ImageMagick's convert.
#
# A scene is a battle at a point: the first orders of a battle in scenes/, and a pose of the
# interface as in scenes.txt. "level:seed:deploy" is one whose armies the players deploy.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
game="${1:?which ironrank?}"
for needed in xvfb-run convert; do
    command -v "$needed" > /dev/null || { echo "take.sh: $needed is missing" >&2; exit 1; }
done

# Into this folder, with few colours.
keep() {
    convert "$1" -strip -define png:exclude-chunks=date,time -dither FloydSteinberg -colors 256 "PNG8:$here/$2.png"
    echo "$2 $(stat -c %s "$here/$2.png") bytes"
}

if [ "$game" = --browser ]; then
    pictures="${2:?which folder of pictures?}"
    for name in title settings levels load battle busy-far busy-middle busy-near phone-title phone-choice phone-battle; do
        keep "$pictures/$name.png" "browser-$name"
    done
    exit
fi
game=$(realpath "$game")
pattern="${2:-.}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

take() {
    local name=$1 size=$2 settings=$3 battle=$4 orders=$5 look=$6
    local arguments=(--size "$size" --screenshot "$scratch/$name.png" --exit)
    mkdir -p "$scratch/home"
    rm -f "$scratch/home/"*
    case "$battle" in load | delete | rename)
        # The box lists kept battles, one of them broken.
        for level in first-clash escort; do
            "$game" battle --level "$level" --seed 3 --save "$scratch/home/$level.ron" > "$scratch/log"
        done
        head -c 2000 "$scratch/home/escort.ron" > "$scratch/home/half.ron"
        # Questions are about the newest.
        touch "$scratch/home/first-clash.ron"
        ;;
    esac
    echo "(speed: Off, $settings)" > "$scratch/home/settings.ron"
    case "$battle" in
        title) ;;
        levels | load | delete | rename | settings) arguments+=(--show "$battle") ;;
        *)
            local level seed how
            IFS=: read -r level seed how <<< "$battle"
            local given="$here/scenes/$level${how:+-$how}-$seed.ron"
            # A scene may have a level of its own.
            [ -e "$here/scenes/$level-level.ron" ] && level="$here/scenes/$level-level.ron"
            if [ "$orders" -gt 0 ]; then
                # A link leads to the point without showing all that came before.
                local battle_file="$scratch/$(basename "$given")"
                [ -e "$battle_file" ] || "$game" battle --level "$level" --seed "$seed" ${how:+--$how} \
                    --players "script:$given" --save "$battle_file" > "$scratch/log"
                arguments+=(--link "$("$game" link "$battle_file" --orders "$orders")")
            else
                arguments+=(--level "$level" --seed "$seed")
            fi
            if [ -n "$look" ]; then
                echo "$look" > "$scratch/look.ron"
                arguments+=(--look "$scratch/look.ron")
            fi
            ;;
    esac
    if ! IRONRANK_HOME="$scratch/home" timeout 300 xvfb-run -a -s "-screen 0 ${size}x24" \
        "$game" "${arguments[@]}" > "$scratch/log" 2>&1; then
        echo "take.sh: $name failed" >&2
        grep -v INFO "$scratch/log" | tail -n 5 >&2
        return 1
    fi
    keep "$scratch/$name.png" "$name"
}

while IFS='|' read -r name size settings battle orders look; do
    name=${name// /}
    case "$name" in '' | '#'*) continue ;; esac
    [[ "$name" =~ $pattern ]] || continue
    take "$name" "${size// /}" "$settings" "${battle// /}" "${orders// /}" "$look"
done < "$here/scenes.txt"
