package grammar

// runtimes are the interpreters beside those of the language family.
var runtimes = []row{
	{
		Names: "bun", Source: "bun --help", Env: "NODE_OPTIONS LD_*",
		Syntax: func() Syntax {
			return Syntax{
				Options: []Option{
					{Names: "-e --eval", Arg: Required, Role: Code, Lang: "javascript"},
					{Names: "-p --print", Arg: Required, Role: Code, Lang: "javascript"},
					{Names: "-r --require --preload", Arg: Required, Role: Script},
					{Names: "--cwd", Arg: Required, Role: Dir},
					{Names: "--env-file", Arg: Required},
					{Names: "-c --config", Arg: Required, Role: File},
					{Names: "--watch"},
					{Names: "--hot"},
					{Names: "--silent"},
					{Names: "--smol"},
					{Names: "--bun -b"},
					{Names: "-v --version"},
					{Names: "-h --help"},
				},
				Subs: []Sub{{Names: "run", Syntax: Syntax{
					Style: Free,
					Options: []Option{
						{Names: "-e --eval", Arg: Required, Role: Code, Lang: "javascript"},
						{Names: "-p --print", Arg: Required, Role: Code, Lang: "javascript"},
						{Names: "-r --require --preload", Arg: Required, Role: Script},
						{Names: "--cwd", Arg: Required, Role: Dir},
						{Names: "--watch"},
						{Names: "--hot"},
						{Names: "--silent"},
						{Names: "--smol"},
						{Names: "--bun -b"},
						{Names: "--if-present"},
					},
					Operands: Operands{First: []Role{Plain}}, Lang: "javascript", Stdin: true,
					Cases: []Case{{With: "-e -p", NoStdin: true}},
				}}},
				Operands: Operands{First: []Role{Plain}},
				Cases:    []Case{{With: "-e -p -v -h", NoStdin: true}},
				Lang:     "javascript",
				Own:      managing,
			}
		},
	},
	{
		Names: "deno", Source: "deno --help", Env: "NODE_OPTIONS LD_*",
		Syntax: func() Syntax {
			return Syntax{
				Style:   Permute,
				Options: []Option{{Names: "-h --help"}, {Names: "-V --version"}, {Names: "-q --quiet"}},
				Lang:    "javascript",
				Stdin:   true,
				Subs: []Sub{
					{Names: "eval", Syntax: Syntax{
						Style:    Permute | Free,
						Options:  []Option{{Names: "-p --print"}, {Names: "-T --ts"}, {Names: "--ext", Arg: Required}},
						Operands: Operands{First: []Role{Code}}, Lang: "javascript",
					}},
					{Names: "run", Syntax: Syntax{
						Options: []Option{
							{Names: "-A --allow-all"},
							{Names: "--allow-read", Arg: Optional},
							{Names: "--allow-write", Arg: Optional},
							{Names: "--allow-net", Arg: Optional},
							{Names: "--allow-env", Arg: Optional},
							{Names: "--allow-run", Arg: Optional},
							{Names: "--allow-sys", Arg: Optional},
							{Names: "--allow-ffi", Arg: Optional},
							{Names: "-q --quiet"},
							{Names: "--watch", Arg: Optional},
							{Names: "--no-check", Arg: Optional},
							{Names: "--check", Arg: Optional},
							{Names: "--no-prompt"},
							{Names: "-c --config", Arg: Required, Role: File},
							{Names: "--import-map", Arg: Required, Role: File},
							{Names: "-r --reload", Arg: Optional},
						},
						Operands: Operands{First: []Role{Script}}, Lang: "javascript", Stdin: true,
					}},
				},
			}
		},
	},
	{
		Names: "tsx", Source: "tsx --help", Env: "NODE_OPTIONS NODE_PATH TSX_TSCONFIG_PATH LD_*",
		Syntax: func() Syntax {
			return Syntax{
				Options: []Option{
					{Names: "-e --eval", Arg: Required, Role: Code, Lang: "javascript"},
					{Names: "-p --print", Arg: Required, Role: Code, Lang: "javascript"},
					{Names: "-r --require --import --loader", Arg: Required, Role: Script},
					{Names: "--tsconfig", Arg: Required, Role: File},
					{Names: "--env-file", Arg: Required},
					{Names: "--no-cache"},
					{Names: "--test"},
					{Names: "-v --version"},
					{Names: "-h --help"},
				},
				Operands: Operands{First: []Role{Script}},
				Cases:    []Case{{With: "-e -p -v -h", NoStdin: true}},
				Lang:     "javascript",
				Stdin:    true,
			}
		},
	},
	{
		Names: "ts-node ts-node-esm ts-node-script ts-node-transpile-only", Source: "ts-node --help", Env: "NODE_OPTIONS NODE_PATH TS_NODE_* LD_*",
		Syntax: func() Syntax {
			return Syntax{
				Options: []Option{
					{Names: "-e --eval", Arg: Required, Role: Code, Lang: "javascript"},
					{Names: "-pe", Arg: Required, Role: Code, Lang: "javascript"},
					{Names: "-p --print"},
					{Names: "-r --require", Arg: Required, Role: Script},
					{Names: "-P --project", Arg: Required, Role: File},
					{Names: "-O --compilerOptions --compiler-options", Arg: Required},
					{Names: "-I --ignoreDiagnostics", Arg: Required},
					{Names: "-C --compiler", Arg: Required},
					{Names: "--cwd", Arg: Required, Role: Dir},
					{Names: "-T --transpileOnly --transpile-only"},
					{Names: "--esm"},
					{Names: "--files"},
					{Names: "--swc"},
					{Names: "-i --interactive"},
					{Names: "-v --version"},
					{Names: "-h --help"},
				},
				Operands: Operands{First: []Role{Script}},
				Cases:    []Case{{With: "-e -pe -v -h", NoStdin: true}},
				Lang:     "javascript",
				Stdin:    true,
			}
		},
	},
	{
		Names: "osascript", Source: "osascript(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "-e", Arg: Required, Role: Code, Lang: "applescript"}, {Names: "-l", Arg: Required}, {Names: "-i"}, {Names: "-s", Arg: Required},
				},
				Operands: Operands{First: []Role{Script}},
				Cases:    []Case{{With: "-e", NoStdin: true}},
				Lang:     "applescript",
				Stdin:    true,
			}
		},
	},
	{
		Names: "powershell pwsh", Source: "about_Pwsh",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute,
				Options: []Option{
					{Names: "-c -Command -command --command", Arg: Required, Role: Words, Lang: "powershell"},
					{Names: "-e -ec -EncodedCommand -encodedcommand", Arg: Required, Role: Code, Lang: "powershell"},
					{Names: "-f -File -file", Arg: Required, Role: Script, Lang: "powershell"},
					{Names: "-ExecutionPolicy -ep -ex", Arg: Required},
					{Names: "-WorkingDirectory -wd", Arg: Required, Role: Dir},
					{Names: "-OutputFormat -o", Arg: Required},
					{Names: "-InputFormat -if", Arg: Required},
					{Names: "-NoProfile -noprofile -nop"},
					{Names: "-NonInteractive -noninteractive -noni"},
					{Names: "-NoLogo -nologo"},
					{Names: "-NoExit -noexit"},
					{Names: "-Login -l"},
					{Names: "-Version -v --version"},
					{Names: "-Help -h --help"},
				},
				Operands: Operands{First: []Role{Script}}, Lang: "powershell", Stdin: true,
				Cases: []Case{{With: "-c -e -f -v -h", NoStdin: true}},
			}
		},
	},
	{
		Names: "jupyter jupyter-lab jupyter-notebook jupyter-server jupyter-nbconvert", Source: "jupyter lab --help-all, jupyter nbconvert --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Free,
				Options: []Option{
					{Names: "--ip", Arg: Required},
					{Names: "--port", Arg: Required},
					{Names: "--to", Arg: Required},
					{Names: "--output", Arg: Required, Role: Write},
					{Names: "--output-dir", Arg: Required, Role: Write},
					{Names: "--config", Arg: Required, Role: File},
					{Names: "--no-browser"},
					{Names: "--allow-root"},
					{Names: "--execute"},
					{Names: "--inplace"},
					{Names: "--clear-output"},
					{Names: "--stdout"},
					{Names: "--debug"},
					{Names: "-y"},
					{Names: "-f"},
					{Names: "-h --help"},
					{Names: "--version"},
				},
			}
		},
	},
}

