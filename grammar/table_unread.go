package grammar

// unread are the programs that run code in a language without a reader: what the
// text of it names is all that is known.
var unread = []row{
	{
		Names: "R", Source: "R(1)", Env: "R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_LIBS*",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Free,
				Options: []Option{
					{Names: "-e", Arg: Required, Role: Code, Lang: "r"},
					{Names: "-f --file", Arg: Required, Role: Script, Lang: "r"},
					{Names: "-q --quiet"},
					{Names: "-s --slave --no-echo"},
					{Names: "--vanilla"},
					{Names: "--no-save"},
					{Names: "--args", Last: true},
					{Names: "--version"},
				},
				Lang: "r", Stdin: true,
				Cases: []Case{{With: "-e -f --version", NoStdin: true}},
			}
		},
	},
	{
		Names: "Rscript", Source: "Rscript(1)", Env: "R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_LIBS*",
		Syntax: func() Syntax {
			return Syntax{
				Options:  []Option{{Names: "-e", Arg: Required, Role: Code, Lang: "r"}, {Names: "--vanilla"}, {Names: "--verbose"}, {Names: "--version"}},
				Operands: Operands{First: firstScript}, Lang: "r",
				Cases: []Case{{With: "-e --version"}},
			}
		},
	},
	{
		Names: "julia", Source: "julia(1)", Env: "JULIA_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "-e --eval", Arg: Required, Role: Code, Lang: "julia"},
					{Names: "-E --print", Arg: Required, Role: Code, Lang: "julia"},
					{Names: "-L --load", Arg: Required, Role: Script, Lang: "julia"},
					{Names: "-J --sysimage", Arg: Required, Role: File},
					{Names: "-t --threads", Arg: Required},
					{Names: "-p --procs", Arg: Required},
					{Names: "--project", Arg: Optional},
					{Names: "-q --quiet"},
					{Names: "-i"},
					{Names: "-O --optimize", Arg: Optional},
					{Names: "-v --version"},
					{Names: "-h --help"},
				},
				Operands: Operands{First: firstScript}, Lang: "julia", Stdin: true,
				Cases: []Case{{With: "-e -E -v -h", NoStdin: true}},
			}
		},
	},
	{
		Names: "java", Source: "java(1)", Env: "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH",
		Syntax: func() Syntax {
			return Syntax{
				Style: Single,
				Options: []Option{
					{Names: "-jar", Arg: Required, Role: Script, Lang: "java", Last: true},
					{Names: "-cp -classpath --class-path", Arg: Required},
					{Names: "-p --module-path", Arg: Required},
					{Names: "-m --module", Arg: Required, Last: true},
					{Names: "-version --version"},
					{Names: "-help --help"},
				},
			}
		},
	},
	{
		Names: "elixir iex", Source: "elixir(1), iex(1)", Env: "ERL_FLAGS ELIXIR_ERL_OPTIONS",
		Syntax: func() Syntax {
			return Syntax{
				Options: []Option{
					{Names: "-e --eval", Arg: Required, Role: Code, Lang: "elixir"},
					{Names: "--rpc-eval", Arg: Required, Role: Code, Lang: "elixir"},
					{Names: "-r", Arg: Required, Role: Script, Lang: "elixir"},
					{Names: "-S", Arg: Required},
					{Names: "-pa", Arg: Required},
					{Names: "-v --version"},
				},
				Operands: Operands{First: firstScript}, Lang: "elixir",
				Cases: []Case{{With: "-e -S -v"}},
			}
		},
	},
	{
		Names: "erl", Source: "erl(1)", Env: "ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS",
		Syntax: func() Syntax {
			return Syntax{Style: Single | Free | Permute, Options: []Option{
				{Names: "-eval", Arg: Required, Role: Code, Lang: "erlang"}, {Names: "-noshell"}, {Names: "-noinput"}, {Names: "-s", Arg: Required}, {Names: "-pa", Arg: Required},
			}}
		},
	},
	{
		Names: "guile", Source: "guile(1)", Env: "GUILE_*",
		Syntax: func() Syntax {
			return Syntax{
				Options:  []Option{{Names: "-c", Arg: Required, Role: Code, Lang: "scheme", Last: true}, {Names: "-s", Arg: Required, Role: Script, Lang: "scheme", Last: true}, {Names: "-l", Arg: Required, Role: Script, Lang: "scheme"}, {Names: "-v --version"}},
				Operands: Operands{First: firstScript}, Lang: "scheme",
				Cases: []Case{{With: "-c -s -v"}},
			}
		},
	},
	{
		Names: "sbcl ecl", Source: "sbcl(1)",
		Syntax: func() Syntax {
			return Syntax{Style: Permute, Options: []Option{
				{Names: "--eval -eval", Arg: Required, Role: Code, Lang: "lisp"},
				{Names: "--load", Arg: Required, Role: Script, Lang: "lisp"},
				{Names: "--script", Arg: Required, Role: Script, Lang: "lisp"},
				{Names: "--non-interactive"},
				{Names: "--noinform"},
				{Names: "--quit"},
				{Names: "--version"},
			}}
		},
	},
	{
		Names: "clojure clj bb", Source: "clojure --help, bb help",
		Syntax: func() Syntax {
			return Syntax{Options: []Option{
				{Names: "-e --eval", Arg: Required, Role: Code, Lang: "clojure"},
				{Names: "-i --init", Arg: Required, Role: Script, Lang: "clojure"},
				{Names: "-f --file", Arg: Required, Role: Script, Lang: "clojure"},
				{Names: "-Sdeps", Arg: Required},
				{Names: "-m --main", Arg: Required},
			}}
		},
	},
}
