package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// unread are the programs that run code in a language without a reader. All that is known of the code
// is which names its text contains.
var unread = []spec.Row{
	{
		Names: "R", Source: "R(1)", Env: "R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_LIBS*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Free,
				Options: []spec.Option{
					{Names: "-e", Arg: spec.Required, Role: spec.Code, Lang: "r"},
					{Names: "-f --file", Arg: spec.Required, Role: spec.Script, Lang: "r"},
					{Names: "-q --quiet"},
					{Names: "-s --slave --no-echo"},
					{Names: "--vanilla"},
					{Names: "--no-save"},
					{Names: "--args", Last: true},
					{Names: "--version"},
				},
				Lang: "r", Stdin: true,
				Cases: []spec.Case{{With: "-e -f --version", NoStdin: true}},
			}
		},
	},
	{
		Names: "Rscript", Source: "Rscript(1)", Env: "R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_LIBS*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Options:  []spec.Option{{Names: "-e", Arg: spec.Required, Role: spec.Code, Lang: "r"}, {Names: "--vanilla"}, {Names: "--verbose"}, {Names: "--version"}},
				Operands: spec.Operands{First: firstScript}, Lang: "r",
				Cases: []spec.Case{{With: "-e --version"}},
			}
		},
	},
	{
		Names: "julia", Source: "julia(1)", Env: "JULIA_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-e --eval", Arg: spec.Required, Role: spec.Code, Lang: "julia"},
					{Names: "-E --print", Arg: spec.Required, Role: spec.Code, Lang: "julia"},
					{Names: "-L --load", Arg: spec.Required, Role: spec.Script, Lang: "julia"},
					{Names: "-J --sysimage", Arg: spec.Required, Role: spec.File},
					{Names: "-t --threads", Arg: spec.Required},
					{Names: "-p --procs", Arg: spec.Required},
					{Names: "--project", Arg: spec.Optional},
					{Names: "-q --quiet"},
					{Names: "-i"},
					{Names: "-O --optimize", Arg: spec.Optional},
					{Names: "-v --version"},
					{Names: "-h --help"},
				},
				Operands: spec.Operands{First: firstScript}, Lang: "julia", Stdin: true,
				Cases: []spec.Case{{With: "-e -E -v -h", NoStdin: true}},
			}
		},
	},
	{
		Names: "java", Source: "java(1)", Env: "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Held: "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS", Style: spec.Single,
				Options: slices.Concat(
					[]spec.Option{
						{Names: "-jar", Arg: spec.Required, Role: spec.Script, Lang: "java", Last: true},
						{Names: "-cp -classpath --class-path", Arg: spec.Required},
						{Names: "-p --module-path", Arg: spec.Required},
						{Names: "-m --module", Arg: spec.Required, Last: true},
						{Names: "-XX:OnError", Arg: spec.Required, Role: spec.Shell},
						{Names: "-XX:OnOutOfMemoryError", Arg: spec.Required, Role: spec.Shell},
						{Names: "-XX:SharedArchiveFile", Arg: spec.Required, Role: spec.File},
						{Names: "-version --version"},
						{Names: "-help --help"},
					},
					bools("-Xshare:dump"),
					valued(spec.Write, "-XX:HeapDumpPath", "-XX:ErrorFile", "-XX:LogFile", "-XX:DumpLoadedClassList", "-XX:ArchiveClassesAtExit", "-XX:AOTCacheOutput",
						"-XX:PerfDataSaveFile", "-XX:ReplayDataFile", "-XX:InlineDataFile"),
					valued(spec.Fields, "-Xlog:", "-Xloggc:", "-XX:StartFlightRecording", "-XX:StartFlightRecording:", "-XX:FlightRecorderOptions", "-XX:FlightRecorderOptions:"),
				),
				Cases: []spec.Case{{With: "-Xshare:dump", Values: "-XX:SharedArchiveFile", As: spec.Write}},
			}
		},
	},
	{
		Names: "elixir", Source: "elixir(1)", Env: "ERL_FLAGS ELIXIR_ERL_OPTIONS",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Options:  elixirOptions(),
				Operands: spec.Operands{First: firstScript}, Lang: "elixir", Stdin: true,
				Cases: []spec.Case{{With: "-e -S -v", NoStdin: true}},
			}
		},
	},
	{
		Names: "iex", Source: "iex(1)", Env: "ERL_FLAGS ELIXIR_ERL_OPTIONS",
		Syntax: func() spec.Syntax {
			return spec.Syntax{ // it reads standard input with any arguments
				Options:  elixirOptions(),
				Operands: spec.Operands{First: firstScript}, Lang: "elixir", Stdin: true, StdinWith: "*",
				Cases: []spec.Case{{With: "-S", Operands: spec.Operands{Rest: spec.Plain}}, {With: "-v", NoStdin: true}},
			}
		},
	},
	{
		Names: "erl", Source: "erl(1)", Env: "ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.Single | spec.Free | spec.Permute, Options: []spec.Option{
				{Names: "-eval", Arg: spec.Required, Role: spec.Code, Lang: "erlang"}, {Names: "-noshell"}, {Names: "-noinput"}, {Names: "-s", Arg: spec.Required}, {Names: "-pa", Arg: spec.Required},
			}, Lang: "erlang", Stdin: true, StdinWith: "*", Cases: []spec.Case{{With: "-noshell -noinput -s", NoStdin: true}}}
		},
	},
	{
		Names: "guile", Source: "guile(1)", Env: "GUILE_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Options:  []spec.Option{{Names: "-c", Arg: spec.Required, Role: spec.Code, Lang: "scheme", Last: true}, {Names: "-s", Arg: spec.Required, Role: spec.Script, Lang: "scheme", Last: true}, {Names: "-l", Arg: spec.Required, Role: spec.Script, Lang: "scheme"}, {Names: "-v --version"}},
				Operands: spec.Operands{First: firstScript}, Lang: "scheme", Stdin: true,
				Cases: []spec.Case{{With: "-c -s -v", NoStdin: true}},
			}
		},
	},
	{
		Names: "sbcl ecl", Source: "sbcl(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.Permute, Options: []spec.Option{
				{Names: "--eval -eval", Arg: spec.Required, Role: spec.Code, Lang: "lisp"},
				{Names: "--load", Arg: spec.Required, Role: spec.Script, Lang: "lisp"},
				{Names: "--script", Arg: spec.Required, Role: spec.Script, Lang: "lisp"},
				{Names: "--non-interactive"},
				{Names: "--noinform"},
				{Names: "--quit"},
				{Names: "--version"},
			}, Lang: "lisp", Stdin: true, Cases: []spec.Case{{With: "--non-interactive --script --quit --version", NoStdin: true}}}
		},
	},
	{
		Names: "clojure clj bb", Source: "clojure --help, bb help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Options: []spec.Option{
				{Names: "-e --eval", Arg: spec.Required, Role: spec.Code, Lang: "clojure"},
				{Names: "-i --init", Arg: spec.Required, Role: spec.Script, Lang: "clojure"},
				{Names: "-f --file", Arg: spec.Required, Role: spec.Script, Lang: "clojure"},
				{Names: "-Sdeps", Arg: spec.Required},
				{Names: "-m --main", Arg: spec.Required},
				{Names: "-M -X -T -A -P", Arg: spec.Optional},
			}, Lang: "clojure", Stdin: true, Cases: []spec.Case{{With: "-e -f -m -M -X -T -P", NoStdin: true}}}
		},
	},
	{
		Names: "runghc runhaskell abcl ccl csi chicken-csi gsi chez chezscheme petite scheme mit-scheme gosh chibi-scheme jrunscript jjs rhino qjs d8 gjs " +
			"fennel hy coffee babel-node gnuplot maxima gp gforth gprolog pike fsharpi csharp cling evcxr psysh littler es osh ysh ion murex zx raku perl6 newlisp matlab yaegi rdmd luvit tarantool",
		Source: "each one's manual",
		Syntax: func() spec.Syntax { return unreadCode(spec.Operands{First: firstScript}) },
	},
	{
		Names: "scala-cli", Source: "scala-cli --help", // with or without the subcommand run
		Syntax: func() spec.Syntax { return unreadCode(spec.Operands{First: []spec.Role{spec.Script, spec.Script}}) },
	},
}

