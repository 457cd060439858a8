#!/usr/bin/env bash
# Tries packaging/install.sh with a release made of a local program and served on loopback:
#   packaging/try-install.sh [target/release/palimp]
# Without a program, a small script takes its place.
# Runs it by every shell that is here of dash, busybox and bash, and changes nothing outside a temporary directory.
# Needs python3 and curl; tries wget, and the tools of busybox alone, where they are.
set -euo pipefail
cd "$(dirname "$0")/.."
installer=$PWD/packaging/install.sh
bare=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$bare"' EXIT
unset PALIMP_HOME XDG_DATA_HOME
program=${1:-}
if [ -z "$program" ]; then
  program=$bare/program
  cat >"$program" <<'SH'
#!/bin/sh
case $1 in --version) echo "palimp 1.2.3" ;; esac
SH
  chmod +x "$program"
fi
program=$(realpath "$program")

# A release, as packaging/build.sh and the release workflow make it.
version=$("$program" --version | cut -d ' ' -f 2)
case $(uname -s)/$(uname -m) in
  Linux/x86_64) target=x86_64-unknown-linux-musl ;;
  Linux/aarch64) target=aarch64-unknown-linux-musl ;;
  Darwin/x86_64) target=x86_64-apple-darwin ;;
  Darwin/arm64) target=aarch64-apple-darwin ;;
