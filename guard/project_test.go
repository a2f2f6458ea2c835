package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What a command runs that none of its words names.
func TestProjectFiles(t *testing.T) {
	pkg := held{"package.json": `{
  "name": "x",
  "scripts": {
    "build": "tsc -p .",
    "predeploy": "rm -rf ~",
    "deploy": "npm run build",
    "all": "npm run build && npm run wipe",
    "wipe": "rm -rf ~",
    "again": "npm run again; ls",
    "del": "rm -rf"
  }
}`}
	install := held{"package.json": "{\"scripts\": {\n\"postinstall\": \"rm -rf ~\"}}"}
	justAsShell := held{"justfile": "x := \"1\"\n\nbuild:\n    ls\n\n# gone\nwipe dir='~': build\n    @echo {{dir}}\n    @-rm -rf ~\n\nall: (wipe 'a')\n"}
	hooks := func(name, text string) held {
		return held{".git": "", ".git/hooks": "", ".git/hooks/" + name: text, "sub": ""}
	}
	runFileRows(t, policy.Cautious, []fileRow{
		{"npm run", pkg, "npm run wipe", rules.Block, "fs.rm-home", "package.json", 8},
		{"npm run of what is harmless", pkg, "npm run build", rules.Allow, "", "", 0},
		{"npm run of what is not there", pkg, "npm run x", rules.Allow, "", "", 0},
		{"npm run of what comes before", pkg, "npm run-script deploy", rules.Block, "fs.rm-home", "package.json", 5},
		{"a script that runs another", pkg, "npm run all", rules.Block, "fs.rm-home", "package.json", 8},
		{"a script that runs itself", pkg, "npm run again", rules.Allow, "", "", 0},
		{"words that are added", pkg, "npm run del -- ~", rules.Block, "fs.rm-home", "package.json", 10},
		{"pnpm", pkg, "pnpm run wipe", rules.Block, "fs.rm-home", "package.json", 8},
		{"yarn run", pkg, "yarn run wipe", rules.Block, "fs.rm-home", "package.json", 8},
		{"yarn, by name", pkg, "yarn wipe", rules.Block, "fs.rm-home", "package.json", 8},
		{"in a directory of the package", held{"package.json": pkg["package.json"], "sub": ""}, "cd sub && npm run wipe", rules.Block, "fs.rm-home", "package.json", 8},
		{"in another directory", held{"sub": "", "sub/package.json": pkg["package.json"]}, "npm --prefix sub run wipe", rules.Block, "fs.rm-home", "sub/package.json", 8},
		{"npm test", held{"package.json": `{"scripts": {"test": "rm -rf ~"}}`}, "npm test", rules.Block, "fs.rm-home", "package.json", 1},
		{"npm install", install, "npm install", rules.Block, "fs.rm-home", "package.json", 2},
		{"npm install, misspelt as npm knows it", install, "npm isntall", rules.Block, "fs.rm-home", "package.json", 2},
		{"npm ci, by another name", install, "npm clean-install", rules.Block, "fs.rm-home", "package.json", 2},
		{"npm it, the install", install, "npm it", rules.Block, "fs.rm-home", "package.json", 2},
		{"npm it, the test", held{"package.json": `{"scripts": {"test": "rm -rf ~"}}`}, "npm it", rules.Block, "fs.rm-home", "package.json", 1},
		{"npm it of a package, and the test", held{"package.json": `{"scripts": {"test": "rm -rf ~"}}`}, "npm it left-pad", rules.Block, "fs.rm-home", "package.json", 1},
		{"npm rebuild", install, "npm rebuild", rules.Block, "fs.rm-home", "package.json", 2},
		{"npm rebuild of a package", install, "npm rebuild left-pad", rules.Allow, "", "", 0},
		{"a script by the name of a command", held{"package.json": `{"scripts": {"install": "rm -rf ~"}}`}, "npm run-script install x", rules.Block, "fs.rm-home", "package.json", 1},
		{"yarn alone", install, "yarn", rules.Block, "fs.rm-home", "package.json", 2},
		{"npm alone", install, "npm --version", rules.Allow, "", "", 0},
		{"npm install without scripts", install, "npm ci --ignore-scripts", rules.Allow, "", "", 0},
		{"a package that the command writes", nil, `echo '{"scripts": {"x": "rm -rf ~"}}' > package.json; npm run x`, rules.Block, "fs.rm-home", "package.json", 1},
		{"no JSON", held{"package.json": "{"}, "npm run x", rules.Allow, "", "", 0},

		{"just", justAsShell, "just wipe", rules.Block, "fs.rm-home", "justfile", 9},
		{"just, what it needs", justAsShell, "just all", rules.Block, "fs.rm-home", "justfile", 9},
		{"just, the first recipe", justAsShell, "just", rules.Allow, "", "", 0},
		{"just, above", held{"justfile": justAsShell["justfile"], "sub": ""}, "cd sub; just wipe", rules.Block, "fs.rm-home", "justfile", 9},
		{"just, by name", held{"sub": "", "sub/j": "x:\n  rm -rf ~\n"}, "just -f sub/j x", rules.Block, "fs.rm-home", "sub/j", 2},
		{"just, listed", justAsShell, "just --list", rules.Allow, "", "", 0},

		{"a hook", hooks("pre-commit", "#!/bin/sh\nrm -rf ~\n"), "git commit -m x", rules.Block, "fs.rm-home", ".git/hooks/pre-commit", 2},
		{"a hook, from below", hooks("pre-commit", "rm -rf ~\n"), "cd sub; git commit -m x", rules.Block, "fs.rm-home", ".git/hooks/pre-commit", 1},
		{"a hook, with -C", hooks("post-checkout", "rm -rf ~\n"), "cd /tmp; git -C " + work + " checkout x", rules.Block, "fs.rm-home", ".git/hooks/post-checkout", 1},
		{"a hook, in a linked work tree", held{".git": "gitdir: main/.git/worktrees/w\n", "main": "", "main/.git": "", "main/.git/worktrees": "", "main/.git/worktrees/w": "", "main/.git/worktrees/w/commondir": "../..\n", "main/.git/hooks": "", "main/.git/hooks/pre-commit": "rm -rf ~\n"}, "git commit -m x", rules.Block, "fs.rm-home", "main/.git/hooks/pre-commit", 1},
		{"a hook, in a submodule", held{".git": "gitdir: main/.git/modules/s\n", "main": "", "main/.git": "", "main/.git/modules": "", "main/.git/modules/s": "", "main/.git/modules/s/hooks": "", "main/.git/modules/s/hooks/pre-commit": "rm -rf ~\n"}, "git commit -m x", rules.Block, "fs.rm-home", "main/.git/modules/s/hooks/pre-commit", 1},
		{"a hook in python", hooks("pre-commit", "#!/usr/bin/env python3\nimport shutil\nshutil.rmtree('/home/agent')\n"), "git commit", rules.Block, "fs.rm-home", ".git/hooks/pre-commit", 3},
		{"a hook of another command", hooks("pre-push", "rm -rf ~\n"), "git commit", rules.Allow, "", "", 0},
		{"a hook that runs git", hooks("pre-commit", "git commit -m again\n"), "git commit", rules.Allow, "", "", 0},
		{"a sample", hooks("pre-commit.sample", "rm -rf ~\n"), "git commit", rules.Allow, "", "", 0},
		{"no repository", nil, "git commit", rules.Allow, "", "", 0},
	})
}
