package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// runtimes are the interpreters that are not in the language family.
var runtimes = []spec.Row{
	{
		Names: "bun", Source: "bun --help", Env: "NODE_OPTIONS LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Options: []spec.Option{
					{Names: "-e --eval", Arg: spec.Required, Role: spec.Code, Lang: "javascript"},
					{Names: "-p --print", Arg: spec.Required, Role: spec.Code, Lang: "javascript"},
					{Names: "-r --require --preload", Arg: spec.Required, Role: spec.Script},
					{Names: "--cwd", Arg: spec.Required, Role: spec.Dir},
					{Names: "--env-file", Arg: spec.Required},
					{Names: "-c --config", Arg: spec.Required, Role: spec.File},
					{Names: "--watch"},
					{Names: "--hot"},
					{Names: "--silent"},
					{Names: "--smol"},
					{Names: "--bun -b"},
					{Names: "-v --version"},
					{Names: "-h --help"},
				},
				Subs: []spec.Sub{{Names: "exec", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Shell}}}}, {Names: "-", Syntax: spec.Syntax{Operands: rest, Lang: "javascript", Stdin: true}}, {Names: "x", Syntax: spec.Syntax{Style: spec.Free, Options: bools("--bun -b"), Operands: rest}}, {Names: "run", Syntax: spec.Syntax{
					Style: spec.Free,
					Options: []spec.Option{
						{Names: "-e --eval", Arg: spec.Required, Role: spec.Code, Lang: "javascript"},
						{Names: "-p --print", Arg: spec.Required, Role: spec.Code, Lang: "javascript"},
						{Names: "-r --require --preload", Arg: spec.Required, Role: spec.Script},
						{Names: "--cwd", Arg: spec.Required, Role: spec.Dir},
						{Names: "--watch"},
						{Names: "--hot"},
						{Names: "--silent"},
						{Names: "--smol"},
						{Names: "--bun -b"},
						{Names: "--if-present"},
					},
					Operands: spec.Operands{First: []spec.Role{spec.Plain}}, Lang: "javascript", Stdin: true,
					Cases: []spec.Case{{With: "-e -p", NoStdin: true}},
				}}},
				Operands: spec.Operands{First: []spec.Role{spec.Plain}},
				Cases:    []spec.Case{{With: "-e -p -v -h", NoStdin: true}},
				Lang:     "javascript",
				Own:      spec.Managing,
			}
		},
	},
	{
		Names: "deno", Source: "deno --help", Env: "NODE_OPTIONS LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:   spec.Permute,
				Options: []spec.Option{{Names: "-h --help"}, {Names: "-V --version"}, {Names: "-q --quiet"}},
				Lang:    "javascript",
				Stdin:   true,
				Lists:   [][]spec.Sub{leaves("fmt lint check test bench doc info types task add remove coverage completions outdated")},
				Subs: []spec.Sub{
					{Names: "clean", Syntax: emptied("$DENO_DIR")},
					{Names: "repl", Syntax: spec.Syntax{
						Style: spec.Permute | spec.Free, Options: []spec.Option{{Names: "--eval", Arg: spec.Required, Role: spec.Code, Lang: "javascript"}, {Names: "--eval-file", Arg: spec.Required, Role: spec.Script, Lang: "javascript"}},
						Lang: "javascript", Stdin: true,
					}},
					{Names: "eval", Syntax: spec.Syntax{
						Style:    spec.Permute | spec.Free,
						Options:  []spec.Option{{Names: "-p --print"}, {Names: "-T --ts"}, {Names: "--ext", Arg: spec.Required}},
						Operands: spec.Operands{First: []spec.Role{spec.Code}}, Lang: "javascript",
					}},
					{Names: "run", Syntax: spec.Syntax{
						Options: []spec.Option{
							{Names: "-A --allow-all"},
							{Names: "--allow-read", Arg: spec.Optional},
							{Names: "--allow-write", Arg: spec.Optional},
							{Names: "--allow-net", Arg: spec.Optional},
							{Names: "--allow-env", Arg: spec.Optional},
							{Names: "--allow-run", Arg: spec.Optional},
							{Names: "--allow-sys", Arg: spec.Optional},
							{Names: "--allow-ffi", Arg: spec.Optional},
							{Names: "-q --quiet"},
							{Names: "--watch", Arg: spec.Optional},
							{Names: "--no-check", Arg: spec.Optional},
							{Names: "--check", Arg: spec.Optional},
							{Names: "--no-prompt"},
							{Names: "-c --config", Arg: spec.Required, Role: spec.File},
							{Names: "--import-map", Arg: spec.Required, Role: spec.File},
							{Names: "-r --reload", Arg: spec.Optional},
						},
						Operands: spec.Operands{First: []spec.Role{spec.Script}}, Lang: "javascript", Stdin: true,
					}},
				},
			}
		},
	},
	{
		Names: "tsx", Source: "tsx --help", Env: "NODE_OPTIONS NODE_PATH TSX_TSCONFIG_PATH LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Options: []spec.Option{
					{Names: "-e --eval", Arg: spec.Required, Role: spec.Code, Lang: "javascript"},
					{Names: "-p --print", Arg: spec.Required, Role: spec.Code, Lang: "javascript"},
					{Names: "-r --require --import --loader", Arg: spec.Required, Role: spec.Script},
					{Names: "--tsconfig", Arg: spec.Required, Role: spec.File},
					{Names: "--env-file", Arg: spec.Required},
					{Names: "--no-cache"},
					{Names: "--test"},
					{Names: "-v --version"},
					{Names: "-h --help"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Script}},
				Cases:    []spec.Case{{With: "-e -p -v -h", NoStdin: true}},
				Lang:     "javascript",
				Stdin:    true,
			}
		},
	},
	{
		Names: "ts-node ts-node-esm ts-node-script ts-node-transpile-only", Source: "ts-node --help", Env: "NODE_OPTIONS NODE_PATH TS_NODE_* LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Options: []spec.Option{
					{Names: "-e --eval", Arg: spec.Required, Role: spec.Code, Lang: "javascript"},
					{Names: "-pe", Arg: spec.Required, Role: spec.Code, Lang: "javascript"},
					{Names: "-p --print"},
					{Names: "-r --require", Arg: spec.Required, Role: spec.Script},
					{Names: "-P --project", Arg: spec.Required, Role: spec.File},
					{Names: "-O --compilerOptions --compiler-options", Arg: spec.Required},
					{Names: "-I --ignoreDiagnostics", Arg: spec.Required},
					{Names: "-C --compiler", Arg: spec.Required},
					{Names: "--cwd", Arg: spec.Required, Role: spec.Dir},
					{Names: "-T --transpileOnly --transpile-only"},
					{Names: "--esm"},
					{Names: "--files"},
					{Names: "--swc"},
					{Names: "-i --interactive"},
					{Names: "-v --version"},
					{Names: "-h --help"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Script}},
				Cases:    []spec.Case{{With: "-e -pe -v -h", NoStdin: true}},
				Lang:     "javascript",
				Stdin:    true,
			}
		},
	},
	{
		Names: "osascript", Source: "osascript(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-e", Arg: spec.Required, Role: spec.Code, Lang: "applescript"}, {Names: "-l", Arg: spec.Required}, {Names: "-i"}, {Names: "-s", Arg: spec.Required},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Script}},
				Cases:    []spec.Case{{With: "-e", NoStdin: true}},
				Lang:     "applescript",
				Stdin:    true,
			}
		},
	},
	{
		Names: "powershell pwsh", Source: "about_Pwsh",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute,
				Options: []spec.Option{
					{Names: "-c -Command -command --command", Arg: spec.Required, Role: spec.Words, Lang: "powershell"},
					{Names: "-e -ec -EncodedCommand -encodedcommand", Arg: spec.Required, Role: spec.Code, Lang: "powershell"},
					{Names: "-f -File -file", Arg: spec.Required, Role: spec.Script, Lang: "powershell"},
					{Names: "-ExecutionPolicy -ep -ex", Arg: spec.Required},
					{Names: "-WorkingDirectory -wd", Arg: spec.Required, Role: spec.Dir},
					{Names: "-OutputFormat -o", Arg: spec.Required},
					{Names: "-InputFormat -if", Arg: spec.Required},
					{Names: "-NoProfile -noprofile -nop"},
					{Names: "-NonInteractive -noninteractive -noni"},
					{Names: "-NoLogo -nologo"},
					{Names: "-NoExit -noexit"},
					{Names: "-Login -l"},
					{Names: "-Version -v --version"},
					{Names: "-Help -h --help"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Script}}, Lang: "powershell", Stdin: true,
				Cases: []spec.Case{{With: "-c -e -f -v -h", NoStdin: true}},
			}
		},
	},
	{
		Names: "jupyter jupyter-lab jupyter-notebook jupyter-server jupyter-nbconvert", Source: "jupyter lab --help-all, jupyter nbconvert --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Free,
				Options: []spec.Option{
					{Names: "--ip", Arg: spec.Required},
					{Names: "--port", Arg: spec.Required},
					{Names: "--to", Arg: spec.Required},
					{Names: "--output", Arg: spec.Required, Role: spec.Write},
					{Names: "--output-dir", Arg: spec.Required, Role: spec.Write},
					{Names: "--config", Arg: spec.Required, Role: spec.File},
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
				Cases: []spec.Case{{With: "--execute", Operands: spec.Operands{Rest: spec.Script}}}, Lang: "notebook",
			}
		},
	},
}

