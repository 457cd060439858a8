#!/bin/sh
# Installs the program of a palimp release for this user, without a compiler and without root:
#   sh install.sh [--version X.Y.Z] [--dry-run | --uninstall]
# PALIMP_INSTALL_DIR  where the program goes, by default ~/.local/bin
# PALIMP_DOWNLOAD_URL where the directories vX.Y.Z/ of the releases are, for mirrors and tests
# Needs curl or wget, tar, gzip, and one of sha256sum, shasum, openssl. Installs everything or nothing, because
# the program gets its name only after all checks. Never edits a shell's profile.
set -eu

# The release workflow fills these in.
repository=''
version=''

say() { printf '%s\n' "$*"; }
fail() {
  printf 'palimp is not installed: %s\n' "$*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

# Prints the target of the release for this machine.
find_target() {
  os=$(uname -s) machine=$(uname -m)
  # A shell that runs under Rosetta takes an Apple processor for an Intel one.
  if [ "$os" = Darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || true)" = 1 ]; then machine=arm64; fi
  case $os/$machine in
    Linux/x86_64 | Linux/amd64) say x86_64-unknown-linux-musl ;;
    Linux/aarch64 | Linux/arm64) say aarch64-unknown-linux-musl ;;
    Darwin/x86_64) say x86_64-apple-darwin ;;
    Darwin/arm64) say aarch64-apple-darwin ;;
    MINGW* | MSYS* | CYGWIN*) fail "there is no release for Windows; hint: run this in WSL" ;;
    *) fail "there is no release for $os on $machine; hint: in a clone, run: cargo install --locked --path crates/palimp-cli" ;;
  esac
}

# Downloads the file $1 of the release to the temporary directory.
download() {
  say "download $release/$1"
  if has curl; then
    case $release in
      https:*) curl --proto '=https' --tlsv1.2 -fsSL --retry 2 -o "$work/$1" "$release/$1" ;;
      *) curl -fsSL -o "$work/$1" "$release/$1" ;;
    esac
  elif has wget; then
    # GNU's tries 20 times by itself; busybox's tries once and does not know the option.
    case $(wget --version 2>/dev/null) in *GNU*) tries=--tries=3 ;; *) tries= ;; esac
    wget -q $tries -O "$work/$1" "$release/$1"
  else
    fail "there is neither curl nor wget; hint: install one of them"
  fi || fail "cannot download $release/$1"
}

sha256_of() {
  if has sha256sum; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif has shasum; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  elif has openssl; then
    openssl dgst -sha256 -r "$1" | cut -d ' ' -f 1
  else
    fail "cannot check the download; hint: install sha256sum, shasum or openssl"
  fi
}

# Prints the archive's checksum in the release's list, where its name may begin with `*` or `./`.
sum_in_list() {
  while read -r sum file; do
    file=${file#\*}
    if [ "${file#./}" = "$archive" ]; then say "$sum"; fi
  done <"$work/SHA256SUMS"
}

# Checks who signed the list of checksums, as far as this machine has a program for it.
check_signature() {
  if [ -z "$repository" ]; then
    say "signature: not checked, because this installer is from a clone and not from a release"
  elif has cosign; then
    download SHA256SUMS.sigstore.json
    cosign verify-blob --bundle "$work/SHA256SUMS.sigstore.json" \
      --certificate-oidc-issuer https://token.actions.githubusercontent.com \
      --certificate-identity-regexp "^https://github.com/$repository/" "$work/SHA256SUMS" >/dev/null 2>&1 ||
      fail "cosign refuses the signature of SHA256SUMS"
    say "signature: good, by cosign"
  elif has gh && gh auth status >/dev/null 2>&1; then
    gh attestation verify "$work/$archive" --repo "$repository" >/dev/null 2>&1 ||
      fail "gh refuses the attestation of $archive"
    say "signature: good, by gh attestation verify"
  else
    say "signature: not checked, because there is neither cosign nor a gh that is signed in"
  fi
}

tell_path() {
  found=$(command -v palimp 2>/dev/null || true)
  case ":$PATH:" in
    *":$dir:"*)
      if [ "$found" != "$program" ]; then say "note: $found comes first on your PATH"; fi
      say "next: palimp up"
      ;;
    *)
      say "add to your shell's profile: export PATH=\"$dir:\$PATH\""
      say "next: \"$program\" up"
      ;;
  esac
}

