package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// rest are the operands of a program that runs all of them as a command.
var rest = spec.Operands{Rest: spec.Argv}

// wrappers run the command in their operands.
var wrappers = []spec.Row{
	{
		Names: "env", Source: "env(1)", Env: "PATH LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "- -i --ignore-environment"},
					{Names: "-0 --null"},
					{Names: "-a --argv0", Arg: spec.Required},
					{Names: "-u --unset", Arg: spec.Required},
					{Names: "-C --chdir", Arg: spec.Required, Role: spec.Dir},
					{Names: "-S --split-string", Arg: spec.Required, Role: spec.Split},
					{Names: "-P", Arg: spec.Required, Role: spec.Helper}, // BSD: the path to search
					{Names: "--block-signal", Arg: spec.Optional},
					{Names: "--default-signal", Arg: spec.Optional},
					{Names: "--ignore-signal", Arg: spec.Optional},
					{Names: "--list-signal-handling"},
					{Names: "-v --debug"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Assign}, Rest: spec.Argv},
				Clears:   "-i",
				Unsets:   "-u",
			}
		},
	},
	{
		Names: "sudo sudoedit", Source: "sudo(8)", Env: "SUDO_ASKPASS SUDO_EDITOR EDITOR VISUAL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-A --askpass"},
					{Names: "-B --bell"},
					{Names: "-b --background"},
					{Names: "-e --edit"},
					{Names: "-E --preserve-env", Arg: spec.Optional},
					{Names: "-H --set-home"},
					{Names: "-i --login"},
					{Names: "-K --remove-timestamp"},
					{Names: "-k --reset-timestamp"},
					{Names: "-l --list"},
					{Names: "-N --no-update"},
					{Names: "-n --non-interactive"},
					{Names: "-P --preserve-groups"},
					{Names: "-S --stdin"},
					{Names: "-s --shell"},
					{Names: "-V --version"},
					{Names: "-v --validate"},
					{Names: "-C --close-from", Arg: spec.Required},
					{Names: "-g --group", Arg: spec.Required},
					{Names: "-p --prompt", Arg: spec.Required},
					{Names: "-r --role", Arg: spec.Required},
					{Names: "-t --type", Arg: spec.Required},
					{Names: "-T --command-timeout", Arg: spec.Required},
					{Names: "-U --other-user", Arg: spec.Required},
					{Names: "-u --user", Arg: spec.Required},
					{Names: "-D --chdir", Arg: spec.Required, Role: spec.Dir},
					{Names: "-R --chroot", Arg: spec.Required},
					{Names: "--host", Arg: spec.Required},
					{Names: "-h --help"},
				},
				Operands:  spec.Operands{First: []spec.Role{spec.Assign}, Rest: spec.Argv},
				Cases:     []spec.Case{{With: "-e --edit", Operands: spec.Operands{Rest: spec.Write}}},
				Lang:      "sh",
				StdinWith: "-s -i --shell --login",
				Privilege: true,
			}
		},
	},
	{
		Names: "doas", Source: "doas(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-L"},
					{Names: "-n"},
					{Names: "-s"},
					{Names: "-a", Arg: spec.Required},
					{Names: "-C", Arg: spec.Required, Role: spec.File},
					{Names: "-u", Arg: spec.Required},
				},
				Operands:  rest,
				Lang:      "sh",
				StdinWith: "-s",
				Privilege: true,
			}
		},
	},
	{
		Names: "su", Source: "su(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-c --command", Arg: spec.Required, Role: spec.Shell},
					{Names: "--session-command", Arg: spec.Required, Role: spec.Shell},
					{Names: "-s --shell", Arg: spec.Required, Role: spec.Helper},
					{Names: "- -l --login"},
					{Names: "-f --fast"},
					{Names: "-m -p --preserve-environment"},
					{Names: "-P --pty"},
					{Names: "-g --group", Arg: spec.Required},
					{Names: "-G --supp-group", Arg: spec.Required},
					{Names: "-w --whitelist-environment", Arg: spec.Required},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands:  spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, // su 0 CMD, Android's form
				Cases:     []spec.Case{{With: "-c --command --session-command", NoStdin: true}},
				Lang:      "sh",
				Stdin:     true,
				StdinWith: "*",
				Privilege: true,
			}
		},
	},
	{
		Names: "nice", Source: "nice(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-n --adjustment", Arg: spec.Required}, {Names: "-NUM"}, {Names: "--help"}, {Names: "--version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "prlimit", Source: "prlimit(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-p --pid", Arg: spec.Required},
					{Names: "-o --output", Arg: spec.Required},
					{Names: "--noheadings"},
					{Names: "--raw"},
					{Names: "--verbose"},
					{Names: "-c --core", Arg: spec.Optional},
					{Names: "-d --data", Arg: spec.Optional},
					{Names: "-e --nice", Arg: spec.Optional},
					{Names: "-f --fsize", Arg: spec.Optional},
					{Names: "-i --sigpending", Arg: spec.Optional},
					{Names: "-l --memlock", Arg: spec.Optional},
					{Names: "-m --rss", Arg: spec.Optional},
					{Names: "-n --nofile", Arg: spec.Optional},
					{Names: "-q --msgqueue", Arg: spec.Optional},
					{Names: "-r --rtprio", Arg: spec.Optional},
					{Names: "-s --stack", Arg: spec.Optional},
					{Names: "-t --cpu", Arg: spec.Optional},
					{Names: "-u --nproc", Arg: spec.Optional},
					{Names: "-v --as", Arg: spec.Optional},
					{Names: "-x --locks", Arg: spec.Optional},
					{Names: "-y --rttime", Arg: spec.Optional},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "ionice", Source: "ionice(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-c --class", Arg: spec.Required},
					{Names: "-n --classdata", Arg: spec.Required},
					{Names: "-p --pid", Arg: spec.Required},
					{Names: "-P --pgid", Arg: spec.Required},
					{Names: "-t --ignore"},
					{Names: "-u --uid", Arg: spec.Required},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "nohup", Source: "nohup(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev, Options: []spec.Option{{Names: "--help"}, {Names: "--version"}}, Operands: rest,
			}
		},
	},
	{
		Names: "sshpass", Source: "sshpass(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-p", Arg: spec.Required, Role: spec.Credential},
					{Names: "-f", Arg: spec.Required, Role: spec.File},
					{Names: "-d", Arg: spec.Required},
					{Names: "-P", Arg: spec.Required},
					{Names: "-e", Arg: spec.Optional},
					{Names: "-v"},
					{Names: "-h"},
					{Names: "-V"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "setsid", Source: "setsid(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-c --ctty"}, {Names: "-f --fork"}, {Names: "-w --wait"}, {Names: "-h --help"}, {Names: "-V --version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "stdbuf", Source: "stdbuf(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-i --input", Arg: spec.Required},
					{Names: "-o --output", Arg: spec.Required},
					{Names: "-e --error", Arg: spec.Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "time", Source: "time(1), bash(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-p --portability"},
					{Names: "-v --verbose"},
					{Names: "-q --quiet"},
					{Names: "-a --append"},
					{Names: "-f --format", Arg: spec.Required},
					{Names: "-o --output", Arg: spec.Required, Role: spec.Write},
					{Names: "-l"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "timeout", Source: "timeout(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-k --kill-after", Arg: spec.Required},
					{Names: "-s --signal", Arg: spec.Required},
					{Names: "--foreground"},
					{Names: "--preserve-status"},
					{Names: "-v --verbose"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv},
			}
		},
	},
	{
		Names: "xargs gxargs", Source: "xargs(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-0 --null"},
					{Names: "-a --arg-file", Arg: spec.Required, Role: spec.File},
					{Names: "-d --delimiter", Arg: spec.Required},
					{Names: "-E", Arg: spec.Required},
					{Names: "-e --eof", Arg: spec.Optional},
					{Names: "-I", Arg: spec.Required},
					{Names: "-i --replace", Arg: spec.Optional},
					{Names: "-J", Arg: spec.Required},
					{Names: "-L", Arg: spec.Required},
					{Names: "-l --max-lines", Arg: spec.Optional},
					{Names: "-n --max-args", Arg: spec.Required},
					{Names: "-P --max-procs", Arg: spec.Required},
					{Names: "-p --interactive"},
					{Names: "--process-slot-var", Arg: spec.Required},
					{Names: "-r --no-run-if-empty"},
					{Names: "-R", Arg: spec.Required},
					{Names: "-s --max-chars", Arg: spec.Required},
					{Names: "-t --verbose"},
					{Names: "-o --open-tty"},
					{Names: "-S", Arg: spec.Required},
					{Names: "-x --exit"},
					{Names: "--show-limits"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: rest,
				Feeds:    true,
				Replace:  "-I -i --replace -J",
			}
		},
	},
	{
		Names: "command", Source: "POSIX command, bash(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX, Options: []spec.Option{{Names: "-p"}, {Names: "-v"}, {Names: "-V"}}, Operands: rest,
				Cases: []spec.Case{{With: "-v -V"}},
			}
		},
	},
	{Names: "builtin", Source: "bash(1)", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.POSIX, Operands: rest} }},
	{
		Names: "exec", Source: "bash(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX, Options: []spec.Option{{Names: "-a", Arg: spec.Required}, {Names: "-c"}, {Names: "-l"}}, Operands: rest,
			}
		},
	},
	{Names: "noglob nocorrect", Source: "zsh(1)", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.POSIX, Operands: rest} }},
	{
		Names: "busybox toybox", Source: "busybox(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Options:  []spec.Option{{Names: "--list"}, {Names: "--list-full"}, {Names: "--install"}, {Names: "-s"}, {Names: "--help"}},
				Operands: rest,
			}
		},
	},
	{
		Names: "coreutils", Source: "coreutils --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "--coreutils-prog", Arg: spec.Required, Role: spec.Entry, Last: true},
					{Names: "--coreutils-prog-shebang", Arg: spec.Required, Role: spec.Entry, Last: true},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: rest,
			}
		},
	},
	{Names: "linker64 linker", Source: "bionic's linker(8): it loads a program and runs it", Env: "LD_*", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.POSIX, Operands: rest} }},
	{
		Names: "ld.so ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux.so.2 ld-linux-armhf.so.3 ld-linux-riscv64-lp64d.so.1 ld-linux-* ld-musl-* ld64.so.* ld-2.*", Source: "ld.so(8), musl's ld.so --help", Env: "LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: slices.Concat(
					bools("--list", "--verify", "--inhibit-cache", "--help", "--version", "--list-tunables", "--list-diagnostics"),
					values("--library-path", "--inhibit-rpath", "--audit", "--preload", "--argv0", "--glibc-hwcaps-prepend", "--glibc-hwcaps-mask"),
				),
				Operands: rest,
				Cases:    []spec.Case{{With: "--list --verify --help --version --list-tunables --list-diagnostics", Operands: reads}},
			}
		},
	},
	{
		Names:  "qemu-x86_64 qemu-i386 qemu-aarch64 qemu-arm qemu-riscv64 qemu-ppc64le qemu-s390x qemu-x86_64-static qemu-i386-static qemu-aarch64-static qemu-arm-static qemu-riscv64-static qemu-ppc64le-static qemu-s390x-static",
		Source: "qemu-user(1)", Env: "LD_* QEMU_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Single,
				Options: slices.Concat(
					bools("-h -help", "-strace", "-singlestep", "-one-insn-per-tb", "-version", "-perfmap", "-jitdump"),
					values("-g", "-L", "-s", "-cpu", "-E", "-U", "-0", "-r", "-B", "-R", "-d", "-dfilter", "-p", "-seed", "-trace", "-plugin", "-tb-size"),
					[]spec.Option{{Names: "-D", Arg: spec.Required, Role: spec.Write}},
				),
				Operands: rest,
			}
		},
	},
	{
		Names: "chroot", Source: "chroot(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "--groups", Arg: spec.Required},
					{Names: "--userspec", Arg: spec.Required},
					{Names: "--skip-chdir"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv},
				Shells:   true,
				Away:     true,
				Start:    "/",
			}
		},
	},
	{
		Names: "watch", Source: "watch(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-b --beep"},
					{Names: "-c --color"},
					{Names: "-C --no-color"},
					{Names: "-d --differences", Arg: spec.Optional},
					{Names: "-e --errexit"},
					{Names: "-g --chgexit"},
					{Names: "-n --interval", Arg: spec.Required},
					{Names: "-p --precise"},
					{Names: "-q --equexit", Arg: spec.Required},
					{Names: "-r --no-rerun"},
					{Names: "-t --no-title"},
					{Names: "-w --no-wrap"},
					{Names: "-x --exec"},
					{Names: "-h --help"},
					{Names: "-v --version"},
				},
				Operands: spec.Operands{Rest: spec.Words},
				Cases:    []spec.Case{{With: "-x --exec", Operands: rest}},
			}
		},
	},
	{
		Names: "strace ltrace", Source: "strace(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-o --output", Arg: spec.Required, Role: spec.Output},
					{Names: "-e", Arg: spec.Required},
					{Names: "-p", Arg: spec.Required},
					{Names: "-s", Arg: spec.Required},
					{Names: "-u", Arg: spec.Required},
					{Names: "-a", Arg: spec.Required},
					{Names: "-E", Arg: spec.Required, Role: spec.Assign},
					{Names: "-P", Arg: spec.Required},
					{Names: "-I", Arg: spec.Required},
					{Names: "-O", Arg: spec.Required},
					{Names: "-S", Arg: spec.Required},
					{Names: "-X", Arg: spec.Required},
					{Names: "-b", Arg: spec.Required},
					{Names: "-U", Arg: spec.Required},
					{Names: "-f --follow-forks"},
					{Names: "-ff"},
					{Names: "-c"},
					{Names: "-C"},
					{Names: "-d"},
					{Names: "-D"},
					{Names: "-h --help"},
					{Names: "-i"},
					{Names: "-k"},
					{Names: "-n"},
					{Names: "-q"},
					{Names: "-r"},
					{Names: "-t"},
					{Names: "-T"},
					{Names: "-v"},
					{Names: "-V"},
					{Names: "-w"},
					{Names: "-x"},
					{Names: "-y"},
					{Names: "-z"},
					{Names: "-Z"},
					{Names: "-F"},
					{Names: "-A"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "pkgx", Source: "pkgx --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.POSIX, Options: bools("-q --quiet --silent", "-v --version", "-h --help", "-j --json", "-Q --query", "--sync"), Operands: rest}
		},
	},
}
