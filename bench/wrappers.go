package main

// oneRule is the least a shell wrapper can do: compare each word with one literal, then
// become the program. It keeps no record and does not check where a path leads.
const oneRule = `#!/usr/bin/env bash
set -u
for word in "$@"; do
	if [[ $word == / ]]; then
		echo "BLOCKED: ${0##*/} on /" >&2
		exit 1
	fi
done
exec REAL "$@"
`

// caseRule is the cheapest wrapper that checks paths: bash itself, not found by env, one
// case, and the program by its path.
const caseRule = `#!/bin/bash
for word in "$@"; do
	case $word in
	/ | /etc/* | /usr/* | "$HOME")
		echo "refused: $word" >&2
		exit 126
		;;
	esac
done
exec REAL "$@"
`

// sevenRules is a wrapper for rm as agents' guards generate them: it looks the real
// program up on PATH without the wrapper's own folder, joins the words to one line,
// applies each rule as a grep -P, and records an allowed call.
const sevenRules = `#!/usr/bin/env bash
set -u
own=$(cd "$(dirname "$0")" && pwd)
others=$(echo "$PATH" | tr ':' '\n' | grep -v "^$own\$" | tr '\n' ':')
real=$(PATH=$others command -v rm)
if [[ -z $real ]]; then
	echo "no rm on PATH" >&2
	exit 127
fi
line="$*"
refuse() {
	echo "refused: $1" >&2
	exit 126
}
if echo "$line" | grep -qiP -- '-[rf]*\s+/$'; then refuse "the root"; fi
if echo "$line" | grep -qiP -- '-[rf]*\s+/home\b'; then refuse "all homes"; fi
if echo "$line" | grep -qiP -- '-[rf]*\s+~/?$'; then refuse "the home"; fi
if echo "$line" | grep -qiP -- "-[rf]*\s+\Q$HOME\E/?\$"; then refuse "the home, spelt out"; fi
if echo "$line" | grep -qiP -- '-[rf]*\s+/data/data/com\.termux/files/(usr|home)\b'; then refuse "the phone's system"; fi
if echo "$line" | grep -qiP -- '-[rf]*\s+/etc\b'; then refuse "the configuration"; fi
if echo "$line" | grep -qiP -- '-[rf]*\s+/usr\b'; then refuse "the programs"; fi
if [[ -n ${AGENT_LOOP_AUDIT_LOG:-} ]]; then
	printf '{"event":"path_proxy","command":"rm","args":"%s","action":"allow"}\n' "$line" >>"$AGENT_LOOP_AUDIT_LOG"
fi
exec "$real" "$@"
`
