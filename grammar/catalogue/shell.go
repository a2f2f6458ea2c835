package catalogue

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// shellOptions are those that the shells share; bash adds its long ones.
var shellOptions = []spec.Option{
	{Names: "+c -c"}, // shells take either
	{Names: "-", Last: true},
	{Names: "-s"},
	{Names: "-i"},
	{Names: "-l --login"},
	{Names: "-r --restricted"},
	{Names: "-D"},
	{Names: "+a -a"},
	{Names: "+b -b"},
	{Names: "+e -e"},
	{Names: "+f -f"},
	{Names: "+h -h"},
	{Names: "+k -k"},
	{Names: "+m -m"},
	{Names: "+n -n"},
	{Names: "+p -p"},
	{Names: "+t -t"},
	{Names: "+u -u"},
	{Names: "+v -v --verbose"},
	{Names: "+x -x"},
	{Names: "+B -B"},
	{Names: "+C -C"},
	{Names: "+E -E"},
	{Names: "+H -H"},
	{Names: "+P -P"},
	{Names: "+T -T"},
	{Names: "+I -I"},
	{Names: "+V -V"},
	{Names: "+o -o", Arg: spec.Next},
	{Names: "+O -O", Arg: spec.Next},
	{Names: "--rcfile --init-file", Arg: spec.Required, Role: spec.Script},
	{Names: "--norc"},
	{Names: "--noprofile"},
	{Names: "--noediting"},
	{Names: "--posix"},
	{Names: "--debugger"},
	{Names: "--dump-strings"},
	{Names: "--dump-po-strings"},
	{Names: "--version"},
	{Names: "--help"},
}

// shellSyntax takes a script and its arguments or, with -c, source.
var shellSyntax = spec.Syntax{
	Style:     spec.POSIX,
	Options:   shellOptions,
	Operands:  spec.Operands{First: firstScript},
	Cases:     longCases,
	Lang:      "sh",
	Stdin:     true,
	StdinWith: "-s",
}

// bashOptions returns the options of bash. bash accepts long options with one dash too, as whole
// words before the first one-letter option (shell.c, parse_long_options).
func bashOptions() []spec.Option {
	options := append(slices.Clone(shellOptions), spec.Option{Names: "--pretty-print"})
	for i, o := range options {
		for name := range wordlist.Each(o.Names) {
			if strings.HasPrefix(name, "--") {
				options[i].Names = name[1:] + " " + options[i].Names
			}
		}
	}
	return options
}

// shellCases: with -c the first operand is source; with -s no operand is a script.
var shellCases = []spec.Case{
	{With: "-c", Operands: spec.Operands{First: []spec.Role{spec.Shell}}, NoStdin: true},
	{With: "-s"},
}

// longCases are those of shells with long options.
var longCases = []spec.Case{
	{With: "-c", Operands: spec.Operands{First: []spec.Role{spec.Shell}}, NoStdin: true},
	{With: "--version --help", NoStdin: true}, // prints information and exits
	{With: "-s"},
}

// shellEnv are the variables that make a shell run code, and those of its line editor and its
// history.
const shellEnv = "BASH_ENV ENV BASH_FUNC_* BASH_LOADABLES_PATH SHELLOPTS BASHOPTS PS0 PS1 PS2 PS4 PROMPT_COMMAND IFS CDPATH PATH LD_* " +
	"FCEDIT EDITOR VISUAL INPUTRC HISTFILE HISTSIZE HISTFILESIZE SAVEHIST"

// pagerEnv are the variables of programs that show their output in less or another pager.
const pagerEnv = "PAGER LESS LESSOPEN LESSCLOSE"

// checking returns the syntax of a shell that can check its script without running it.
func checking() spec.Syntax {
	x := shellSyntax
	x.Traits = spec.ChecksSyntax
	return x
}

// shells are the programs that run shell source.
var shells = []spec.Row{
	{Names: "bash rbash", Source: "bash(1)", Env: shellEnv, Syntax: func() spec.Syntax {
		bash := checking()
		bash.Style, bash.Options = spec.POSIX|spec.Leading, bashOptions()
		return bash
	}},
	{Names: "sh", Source: "POSIX sh, dash(1)", Env: shellEnv, Syntax: checking},
	{Names: "dash", Source: "dash(1)", Env: shellEnv, Syntax: checking},
	{Names: "ash", Source: "busybox(1)", Env: shellEnv, Syntax: func() spec.Syntax { return shellSyntax }},
	{Names: "ksh ksh93 oksh", Source: "ksh(1)", Env: shellEnv, Syntax: checking},
	{Names: "mksh lksh", Source: "mksh(1)", Env: shellEnv, Syntax: func() spec.Syntax { return shellSyntax }},
	{Names: "zsh rzsh", Source: "zsh(1)", Env: shellEnv + " ZDOTDIR", Syntax: checking},
	{
		Names: "fish", Source: "fish(1)", Env: "XDG_CONFIG_HOME PATH LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-c --command", Arg: spec.Required, Role: spec.Shell},
					{Names: "-C --init-command", Arg: spec.Required, Role: spec.Shell},
					{Names: "-d --debug", Arg: spec.Required},
					{Names: "-o --debug-output", Arg: spec.Required, Role: spec.Write},
					{Names: "-i --interactive"},
					{Names: "-l --login"},
					{Names: "-N --no-config"},
					{Names: "-n --no-execute"},
					{Names: "-p --profile", Arg: spec.Required, Role: spec.Write},
					{Names: "--profile-startup", Arg: spec.Required, Role: spec.Write},
					{Names: "-P --private"},
					{Names: "--print-rusage-self"},
					{Names: "--print-debug-categories"},
					{Names: "-f --features", Arg: spec.Required},
					{Names: "-v --version"},
					{Names: "-h --help"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Script}},
				Cases:    []spec.Case{{With: "-c", NoStdin: true}},
				Lang:     "sh",
				Stdin:    true,
			}
		},
	},
	{
		Names: "csh tcsh", Source: "tcsh(1)", Env: "PATH LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-c"},
					{Names: "-b"},
					{Names: "-d"},
					{Names: "-e"},
					{Names: "-f"},
					{Names: "-i"},
					{Names: "-l"},
					{Names: "-m"},
					{Names: "-n"},
					{Names: "-q"},
					{Names: "-s"},
					{Names: "-t"},
					{Names: "-v"},
					{Names: "-x"},
					{Names: "-V"},
					{Names: "-X"},
				},
				Operands:  spec.Operands{First: []spec.Role{spec.Script}},
				Cases:     shellCases,
				Lang:      "sh",
				Stdin:     true,
				StdinWith: "-s",
			}
		},
	},
	{
		Names: "eval", Source: "POSIX eval, bash(1)",
		Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{Rest: spec.Words}} },
	},
	{
		Names: "source .", Source: "bash(1); fish's source(1), which reads standard input",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX, Traits: spec.SharesParameters, Lang: "sh", Stdin: true,
				Operands: spec.Operands{First: []spec.Role{spec.Script}},
			}
		},
	},
	{
		Names: "trap", Source: "bash(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-l"}, {Names: "-p"}}}
		},
	},
}
