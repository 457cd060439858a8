#!/usr/bin/env bash
# Builds palimp for a target and packs it: packaging/build.sh x86_64-unknown-linux-musl [OUT]
# Needs the target's standard library (`rustup target add TARGET`), a C compiler for it, and GNU tar (gtar on
# macOS). The same sources and tools make the same archive.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1
out=${2:-target/packages}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
name=palimp-v$version-$target
tar=$(command -v gtar || command -v tar)

cargo build --profile dist --features local --locked --package palimp-cli --target "$target"
program=target/$target/dist/palimp

# The Debian package takes the completions from here, too.
mkdir -p target/completions
"$program" completions bash > target/completions/palimp.bash
"$program" completions zsh > target/completions/_palimp
"$program" completions fish > target/completions/palimp.fish

rm -rf "${out:?}/$name"
mkdir -p "$out/$name/man"
cp "$program" LICENSE-APACHE LICENSE-MIT README.md README.ko.md CHANGELOG.md "$out/$name/"
cp man/*.1 "$out/$name/man/"
cp -R target/completions "$out/$name/completions"
"$tar" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" \
  -C "$out" -cf - "$name" | gzip -n -9 > "$out/$name.tar.gz"
(cd "$out" && { sha256sum "$name.tar.gz" 2>/dev/null || shasum -a 256 "$name.tar.gz"; } > "$name.tar.gz.sha256")
echo "$out/$name.tar.gz"
