package project

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// commandAliases are other names of package managers' commands. Sources: npm help, and the help
// of each of its commands; pnpm help.
var commandAliases = [...]struct{ command, names string }{
	{"run", "run-script rum urn"},
	{"install", "i in ins inst insta instal isnt isnta isntal isntall add"},
	{"ci", "ic clean-install install-clean isntall-clean"},
	{"test", "t tst"},
	{"install-test", "it"},
	{"install-ci-test", "cit clean-install-test sit"},
	{"rebuild", "rb"},
}

// packageCommand returns a package manager's command under the name that commandAliases has.
func packageCommand(program, sub string) string {
	if sub == "" && program == "yarn" {
		return "install"
	}
	for i := range commandAliases {
		if wordlist.Among(sub, commandAliases[i].names) {
			return commandAliases[i].command
		}
	}
	return sub
}

// lifecycle returns the scripts of a package that a command of its manager runs in addition to
// those of its own name (npm-scripts(7)).
func lifecycle(command string) (scripts string, ok bool) {
	const (
		install = "preinstall install postinstall prepublish preprepare prepare postprepare"
		test    = " pretest test posttest"
	)
	switch command {
	case "install", "ci", "rebuild":
		return install, true
	case "install-test", "install-ci-test":
		return install + test, true
	case "publish":
		return "prepublishOnly prepack prepare postpack publish postpublish", true
	case "pack":
		return "prepack prepare postpack", true
	case "version":
		return "preversion version postversion", true
	}
	return "", false
}

// scriptCommands are the subcommands of package managers that run scripts of the package, beside
// their own work or as it. All other subcommands run none.
const scriptCommands = "test t tst it cit sit install-test install-ci-test clean-install-test start stop restart i in ins inst insta instal isnt isnta isntal isntall install add ci ic clean-install install-clean isntall-clean " +
	"publish pack version uninstall un unlink remove rm r link ln rebuild rb prune dedupe ddp update up upgrade import shrinkwrap deploy recursive multi m run"

// A PackageScript is what a package manager's command runs of package.json.
type PackageScript struct {
	// Names are the names of the scripts, in their order.
	Names []string

	// Args is the index of the operands, from which on they become arguments of the script, or
	// -1 if none does.
	Args int
}

// ScriptsOf returns the scripts that a command of a package manager runs. It gets the program,
// the subcommand as it is written, the subcommands that the program has, and the known operands
// ("" for an unknown one).
func ScriptsOf(program, sub, subcommands string, operands []string) PackageScript {
	none := PackageScript{Args: -1}
	name := packageCommand(program, sub)
	if name == "" {
		return none // prints a version or help, or runs code: bun -e
	}
	if list, ok := lifecycle(name); ok {
		switch {
		case len(operands) > 0 && name == "install-test":
			list = "pretest test posttest"
		case len(operands) > 0 && (name == "install" || name == "rebuild"):
			return none // other packages
		}
		return PackageScript{strings.Fields(list), -1}
	}
	args := 0
	if name == "run" {
		if len(operands) == 0 || operands[0] == "" {
			return none
		}
		name, args = operands[0], 1
	}
	if own, _, _ := strings.Cut(sub, " "); sub == name && !wordlist.Among(own, scriptCommands) && wordlist.Among(own, subcommands) {
		return none
	}
	return PackageScript{[]string{"pre" + name, name, "post" + name}, args}
}
