#!/usr/bin/env bash
# Builds the game for the browser into web/dist, a static site.
#
#   web/build.sh [PROFILE]     PROFILE: web (small, slow to build; the default) or web-test
#
# Installs what it needs: the wasm target, wasm-bindgen of the locked version (into
# ~/.cache/ironrank/tools), binaryen and the test's browser driver (into web/node_modules).
set -euo pipefail
cd "$(dirname "$0")/.."

profile="${1:-web}"
case "$profile" in
    web) optimise=(-Oz) ;;
    # The same way at a tenth of the time.
    web-test) optimise=(--remove-unused-module-elements) ;;
    *) echo "web/build.sh: there is no profile \"$profile\"; use web or web-test" >&2; exit 2 ;;
esac
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$HOME/.cache/ironrank/target}"
tools="${IRONRANK_TOOLS:-$HOME/.cache/ironrank/tools}"
target=wasm32-unknown-unknown
step() { echo "-- $1 ($SECONDS s)"; }

for needed in cargo node npm; do
    command -v "$needed" > /dev/null || { echo "web/build.sh: $needed is missing" >&2; exit 1; }
done
rustup target add "$target" 2> /dev/null || true

step "tools"
bindgen_version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
bindgen="$tools/wasm-bindgen-$bindgen_version/bin/wasm-bindgen"
if [ ! -x "$bindgen" ]; then
    # Without debug information and in a folder of its own, so that the game's builds stay theirs.
    # Not every mirror has all that its own lock file names.
    install() {
        CARGO_TARGET_DIR="$tools/build" cargo install --quiet --no-track "$@" \
            --root "$tools/wasm-bindgen-$bindgen_version" --bin wasm-bindgen \
            --version "=$bindgen_version" wasm-bindgen-cli
    }
    install --locked 2> /dev/null || install
    rm -rf "$tools/build"
fi
if ! cmp -s web/package-lock.json web/node_modules/.locked; then
    npm ci --prefix web --ignore-scripts --no-audit --no-fund --loglevel=error
    cp web/package-lock.json web/node_modules/.locked
fi

step "the game, profile $profile"
cargo build --locked --profile "$profile" --target "$target" --bin ironrank

step "wasm-bindgen"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$bindgen" --target web --no-typescript --omit-default-module-path --out-dir "$work" \
    --out-name ironrank "$CARGO_TARGET_DIR/$target/$profile/ironrank.wasm"

step "wasm-opt"
node web/node_modules/binaryen/bin/wasm-opt "${optimise[@]}" --strip-debug --strip-producers \
    --enable-bulk-memory --enable-bulk-memory-opt --enable-call-indirect-overlong \
    --enable-multivalue --enable-mutable-globals --enable-nontrapping-float-to-int \
    --enable-reference-types --enable-sign-ext \
    "$work/ironrank_bg.wasm" -o "$work/ironrank.wasm"

step "the site"
node web/site.mjs "$work" web/dist "$profile"
step "done"
