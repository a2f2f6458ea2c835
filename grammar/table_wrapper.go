package grammar

// rest is the operands of a program that runs all its operands.
var rest = Operands{Rest: Argv}

// wrappers run the command in their operands.
var wrappers = []row{
	{
		Names: "env", Source: "env(1)", Env: "PATH LD_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "- -i --ignore-environment"},
					{Names: "-0 --null"},
					{Names: "-u --unset", Arg: Required},
					{Names: "-C --chdir", Arg: Required, Role: Dir},
					{Names: "-S --split-string", Arg: Required, Role: Split},
					{Names: "-P", Arg: Required, Role: Helper}, // BSD: the path to search
					{Names: "--block-signal", Arg: Optional},
					{Names: "--default-signal", Arg: Optional},
					{Names: "--ignore-signal", Arg: Optional},
					{Names: "--list-signal-handling"},
					{Names: "-v --debug"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: Operands{First: []Role{Assign}, Rest: Argv},
				Clears:   "-i",
				Unsets:   "-u",
			}
		},
	},
	{
		Names: "sudo sudoedit", Source: "sudo(8)", Env: "SUDO_ASKPASS SUDO_EDITOR EDITOR VISUAL",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-A --askpass"},
					{Names: "-B --bell"},
					{Names: "-b --background"},
					{Names: "-e --edit"},
					{Names: "-E --preserve-env", Arg: Optional},
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
					{Names: "-C --close-from", Arg: Required},
					{Names: "-g --group", Arg: Required},
					{Names: "-p --prompt", Arg: Required},
					{Names: "-r --role", Arg: Required},
					{Names: "-t --type", Arg: Required},
					{Names: "-T --command-timeout", Arg: Required},
					{Names: "-U --other-user", Arg: Required},
					{Names: "-u --user", Arg: Required},
					{Names: "-D --chdir", Arg: Required, Role: Dir},
					{Names: "-R --chroot", Arg: Required},
					{Names: "--host", Arg: Required},
					{Names: "-h --help"},
				},
				Operands:  Operands{First: []Role{Assign}, Rest: Argv},
				Cases:     []Case{{With: "-e --edit", Operands: Operands{Rest: Write}}},
				Lang:      "sh",
				StdinWith: "-s -i --shell --login",
				Privilege: true,
			}
		},
	},
	{
		Names: "doas", Source: "doas(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "-L"},
					{Names: "-n"},
					{Names: "-s"},
					{Names: "-a", Arg: Required},
					{Names: "-C", Arg: Required, Role: File},
					{Names: "-u", Arg: Required},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-c --command", Arg: Required, Role: Shell},
					{Names: "--session-command", Arg: Required, Role: Shell},
					{Names: "-s --shell", Arg: Required, Role: Helper},
					{Names: "- -l --login"},
					{Names: "-f --fast"},
					{Names: "-m -p --preserve-environment"},
					{Names: "-P --pty"},
					{Names: "-g --group", Arg: Required},
					{Names: "-G --supp-group", Arg: Required},
					{Names: "-w --whitelist-environment", Arg: Required},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Cases:     []Case{{With: "-c --command --session-command", NoStdin: true}},
				Lang:      "sh",
				Stdin:     true,
				Privilege: true,
			}
		},
	},
	{
		Names: "nice", Source: "nice(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-n --adjustment", Arg: Required}, {Names: "-NUM"}, {Names: "--help"}, {Names: "--version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "prlimit", Source: "prlimit(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-p --pid", Arg: Required},
					{Names: "-o --output", Arg: Required},
					{Names: "--noheadings"},
					{Names: "--raw"},
					{Names: "--verbose"},
					{Names: "-c --core", Arg: Optional},
					{Names: "-d --data", Arg: Optional},
					{Names: "-e --nice", Arg: Optional},
					{Names: "-f --fsize", Arg: Optional},
					{Names: "-i --sigpending", Arg: Optional},
					{Names: "-l --memlock", Arg: Optional},
					{Names: "-m --rss", Arg: Optional},
					{Names: "-n --nofile", Arg: Optional},
					{Names: "-q --msgqueue", Arg: Optional},
					{Names: "-r --rtprio", Arg: Optional},
					{Names: "-s --stack", Arg: Optional},
					{Names: "-t --cpu", Arg: Optional},
					{Names: "-u --nproc", Arg: Optional},
					{Names: "-v --as", Arg: Optional},
					{Names: "-x --locks", Arg: Optional},
					{Names: "-y --rttime", Arg: Optional},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "ionice", Source: "ionice(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-c --class", Arg: Required},
					{Names: "-n --classdata", Arg: Required},
					{Names: "-p --pid", Arg: Required},
					{Names: "-P --pgid", Arg: Required},
					{Names: "-t --ignore"},
					{Names: "-u --uid", Arg: Required},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "nohup", Source: "nohup(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev, Options: []Option{{Names: "--help"}, {Names: "--version"}}, Operands: rest,
			}
		},
	},
	{
		Names: "sshpass", Source: "sshpass(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "-p", Arg: Required, Role: Credential},
					{Names: "-f", Arg: Required, Role: File},
					{Names: "-d", Arg: Required},
					{Names: "-P", Arg: Required},
					{Names: "-e", Arg: Optional},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-c --ctty"}, {Names: "-f --fork"}, {Names: "-w --wait"}, {Names: "-h --help"}, {Names: "-V --version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "stdbuf", Source: "stdbuf(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-i --input", Arg: Required},
					{Names: "-o --output", Arg: Required},
					{Names: "-e --error", Arg: Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "time", Source: "time(1), bash(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-p --portability"},
					{Names: "-v --verbose"},
					{Names: "-q --quiet"},
					{Names: "-a --append"},
					{Names: "-f --format", Arg: Required},
					{Names: "-o --output", Arg: Required, Role: Write},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-k --kill-after", Arg: Required},
					{Names: "-s --signal", Arg: Required},
					{Names: "--foreground"},
					{Names: "--preserve-status"},
					{Names: "-v --verbose"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: Operands{First: []Role{Plain}, Rest: Argv},
			}
		},
	},
	{
		Names: "xargs gxargs", Source: "xargs(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-0 --null"},
					{Names: "-a --arg-file", Arg: Required, Role: File},
					{Names: "-d --delimiter", Arg: Required},
					{Names: "-E", Arg: Required},
					{Names: "-e --eof", Arg: Optional},
					{Names: "-I", Arg: Required},
					{Names: "-i --replace", Arg: Optional},
					{Names: "-J", Arg: Required},
					{Names: "-L", Arg: Required},
					{Names: "-l --max-lines", Arg: Optional},
					{Names: "-n --max-args", Arg: Required},
					{Names: "-P --max-procs", Arg: Required},
					{Names: "-p --interactive"},
					{Names: "--process-slot-var", Arg: Required},
					{Names: "-r --no-run-if-empty"},
					{Names: "-R", Arg: Required},
					{Names: "-s --max-chars", Arg: Required},
					{Names: "-t --verbose"},
					{Names: "-o --open-tty"},
					{Names: "-S", Arg: Required},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX, Options: []Option{{Names: "-p"}, {Names: "-v"}, {Names: "-V"}}, Operands: rest,
				Cases: []Case{{With: "-v -V"}},
			}
		},
	},
	{Names: "builtin", Source: "bash(1)", Syntax: func() Syntax { return Syntax{Style: POSIX, Operands: rest} }},
	{
		Names: "exec", Source: "bash(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX, Options: []Option{{Names: "-a", Arg: Required}, {Names: "-c"}, {Names: "-l"}}, Operands: rest,
			}
		},
	},
	{Names: "noglob nocorrect", Source: "zsh(1)", Syntax: func() Syntax { return Syntax{Style: POSIX, Operands: rest} }},
	{
		Names: "busybox toybox", Source: "busybox(1)",
		Syntax: func() Syntax {
			return Syntax{
				Options:  []Option{{Names: "--list"}, {Names: "--list-full"}, {Names: "--install"}, {Names: "-s"}, {Names: "--help"}},
				Operands: rest,
			}
		},
	},
	{
		Names: "chroot", Source: "chroot(8)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "--groups", Arg: Required},
					{Names: "--userspec", Arg: Required},
					{Names: "--skip-chdir"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: Operands{First: []Role{Plain}, Rest: Argv},
				Away:     true,
			}
		},
	},
	{
		Names: "watch", Source: "watch(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-b --beep"},
					{Names: "-c --color"},
					{Names: "-C --no-color"},
					{Names: "-d --differences", Arg: Optional},
					{Names: "-e --errexit"},
					{Names: "-g --chgexit"},
					{Names: "-n --interval", Arg: Required},
					{Names: "-p --precise"},
					{Names: "-q --equexit", Arg: Required},
					{Names: "-r --no-rerun"},
					{Names: "-t --no-title"},
					{Names: "-w --no-wrap"},
					{Names: "-x --exec"},
					{Names: "-h --help"},
					{Names: "-v --version"},
				},
				Operands: Operands{Rest: Words},
				Cases:    []Case{{With: "-x --exec", Operands: rest}},
			}
		},
	},
	{
		Names: "strace ltrace", Source: "strace(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "-o --output", Arg: Required, Role: Write},
					{Names: "-e", Arg: Required},
					{Names: "-p", Arg: Required},
					{Names: "-s", Arg: Required},
					{Names: "-u", Arg: Required},
					{Names: "-a", Arg: Required},
					{Names: "-E", Arg: Required, Role: Assign},
					{Names: "-P", Arg: Required},
					{Names: "-I", Arg: Required},
					{Names: "-O", Arg: Required},
					{Names: "-S", Arg: Required},
					{Names: "-X", Arg: Required},
					{Names: "-b", Arg: Required},
					{Names: "-U", Arg: Required},
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
}