uninstall() {
  [ -f "$program" ] || {
    say "there is no $program"
    exit 0
  }
  # Without the program, its entries would stay in the agents' settings and call nothing.
  "$program" uninstall --all || fail_uninstall "it cannot leave the agents' settings"
  rm -f "$program" || fail_uninstall "cannot remove $program"
  say "removed $program; ${PALIMP_HOME:-$HOME/.palimp} stays"
}

fail_uninstall() {
  printf 'palimp is not removed: %s\n' "$*" >&2
  exit 1
}

main() {
  action=install
  while [ $# -gt 0 ]; do
    case $1 in
      --version)
        [ $# -gt 1 ] || fail "--version needs a version, such as 0.1.0"
        version=${2#v}
        shift
        ;;
      --version=*) version=${1#--version=} version=${version#v} ;;
      --dry-run) action=plan ;;
      --uninstall) action=uninstall ;;
      *) fail "unknown option $1; hint: [--version X.Y.Z] [--dry-run | --uninstall]" ;;
    esac
    shift
  done
  [ -n "${PALIMP_INSTALL_DIR:-${HOME:-}}" ] || fail "there is no home directory; hint: set PALIMP_INSTALL_DIR"
  dir=${PALIMP_INSTALL_DIR:-$HOME/.local/bin}
  case $dir in /*) ;; *) dir=$PWD/$dir ;; esac
  program=$dir/palimp
  if [ "$action" = uninstall ]; then
    uninstall
    return
  fi

  target=$(find_target) || exit 1
  case $version in
    '') fail "this installer is from a clone; hint: --version X.Y.Z" ;;
    *[!0-9A-Za-z.+-]*) fail "'$version' is not a version" ;;
  esac
  base=${PALIMP_DOWNLOAD_URL:-${repository:+https://github.com/$repository/releases/download}}
  [ -n "$base" ] || fail "this installer is from a clone; hint: set PALIMP_DOWNLOAD_URL"
  release=${base%/}/v$version
  name=palimp-v$version-$target
  archive=$name.tar.gz
  say "palimp $version for $target"
  if [ "$action" = plan ]; then
    say "would download $release/$archive and check it by SHA256SUMS"
    say "would install $program"
    return
  fi

  work=$(mktemp -d) || fail "cannot make a temporary directory"
  partial=''
  trap 'rm -rf "$work"; [ -z "$partial" ] || rm -f "$partial"' EXIT
  trap 'exit 1' HUP INT TERM
  download SHA256SUMS
  download "$archive"
  expected=$(sum_in_list)
  [ -n "$expected" ] || fail "SHA256SUMS does not list $archive"
  actual=$(sha256_of "$work/$archive") || exit 1
  [ "$actual" = "$expected" ] || fail "the checksum of $archive is wrong: $actual instead of $expected"
  say "checksum: good"
  check_signature

  gzip -dc "$work/$archive" | tar -xf - -C "$work" "$name/palimp" || fail "cannot unpack $archive"
  mkdir -p "$dir" || fail "cannot make $dir"
  [ ! -d "$program" ] || fail "$program is a directory"
  # In the same directory, because only then the rename replaces an older program at once.
  partial=$dir/.palimp.$$
  { cp "$work/$name/palimp" "$partial" && chmod 755 "$partial"; } || fail "cannot write to $dir"
  runs=$("$partial" --version 2>/dev/null </dev/null) || fail "the program does not run on this machine"
  [ "$runs" = "palimp $version" ] || fail "the program says that it is '$runs', not 'palimp $version'"
  mv -f "$partial" "$program" || fail "cannot write $program"
  partial=''
  say "installed $program"
  tell_path
}

# The last line, so that a script which arrives cut does nothing.
main "$@"
