package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// launchers start a command given by a text, an option or their operands, in addition to work of
// their own: they search for a line, show a dialog, keep a connection.
var launchers = []spec.Row{
	{Names: "cmake", Source: "cmake(1)", Env: "CMAKE_* CC CXX LD_*", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Free,
			Options: slices.Concat(bools("-N", "-L", "-LA", "-LH", "-LAH", "--fresh", "--trace", "--trace-expand", "--debug-output", "--debug-find", "-Wdev", "-Wno-dev", "--help", "-h", "--version", "-v --verbose", "--clean-first", "--list-presets", "--workflow"),
				values("-G", "-T", "-A", "-D", "-U", "--preset", "--target -t", "--config", "-j --parallel", "--log-level", "--component", "--strip"),
				[]spec.Option{
					{Names: "-E", Arg: spec.Required, Role: spec.Applet, Lang: "cmake-E"},
					{Names: "-P", Arg: spec.Required, Role: spec.Script, Lang: "cmake", Last: true},
					{Names: "-C", Arg: spec.Required, Role: spec.Script, Lang: "cmake"},
					{Names: "-S", Arg: spec.Required, Role: spec.File},
					{Names: "-B", Arg: spec.Required, Role: spec.Write},
					{Names: "--build --open", Arg: spec.Required, Role: spec.File},
					{Names: "--install", Arg: spec.Required, Role: spec.File},
					{Names: "--prefix", Arg: spec.Required, Role: spec.Write},
					{Names: "--install-prefix", Arg: spec.Required},
					{Names: "--toolchain", Arg: spec.Required, Role: spec.Script, Lang: "cmake"},
					{Names: "--graphviz", Arg: spec.Required, Role: spec.Write},
					{Names: "--trace-redirect", Arg: spec.Required, Role: spec.Write},
					{Names: "--profiling-output", Arg: spec.Required, Role: spec.Write},
				}),
			Operands: reads,
		}
	}},
	{Names: "cmake-E", Source: "cmake(1), Run a Command-Line Tool", Syntax: cmakeTools},
	{Names: "fzf fzf-tmux sk sk-tmux", Source: "fzf(1), sk(1)", Env: "FZF_* SKIM_*", Syntax: func() spec.Syntax {
		return spec.Syntax{Held: "FZF_DEFAULT_OPTS SKIM_DEFAULT_OPTIONS", Style: spec.Permute | spec.Free, Options: []spec.Option{
			{Names: "--preview", Arg: spec.Required, Role: spec.Shell},
			{Names: "-c --cmd", Arg: spec.Required, Role: spec.Shell},
			{Names: "--bind", Arg: spec.Required, Role: spec.Code, Lang: spec.AnyCode},
			{Names: "--history", Arg: spec.Required, Role: spec.Write},
			{Names: "--with-shell", Arg: spec.Required, Role: spec.Helper},
			{Names: "--become", Arg: spec.Required, Role: spec.Shell},
		}}
	}},
	{Names: "dialog whiptail", Source: "dialog(1), whiptail(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style:    spec.Permute | spec.Free,
			Options:  []spec.Option{{Names: "--prgbox", Arg: spec.Required, Role: spec.Shell}, {Names: "--programbox"}, {Names: "--textbox", Arg: spec.Required, Role: spec.File}, {Names: "--tailbox", Arg: spec.Required, Role: spec.File}},
			Operands: spec.Operands{Rest: spec.Plain}, Cases: []spec.Case{{With: "--prgbox", Operands: spec.Operands{First: firstShell}}},
		}
	}},
	{Names: "concurrently", Source: "concurrently README", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU,
			Options: slices.Concat(bools("-k --kill-others", "--kill-others-on-fail", "-r --raw", "-g --group", "--no-color", "-i --handle-input", "-P --passthrough-arguments", "--timings"),
				values("-n --names", "-c --prefix-colors", "-p --prefix", "-s --success", "-l --prefix-length", "-t --timestamp-format", "-m --max-processes", "--hide", "--restart-tries", "--restart-after", "--name-separator", "--default-input-target"),
				[]spec.Option{{Names: "--cwd", Arg: spec.Required, Role: spec.Dir}, {Names: "--teardown", Arg: spec.Required, Role: spec.Shell}}),
			Operands: spec.Operands{Rest: spec.Shell},
		}
	}},
	{Names: "pee", Source: "pee(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Options: bools("--ignore-sigpipe", "--no-ignore-sigpipe", "--ignore-write-errors", "--no-ignore-write-errors"), Operands: spec.Operands{Rest: spec.Shell}}
	}},
	{Names: "start-stop-daemon", Source: "start-stop-daemon(8)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Bundle,
			Options: slices.Concat(bools("-S --start", "-K --stop", "-T --status", "-H --help", "-V --version", "-b --background", "-m --make-pidfile", "--remove-pidfile", "-o --oknodo", "-q --quiet", "-t --test", "-v --verbose", "--notify-await", "-C --no-close"),
				values("-p --pidfile", "-n --name", "-u --user", "-c --chuid", "-s --signal", "-R --retry", "-g --group", "-N --nicelevel", "-P --procsched", "-I --iosched", "-k --umask", "--pid", "--ppid", "--notify-timeout"),
				[]spec.Option{
					{Names: "-x --exec", Arg: spec.Required, Role: spec.Entry},
					{Names: "-a --startas", Arg: spec.Required, Role: spec.Entry},
					{Names: "-d --chdir", Arg: spec.Required, Role: spec.Dir},
					{Names: "-r --chroot", Arg: spec.Required},
					{Names: "-O --output", Arg: spec.Required, Role: spec.Write},
				}),
			Operands: rest, Cases: []spec.Case{{With: "-K -T -H -V -t"}},
		}
	}},
	{Names: "autossh", Source: "autossh(1)", Env: "AUTOSSH_* SSH_ASKPASS SSH_AUTH_SOCK LD_*", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Bundle, Options: autosshOptions(), Operands: spec.Operands{First: []spec.Role{spec.Host}, Rest: spec.Words}, Away: true, Start: spec.AwayHome, Lang: "sh", Stdin: true,
			Cases: []spec.Case{{With: "-N -n -f -s -W -O -V -Q -G", Operands: spec.Operands{First: []spec.Role{spec.Host}, Rest: spec.Words}, NoStdin: true}},
		}
	}},
	{Names: "mosh", Source: "mosh(1)", Env: "MOSH_*", Syntax: func() spec.Syntax { // it starts the command without a shell
		return spec.Syntax{
			Style: spec.GNU, Away: true, Start: spec.AwayHome,
			Options: slices.Concat(bools("-a", "-n", "-4", "-6", "--local", "--no-init", "--no-ssh-pty", "-h --help", "--version"),
				values("-p --port", "--predict", "--family", "--bind-server", "--client", "--experimental-remote-ip"),
				[]spec.Option{{Names: "--ssh", Arg: spec.Required, Role: spec.Shell}, {Names: "--server", Arg: spec.Required, Role: spec.FarShell}}),
			Operands: spec.Operands{First: []spec.Role{spec.Host}, Rest: spec.Argv},
		}
	}},
	{Names: "dbclient", Source: "dbclient(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Bundle | spec.Permute, Away: true, Start: spec.AwayHome, Lang: "sh", Stdin: true,
			Options: slices.Concat(bools("-t", "-T", "-N", "-f", "-y", "-s", "-A", "-g", "-V", "-v", "-q"), values("-p", "-i", "-l", "-L", "-R", "-B", "-W", "-K", "-I", "-c", "-m", "-b", "-o"),
				[]spec.Option{{Names: "-J", Arg: spec.Required, Role: spec.Shell}}),
			Operands: spec.Operands{First: []spec.Role{spec.Host}, Rest: spec.Words}, Cases: []spec.Case{{With: "-N -f -V", Operands: spec.Operands{First: []spec.Role{spec.Host}, Rest: spec.Words}, NoStdin: true}},
		}
	}},
	{Names: "hg", Source: "hg(1)", Env: "HG* EDITOR VISUAL " + pagerEnv, Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.Permute, Options: slices.Concat([]spec.Option{
			{Names: "--config", Arg: spec.Required, Role: spec.Setting}, {Names: "--cwd", Arg: spec.Required, Role: spec.Dir}, {Names: "-R --repository", Arg: spec.Required, Role: spec.Dir},
		}, bools("-q --quiet", "-v --verbose", "-G --graph", "-p --patch", "-g --git", "--stat", "-l", "--limit", "-c", "-r --rev", "-T --template", "-k --keyword", "-b", "-m", "-a", "-u"))} // it reads a value as one more word
	}},
	{Names: "pytest py.test", Source: "pytest --help", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Free, Held: "PYTEST_ADDOPTS", Recursive: "--basetemp", // emptied first
			Options: slices.Concat(
				bools("-q --quiet", "-v --verbose", "-x --exitfirst", "-s", "--lf --last-failed", "--ff --failed-first", "--co --collect-only", "-l --showlocals", "-h --help", "-V --version", "--cov"),
				[]spec.Option{
					{Names: "--basetemp", Arg: spec.Required, Role: spec.Delete},
					{Names: "--junit-xml --junitxml", Arg: spec.Required, Role: spec.Write},
					{Names: "--log-file", Arg: spec.Required, Role: spec.Write},
					{Names: "--report-log", Arg: spec.Required, Role: spec.Write},
					{Names: "--html", Arg: spec.Required, Role: spec.Write},
				}),
		}
	}},
	{Names: "irb pry", Source: "irb(1), pry --help", Env: "RUBYOPT RUBYLIB IRBRC PRYRC", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style:    spec.Permute | spec.Free,
			Options:  []spec.Option{{Names: "-e --exec", Arg: spec.Required, Role: spec.Code, Lang: "ruby"}, {Names: "-r --require", Arg: spec.Required}, {Names: "-I", Arg: spec.Required}, {Names: "-f --noprompt"}},
			Operands: spec.Operands{First: firstScript}, Lang: "ruby", Stdin: true, Cases: []spec.Case{{With: "-e", NoStdin: true}},
		}
	}},
	{Names: "ocaml utop ghci jshell racket octave octave-cli clisp swipl scala amm groovysh gst janet", Source: "each one's manual", Syntax: console},
	{Names: "nu elvish xonsh", Source: "each one's manual", Syntax: console},
	{Names: "dc", Source: "dc(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU, Options: []spec.Option{{Names: "-e --expression", Arg: spec.Required, Role: spec.Code, Lang: spec.AnyCode}, {Names: "-f --file", Arg: spec.Required, Role: spec.Script}, {Names: "-i --interactive"}, {Names: "-x --extended-register"}, {Names: "-P --no-prompt"}, {Names: "-h --help"}, {Names: "-V --version"}},
			Operands: spec.Operands{Rest: spec.Script}, Lang: spec.AnyCode, Stdin: true, Cases: []spec.Case{{With: "-e -f -h -V", NoStdin: true, Operands: spec.Operands{Rest: spec.Script}}},
		}
	}},
	{Names: "tex latex pdftex pdflatex xetex xelatex luatex lualatex ptex platex uptex uplatex eptex etex", Source: "tex(1), pdflatex(1)", Env: "TEX* BIBINPUTS SELFAUTO* LD_*", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Single | spec.Permute | spec.Free,
			Options: slices.Concat(bools("-shell-escape --shell-escape", "-enable-write18 --enable-write18", "-no-shell-escape --no-shell-escape", "-shell-restricted --shell-restricted", "-halt-on-error --halt-on-error", "-file-line-error --file-line-error", "-draftmode --draftmode", "-recorder --recorder", "-ini --ini", "-etex", "-ipc", "-version --version", "-help --help"),
				values("-interaction --interaction", "-jobname --jobname", "-fmt --fmt", "-synctex --synctex", "-output-format --output-format", "-progname --progname"),
				[]spec.Option{{Names: "-output-directory --output-directory -aux-directory", Arg: spec.Required, Role: spec.Write}, {Names: "-cnf-line --cnf-line", Arg: spec.Required}}),
			Operands: spec.Operands{Rest: spec.Code}, Lang: "tex", Stdin: true,
		}
	}},
	{Names: "crudini", Source: "crudini(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute, Options: bools("--set", "--del", "--get", "--merge", "--existing", "--inplace", "--list", "--verbose", "--ini-options", "--output"),
			Operands: reads, Cases: []spec.Case{{With: "--set --del --merge", Operands: spec.Operands{First: firstWrite}}},
		}
	}},
	{Names: "toml dasel initool tomlq xq", Source: "each one's README", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Inherit | spec.Free, Options: []spec.Option{{Names: "-i --in-place --inplace"}, {Names: "-f --file", Arg: spec.Required, Role: spec.File}, {Names: "-o --out", Arg: spec.Required, Role: spec.Write}},
			Operands: reads, Subs: []spec.Sub{{Names: "put delete", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-f --file", Arg: spec.Required, Role: spec.Write}, {Names: "-o --out", Arg: spec.Required, Role: spec.Write}}}}, {Names: "set unset", Syntax: spec.Syntax{Operands: spec.Operands{First: firstWrite}}}, {Names: "get select list validate"}},
			Cases: []spec.Case{{With: "-i", Operands: spec.Operands{Rest: spec.Write}}},
		}
	}},
	{Names: "augtool", Source: "augtool(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU, Options: slices.Concat(bools("-b --backup", "-n --new", "-c --typecheck", "-s --autosave", "-i --interactive", "-e --echo", "-A --autoload", "-L --noload", "-S --nostdinc"), values("-I --include", "-t --transform", "-r --root"), []spec.Option{{Names: "-f --file", Arg: spec.Required, Role: spec.File}}),
		}
	}},
	{Names: "convert magick montage composite gm", Source: "ImageMagick, command-line options", Syntax: converter},
	{Names: "ffmpeg", Source: "ffmpeg(1)", Syntax: converter},
	{Names: "bazel bazelisk blaze", Source: "bazel help run", Env: "CC CXX", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Free, Options: []spec.Option{{Names: "--run_under", Arg: spec.Required, Role: spec.Shell}, {Names: "--output_base --output_user_root", Arg: spec.Required, Role: spec.Write}},
		}
	}},
	{Names: "direnv", Source: "direnv(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Subs: append(leaves("allow permit grant deny block revoke edit export hook reload status stdlib version help prune fetchurl"),
			spec.Sub{Names: "exec", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}}})}
	}},
	{Names: "gs gsc ghostscript", Source: "Ghostscript's documentation, Use.htm", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Single | spec.Permute, Operands: reads, Lang: spec.AnyCode, StdinWith: "-dNOSAFER -dDELAYSAFER",
			Options: append(bools("-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-dNOSAFER", "-dDELAYSAFER", "-dNODISPLAY", "-dQUIET", "-h", "-v", "-f", "-"), spec.Option{Names: "-sOutputFile -o", Arg: spec.Required, Role: spec.Output},
				spec.Option{Names: "-c", Arg: spec.Required, Role: spec.Code, Lang: "postscript"}),
		}
	}},
	{Names: "groff", Source: "groff(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX | spec.Permute | spec.Free, Operands: reads, Lang: spec.AnyCode, StdinWith: "-U",
			Options: append(bools("-U"), values("-d -D -f -F -I -K -L -m -M -n -o -P -r -T -w -W")...),
		}
	}},
	{Names: "sops", Source: "sops --help", Env: "SOPS_*", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU | spec.Free, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.File},
			Options: []spec.Option{{Names: "$SOPS_AGE_KEY_CMD", Arg: spec.Required, Role: spec.Password}, {Names: "-i --in-place"}, {Names: "-d --decrypt"}, {Names: "-e --encrypt"}, {Names: "--output", Arg: spec.Required, Role: spec.Write}},
			Subs: append(leaves("decrypt encrypt edit rotate set unset publish keyservice filestatus groups updatekeys completion help"),
				spec.Sub{Names: "exec-file exec-env", Syntax: spec.Syntax{Style: spec.GNU | spec.Free, Operands: spec.Operands{First: []spec.Role{spec.File, spec.Shell}}}}),
		}
	}},
	{Names: "scl", Source: "scl(1)", Syntax: func() spec.Syntax { // the last operand of enable is a command line; a command follows "--"
		return spec.Syntax{Style: spec.POSIX, Subs: []spec.Sub{{Names: "run enable", Syntax: spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Shell}}}}}
	}},
	{Names: "cross-env", Source: "cross-env README", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{First: firstAssign, Rest: spec.Argv}}
	}},
	{Names: "cross-env-shell", Source: "cross-env README", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{Rest: spec.Shell}}
	}},
	{Names: "sbatch", Source: "sbatch(1)", Env: "SBATCH_*", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX | spec.Free, Options: []spec.Option{{Names: "--wrap", Arg: spec.Required, Role: spec.Shell}, {Names: "-o --output", Arg: spec.Required, Role: spec.Write}, {Names: "-e --error", Arg: spec.Required, Role: spec.Write}},
			Operands: spec.Operands{First: firstScript}, Lang: "sh", Stdin: true, Cases: []spec.Case{{With: "--wrap", NoStdin: true}},
		}
	}},
	{Names: "objcopy", Source: "objcopy(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU | spec.Free, Options: slices.Concat(values("-I --input-target", "-O --output-target", "-F --target", "-B --binary-architecture", "-j --only-section", "-R --remove-section", "-K", "-N", "-L", "-G", "-W"),
				bools("-S --strip-all", "-g --strip-debug", "-p --preserve-dates", "-D", "-U", "-v --verbose", "-V --version", "-X", "-x"),
				[]spec.Option{{Names: "--dump-section", Arg: spec.Required}}),
			Operands: spec.Operands{First: firstFile, Rest: spec.Write},
		}
	}},
}