// modules are what python -m starts, under the names of the modules; a module
// without a row here is left at its name.
var modules = []row{
	{
		Names: "timeit", Source: "Python's library reference, timeit",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-n --number", Arg: Required},
					{Names: "-r --repeat", Arg: Required},
					{Names: "-u --unit", Arg: Required},
					{Names: "-s --setup", Arg: Required, Role: Code, Lang: "python"},
					{Names: "-p --process"},
					{Names: "-v --verbose"},
					{Names: "-h --help"},
				},
				Operands: Operands{Rest: Code}, Lang: "python",
			}
		},
	},
	{
		Names: "http.server SimpleHTTPServer CGIHTTPServer", Source: "Python's library reference, http.server",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b --bind", Arg: Required, Role: Listen},
					{Names: "-d --directory", Arg: Required, Role: File},
					{Names: "-p --protocol", Arg: Required},
					{Names: "--cgi"},
					{Names: "-h --help"},
				},
				Operands: Operands{Rest: Listen, Dot: true},
			}
		},
	},
	{
		Names: "cProfile profile trace", Source: "Python's library reference, profile and trace",
		Syntax: func() Syntax { return profiling(Option{Names: "-c"}) },
	},
	{
		Names: "pdb ipdb pudb", Source: "Python's library reference, pdb",
		Syntax: func() Syntax {
			return profiling(Option{Names: "-c --command", Arg: Required, Role: Code, Lang: "python"})
		},
	},
	{
		Names: "runpy", Source: "Python's library reference, runpy",
		Syntax: func() Syntax { return Syntax{Operands: Operands{First: []Role{Script}}, Lang: "python"} },
	},
	{
		Names: "asyncio", Source: "Python's library reference, asyncio",
		Syntax: func() Syntax { return Syntax{Lang: "python", Stdin: true, StdinWith: "*"} },
	},
	{
		Names: "zipfile", Source: "Python's library reference, zipfile",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-l --list", Arg: Required, Role: File},
					{Names: "-t --test", Arg: Required, Role: File},
					{Names: "--metadata-encoding", Arg: Required},
					{Names: "-e --extract", Arg: Required, Role: File},
					{Names: "-c --create", Arg: Required, Role: Write},
				},
				Operands: reads, Cases: []Case{{With: "-e", Operands: Operands{Rest: Write}}},
			}
		},
	},
	{
		Names: "tarfile", Source: "Python's library reference, tarfile",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-l --list", Arg: Required, Role: File},
					{Names: "-t --test", Arg: Required, Role: File},
					{Names: "-v --verbose"},
					{Names: "--filter", Arg: Required},
					{Names: "-e --extract", Arg: Required, Role: File},
					{Names: "-c --create", Arg: Required, Role: Write},
				},
				Operands: reads, Cases: []Case{{With: "-e", Operands: Operands{Rest: Write, Dot: true}}},
			}
		},
	},
	{
		Names: "venv virtualenv", Source: "Python's library reference, venv; virtualenv --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU | Free,
				Options: []Option{
					{Names: "--system-site-packages"},
					{Names: "--symlinks"},
					{Names: "--copies"},
					{Names: "--clear"},
					{Names: "--upgrade"},
					{Names: "--without-pip"},
					{Names: "--upgrade-deps"},
					{Names: "--without-scm-ignore-files"},
					{Names: "--prompt", Arg: Required},
					{Names: "-p --python", Arg: Required},
				},
				Operands: Operands{Rest: Write}, Cases: []Case{{With: "--clear", Operands: Operands{Rest: Delete}}}, Recursive: "*",
			}
		},
	},
	{
		Names: "json.tool", Source: "Python's library reference, json.tool",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "--sort-keys"}, {Names: "--no-ensure-ascii"}, {Names: "--json-lines"}, {Names: "--indent", Arg: Required}, {Names: "--tab"}, {Names: "--no-indent"}, {Names: "--compact"},
				},
				Operands: Operands{First: firstFile, Rest: Write},
			}
		},
	},
	{
		Names: "zipapp", Source: "Python's library reference, zipapp",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-o --output", Arg: Required, Role: Write}, {Names: "-p --python", Arg: Required}, {Names: "-m --main", Arg: Required}, {Names: "-c --compress"}, {Names: "--info"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "fileinput tokenize ast dis tabnanny py_compile mimetypes quopri uu pickletools", Source: "Python's library reference, each module's command-line interface",
		Syntax: func() Syntax { return Syntax{Style: GNU | Free, Operands: reads} },
	},
}

// profiling is how python's modules that run a script under their eyes read their
// words; what -c is, each says for itself.
func profiling(c Option) Syntax {
	return Syntax{
		Style: POSIX | Abbrev,
		Options: []Option{
			c,
			{Names: "-o --outfile", Arg: Required, Role: Write},
			{Names: "-s --sort", Arg: Required},
			{Names: "-m --module", Arg: Required, Role: Module, Last: true},
			{Names: "-t --trace"},
			{Names: "--count"},
			{Names: "-l --listfuncs"},
			{Names: "-T --trackcalls"},
			{Names: "-f --file", Arg: Required, Role: Write},
			{Names: "-C --coverdir", Arg: Required, Role: Write},
			{Names: "-g --timing"},
			{Names: "-R --no-report"},
			{Names: "--summary"},
			{Names: "--missing"},
			{Names: "--ignore-module", Arg: Required},
			{Names: "--ignore-dir", Arg: Required},
		},
		Operands: Operands{First: []Role{Script}}, Lang: "python",
		Cases: []Case{{With: "-m", NoStdin: true}},
	}
}
