package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Words that only the shell's own state tells, but that are the same in every run.
func TestWordsThatTheShellKnows(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"what is always set", `rm -rf "${#+/}"`, rules.Block, "fs.rm-root"},
		{"what is never empty", `rm -rf "${RANDOM:+/}"`, rules.Block, "fs.rm-root"},
		{"the version", `rm -rf ${BASH_VERSION:+~}`, rules.Block, "fs.rm-home"},
		{"options", `rm -rf "${-+/usr}"`, rules.Block, "fs.rm-system"},
		{"how many there are", `set -- a /; eval rm -rf \$$#`, rules.Block, "fs.rm-root"},
		{"the last one", `set -- a /; rm -rf "${!#}"`, rules.Block, "fs.rm-root"},
		{"a reference", `declare -n r=HOME; rm -rf "$r"`, rules.Block, "fs.rm-home"},
		{"a reference made before", `typeset -n p=q; q=/; rm -rf $p`, rules.Block, "fs.rm-root"},
		{"an alternative that is not taken", `x=; rm -rf "${x:+/}"`, rules.Allow, ""},
		{"an alternative that may be taken", `rm -rf "build${DEBUG:+/debug}"`, rules.Allow, ""},
		{"a reference to what is made", `t=$(mktemp -d); declare -n r=t; rm -rf "$r"`, rules.Allow, ""},
		{"a count that is printed", `echo $# ${#} "${#@}"; [ $# -gt 0 ] || exit 1`, rules.Allow, ""},
	})
}

// A directory that is one of a few is judged as each of them.
func TestOneOfSomeDirectories(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a branch", "if [ -e a ]; then cd /; fi; rm -rf usr", rules.Block, "fs.rm-system"},
		{"a value of a branch", "d=x; [ -e a ] && d=/; cd $d && rm -rf usr", rules.Block, "fs.rm-system"},
		{"a default", `cd "${D:-/}" && rm -rf usr`, rules.Block, "fs.rm-system"},
		{"further down", "if a; then cd /; else cd b; fi; cd usr; rm -rf lib", rules.Block, "fs.system-write"},
		{"CDPATH", "CDPATH=/; cd usr && rm -rf *", rules.Block, "fs.rm-system"},
		{"CDPATH of several", "export CDPATH=/opt:~; cd .ssh && cat id_rsa", rules.Block, "secrets.read"},
		{"CDPATH that is not asked", "CDPATH=/; cd ./usr && rm -rf x", rules.Allow, ""},
		{"a place for a test", "mkdir -p /tmp/t && cd /tmp/t; rm -rf *; git init", rules.Allow, ""},
		{"a directory that may be missing", "[ -d build ] && cd build; make clean && rm -rf out", rules.Allow, ""},
	})
}
