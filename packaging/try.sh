#!/usr/bin/env bash
# Installs the packages on bare roots, and lets each begin there: packaging/try.sh palimp.deb palimp.tgz palimp-linux-x64.tgz
# The Debian package goes into an empty directory that becomes the root of the system, so that nothing but what it
# brings can be used; it needs root's rights. The npm packages go into an empty prefix, without a network.
set -euo pipefail
cd "$(dirname "$0")/.."
deb=$(realpath "$1")
npm=("${@:2}")
bare=$(mktemp -d)
trap 'umount "$bare/root/proc" 2>/dev/null; rm -rf --one-file-system "$bare"' EXIT

# What a first user does, by `$@`: it ends with a recall.
begin() {
  "$@" up --yes --no-import
  "$@" save "we deploy with kamal on fridays"
  "$@" search kamal | grep -q "deploy with kamal"
  "$@" doctor
}

root=$bare/root
mkdir -p "$root"/{var/lib/dpkg/{info,updates},dev,proc,tmp,root}
mount -t proc proc "$root/proc"
touch "$root"/var/lib/dpkg/{status,available} "$root/dev/null"
dpkg --root="$root" --force-script-chrootless --install "$deb"
begin env -i HOME=/root PATH=/usr/bin "$(command -v chroot)" "$root" /usr/bin/palimp
dpkg --root="$root" --force-script-chrootless --remove palimp
test ! -e "$root/usr/bin/palimp"
test -d "$root/root/.palimp"
echo "the Debian package installs, begins and goes on an empty root"

if [ "${#npm[@]}" -gt 0 ]; then
  prefix=$bare/npm
  mkdir -p "$prefix" "$bare/home"
  HOME=$bare/home npm install --silent --offline --no-audit --no-fund --global --prefix "$prefix" "${npm[@]}"
  begin env -i HOME="$bare/home" PATH="$prefix/bin:$(dirname "$(command -v node)")" palimp
  echo "the npm packages install and begin in an empty prefix"
fi
