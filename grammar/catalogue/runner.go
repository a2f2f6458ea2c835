package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// runners only start the command in their operands, as another user, under a watch, or with a limit
// or another appearance.
var runners = []spec.Row{
	{
		Names: "newgrp", Source: "newgrp(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Options: []spec.Option{{Names: "-"}}, Operands: spec.Operands{First: []spec.Role{spec.Plain}}, Lang: "sh", Stdin: true, StdinWith: "*"}
		},
	},
	{
		Names: "hyperfine", Source: "hyperfine(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-w --warmup", Arg: spec.Required},
					{Names: "-m --min-runs", Arg: spec.Required},
					{Names: "-M --max-runs", Arg: spec.Required},
					{Names: "-r --runs", Arg: spec.Required},
					{Names: "-s --setup", Arg: spec.Required, Role: spec.Shell},
					{Names: "-p --prepare", Arg: spec.Required, Role: spec.Shell},
					{Names: "-c --cleanup", Arg: spec.Required, Role: spec.Shell},
					{Names: "-n --command-name", Arg: spec.Required},
					{Names: "-i --ignore-failure"},
					{Names: "-N"},
					{Names: "--export-json", Arg: spec.Required, Role: spec.Write},
					{Names: "--export-markdown", Arg: spec.Required, Role: spec.Write},
					{Names: "--export-csv", Arg: spec.Required, Role: spec.Write},
				},
				Operands: spec.Operands{Rest: spec.Shell},
			}
		},
	},
	{
		Names: "pkexec", Source: "pkexec(1)", Env: "SHELL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:     spec.POSIX,
				Options:   []spec.Option{{Names: "-u --user", Arg: spec.Required}, {Names: "--disable-internal-agent"}, {Names: "--keep-cwd"}, {Names: "--help"}, {Names: "--version"}},
				Operands:  rest,
				Shells:    true,
				Privilege: true,
			}
		},
	},
	{
		Names: "run0", Source: "run0(1)", Env: "SHELL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: slices.Concat(bools("--no-ask-password", "--slice-inherit", "--pty", "--pty-late", "--pipe", "--via-shell", "-i", "-h --help", "-V --version"),
					values("--machine", "--unit", "--property", "--description", "--slice", "-u --user", "-g --group", "--nice", "--background", "--shell-prompt-prefix", "--lightweight", "--area", "-a"),
					[]spec.Option{{Names: "-D --chdir", Arg: spec.Required, Role: spec.Dir}, {Names: "--setenv", Arg: spec.Required, Role: spec.Assign}}),
				Operands:  rest,
				Shells:    true,
				Privilege: true,
			}
		},
	},
	{
		Names: "runuser", Source: "runuser(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-c --command", Arg: spec.Required, Role: spec.Shell},
					{Names: "--session-command", Arg: spec.Required, Role: spec.Shell},
					{Names: "-u --user", Arg: spec.Required},
					{Names: "-s --shell", Arg: spec.Required, Role: spec.Helper},
					{Names: "-g --group", Arg: spec.Required},
					{Names: "-G --supp-group", Arg: spec.Required},
					{Names: "-w --whitelist-environment", Arg: spec.Required},
					{Names: "- -l --login"},
					{Names: "-f --fast"},
					{Names: "-m -p --preserve-environment"},
					{Names: "-P --pty"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Cases:     []spec.Case{{With: "-u --user", Operands: rest, NoStdin: true}, {With: "-c --command --session-command", NoStdin: true}},
				Lang:      "sh",
				Stdin:     true,
				StdinWith: "*",
				Privilege: true,
			}
		},
	},
	{Names: "gosu su-exec", Source: "gosu README, su-exec README", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Privilege: true}
	}},
	{
		// ast-grep(1) has the same short name. sg(1) reads none of its options, and starts nothing if one of
		// them is where it expects a group or a command.
		Names: "sg", Source: "sg(1), ast-grep --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Permute,
				Options: slices.Concat(
					[]spec.Option{{Names: "-c", Arg: spec.Required, Role: spec.Shell}},
					values("-p --pattern", "-r --rewrite --rule", "-l --lang", "--selector", "--strictness", "--kind", "--globs", "-A --after", "-B --before", "-C --context", "--color"),
					bools("-U --update-all", "-i --interactive", "--json", "--stdin"),
				),
				Operands: spec.Operands{First: []spec.Role{spec.Plain, spec.Shell}},
				Cases:    []spec.Case{{With: "-p -r -l --selector --kind --stdin --json -U", Operands: spec.Operands{First: []spec.Role{spec.Plain, spec.Shell}}, NoStdin: true}},
				Shells:   true,
			}
		},
	},
	{
		Names: "capsh", Source: "capsh(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "--print"},
					{Names: "--drop", Arg: spec.Required},
					{Names: "--caps", Arg: spec.Required},
					{Names: "--inh", Arg: spec.Required},
					{Names: "--user", Arg: spec.Required},
					{Names: "--uid", Arg: spec.Required},
					{Names: "--gid", Arg: spec.Required},
					{Names: "--keep", Arg: spec.Required},
					{Names: "--secbits", Arg: spec.Required},
					{Names: "--chroot", Arg: spec.Required},
					{Names: "--shell", Arg: spec.Required, Role: spec.Helper},
					{Names: "--decode", Arg: spec.Required},
					{Names: "--help"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Plain, spec.Shell}}, // -- -c COMMAND, which bash gets
			}
		},
	},
	{
		Names: "setarch linux32 linux64 i386 i486 i586 i686 athlon x86_64 uname26 arm armv7l armv8l arm64 aarch64 ppc ppc32 ppc64 ppc64le s390 s390x mips mips32 mips64 sparc sparc32 sparc64 alpha ia64 parisc parisc32 parisc64 riscv32 riscv64 loongarch64", Source: "setarch(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev | spec.Inherit,
				Options: []spec.Option{
					{Names: "-B --32bit"},
					{Names: "-F --fdpic-funcptrs"},
					{Names: "-I --short-inode"},
					{Names: "-L --addr-compat-layout"},
					{Names: "-R --addr-no-randomize"},
					{Names: "-S --whole-seconds"},
					{Names: "-T --sticky-timeouts"},
					{Names: "-X --read-implies-exec"},
					{Names: "-Z --mmap-page-zero"},
					{Names: "-3 --3gb"},
					{Names: "--4gb"},
					{Names: "-v --verbose"},
					{Names: "--uname-2.6"},
					{Names: "--list"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Subs:     []spec.Sub{{Names: "x86_64 i386 i486 i586 i686 linux32 linux64 aarch64 arm64 arm armv7l armv8l ppc ppc64 ppc64le s390 s390x riscv64", Syntax: spec.Syntax{Style: spec.POSIX | spec.Abbrev | spec.Inherit, Operands: rest, Shells: true}}},
				Operands: rest,
				Shells:   true,
			}
		},
	},
	{Names: "arch", Source: "arch(1) of macOS", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Single, Operands: rest,
			Options: append(bools("-32", "-64", "-x86_64", "-x86_64h", "-i386", "-arm64", "-arm64e", "-c", "-h", "--help", "--version"),
				spec.Option{Names: "-arch", Arg: spec.Required}, spec.Option{Names: "-d", Arg: spec.Required}, spec.Option{Names: "-e", Arg: spec.Required, Role: spec.Assign}),
		}
	}},
	{
		Names: "firejail", Source: "firejail(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.Permute | spec.Lenient, Options: []spec.Option{{Names: "--quiet"}, {Names: "--noprofile"}, {Names: "--private"}, {Names: "--net", Arg: spec.Required}, {Names: "--env", Arg: spec.Required, Role: spec.Assign}}, Operands: rest, Shells: true}
		},
	},
	{
		Names: "fakeroot", Source: "fakeroot(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-l --lib", Arg: spec.Required, Role: spec.Helper},
					{Names: "-f --faked", Arg: spec.Required, Role: spec.Helper},
					{Names: "-i", Arg: spec.Required, Role: spec.File},
					{Names: "-s", Arg: spec.Required, Role: spec.Write},
					{Names: "-u --unknown-is-real"},
					{Names: "-b", Arg: spec.Required},
					{Names: "-h --help"},
					{Names: "-v --version"},
				},
				Operands: rest,
				Shells:   true,
			}
		},
	},
	{
		Names: "systemd-inhibit", Source: "systemd-inhibit(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "--what", Arg: spec.Required},
					{Names: "--who", Arg: spec.Required},
					{Names: "--why", Arg: spec.Required},
					{Names: "--mode", Arg: spec.Required},
					{Names: "--list"},
					{Names: "--no-pager"},
					{Names: "--no-legend"},
					{Names: "--no-ask-password"},
					{Names: "-h --help"},
					{Names: "--version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "systemd-cat", Source: "systemd-cat(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-t --identifier", Arg: spec.Required},
					{Names: "-p --priority", Arg: spec.Required},
					{Names: "--stderr-priority", Arg: spec.Required},
					{Names: "--level-prefix", Arg: spec.Required},
					{Names: "-h --help"},
					{Names: "--version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "entr", Source: "entr(1)", Env: "SHELL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-a"}, {Names: "-c"}, {Names: "-d"}, {Names: "-n"}, {Names: "-p"}, {Names: "-r"}, {Names: "-s"}, {Names: "-x"}, {Names: "-z"},
				},
				Operands: rest,
				Cases:    []spec.Case{{With: "-s", Operands: spec.Operands{First: firstShell}}},
			}
		},
	},
	{Names: "arch-chroot", Source: "arch-chroot(8)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX, Options: append(bools("-N", "-S", "-r", "-h"), spec.Option{Names: "-u", Arg: spec.Required}),
			Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Shells: true, Away: true, Start: "/",
		}
	}},
	{Names: "unbuffer", Source: "unbuffer(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-p"}}, Operands: rest}
	}},
	{Names: "chronic", Source: "chronic(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-v"}, {Names: "-e"}}, Operands: rest}
	}},
	{Names: "eatmydata tini dumb-init torsocks torify proxychains proxychains4 rlwrap", Source: "the programs' manuals", Syntax: func() spec.Syntax { return tolerant }},
	{Names: "ccache sccache distcc", Source: "ccache(1), sccache README, distcc(1)", Syntax: func() spec.Syntax { return tolerant }},
	{
		Names: "numactl", Source: "numactl(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-a --all"},
					{Names: "-i --interleave", Arg: spec.Required},
					{Names: "-p --preferred", Arg: spec.Required},
					{Names: "-m --membind", Arg: spec.Required},
					{Names: "-N --cpunodebind", Arg: spec.Required},
					{Names: "-C --physcpubind", Arg: spec.Required},
					{Names: "-b --balancing"},
					{Names: "-l --localalloc"},
					{Names: "-s --show"},
					{Names: "-H --hardware"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "dbus-run-session dbus-launch", Source: "dbus-run-session(1), dbus-launch(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "--config-file", Arg: spec.Required, Role: spec.File}, {Names: "--dbus-daemon", Arg: spec.Required, Role: spec.Helper}, {Names: "--exit-with-session"}, {Names: "--sh-syntax"}, {Names: "--autolaunch", Arg: spec.Required}, {Names: "--help"}, {Names: "--version"}}, Operands: rest}
		},
	},
	{
		Names: "xvfb-run", Source: "xvfb-run(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-a --auto-servernum"},
					{Names: "-e --error-file", Arg: spec.Required, Role: spec.Write},
					{Names: "-f --auth-file", Arg: spec.Required, Role: spec.Write},
					{Names: "-l --listen-tcp"},
					{Names: "-n --server-num", Arg: spec.Required},
					{Names: "-p --xauth-protocol", Arg: spec.Required},
					{Names: "-s --server-args", Arg: spec.Required},
					{Names: "-w --wait", Arg: spec.Required},
					{Names: "-h --help"},
				},
				Operands: rest,
			}
		},
	},
	{Names: "faketime", Source: "faketime(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-m"}, {Names: "-f"}, {Names: "-p", Arg: spec.Required}}, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}}
	}},
	{
		Names: "caffeinate", Source: "caffeinate(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-d"}, {Names: "-i"}, {Names: "-m"}, {Names: "-s"}, {Names: "-u"}, {Names: "-t", Arg: spec.Required}, {Names: "-w", Arg: spec.Required}}, Operands: rest}
		},
	},
}

// tolerant is the syntax of runners whose few options take no value.
var tolerant = spec.Syntax{Style: spec.POSIX, Operands: rest}
