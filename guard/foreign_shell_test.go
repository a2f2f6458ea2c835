package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Constants and blocks of shells with a syntax of their own.
func TestForeignShells(t *testing.T) {
	const outside, guess = "fs.rm-outside", "run.inline-literal"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"fish, a constant", "fish -c 'set x ~/Documents; rm -rf $x'", rules.Ask, outside},
		{"fish, a list", "fish -c 'set c rm -rf ~/Documents; $c'", rules.Ask, outside},
		{"fish, a secret", "fish -c 'set k ~/.ssh/id_rsa; cat $k'", rules.Block, "secrets.read"},
		{"fish, on standard input", "echo 'set x ~/Documents; rm -rf $x' | fish", rules.Ask, outside},
		{"fish, a block", "fish -c 'if test -d x; ls; else; rm -rf ~/Documents; end'", rules.Ask, outside},
		{"fish, a function", "fish -c 'function f -a d; rm -rf $d; end; f ~/Documents'", rules.Ask, outside},
		{"fish, a substitution", "fish -c 'rm -rf (echo ~/Documents)'", rules.Ask, outside},
		{"fish, behind a quote in a comment", "fish -c \"# don't\nrm -rf ~/Documents # don't\"", rules.Ask, outside},
		{"csh, a constant", "tcsh -c 'set x = ~/Documents; rm -rf $x'", rules.Ask, outside},
		{"csh, a variable of the environment", "tcsh -c 'setenv x ~/Documents; rm -rf $x'", rules.Ask, outside},
		{"csh, a loop", "tcsh -c 'foreach d (~/Documents)\nrm -rf $d\nend'", rules.Ask, outside},
		{"csh, a condition", "tcsh -c 'if (-d src) rm -rf ~/Documents'", rules.Ask, outside},
		{"nu", `nu -c 'let x = "~/Documents"; rm -r $x'`, rules.Ask, guess},
		{"xonsh", `xonsh -c 'x = "/root/Documents"; rm -rf @(x)'`, rules.Ask, guess},
		{"ysh", `ysh -c 'var x = "/root/Documents"; rm -rf $x'`, rules.Ask, guess},
		{"rc", `rc -c 'x=/root/Documents; rm -rf $x'`, rules.Ask, guess},
		{"zsh, a program by its path", "zsh -c '=rm -rf ~/Documents'", rules.Ask, outside},
		{"zsh, behind sudo", "zsh -c 'sudo =rm -rf ~/Documents'", rules.Ask, outside},
		{"zsh, the directory of a path", "zsh -c 'x=~/Documents/a; rm -rf ${x:h}'", rules.Ask, outside},
		{"zsh, a directory with a name", "zsh -c 'hash -d d=~/Documents; rm -rf ~d'", rules.Ask, outside},
		{"zsh, a short for", "zsh -c 'for d (~/Documents) rm -rf $d'", rules.Ask, outside},
		{"zsh, a foreach", "zsh -c 'foreach d (~/Documents) rm -rf $d; end'", rules.Ask, outside},
		{"zsh, always", "zsh -c '{ make } always { rm -rf ~/Documents }'", rules.Ask, outside},
		{"zsh, a short if", "zsh -c 'if [[ -d x ]] { ls } else { rm -rf ~/Documents }'", rules.Ask, outside},

		{"fish, a constant of the project", "fish -c 'set d build; rm -rf $d'", rules.Allow, ""},
		{"fish, blocks", "fish -c 'for f in src/*.ts; wc -l $f; end; while not nc -z localhost 80; sleep 1; end'", rules.Allow, ""},
		{"csh, blocks", "tcsh -c 'foreach f (*.c)\nwc -l $f\nend'", rules.Allow, ""},
		{"nu, a constant of the project", `nu -c 'let d = "build"; rm -r $d'`, rules.Allow, ""},
		{"zsh, a harmless program by its path", "zsh -c '=git status; =ls -la'", rules.Allow, ""},
		{"zsh, short forms", "zsh -c 'for f (src/*.ts) { wc -l $f }; if [[ -d .git ]] git status'", rules.Allow, ""},
		{"zsh, always", "zsh -c '{ npm test } always { rm -rf tmp }'", rules.Allow, ""},
	})
}
