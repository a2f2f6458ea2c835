package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// declares is the syntax of the builtins that declare variables.
var declares = spec.Syntax{Style: spec.POSIX, Options: declareOptions, Operands: spec.Operands{First: firstAssign}}

var declareOptions = []spec.Option{
	{Names: "+a -a"},
	{Names: "+A -A"},
	{Names: "+f -f"},
	{Names: "+F -F"},
	{Names: "+g -g"},
	{Names: "+i -i"},
	{Names: "+I -I"},
	{Names: "+l -l"},
	{Names: "+n -n"},
	{Names: "+p -p"},
	{Names: "+r -r"},
	{Names: "+t -t"},
	{Names: "+u -u"},
	{Names: "+x -x"},
}

// builtins are the shell builtins, and equally simple programs, that neither run nor change
// anything.
var builtins = []spec.Row{
	{Names: "cd", Source: "bash(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-L"}, {Names: "-P"}, {Names: "-e"}, {Names: "-@"}}}
	}},
	{Names: "pushd popd", Source: "bash(1)", Syntax: func() spec.Syntax { return spec.Syntax{Options: []spec.Option{{Names: "-n"}}} }},
	{Names: "pwd", Source: "bash(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-L"}, {Names: "-P"}}}
	}},
	{Names: "export", Source: "bash(1)", Syntax: func() spec.Syntax { return declares }},
	{Names: "declare", Source: "bash(1)", Syntax: func() spec.Syntax { return declares }},
	{Names: "typeset", Source: "bash(1)", Syntax: func() spec.Syntax { return declares }},
	{Names: "local", Source: "bash(1)", Syntax: func() spec.Syntax { return declares }},
	{Names: "readonly", Source: "bash(1)", Syntax: func() spec.Syntax { return declares }},
	{Names: "unset", Source: "bash(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-f"}, {Names: "-n"}, {Names: "-v"}}}
	}},
	{Names: "test [ [[", Source: "test(1), bash(1)", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.Lenient} }},
	{Names: "true :", Source: "true(1), bash(1)", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.Lenient} }},
	{Names: "false", Source: "false(1)", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.Lenient} }},
	{Names: "expr", Source: "expr(1)", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.Lenient} }}, // computes and prints, whatever its words
	{Names: "sleep", Source: "sleep(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "--help"}, {Names: "--version"}}}
	}},
	{Names: "exit return break continue shift wait", Source: "bash(1)", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.Lenient} }},
	{Names: "set", Source: "bash(1)", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.POSIX, Options: shellOptions} }},
	{Names: "shopt", Source: "bash(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX, Options: []spec.Option{{Names: "-o"}, {Names: "-p"}, {Names: "-q"}, {Names: "-s"}, {Names: "-u"}},
		}
	}},
	{Names: "read", Source: "bash(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX,
			Options: []spec.Option{
				{Names: "-a", Arg: spec.Required},
				{Names: "-d", Arg: spec.Required},
				{Names: "-e"},
				{Names: "-E"},
				{Names: "-i", Arg: spec.Required},
				{Names: "-n", Arg: spec.Required},
				{Names: "-N", Arg: spec.Required},
				{Names: "-p", Arg: spec.Required},
				{Names: "-r"},
				{Names: "-s"},
				{Names: "-t", Arg: spec.Required},
				{Names: "-u", Arg: spec.Required},
			},
		}
	}},
	{Names: "type", Source: "bash(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX, Options: []spec.Option{{Names: "-a"}, {Names: "-f"}, {Names: "-p"}, {Names: "-P"}, {Names: "-t"}},
		}
	}},
	{Names: "which", Source: "which(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "-a --all"}, {Names: "-s"}, {Names: "--help"}}}
	}},
	{Names: "basename dirname", Source: "basename(1), dirname(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX | spec.Abbrev,
			Options: []spec.Option{
				{Names: "-a --multiple"}, {Names: "-s --suffix", Arg: spec.Required}, {Names: "-z --zero"}, {Names: "--help"}, {Names: "--version"},
			},
		}
	}},
}
