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
		Names: "http.server", Source: "Python's library reference, http.server",
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
		Names: "cProfile profile pdb trace", Source: "Python's library reference, profile, pdb and trace",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-o --outfile", Arg: Required, Role: Write},
					{Names: "-s --sort", Arg: Required},
					{Names: "-c", Arg: Required},
					{Names: "-m --module", Last: true},
					{Names: "-t --trace"},
					{Names: "--count"},
					{Names: "-l --listfuncs"},
					{Names: "-T --trackcalls"},
					{Names: "-f --file", Arg: Required, Role: Write},
					{Names: "-C --coverdir", Arg: Required, Role: Write},
					{Names: "-g --timing"},
					{Names: "--ignore-module", Arg: Required},
					{Names: "--ignore-dir", Arg: Required},
				},
				Operands: Operands{First: []Role{Script}}, Lang: "python",
				Cases: []Case{{With: "-m"}},
			}
		},
	},
}