// modules are what python -m starts, under the names of the modules. A module without a row is left
// unread.
var modules = []spec.Row{
	{
		Names: "timeit", Source: "Python's library reference, timeit",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-n --number", Arg: spec.Required},
					{Names: "-r --repeat", Arg: spec.Required},
					{Names: "-u --unit", Arg: spec.Required},
					{Names: "-s --setup", Arg: spec.Required, Role: spec.Code, Lang: "python"},
					{Names: "-p --process"},
					{Names: "-v --verbose"},
					{Names: "-h --help"},
				},
				Operands: spec.Operands{Rest: spec.Code}, Lang: "python",
			}
		},
	},
	{Names: "httpd", Source: "busybox(1), httpd(8)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Traits: spec.ServesDir, Style: spec.POSIX,
			Options: append(bools("-i", "-f", "-v", "-t", "-S", "-X", "-V"), append(values("-k", "-D", "-C", "-d", "-E", "-e", "-m", "-r", "-u"),
				spec.Option{Names: "-p --port", Arg: spec.Required, Role: spec.Listen}, spec.Option{Names: "-h --directory", Arg: spec.Required, Role: spec.File})...),
		}
	}},
	{
		Names: "http.server SimpleHTTPServer CGIHTTPServer", Source: "Python's library reference, http.server",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Traits: spec.ServesDir,
				Style:  spec.GNU,
				Options: []spec.Option{
					{Names: "-b --bind", Arg: spec.Required, Role: spec.Listen},
					{Names: "-d --directory", Arg: spec.Required, Role: spec.File},
					{Names: "-p --protocol", Arg: spec.Required},
					{Names: "--cgi"},
					{Names: "-h --help"},
				},
				Operands: spec.Operands{Rest: spec.Listen, Dot: true},
				Cases:    []spec.Case{{With: "-h"}},
			}
		},
	},
	{
		Names: "cProfile profile trace", Source: "Python's library reference, profile and trace",
		Syntax: func() spec.Syntax { return profiling(spec.Option{Names: "-c"}) },
	},
	{
		Names: "pdb ipdb pudb", Source: "Python's library reference, pdb",
		Syntax: func() spec.Syntax {
			return profiling(spec.Option{Names: "-c --command", Arg: spec.Required, Role: spec.Code, Lang: "python"})
		},
	},
	{
		Names: "runpy", Source: "Python's library reference, runpy",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Script}}, Lang: "python"}
		},
	},
	{
		Names: "asyncio", Source: "Python's library reference, asyncio",
		Syntax: func() spec.Syntax { return spec.Syntax{Lang: "python", Stdin: true, StdinWith: "*"} },
	},
	{
		Names: "zipfile", Source: "Python's library reference, zipfile",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-l --list", Arg: spec.Required, Role: spec.File},
					{Names: "-t --test", Arg: spec.Required, Role: spec.File},
					{Names: "--metadata-encoding", Arg: spec.Required},
					{Names: "-e --extract", Arg: spec.Required, Role: spec.File},
					{Names: "-c --create", Arg: spec.Required, Role: spec.Write},
				},
				Operands: reads, Cases: []spec.Case{{With: "-e", Operands: spec.Operands{Rest: spec.Write}}},
			}
		},
	},
	{
		Names: "tarfile", Source: "Python's library reference, tarfile",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-l --list", Arg: spec.Required, Role: spec.File},
					{Names: "-t --test", Arg: spec.Required, Role: spec.File},
					{Names: "-v --verbose"},
					{Names: "--filter", Arg: spec.Required},
					{Names: "-e --extract", Arg: spec.Required, Role: spec.File},
					{Names: "-c --create", Arg: spec.Required, Role: spec.Write},
				},
				Operands: reads, Cases: []spec.Case{{With: "-e", Operands: spec.Operands{Rest: spec.Write, Dot: true}}},
			}
		},
	},
	{
		Names: "venv virtualenv", Source: "Python's library reference, venv; virtualenv --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Free,
				Options: []spec.Option{
					{Names: "--system-site-packages"},
					{Names: "--symlinks"},
					{Names: "--copies"},
					{Names: "--clear"},
					{Names: "--upgrade"},
					{Names: "--without-pip"},
					{Names: "--upgrade-deps"},
					{Names: "--without-scm-ignore-files"},
					{Names: "--prompt", Arg: spec.Required},
					{Names: "-p --python", Arg: spec.Required},
				},
				Operands: spec.Operands{Rest: spec.Write}, Cases: []spec.Case{{With: "--clear", Operands: spec.Operands{Rest: spec.Delete}}}, Recursive: "*",
			}
		},
	},
	{
		Names: "json.tool", Source: "Python's library reference, json.tool",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "--sort-keys"}, {Names: "--no-ensure-ascii"}, {Names: "--json-lines"}, {Names: "--indent", Arg: spec.Required}, {Names: "--tab"}, {Names: "--no-indent"}, {Names: "--compact"},
				},
				Operands: spec.Operands{First: firstFile, Rest: spec.Write},
			}
		},
	},
	{
		Names: "zipapp", Source: "Python's library reference, zipapp",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-o --output", Arg: spec.Required, Role: spec.Write}, {Names: "-p --python", Arg: spec.Required}, {Names: "-m --main", Arg: spec.Required}, {Names: "-c --compress"}, {Names: "--info"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "fileinput tokenize ast dis tabnanny py_compile mimetypes quopri uu pickletools", Source: "Python's library reference, each module's command-line interface",
		Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.GNU | spec.Free, Operands: reads} },
	},
}

// profiling returns the syntax of Python modules that run and observe a script. The meaning of -c
// differs among them.
func profiling(c spec.Option) spec.Syntax {
	return spec.Syntax{
		Style: spec.POSIX | spec.Abbrev,
		Options: []spec.Option{
			c,
			{Names: "-o --outfile", Arg: spec.Required, Role: spec.Write},
			{Names: "-s --sort", Arg: spec.Required},
			{Names: "-m --module", Arg: spec.Required, Role: spec.Module, Last: true},
			{Names: "-t --trace"},
			{Names: "--count"},
			{Names: "-l --listfuncs"},
			{Names: "-T --trackcalls"},
			{Names: "-f --file", Arg: spec.Required, Role: spec.Write},
			{Names: "-C --coverdir", Arg: spec.Required, Role: spec.Write},
			{Names: "-g --timing"},
			{Names: "-R --no-report"},
			{Names: "--summary"},
			{Names: "--missing"},
			{Names: "--ignore-module", Arg: spec.Required},
			{Names: "--ignore-dir", Arg: spec.Required},
		},
		Operands: spec.Operands{First: []spec.Role{spec.Script}}, Lang: "python",
		Cases: []spec.Case{{With: "-m", NoStdin: true}},
	}
}
