package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// The home is known by the names of variables, and by what lists them.
func TestHomesInListsOfVariables(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"names with a prefix", `for v in "${!HOM@}"; do rm -rf "${!v}/Documents"; done`, rules.Ask, "fs.rm-outside"},
		{"names with a shorter prefix", `v=${!HO*}; rm -rf "${!v}"/Documents`, rules.Ask, "fs.rm-outside"},
		{"as a parameter", `set -- ${!HOM*}; rm -rf "${!1}"/Pictures`, rules.Ask, "fs.rm-outside"},
		{"as an element", `n=(${!HOM@}); rm -rf ${!n}/Documents`, rules.Ask, "fs.rm-outside"},
		{"in text that is evaluated", `eval "rm -rf \$${!HOM*}/Documents"`, rules.Ask, "fs.rm-outside"},
		{"completions", `for v in $(compgen -e | grep ^HOME$); do rm -rf "${!v}/Documents"; done`, rules.Ask, "fs.rm-outside"},
		{"one value", `d=$(printenv HOME); rm -rf "$d/Documents"`, rules.Ask, "fs.rm-outside"},
		{"one value by a pipe", `printenv HOME | xargs -I{} rm -rf {}/Documents`, rules.Ask, "fs.rm-outside"},
		{"a line of all", `rm -rf "$(env | grep ^HOME= | cut -d= -f2)/Documents"`, rules.Ask, "fs.rm-outside"},
		{"a line of all, by awk", `rm -rf "$(env | awk -F= '$1=="HOME"{print $2}')/Documents"`, rules.Ask, "fs.rm-outside"},
		{"a declaration", `rm -rf "$(declare -p HOME | cut -d'"' -f2)/Documents"`, rules.Ask, "fs.rm-outside"},
		{"a shell", `rm -rf "$(sh -c 'echo $HOME')/Documents"`, rules.Ask, "fs.rm-outside"},
		{"code", `rm -rf "$(python3 -c 'import os;print(os.environ["HOME"])')/Documents"`, rules.Ask, "fs.rm-outside"},
		{"other variables", `for v in ${!APP_@}; do unset "$v"; done`, rules.Allow, ""},
		{"a place for temporary files", `d=$(printenv TMPDIR); rm -rf "$d/build"`, rules.Allow, ""},
		{"the work directory", `rm -rf "$(printenv PWD)/build"`, rules.Allow, ""},
		{"a list that is kept", `env | sort > env.txt`, rules.Allow, ""},
	})
}
