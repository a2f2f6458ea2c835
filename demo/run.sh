#!/usr/bin/env bash
# Installs the shims into a scratch home and shows three decisions on real input:
# one allowed, one refused at the exec, one refused as text. Behind the shims there
# is only git and a false rm that leaves a mark, so a shim that fails loses nothing.
# Exits 1 at the first thing that is not as it should be.
set -euo pipefail
demo=$(cd "$(dirname "$0")" && pwd)
bin=$demo/../bin

top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
home=$top/home work=$top/home/work fake=$top/fake mark=$top/mark
shims=$home/.agent-loop/bin shimgen=$home/.agent-loop/libexec/shimgen
mkdir -p "$work" "$fake"
printf '#!/bin/sh\n: >"%s"\n' "$mark" >"$fake/rm"
chmod +x "$fake/rm"
ln -s "$(command -v git)" "$fake/git"

# clean runs a command with nothing of the caller's environment.
clean() { env -i HOME="$home" PATH="$shims:$fake" LC_ALL=C "$@"; }

# expect STATUS NAME COMMAND… shows a command, its output and its exit status.
expect() {
	local want=$1 name=$2 status=0
	shift 2
	printf '\n$ %s\n' "$name"
	clean "$@" 2>&1 || status=$?
	printf 'exit status %s\n' "$status"
	[ "$status" = "$want" ] || fail "$name: exit status $status, want $want"
}

fail() {
	echo "demo: $*" >&2
	exit 1
}

cd "$work"
"$fake/git" init -q .
expect 0 'shimgen install' "$bin/shimgen" install
[ "$(readlink -f "$shims/rm")" != "$(readlink -f "$fake/rm")" ] && [ -x "$shims/rm" ] || fail "no shim for rm"

expect 0 'git status --short --branch' "$shims/git" status --short --branch

read -ra words <"$demo/root.txt"
expect 126 "${words[*]}" "$shims/${words[0]}" "${words[@]:1}"
[ ! -e "$mark" ] || fail "the refused program ran"

text=$(cat "$demo/pipe.txt")
expect 1 "shimgen check -- '$text'" "$shimgen" check -- "$text"

printf '\nThe audit trail:\n'
cat "$home"/.agent-loop/audit/*.jsonl
for word in git rm curl; do
	grep -q "$word" "$home"/.agent-loop/audit/*.jsonl || fail "no audit line for $word"
done