esac
name=palimp-v$version-$target
mkdir -p "$bare/www/v$version" "$bare/$name"
cp "$program" "$bare/$name/palimp"
tar -C "$bare" -czf "$bare/www/v$version/$name.tar.gz" "$name"
(
  cd "$bare/www/v$version"
  echo '{}' >SHA256SUMS.sigstore.json
  sha256sum ./* >"$bare/sums" 2>/dev/null || shasum -a 256 ./* >"$bare/sums"
  mv "$bare/sums" SHA256SUMS
)

# Below /cut/ the archive ends in the middle, and below /wrong/ one byte of it is another. /chunked/ cuts, too,
# without telling its length before, so that the client cannot see it.
cat >"$bare/server.py" <<'PYTHON'
import http.server, os, sys

class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        way, _, rest = self.path.lstrip("/").partition("/")
        try:
            body = open(os.path.join(sys.argv[1], rest), "rb").read()
        except OSError:
            return self.send_error(404)
        part = body
        if rest.endswith(".tar.gz"):
            if way in ("cut", "chunked"):
                part = body[: len(body) // 2]
            if way == "wrong":
                part = body[:-9] + bytes([body[-9] ^ 1]) + body[-8:]
        self.send_response(200)
        if way != "chunked":
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(part)

    def log_message(self, *args):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
print(server.server_address[1], flush=True)
server.serve_forever()
PYTHON
python3 "$bare/server.py" "$bare/www" >"$bare/port" &
server=$!
until [ -s "$bare/port" ]; do sleep 0.1; done
url=http://127.0.0.1:$(cat "$bare/port")

# A search path with nothing but these programs.
only() {
  local dir=$bare/$1 tool
  shift
  mkdir -p "$dir"
  for tool; do
    if [ -n "$(type -P "$tool")" ]; then ln -sf "$(type -P "$tool")" "$dir/$tool"; fi
  done
  echo "$dir"
}
basics=(uname cut mktemp gzip tar mkdir cp chmod mv rm sha256sum shasum sysctl)
with_curl=$(only curl curl "${basics[@]}")
with_wget=$(only wget wget "${basics[@]}")
with_none=$(only none "${basics[@]}")
strange=$(only strange curl "${basics[@]}")
rm "$strange/uname"
printf '#!/bin/sh\necho Plan9\n' >"$strange/uname"
signed=$(only signed curl "${basics[@]}")
cat >"$signed/cosign" <<'SH'
#!/bin/sh
echo "$@" >"$HOME/cosign-args"
exit "${COSIGN_SAYS:-0}"
SH
chmod +x "$strange/uname" "$signed/cosign"
sed "s|^repository=''|repository='owner/palimp'|; s|^version=''|version='$version'|" "$installer" >"$bare/released.sh"

tried=0
check() {
  tried=$((tried + 1))
  "${@:2}" || {
    echo "FAILED with ${shell[*]}: $1" >&2
    cat "$bare/out" >&2
    exit 1
  }
}
says() { grep -qF -- "$1" "$bare/out"; }
is_whole() { cmp -s "$1/palimp" "$program" && [ -x "$1/palimp" ] && [ "$(ls -A "$1")" = palimp ]; }
is_missing() { [ -z "$(ls -A "$1" 2>/dev/null)" ]; }
is_old() { [ "$(cat "$1/palimp")" = old ] && [ "$(ls -A "$1")" = palimp ]; }
leaves_no_file() { [ -z "$(ls -A "$bare/tmp")" ]; }

# run PATH WAY ARGUMENTS…: installs from $url/WAY into $dir, and notes how it ended.
run() {
  local path=$1 way=$2 ended=0
  shift 2
  mkdir -p "$bare/tmp" "$bare/home"
  env -i HOME="$bare/home" PATH="$path" TMPDIR="$bare/tmp" COSIGN_SAYS="${COSIGN_SAYS:-0}" PALIMP_INSTALL_DIR="$dir" \
    PALIMP_DOWNLOAD_URL="$url/$way" "${shell[@]}" "${script:-$installer}" "$@" >"$bare/out" 2>&1 </dev/null || ended=$?
  check "no temporary file is left" leaves_no_file
  return "$ended"
}
refuses() { ! run "$@"; }

try_all() {
  dir=$bare/bin/good
  check "a good release is installed" run "$with_curl" good --version "$version"
  check "the program is whole" is_whole "$dir"
  check "it says what to add to PATH" says "export PATH=\"$dir:\$PATH\""
  check "it says that the checksum is good" says "checksum: good"
  check "it is installed again over itself" run "$with_curl" good --version "v$version"
  check "with the directory on PATH it says only what is next" run "$with_curl:$dir" good "--version=$version"
  check "…" says "next: palimp up"

  dir="$bare/bin/a path with blanks \$and 'quotes'"
  check "a path with blanks works" run "$with_curl" good --version "$version"
  check "the program is whole" is_whole "$dir"

  if [ -e "$with_wget/wget" ]; then
    dir=$bare/bin/wget
    check "wget is taken without curl" run "$with_wget" good --version "$version"
    check "the program is whole" is_whole "$dir"
    check "wget: a cut download is refused" refuses "$with_wget" cut --version "$version"
    check "the program stays whole" is_whole "$dir"
  fi

  dir=$bare/bin/bad
  check "a wrong checksum is refused" refuses "$with_curl" wrong --version "$version"
  check "it says so" says "the checksum of $name.tar.gz is wrong"
  check "a cut download is refused" refuses "$with_curl" cut --version "$version"
  check "it says so" says "cannot download $url/cut/v$version/$name.tar.gz"
  check "a cut download of unknown length is refused" refuses "$with_curl" chunked --version "$version"
  check "it says so" says "is wrong"
  check "another version is refused" refuses "$with_curl" good --version 99.0.0
  check "it says so" says "cannot download $url/good/v99.0.0/SHA256SUMS"
  check "a path as a version is refused" refuses "$with_curl" good --version ../x
  # The shell of busybox runs its own uname and wget, whatever PATH says.
  if [ "${#shell[@]}" = 1 ]; then
    check "an unknown platform is refused" refuses "$strange" good --version "$version"
    check "it says what to do" says "hint: in a clone, run: cargo install"
    check "a machine without curl and wget is refused" refuses "$with_none" good --version "$version"
    check "it says what to do" says "hint: install one of them"
  fi
  check "an installer from a clone wants a version" refuses "$with_curl" good
  check "an unknown option is refused" refuses "$with_curl" good --force
  check "a dry run writes nothing" run "$with_none" good --version "$version" --dry-run
  check "it says what it would install" says "would install $dir/palimp"
  check "nothing is there" is_missing "$dir"
  mkdir -p "$dir"
  echo old >"$dir/palimp"
  check "a wrong checksum is refused over an older program" refuses "$with_curl" wrong --version "$version"
  check "the older program stays" is_old "$dir"

  dir=$bare/bin/signed script=$bare/released.sh
  check "an installer of a release knows its version" run "$with_curl" good
  check "without cosign it says that" says "signature: not checked, because there is neither cosign"
  rm "$dir/palimp"
  COSIGN_SAYS=1
  check "a bad signature is refused" refuses "$signed" good
  check "it says so" says "cosign refuses the signature"
  check "nothing is there" is_missing "$dir"
  COSIGN_SAYS=0
  check "a good signature is taken" run "$signed" good
  check "the workflow of the repository must have signed" grep -qF '^https://github.com/owner/palimp/' "$bare/home/cosign-args"
  check "the program is whole" is_whole "$dir"
  dir=$bare/bin/cut script=$bare/cut.sh
  for lines in 20 60 120 175; do
    head -n "$lines" "$bare/released.sh" >"$bare/cut.sh"
    run "$with_curl" good || true
    check "a script that ends after line $lines does nothing" is_missing "$dir"
  done
  script=

  dir=$bare/bin/good
  check "the program is removed" run "$with_curl" good --uninstall
  check "nothing is there" is_missing "$dir"
  check "a second time says so" run "$with_curl" good --uninstall
  check "…" says "there is no $dir/palimp"
  rm -rf "${bare:?}/bin" "${bare:?}/home"
}

shells=()
for candidate in dash bash "busybox sh"; do
  read -ra shell <<<"$candidate"
  [ -n "$(type -P "${shell[0]}")" ] || continue
  shell[0]=$(type -P "${shell[0]}")
  try_all
  shells+=("$candidate")
done

# A system that has nothing but busybox.
if [ -n "$(type -P busybox)" ]; then
  alone=$bare/busybox
  mkdir -p "$alone"
  for applet in sh wget "${basics[@]}"; do
    if busybox --list | grep -qx "$applet"; then ln -s "$(type -P busybox)" "$alone/$applet"; fi
  done
  shell=("$alone/sh") dir=$bare/bin/busybox script=
  check "busybox alone installs" run "$alone" good --version "$version"
  check "the program is whole" is_whole "$dir"
  check "busybox alone refuses a wrong checksum" refuses "$alone" wrong --version "$version"
  check "busybox alone refuses a cut download" refuses "$alone" cut --version "$version"
  shells+=("busybox alone")
fi
echo "install.sh passes $tried checks with ${#shells[@]} shells: ${shells[*]}"
