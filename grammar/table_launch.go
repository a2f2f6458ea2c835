package grammar

import "slices"

// launchers start what a text, an option or their operands say, beside other work of
// their own: they look for a line, show a dialog, keep a connection.
var launchers = []row{
	{Names: "cmake", Source: "cmake(1)", Env: "CMAKE_* CC CXX LD_*", Syntax: func() Syntax {
		return Syntax{
			Style: Permute | Free,
			Options: slices.Concat(bools("-N", "-L", "-LA", "-LH", "-LAH", "--fresh", "--trace", "--trace-expand", "--debug-output", "--debug-find", "-Wdev", "-Wno-dev", "--help", "-h", "--version", "-v --verbose", "--clean-first", "--list-presets", "--workflow"),
				values("-G", "-T", "-A", "-D", "-U", "--preset", "--target -t", "--config", "-j --parallel", "--log-level", "--component", "--strip"),
				[]Option{
					{Names: "-E", Arg: Required, Role: Applet, Lang: "cmake-E"},
					{Names: "-P", Arg: Required, Role: Script, Lang: "cmake", Last: true},
					{Names: "-C", Arg: Required, Role: Script, Lang: "cmake"},
					{Names: "-S", Arg: Required, Role: File},
					{Names: "-B", Arg: Required, Role: Write},
					{Names: "--build --open", Arg: Required, Role: File},
					{Names: "--install", Arg: Required, Role: File},
					{Names: "--prefix", Arg: Required, Role: Write},
					{Names: "--install-prefix", Arg: Required},
					{Names: "--toolchain", Arg: Required, Role: Script, Lang: "cmake"},
					{Names: "--graphviz", Arg: Required, Role: Write},
					{Names: "--trace-redirect", Arg: Required, Role: Write},
					{Names: "--profiling-output", Arg: Required, Role: Write},
				}),
			Operands: reads,
		}
	}},
	{Names: "cmake-E", Source: "cmake(1), Run a Command-Line Tool", Syntax: cmakeTools},
	{Names: "fzf fzf-tmux sk sk-tmux", Source: "fzf(1), sk(1)", Env: "FZF_* SKIM_*", Syntax: func() Syntax {
		return Syntax{Style: Permute | Free, Options: []Option{
			{Names: "--preview", Arg: Required, Role: Shell},
			{Names: "-c --cmd", Arg: Required, Role: Shell},
			{Names: "--bind", Arg: Required, Role: Code, Lang: AnyCode},
			{Names: "--history", Arg: Required, Role: Write},
			{Names: "--with-shell", Arg: Required, Role: Helper},
			{Names: "--become", Arg: Required, Role: Shell},
		}}
	}},
	{Names: "dialog whiptail", Source: "dialog(1), whiptail(1)", Syntax: func() Syntax {
		return Syntax{
			Style:    Permute | Free,
			Options:  []Option{{Names: "--prgbox", Arg: Required, Role: Shell}, {Names: "--programbox"}, {Names: "--textbox", Arg: Required, Role: File}, {Names: "--tailbox", Arg: Required, Role: File}},
			Operands: Operands{Rest: Plain}, Cases: []Case{{With: "--prgbox", Operands: Operands{First: firstShell}}},
		}
	}},
	{Names: "concurrently", Source: "concurrently README", Syntax: func() Syntax {
		return Syntax{
			Style: GNU,
			Options: slices.Concat(bools("-k --kill-others", "--kill-others-on-fail", "-r --raw", "-g --group", "--no-color", "-i --handle-input", "-P --passthrough-arguments", "--timings"),
				values("-n --names", "-c --prefix-colors", "-p --prefix", "-s --success", "-l --prefix-length", "-t --timestamp-format", "-m --max-processes", "--hide", "--restart-tries", "--restart-after", "--name-separator", "--default-input-target"),
				[]Option{{Names: "--cwd", Arg: Required, Role: Dir}, {Names: "--teardown", Arg: Required, Role: Shell}}),
			Operands: Operands{Rest: Shell},
		}
	}},
	{Names: "pee", Source: "pee(1)", Syntax: func() Syntax {
		return Syntax{Style: POSIX, Options: bools("--ignore-sigpipe", "--no-ignore-sigpipe", "--ignore-write-errors", "--no-ignore-write-errors"), Operands: Operands{Rest: Shell}}
	}},
	{Names: "start-stop-daemon", Source: "start-stop-daemon(8)", Syntax: func() Syntax {
		return Syntax{
			Style: Permute | Bundle,
			Options: slices.Concat(bools("-S --start", "-K --stop", "-T --status", "-H --help", "-V --version", "-b --background", "-m --make-pidfile", "--remove-pidfile", "-o --oknodo", "-q --quiet", "-t --test", "-v --verbose", "--notify-await", "-C --no-close"),
				values("-p --pidfile", "-n --name", "-u --user", "-c --chuid", "-s --signal", "-R --retry", "-g --group", "-N --nicelevel", "-P --procsched", "-I --iosched", "-k --umask", "--pid", "--ppid", "--notify-timeout"),
				[]Option{
					{Names: "-x --exec", Arg: Required, Role: Entry},
					{Names: "-a --startas", Arg: Required, Role: Entry},
					{Names: "-d --chdir", Arg: Required, Role: Dir},
					{Names: "-r --chroot", Arg: Required},
					{Names: "-O --output", Arg: Required, Role: Write},
				}),
			Operands: rest, Cases: []Case{{With: "-K -T -H -V -t"}},
		}
	}},
	{Names: "autossh", Source: "autossh(1)", Env: "AUTOSSH_* SSH_ASKPASS SSH_AUTH_SOCK LD_*", Syntax: func() Syntax {
		return Syntax{
			Style: Permute | Bundle, Options: autosshOptions(), Operands: Operands{First: []Role{Host}, Rest: Words}, Away: true, Lang: "sh", Stdin: true,
			Cases: []Case{{With: "-N -n -f -s -W -O -V -Q -G", Operands: Operands{First: []Role{Host}, Rest: Words}, NoStdin: true}},
		}
	}},
	{Names: "dbclient", Source: "dbclient(1)", Syntax: func() Syntax {
		return Syntax{
			Style: Bundle | Permute, Away: true, Lang: "sh", Stdin: true,
			Options: slices.Concat(bools("-t", "-T", "-N", "-f", "-y", "-s", "-A", "-g", "-V", "-v", "-q"), values("-p", "-i", "-l", "-L", "-R", "-B", "-W", "-K", "-I", "-c", "-m", "-b", "-o"),
				[]Option{{Names: "-J", Arg: Required, Role: Shell}}),
			Operands: Operands{First: []Role{Host}, Rest: Words}, Cases: []Case{{With: "-N -f -V", Operands: Operands{First: []Role{Host}, Rest: Words}, NoStdin: true}},
		}
	}},
	{Names: "hg", Source: "hg(1)", Env: "HG* EDITOR VISUAL " + pagerEnv, Syntax: func() Syntax {
		return Syntax{Style: Permute, Options: []Option{
			{Names: "--config", Arg: Required, Role: Setting}, {Names: "--cwd", Arg: Required, Role: Dir}, {Names: "-R --repository", Arg: Required, Role: Dir},
		}}
	}},
	{Names: "irb pry", Source: "irb(1), pry --help", Env: "RUBYOPT RUBYLIB IRBRC PRYRC", Syntax: func() Syntax {
		return Syntax{
			Style:    Permute | Free,
			Options:  []Option{{Names: "-e --exec", Arg: Required, Role: Code, Lang: "ruby"}, {Names: "-r --require", Arg: Required}, {Names: "-I", Arg: Required}, {Names: "-f --noprompt"}},
			Operands: Operands{First: firstScript}, Lang: "ruby", Stdin: true, Cases: []Case{{With: "-e", NoStdin: true}},
		}
	}},
	{Names: "ocaml utop ghci jshell racket octave octave-cli xonsh nu elvish clisp swipl scala amm groovysh gst janet", Source: "each one's manual", Syntax: func() Syntax {
		return Syntax{
			Style: Permute | Free,
			Options: []Option{
				{Names: "-e --eval --execute -c --command", Arg: Required, Role: Code, Lang: AnyCode},
				{Names: "-l --load --rc", Arg: Required, Role: Script},
				{Names: "-s -q --quiet --version -h --help -noprompt"},
			},
			Operands: Operands{First: firstScript}, Lang: AnyCode, Stdin: true, Cases: []Case{{With: "-e", NoStdin: true}},
		}
	}},
	{Names: "dc", Source: "dc(1)", Syntax: func() Syntax {
		return Syntax{
			Style: GNU, Options: []Option{{Names: "-e --expression", Arg: Required, Role: Code, Lang: AnyCode}, {Names: "-f --file", Arg: Required, Role: File}, {Names: "-i --interactive"}, {Names: "-x --extended-register"}, {Names: "-P --no-prompt"}, {Names: "-h --help"}, {Names: "-V --version"}},
			Operands: reads, Lang: AnyCode, Stdin: true, Cases: []Case{{With: "-e -f -h -V", NoStdin: true, Operands: reads}},
		}
	}},
	{Names: "tex latex pdftex pdflatex xetex xelatex luatex lualatex ptex platex uptex uplatex eptex etex", Source: "tex(1), pdflatex(1)", Env: "TEX* BIBINPUTS SELFAUTO* LD_*", Syntax: func() Syntax {
		return Syntax{
			Style: Single | Permute | Free,
			Options: slices.Concat(bools("-shell-escape --shell-escape", "-enable-write18 --enable-write18", "-no-shell-escape --no-shell-escape", "-shell-restricted --shell-restricted", "-halt-on-error --halt-on-error", "-file-line-error --file-line-error", "-draftmode --draftmode", "-recorder --recorder", "-ini --ini", "-etex", "-ipc", "-version --version", "-help --help"),
				values("-interaction --interaction", "-jobname --jobname", "-fmt --fmt", "-synctex --synctex", "-output-format --output-format", "-progname --progname"),
				[]Option{{Names: "-output-directory --output-directory -aux-directory", Arg: Required, Role: Write}, {Names: "-cnf-line --cnf-line", Arg: Required}}),
			Operands: Operands{Rest: Code}, Lang: "tex", Stdin: true,
		}
	}},
	{Names: "crudini", Source: "crudini(1)", Syntax: func() Syntax {
		return Syntax{
			Style: Permute, Options: bools("--set", "--del", "--get", "--merge", "--existing", "--inplace", "--list", "--verbose", "--ini-options", "--output"),
			Operands: reads, Cases: []Case{{With: "--set --del --merge", Operands: Operands{First: firstWrite}}},
		}
	}},
	{Names: "toml dasel initool tomlq xq", Source: "each one's README", Syntax: func() Syntax {
		return Syntax{
			Style: Permute | Inherit | Free, Options: []Option{{Names: "-i --in-place --inplace"}, {Names: "-f --file", Arg: Required, Role: File}, {Names: "-o --out", Arg: Required, Role: Write}},
			Operands: reads, Subs: []Sub{{Names: "put delete", Syntax: Syntax{Options: []Option{{Names: "-f --file", Arg: Required, Role: Write}, {Names: "-o --out", Arg: Required, Role: Write}}}}, {Names: "set unset", Syntax: Syntax{Operands: Operands{First: firstWrite}}}, {Names: "get select list validate"}},
			Cases: []Case{{With: "-i", Operands: Operands{Rest: Write}}},
		}
	}},
	{Names: "augtool", Source: "augtool(1)", Syntax: func() Syntax {
		return Syntax{
			Style: GNU, Options: slices.Concat(bools("-b --backup", "-n --new", "-c --typecheck", "-s --autosave", "-i --interactive", "-e --echo", "-A --autoload", "-L --noload", "-S --nostdinc"), values("-I --include", "-t --transform", "-r --root"), []Option{{Names: "-f --file", Arg: Required, Role: File}}),
		}
	}},
	{Names: "convert magick montage composite ffmpeg gm", Source: "ImageMagick, command-line options; ffmpeg(1)", Syntax: func() Syntax {
		return Syntax{Style: Lenient, Operands: Operands{Rest: File, Last: Write, HasLast: true}}
	}},
	{Names: "objcopy", Source: "objcopy(1)", Syntax: func() Syntax {
		return Syntax{
			Style: GNU | Free, Options: slices.Concat(values("-I --input-target", "-O --output-target", "-F --target", "-B --binary-architecture", "-j --only-section", "-R --remove-section", "-K", "-N", "-L", "-G", "-W"),
				bools("-S --strip-all", "-g --strip-debug", "-p --preserve-dates", "-D", "-U", "-v --verbose", "-V --version", "-X", "-x"),
				[]Option{{Names: "--dump-section", Arg: Required}}),
			Operands: Operands{First: firstFile, Rest: Write},
		}
	}},
}

