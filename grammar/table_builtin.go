package grammar

// declares is the syntax of the builtins that declare variables.
var declares = Syntax{Style: POSIX, Options: declareOptions, Operands: Operands{First: firstAssign}}

var declareOptions = []Option{
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

// builtins are what shells have built in, or what is as simple, and that
// neither runs nor touches anything.
var builtins = []row{
	{Names: "cd", Source: "bash(1)", Syntax: func() Syntax {
		return Syntax{Style: POSIX, Options: []Option{{Names: "-L"}, {Names: "-P"}, {Names: "-e"}, {Names: "-@"}}}
	}},
	{Names: "pushd popd", Source: "bash(1)", Syntax: func() Syntax { return Syntax{Options: []Option{{Names: "-n"}}} }},
	{Names: "pwd", Source: "bash(1)", Syntax: func() Syntax { return Syntax{Style: POSIX, Options: []Option{{Names: "-L"}, {Names: "-P"}}} }},
	{Names: "export", Source: "bash(1)", Syntax: func() Syntax { return declares }},
	{Names: "declare", Source: "bash(1)", Syntax: func() Syntax { return declares }},
	{Names: "typeset", Source: "bash(1)", Syntax: func() Syntax { return declares }},
	{Names: "local", Source: "bash(1)", Syntax: func() Syntax { return declares }},
	{Names: "readonly", Source: "bash(1)", Syntax: func() Syntax { return declares }},
	{Names: "unset", Source: "bash(1)", Syntax: func() Syntax {
		return Syntax{Style: POSIX, Options: []Option{{Names: "-f"}, {Names: "-n"}, {Names: "-v"}}}
	}},
	{Names: "test [ [[", Source: "test(1), bash(1)", Syntax: func() Syntax { return Syntax{Style: Lenient} }},
	{Names: "true :", Source: "true(1), bash(1)", Syntax: func() Syntax { return Syntax{Style: Lenient} }},
	{Names: "false", Source: "false(1)", Syntax: func() Syntax { return Syntax{Style: Lenient} }},
	{Names: "expr", Source: "expr(1)", Syntax: func() Syntax { return Syntax{Style: Lenient} }}, // computes and prints, whatever its words
	{Names: "sleep", Source: "sleep(1)", Syntax: func() Syntax { return Syntax{Style: GNU, Options: []Option{{Names: "--help"}, {Names: "--version"}}} }},
	{Names: "exit return break continue shift wait", Source: "bash(1)", Syntax: func() Syntax { return Syntax{Style: Lenient} }},
	{Names: "set", Source: "bash(1)", Syntax: func() Syntax { return Syntax{Style: POSIX, Options: shellOptions} }},
	{Names: "shopt", Source: "bash(1)", Syntax: func() Syntax {
		return Syntax{
			Style: POSIX, Options: []Option{{Names: "-o"}, {Names: "-p"}, {Names: "-q"}, {Names: "-s"}, {Names: "-u"}},
		}
	}},
	{Names: "read", Source: "bash(1)", Syntax: func() Syntax {
		return Syntax{
			Style: POSIX,
			Options: []Option{
				{Names: "-a", Arg: Required},
				{Names: "-d", Arg: Required},
				{Names: "-e"},
				{Names: "-E"},
				{Names: "-i", Arg: Required},
				{Names: "-n", Arg: Required},
				{Names: "-N", Arg: Required},
				{Names: "-p", Arg: Required},
				{Names: "-r"},
				{Names: "-s"},
				{Names: "-t", Arg: Required},
				{Names: "-u", Arg: Required},
			},
		}
	}},
	{Names: "type", Source: "bash(1)", Syntax: func() Syntax {
		return Syntax{
			Style: POSIX, Options: []Option{{Names: "-a"}, {Names: "-f"}, {Names: "-p"}, {Names: "-P"}, {Names: "-t"}},
		}
	}},
	{Names: "which", Source: "which(1)", Syntax: func() Syntax {
		return Syntax{Style: GNU, Options: []Option{{Names: "-a --all"}, {Names: "-s"}, {Names: "--help"}}}
	}},
	{Names: "basename dirname", Source: "basename(1), dirname(1)", Syntax: func() Syntax {
		return Syntax{
			Style: POSIX | Abbrev,
			Options: []Option{
				{Names: "-a --multiple"}, {Names: "-s --suffix", Arg: Required}, {Names: "-z --zero"}, {Names: "--help"}, {Names: "--version"},
			},
		}
	}},
}
