#!/usr/bin/env bash
# Tries the dashboard in a real browser, and a hub's pages: run.sh PALIMP PALIMP-HUB. What is needed is kept below target/, and
# so are the pictures of all pages. Where there is no browser to be had, it says so and is done.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
tools=${CARGO_TARGET_DIR:-$root/target}/browser
palimp=$(realpath "$1")
hub=$(realpath "$2")

left_out() { echo "the dashboard and a hub's pages were not tried in a browser: $1"; exit 0; }
chromium=$(command -v chromium) || left_out "there is no chromium"
command -v npm >/dev/null || left_out "there is no npm"

# What is installed is kept until the pins change.
mkdir -p "$tools"
pins=$(cat "$here/package.json" "$here/package-lock.json" | sha256sum)
if [ "$(cat "$tools/pins" 2>/dev/null)" != "$pins" ]; then
  cp "$here/package.json" "$here/package-lock.json" "$tools/"
  (cd "$tools" && npm ci --no-audit --no-fund --loglevel=error) || left_out "npm could not install what drives it"
  echo "$pins" > "$tools/pins"
fi
cp "$here"/*.mjs "$tools/"

work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

unset PALIMP_HOME PALIMP_INTERNAL PALIMP_RUN XDG_DATA_HOME
# Serves the home of a user, filled by a script, from the directory of a project.
serve() {
  [ -z "$server" ] || { kill "$server"; wait "$server" || true; }
  export HOME=$work/$1
  mkdir -p "$HOME" "$work/$1-work/$2/.git"
  cd "$work/$1-work/$2"
  node "$tools/$3" "$palimp"
  "$palimp" dashboard --no-open > "$HOME/address" 2> "$HOME/said" &
  server=$!
  for _ in $(seq 100); do
    [ -s "$HOME/address" ] && break
    sleep 0.1
  done
}

# The README's first picture, in both languages.
node "$tools/recording.mjs" "$chromium" "$tools/recordings" "$root"/docs/pictures/terminal*.svg

serve user app home.mjs
node "$tools/drive.mjs" "$(cat "$HOME/address")" "$chromium" "$tools/pictures"
# What the README shows; what is there is taken over by hand: CONTRIBUTING.md.
serve kim shop shop.mjs
node "$tools/readme.mjs" "$(cat "$HOME/address")" "$chromium" "$tools/readme"

# An organisation that goes with its server.
kill "$server"; wait "$server" || true
"$hub" demo --listen 127.0.0.1:0 > "$work/hub" &
server=$!
for _ in $(seq 600); do
  grep -q '^member' "$work/hub" && break
  sleep 0.1
done
node "$tools/hub.mjs" "$work/hub" "$chromium" "$tools/hub"