// autosshOptions returns the options of ssh, except -M, which names a port here.
func autosshOptions() []spec.Option {
	others := slices.DeleteFunc(slices.Clone(sshOptions), func(o spec.Option) bool { return o.Names == "-M" })
	return append(others, values("-M")...)
}

// cmakeTools returns the commands of cmake -E.
func cmakeTools() spec.Syntax {
	copies := spec.Operands{Rest: spec.File, Last: spec.Write, HasLast: true}
	links := spec.Operands{First: firstHardLink, Rest: spec.Write}
	return spec.Syntax{
		Style: spec.POSIX,
		Subs: []spec.Sub{
			{Names: "cat", Syntax: spec.Syntax{Operands: reads}},
			{Names: "chdir", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Dir}, Rest: spec.Argv}}},
			{Names: "compare_files", Syntax: spec.Syntax{Operands: reads}},
			{Names: "copy_if_different copy_if_newer copy", Syntax: spec.Syntax{Operands: copies, Options: []spec.Option{{Names: "-t", Arg: spec.Required, Role: spec.Write}}}},
			{Names: "copy_directory_if_different copy_directory_if_newer copy_directory", Syntax: spec.Syntax{Operands: copies}},
			{Names: "create_symlink", Syntax: spec.Syntax{Operands: spec.Operands{First: firstFile, Rest: spec.Write}}},
			{Names: "create_hardlink", Syntax: spec.Syntax{Operands: links}},
			{Names: "env", Syntax: spec.Syntax{Options: values("--unset", "--modify"), Operands: spec.Operands{First: firstAssign, Rest: spec.Argv}}},
			{Names: "make_directory", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.Write}}},
			{Names: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum", Syntax: spec.Syntax{Operands: reads}},
			{Names: "remove", Syntax: spec.Syntax{Options: bools("-f"), Operands: spec.Operands{Rest: spec.Delete}}},
			{Names: "remove_directory", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.Delete}, Recursive: "*"}},
			{Names: "rm", Syntax: spec.Syntax{Options: bools("-f", "-r -R"), Operands: spec.Operands{Rest: spec.Delete}, Recursive: "-R"}},
			{Names: "rename", Syntax: spec.Syntax{Options: bools("--no-replace"), Operands: spec.Operands{First: []spec.Role{spec.Delete}, Rest: spec.Write}}},
			{Names: "tar", Syntax: spec.Syntax{
				Style: spec.Old | spec.POSIX, Options: slices.Concat(bools("-c", "-x", "-t", "-v", "-z", "-j", "-J", "--zstd"), values("--mtime", "--format"), []spec.Option{
					{Names: "-f", Arg: spec.Required, Role: spec.File, Here: true}, {Names: "-C", Arg: spec.Required, Role: spec.Dir}, {Names: "--files-from", Arg: spec.Required, Role: spec.List},
				}),
				Operands: reads, Cases: []spec.Case{{With: "-c", Values: "-f", As: spec.Write, Operands: reads}}, Lands: &spec.Destination{With: "-x", Into: "-C", Tree: true},
			}},
			{Names: "time", Syntax: spec.Syntax{Operands: rest}},
			{Names: "touch touch_nocreate", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.Write}}},
			{Names: "capabilities echo echo_append environment false true sleep server"},
		},
	}
}

// converter returns the syntax of programs that read files and write the last one, with options that
// are not told apart.
func converter() spec.Syntax {
	return spec.Syntax{Style: spec.Lenient, Operands: spec.Operands{Rest: spec.File, Last: spec.Write, HasLast: true}}
}

// console is how interactive languages and shells without a reader take code.
func console() spec.Syntax {
	return spec.Syntax{
		Style: spec.Permute | spec.Free,
		Options: []spec.Option{
			{Names: "-e --eval --execute -c --command --commands -x -g", Arg: spec.Required, Role: spec.Code, Lang: spec.AnyCode},
			{Names: "-t", Arg: spec.Required},
			{Names: "-l --load --rc", Arg: spec.Required, Role: spec.Script},
			{Names: "-s -q --quiet --version -h --help -noprompt"},
		},
		Operands: spec.Operands{First: firstScript}, Lang: spec.AnyCode, Stdin: true, Cases: []spec.Case{{With: "-e", NoStdin: true}},
	}
}
