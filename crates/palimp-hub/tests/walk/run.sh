#!/usr/bin/env bash
# Walks what docs/guides/hub-server.md says under "Try it", word for word: run.sh PALIMP PALIMP-HUB. A member proposes, a reviewer approves,
# and the prompt of an agent in another home is told it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
palimp=$(realpath "$1")
hub=$(realpath "$2")
work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || { kill "$server"; wait "$server"; } 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

"$hub" demo --listen 127.0.0.1:0 > "$work/said" 2>&1 &
server=$!
for _ in $(seq 600); do
  grep -q '^member' "$work/said" && break
  kill -0 "$server" 2>/dev/null || { cat "$work/said" >&2; exit 1; }
  sleep 0.1
done
address=$(grep -om1 'http://[^ ]*' "$work/said")
token() { sed -n "s/^$1 *//p" "$work/said"; }

unset PALIMP_HOME PALIMP_INTERNAL PALIMP_RUN XDG_DATA_HOME
export HOME=$work/user
mkdir -p "$HOME" "$work/project/.git" "$work/bin"
cd "$work/project"
# Nobody is there to be asked, so that what leaves is agreed to beforehand.
cat > "$work/bin/palimp" <<SAID
#!/bin/sh
case "\$1 \$2" in "hub propose" | "hub approve") exec "$palimp" "\$@" --yes ;; esac
exec "$palimp" "\$@"
SAID
chmod +x "$work/bin/palimp"
export PATH=$work/bin:$PATH

# The commands of the second terminal.
sed -n '/The whole way, in a second terminal/,/^The last command/p' "$root/docs/guides/hub-server.md" | sed -n 's/^\$ //p' > "$work/commands"
[ "$(wc -l < "$work/commands")" -ge 9 ] || { echo "docs/guides/hub-server.md has no way to walk" >&2; exit 1; }
while read -r command; do
  command=${command//http:\/\/127.0.0.1:7078/$address}
  command=${command//\/tmp\//$work/}
  command=${command//MEMBERS-TOKEN/$(token member)}
  command=${command//REVIEWERS-TOKEN/$(token reviewer)}
  if [[ $command == *" ID" ]]; then
    id=$(palimp hub review --json | grep -om1 '"id": *"[^"]*"' | head -n 1 | cut -d '"' -f 4)
    command=${command/% ID/ $id}
  fi
  eval "$command" > "$work/last" 2> "$work/talk" || { echo "$command" >&2; cat "$work/last" "$work/talk" >&2; exit 1; }
done < "$work/commands"
grep -q Thursdays "$work/last" && grep -q 'org:acme' "$work/last" || { cat "$work/last" "$work/talk" >&2; exit 1; }
echo "ok: what a member proposed and a reviewer approved is told in another home"
