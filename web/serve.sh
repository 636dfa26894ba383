#!/usr/bin/env bash
# Serves web/dist (or another folder) on this machine only.
#
#   web/serve.sh [PORT] [FOLDER]     the port is 8080 if left out, and any free one if 0
set -euo pipefail
exec node "$(dirname "$0")/serve.mjs" "${1:-8080}" "${2:-$(dirname "$0")/dist}"