// elixirOptions are those of elixir and its shell.
func elixirOptions() []spec.Option {
	return []spec.Option{
		{Names: "-e --eval", Arg: spec.Required, Role: spec.Code, Lang: "elixir"},
		{Names: "--rpc-eval", Arg: spec.Required, Role: spec.Code, Lang: "elixir"},
		{Names: "-r", Arg: spec.Required, Role: spec.Script, Lang: "elixir"},
		{Names: "-S", Arg: spec.Required},
		{Names: "-pa", Arg: spec.Required},
		{Names: "-v --version"},
	}
}

// unreadCode is how most of these programs take code: from an option, from a file or from their input.
func unreadCode(operands spec.Operands) spec.Syntax {
	return spec.Syntax{
		Style: spec.Permute | spec.Free,
		Options: []spec.Option{
			{Names: "-e --eval --execute --expression -c --command --batch-string -batch -eval --commands -r", Arg: spec.Required, Role: spec.Code, Lang: spec.AnyCode},
			{Names: "-l --load -f --file", Arg: spec.Required, Role: spec.Script, Lang: spec.AnyCode},
			{Names: "-q -s -i --quiet --silent -nodesktop -nosplash --very-quiet --noinform"},
			{Names: "--version -v -h --help"},
		},
		Operands: operands, Lang: spec.AnyCode, Stdin: true, Cases: []spec.Case{{With: "-e -f --version -h", NoStdin: true}},
	}
}
