package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// builders run the recipes of a file that need not be named on the command line: package guard
// finds and reads it.
var builders = []spec.Row{
	{
		Names: "make gmake bmake pmake", Source: "GNU make(1), make --help", Env: "MAKEFLAGS GNUMAKEFLAGS MAKEFILES MAKEFILE_LIST SHELL CFLAGS CXXFLAGS LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Held: "MAKEFLAGS GNUMAKEFLAGS", Style: spec.GNU,
				Options: slices.Concat(
					bools("-b", "-m", "-B --always-make", "-e --environment-overrides", "-h --help", "-i --ignore-errors", "-k --keep-going", "-L --check-symlink-times",
						"-n --just-print --recon --dry-run", "-p --print-data-base", "-q --question", "-r --no-builtin-rules", "-R --no-builtin-variables", "-s --silent --quiet",
						"-S --no-keep-going --stop", "-t --touch", "-v --version", "-w --print-directory", "--no-print-directory", "--no-silent", "--trace", "--warn-undefined-variables"),
					values("-o --old-file --assume-old", "-W --what-if --new-file --assume-new"),
					[]spec.Option{
						{Names: "-C --directory", Arg: spec.Required, Role: spec.Dir},
						{Names: "-E --eval", Arg: spec.Required, Role: spec.Code, Lang: "make"},
						{Names: "-f --file --makefile", Arg: spec.Required, Role: spec.Script, Lang: "make"},
						{Names: "-I --include-dir", Arg: spec.Required},
						{Names: "-d"},
						{Names: "--debug", Arg: spec.Optional},
						{Names: "-j --jobs", Arg: spec.Optional},
						{Names: "-l --load-average --max-load", Arg: spec.Optional},
						{Names: "-O --output-sync", Arg: spec.Optional},
					},
				),
				Lang: "make",
			}
		},
	},
	{
		Names: "ninja samu", Source: "ninja --help", Env: "NINJAFLAGS NINJA_STATUS SAMUFLAGS LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU, Options: slices.Concat(bools("-n", "-v --verbose", "-h --help", "--quiet", "--version"), values("-j", "-k", "-l", "-d", "-w", "-t"), []spec.Option{
					{Names: "-C", Arg: spec.Required, Role: spec.Dir}, {Names: "-f", Arg: spec.Required, Role: spec.Script, Lang: spec.AnyCode},
				}),
			}
		},
	},
	{
		Names: "m4 gm4", Source: "m4(1)", Env: "M4PATH LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU, Options: slices.Concat(bools("-E --fatal-warnings", "-e -i --interactive", "-P --prefix-builtins", "-Q --quiet --silent", "-g --gnu", "-G --traditional", "-s --synclines", "--help", "--version"),
					values("-D --define", "-U --undefine", "-W --word-regexp", "-l --arglength", "-L --nesting-limit", "-H --hashsize", "-t --trace"),
					[]spec.Option{
						{Names: "-d --debug", Arg: spec.Optional},
						{Names: "-I --include", Arg: spec.Required},
						{Names: "-o --debugfile", Arg: spec.Optional, Role: spec.Write},
						{Names: "-F --freeze-state", Arg: spec.Required, Role: spec.Write},
						{Names: "-R --reload-state", Arg: spec.Required, Role: spec.File},
					}),
				Operands: spec.Operands{Rest: spec.Script}, Lang: spec.AnyCode, Stdin: true,
			}
		},
	},
	{
		Names: "just", Source: "just --help", Env: "JUST_* LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: slices.Concat(
					bools("-l --list", "-n --dry-run", "-q --quiet", "-u --unsorted", "-v --verbose", "-V --version", "-h --help", "--check", "--choose", "--clear-shell-args",
						"--dump", "-e --edit", "--evaluate", "--fmt", "-g --global-justfile", "--groups", "--highlight", "--init", "--no-deps", "--no-dotenv", "--no-highlight",
						"--one", "--summary", "--unstable", "--variables", "--yes", "--time", "--explain"),
					values("--color", "--chooser", "--command-color", "-E --dotenv-path", "--dotenv-filename", "--dump-format", "--list-heading", "--list-prefix", "-s --show", "--timestamp-format"),
					[]spec.Option{
						{Names: "-c --command", Arg: spec.Required, Role: spec.Argv},
						{Names: "-d --working-directory", Arg: spec.Required, Role: spec.Dir},
						{Names: "-f --justfile", Arg: spec.Required, Role: spec.Script},
						{Names: "--set", Arg: spec.Required},
						{Names: "--shell", Arg: spec.Required, Role: spec.Helper},
						{Names: "--shell-arg", Arg: spec.Required},
					},
				),
				Lang: "just",
			}
		},
	},
}
