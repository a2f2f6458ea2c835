#!/usr/bin/env bash
# package.sh DIR makes a package for Termux, DIR/shimgen_VERSION_aarch64.deb, of the
# programs for android/arm64: apt install ./shimgen_….deb there. It needs Go alone. VERSION is
# as for .ci/release, PREFIX_OF_TERMUX is where a fork of the app has its own prefix, and
# FILES a directory of programs that were built already.
set -euo pipefail
dir=$(realpath -m "${1:?usage: package.sh DIR}")
cd "$(dirname "$0")/../.."

VERSION=${VERSION:-$(git describe --tags --always --dirty)}
case $VERSION in
v[0-9]*) DEB_VERSION=${VERSION#v} ;;
*) DEB_VERSION=0~$VERSION ;; # before there is a release; sorts before each
esac
DEB_VERSION=${DEB_VERSION//-/+}
PREFIX=${PREFIX_OF_TERMUX:-/data/data/com.termux/files/usr}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) # of the files inside

if [ -z "${FILES:-}" ]; then
	files=$(mktemp -d)
	trap 'rm -rf "$files"' EXIT
	VERSION=$VERSION TARGETS=android/arm64 .ci/release "$files" >/dev/null
	FILES=$files/android-arm64
fi
for shell in bash zsh fish; do
	go run ./cmd/shimgen completion "$shell" >"$FILES/shimgen.$shell"
done
mkdir -p "$dir"
export DEB_VERSION PREFIX SOURCE_DATE_EPOCH FILES
CGO_ENABLED=0 go tool -modfile=termux/package/go.mod nfpm package --config termux/package/nfpm.yaml --packager deb --target "$dir/shimgen_${DEB_VERSION}_aarch64.deb"
