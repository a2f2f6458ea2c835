package grammar

import "slices"

// builders run the recipes of a file that no word has to name: package guard
// finds and reads it.
var builders = []row{
	{
		Names: "make gmake bmake pmake", Source: "GNU make(1), make --help", Env: "MAKEFLAGS GNUMAKEFLAGS MAKEFILES MAKEFILE_LIST SHELL CFLAGS CXXFLAGS LD_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: slices.Concat(
					bools("-b", "-m", "-B --always-make", "-e --environment-overrides", "-h --help", "-i --ignore-errors", "-k --keep-going", "-L --check-symlink-times",
						"-n --just-print --recon --dry-run", "-p --print-data-base", "-q --question", "-r --no-builtin-rules", "-R --no-builtin-variables", "-s --silent --quiet",
						"-S --no-keep-going --stop", "-t --touch", "-v --version", "-w --print-directory", "--no-print-directory", "--no-silent", "--trace", "--warn-undefined-variables"),
					values("-o --old-file --assume-old", "-W --what-if --new-file --assume-new"),
					[]Option{
						{Names: "-C --directory", Arg: Required, Role: Dir},
						{Names: "-E --eval", Arg: Required, Role: Code, Lang: "make"},
						{Names: "-f --file --makefile", Arg: Required, Role: Script, Lang: "make"},
						{Names: "-I --include-dir", Arg: Required},
						{Names: "-d"},
						{Names: "--debug", Arg: Optional},
						{Names: "-j --jobs", Arg: Optional},
						{Names: "-l --load-average --max-load", Arg: Optional},
						{Names: "-O --output-sync", Arg: Optional},
					},
				),
				Lang: "make",
			}
		},
	},
	{
		Names: "just", Source: "just --help", Env: "JUST_* LD_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: slices.Concat(
					bools("-l --list", "-n --dry-run", "-q --quiet", "-u --unsorted", "-v --verbose", "-V --version", "-h --help", "--check", "--choose", "--clear-shell-args",
						"--dump", "-e --edit", "--evaluate", "--fmt", "-g --global-justfile", "--groups", "--highlight", "--init", "--no-deps", "--no-dotenv", "--no-highlight",
						"--one", "--summary", "--unstable", "--variables", "--yes", "--time", "--explain"),
					values("--color", "--chooser", "--command-color", "-E --dotenv-path", "--dotenv-filename", "--dump-format", "--list-heading", "--list-prefix", "-s --show", "--timestamp-format"),
					[]Option{
						{Names: "-c --command", Arg: Required, Role: Argv},
						{Names: "-d --working-directory", Arg: Required, Role: Dir},
						{Names: "-f --justfile", Arg: Required, Role: Script},
						{Names: "--set", Arg: Required},
						{Names: "--shell", Arg: Required, Role: Helper},
						{Names: "--shell-arg", Arg: Required},
					},
				),
				Lang: "just",
			}
		},
	},
}
