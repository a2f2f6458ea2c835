package grammar

// runners start the command in their operands under another user, a watch, a
// limit or a disguise, and do nothing else.
var runners = []row{
	{
		Names: "newgrp", Source: "newgrp(1)",
		Syntax: func() Syntax {
			return Syntax{Options: []Option{{Names: "-"}}, Operands: Operands{First: []Role{Plain}}, Lang: "sh", Stdin: true, StdinWith: "*"}
		},
	},
	{
		Names: "hyperfine", Source: "hyperfine(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-w --warmup", Arg: Required},
					{Names: "-m --min-runs", Arg: Required},
					{Names: "-M --max-runs", Arg: Required},
					{Names: "-r --runs", Arg: Required},
					{Names: "-s --setup", Arg: Required, Role: Shell},
					{Names: "-p --prepare", Arg: Required, Role: Shell},
					{Names: "-c --cleanup", Arg: Required, Role: Shell},
					{Names: "-n --command-name", Arg: Required},
					{Names: "-i --ignore-failure"},
					{Names: "-N"},
					{Names: "--export-json", Arg: Required, Role: Write},
					{Names: "--export-markdown", Arg: Required, Role: Write},
					{Names: "--export-csv", Arg: Required, Role: Write},
				},
				Operands: Operands{Rest: Shell},
			}
		},
	},
	{
		Names: "pkexec", Source: "pkexec(1)", Env: "SHELL",
		Syntax: func() Syntax {
			return Syntax{
				Style:     POSIX,
				Options:   []Option{{Names: "-u --user", Arg: Required}, {Names: "--disable-internal-agent"}, {Names: "--keep-cwd"}, {Names: "--help"}, {Names: "--version"}},
				Operands:  rest,
				Privilege: true,
			}
		},
	},
	{
		Names: "runuser", Source: "runuser(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-c --command", Arg: Required, Role: Shell},
					{Names: "--session-command", Arg: Required, Role: Shell},
					{Names: "-u --user", Arg: Required},
					{Names: "-s --shell", Arg: Required, Role: Helper},
					{Names: "-g --group", Arg: Required},
					{Names: "-G --supp-group", Arg: Required},
					{Names: "-w --whitelist-environment", Arg: Required},
					{Names: "- -l --login"},
					{Names: "-f --fast"},
					{Names: "-m -p --preserve-environment"},
					{Names: "-P --pty"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Cases:     []Case{{With: "-u --user", Operands: rest, NoStdin: true}, {With: "-c --command --session-command", NoStdin: true}},
				Lang:      "sh",
				Stdin:     true,
				Privilege: true,
			}
		},
	},
	{Names: "gosu su-exec", Source: "gosu README, su-exec README", Syntax: func() Syntax {
		return Syntax{Style: POSIX, Operands: Operands{First: []Role{Plain}, Rest: Argv}, Privilege: true}
	}},
	{
		Names: "sg", Source: "sg(1)",
		Syntax: func() Syntax {
			return Syntax{Style: POSIX | Permute, Options: []Option{{Names: "-c", Arg: Required, Role: Shell}}, Operands: Operands{First: []Role{Plain, Shell}}}
		},
	},
	{
		Names: "capsh", Source: "capsh(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "--print"},
					{Names: "--drop", Arg: Required},
					{Names: "--caps", Arg: Required},
					{Names: "--inh", Arg: Required},
					{Names: "--user", Arg: Required},
					{Names: "--uid", Arg: Required},
					{Names: "--gid", Arg: Required},
					{Names: "--keep", Arg: Required},
					{Names: "--secbits", Arg: Required},
					{Names: "--chroot", Arg: Required},
					{Names: "--shell", Arg: Required, Role: Helper},
					{Names: "--decode", Arg: Required},
					{Names: "--help"},
				},
				Operands: Operands{First: []Role{Plain, Shell}}, // -- -c COMMAND, which bash gets
			}
		},
	},
	{
		Names: "setarch linux32 linux64 i386 i486 i586 i686 athlon x86_64 uname26 arm armv7l armv8l arm64 aarch64 ppc ppc32 ppc64 ppc64le s390 s390x mips mips32 mips64 sparc sparc32 sparc64 alpha ia64 parisc parisc32 parisc64 riscv32 riscv64 loongarch64", Source: "setarch(8)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev | Inherit,
				Options: []Option{
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
				Subs:     []Sub{{Names: "x86_64 i386 i486 i586 i686 linux32 linux64 aarch64 arm64 arm armv7l armv8l ppc ppc64 ppc64le s390 s390x riscv64", Syntax: Syntax{Style: POSIX | Abbrev | Inherit, Operands: rest}}},
				Operands: rest,
			}
		},
	},
	{
		Names: "firejail", Source: "firejail(1)",
		Syntax: func() Syntax {
			return Syntax{Style: Permute | Lenient, Options: []Option{{Names: "--quiet"}, {Names: "--noprofile"}, {Names: "--private"}, {Names: "--net", Arg: Required}, {Names: "--env", Arg: Required, Role: Assign}}, Operands: rest}
		},
	},
	{
		Names: "fakeroot", Source: "fakeroot(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "-l --lib", Arg: Required, Role: Helper},
					{Names: "-f --faked", Arg: Required, Role: Helper},
					{Names: "-i", Arg: Required, Role: File},
					{Names: "-s", Arg: Required, Role: Write},
					{Names: "-u --unknown-is-real"},
					{Names: "-b", Arg: Required},
					{Names: "-h --help"},
					{Names: "-v --version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "systemd-inhibit", Source: "systemd-inhibit(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "--what", Arg: Required},
					{Names: "--who", Arg: Required},
					{Names: "--why", Arg: Required},
					{Names: "--mode", Arg: Required},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-t --identifier", Arg: Required},
					{Names: "-p --priority", Arg: Required},
					{Names: "--stderr-priority", Arg: Required},
					{Names: "--level-prefix", Arg: Required},
					{Names: "-h --help"},
					{Names: "--version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "entr", Source: "entr(1)", Env: "SHELL",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "-a"}, {Names: "-c"}, {Names: "-d"}, {Names: "-n"}, {Names: "-p"}, {Names: "-r"}, {Names: "-s"}, {Names: "-x"}, {Names: "-z"},
				},
				Operands: rest,
				Cases:    []Case{{With: "-s", Operands: Operands{First: firstShell}}},
			}
		},
	},
	{Names: "unbuffer", Source: "unbuffer(1)", Syntax: func() Syntax { return Syntax{Style: POSIX, Options: []Option{{Names: "-p"}}, Operands: rest} }},
	{Names: "chronic", Source: "chronic(1)", Syntax: func() Syntax {
		return Syntax{Style: POSIX, Options: []Option{{Names: "-v"}, {Names: "-e"}}, Operands: rest}
	}},
	{Names: "eatmydata tini dumb-init torsocks torify proxychains proxychains4 rlwrap", Source: "the programs' manuals", Syntax: func() Syntax { return tolerant }},
	{Names: "ccache sccache distcc", Source: "ccache(1), sccache README, distcc(1)", Syntax: func() Syntax { return tolerant }},
	{
		Names: "numactl", Source: "numactl(8)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-a --all"},
					{Names: "-i --interleave", Arg: Required},
					{Names: "-p --preferred", Arg: Required},
					{Names: "-m --membind", Arg: Required},
					{Names: "-N --cpunodebind", Arg: Required},
					{Names: "-C --physcpubind", Arg: Required},
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
		Names: "dbus-run-session", Source: "dbus-run-session(1)",
		Syntax: func() Syntax {
			return Syntax{Style: POSIX, Options: []Option{{Names: "--config-file", Arg: Required, Role: File}, {Names: "--dbus-daemon", Arg: Required, Role: Helper}, {Names: "--help"}, {Names: "--version"}}, Operands: rest}
		},
	},
	{
		Names: "xvfb-run", Source: "xvfb-run(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-a --auto-servernum"},
					{Names: "-e --error-file", Arg: Required, Role: Write},
					{Names: "-f --auth-file", Arg: Required, Role: Write},
					{Names: "-l --listen-tcp"},
					{Names: "-n --server-num", Arg: Required},
					{Names: "-p --xauth-protocol", Arg: Required},
					{Names: "-s --server-args", Arg: Required},
					{Names: "-w --wait", Arg: Required},
					{Names: "-h --help"},
				},
				Operands: rest,
			}
		},
	},
	{Names: "faketime", Source: "faketime(1)", Syntax: func() Syntax {
		return Syntax{Style: POSIX, Options: []Option{{Names: "-m"}, {Names: "-f"}, {Names: "-p", Arg: Required}}, Operands: Operands{First: []Role{Plain}, Rest: Argv}}
	}},
	{
		Names: "caffeinate", Source: "caffeinate(8)",
		Syntax: func() Syntax {
			return Syntax{Style: POSIX, Options: []Option{{Names: "-d"}, {Names: "-i"}, {Names: "-m"}, {Names: "-s"}, {Names: "-u"}, {Names: "-t", Arg: Required}, {Names: "-w", Arg: Required}}, Operands: rest}
		},
	},
	{
		Names: "xterm uxterm", Source: "xterm(1)",
		Syntax: func() Syntax {
			return Syntax{Style: Single, Options: []Option{{Names: "-e", Arg: Required, Role: Argv}, {Names: "-T -title", Arg: Required}, {Names: "-geometry", Arg: Required}}}
		},
	},
}

// tolerant is of runners whose few options take no value.
var tolerant = Syntax{Style: POSIX, Operands: rest}
