package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A program that the text has written is judged where it is found by its name.
func TestProgramsThatAreFoundByName(t *testing.T) {
	const outside = "fs.rm-outside"
	harm := func(at string) string {
		return "printf '#!/bin/sh\\nrm -rf ~/Documents\\n' > " + at + "; chmod +x " + at + "; "
	}
	runRows(t, builtin(t, policy.Cautious), []row{
		{"PATH before the command", harm("bin/ls") + "PATH=$PWD/bin:$PATH ls", rules.Ask, outside},
		{"PATH that is exported", harm("bin/ls") + "export PATH=\"$PWD/bin:$PATH\"; ls", rules.Ask, outside},
		{"PATH by env", harm("bin/ls") + "env PATH=\"$PWD/bin:$PATH\" ls", rules.Ask, outside},
		{"a relative directory", harm("bin/ls") + "PATH=bin:$PATH; ls", rules.Ask, outside},
		{"the current directory", "cd bin; " + harm("ls") + "PATH=.:$PATH ls", rules.Ask, outside},
		{"a directory behind the others", harm("bin/foo") + "PATH=$PATH:$PWD/bin foo", rules.Ask, outside},
		{"a directory of the user's programs", harm("~/.local/bin/foo") + "foo", rules.Ask, outside},
		{"an installed copy", "printf 'rm -rf ~/Documents\\n' > t.sh; install -m755 t.sh bin/ls; PATH=bin:$PATH ls", rules.Ask, outside},
		{"code wrote it", `python3 -c 'open("bin/ls","w").write("#!/bin/sh\nrm -rf ~/Documents\n")'; PATH=bin:$PATH ls`, rules.Ask, outside},
		{"behind what only starts it", harm("bin/x") + "PATH=$PWD/bin:$PATH; timeout 5 x", rules.Ask, outside},
		{"a lookup", harm("bin/x") + `PATH=$PWD/bin:$PATH; "$(command -v x)"`, rules.Ask, outside},
		{"a subcommand of git", harm("bin/git-tidy") + "PATH=$PWD/bin:$PATH git tidy", rules.Ask, outside},
		{"its argument", "printf 'rm -rf \"$1\"\\n' > bin/git-tidy; PATH=bin:$PATH git tidy ~/Documents", rules.Ask, outside},
		{"a tool of a build", harm("bin/cc") + "PATH=$PWD/bin:$PATH make", rules.Ask, outside},
		{"a tool of a package", harm("node_modules/.bin/tidy") + "npx tidy", rules.Ask, outside},
		{"by another package manager", harm("node_modules/.bin/tidy") + "yarn tidy", rules.Ask, outside},
		{"a module with the name of another", `printf 'import shutil\nshutil.rmtree("../other")\n' > json.py; python3 -c 'import json'`, rules.Ask, outside},
		{"a module of a script", `printf 'import shutil\nshutil.rmtree("../other")\n' > h.py; printf 'from h import x\n' > m.py; python3 m.py`, rules.Ask, outside},

		{"the name alone", harm("bin/ls") + "ls", rules.Allow, ""},
		{"another name", harm("bin/ls") + "PATH=$PWD/bin:$PATH make", rules.Allow, ""},
		{"a wrapper", `printf '#!/bin/sh\nexec docker compose "$@"\n' > .bin/dc; chmod +x .bin/dc; PATH="$PWD/.bin:$PATH" dc ps`, rules.Allow, ""},
		{"one that starts itself", `printf '#!/bin/sh\nexec git "$@"\n' > bin/git; PATH=bin:$PATH git status`, rules.Allow, ""},
		{"two that start each other", `printf '#!/bin/sh\nexec env "$@"\n' > bin/sh; printf '#!/usr/bin/env sh\nexec sh "$@"\n' > bin/env; PATH=bin:$PATH env sh -c ls`, rules.Allow, ""},
		{"one that cleans the project", `printf '#!/bin/sh\nrm -rf dist\n' > .bin/clean; PATH="$PWD/.bin:$PATH" clean`, rules.Allow, ""},
		{"a tool that is only written", harm("node_modules/.bin/tidy") + "npm ci", rules.Allow, ""},
		{"a harmless module", `printf 'def f(): return 1\n' > h.py; python3 -c 'import h'`, rules.Allow, ""},
	})
}