// autosshOptions are those of ssh, but for -M, which is a port here.
func autosshOptions() []Option {
	others := slices.DeleteFunc(slices.Clone(sshOptions), func(o Option) bool { return o.Names == "-M" })
	return append(others, values("-M")...)
}

// cmakeTools are the commands behind cmake -E.
func cmakeTools() Syntax {
	copies := Operands{Rest: File, Last: Write, HasLast: true}
	links := Operands{First: firstHardLink, Rest: Write}
	return Syntax{
		Style: POSIX,
		Subs: []Sub{
			{Names: "cat", Syntax: Syntax{Operands: reads}},
			{Names: "chdir", Syntax: Syntax{Operands: Operands{First: []Role{Dir}, Rest: Argv}}},
			{Names: "compare_files", Syntax: Syntax{Operands: reads}},
			{Names: "copy_if_different copy_if_newer copy", Syntax: Syntax{Operands: copies, Options: []Option{{Names: "-t", Arg: Required, Role: Write}}}},
			{Names: "copy_directory_if_different copy_directory_if_newer copy_directory", Syntax: Syntax{Operands: copies}},
			{Names: "create_symlink", Syntax: Syntax{Operands: Operands{First: firstFile, Rest: Write}}},
			{Names: "create_hardlink", Syntax: Syntax{Operands: links}},
			{Names: "env", Syntax: Syntax{Options: values("--unset", "--modify"), Operands: Operands{First: firstAssign, Rest: Argv}}},
			{Names: "make_directory", Syntax: Syntax{Operands: Operands{Rest: Write}}},
			{Names: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum", Syntax: Syntax{Operands: reads}},
			{Names: "remove", Syntax: Syntax{Options: bools("-f"), Operands: Operands{Rest: Delete}}},
			{Names: "remove_directory", Syntax: Syntax{Operands: Operands{Rest: Delete}, Recursive: "*"}},
			{Names: "rm", Syntax: Syntax{Options: bools("-f", "-r -R"), Operands: Operands{Rest: Delete}, Recursive: "-R"}},
			{Names: "rename", Syntax: Syntax{Options: bools("--no-replace"), Operands: Operands{First: []Role{Delete}, Rest: Write}}},
			{Names: "tar", Syntax: Syntax{
				Style: Old | POSIX, Options: slices.Concat(bools("-c", "-x", "-t", "-v", "-z", "-j", "-J", "--zstd"), values("--mtime", "--format"), []Option{
					{Names: "-f", Arg: Required, Role: File, Here: true}, {Names: "-C", Arg: Required, Role: Dir}, {Names: "--files-from", Arg: Required, Role: File},
				}),
				Operands: reads, Cases: []Case{{With: "-c", Values: "-f", As: Write, Operands: reads}}, Lands: &Landing{With: "-x", Into: "-C", Tree: true},
			}},
			{Names: "time", Syntax: Syntax{Operands: rest}},
			{Names: "touch touch_nocreate", Syntax: Syntax{Operands: Operands{Rest: Write}}},
			{Names: "capabilities echo echo_append environment false true sleep server"},
		},
	}
}
