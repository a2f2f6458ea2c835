package grammar

// processes are the wrappers that change how a process runs: its locks, its
// scheduling, its namespaces.
var processes = []row{
	{
		Names: "flock", Source: "flock(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-s --shared"},
					{Names: "-x -e --exclusive"},
					{Names: "-u --unlock"},
					{Names: "-n --nb --nonblock"},
					{Names: "-w --wait --timeout", Arg: Required},
					{Names: "-E --conflict-exit-code", Arg: Required},
					{Names: "-o --close"},
					{Names: "-c --command", Arg: Required, Role: Shell},
					{Names: "-F --no-fork"},
					{Names: "--verbose"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: Operands{First: []Role{Write}, Rest: Argv},
			}
		},
	},
	{
		Names: "script", Source: "script(1)", Env: "SHELL",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-I --log-in", Arg: Required, Role: Write},
					{Names: "-O --log-out", Arg: Required, Role: Write},
					{Names: "-B --log-io", Arg: Required, Role: Write},
					{Names: "-T --log-timing", Arg: Required, Role: Write},
					{Names: "-t --timing", Arg: Optional, Role: Write},
					{Names: "-m --logging-format", Arg: Required},
					{Names: "-a --append"},
					{Names: "-c --command", Arg: Required, Role: Shell},
					{Names: "-e --return"},
					{Names: "-f --flush"},
					{Names: "--force"},
					{Names: "-E --echo", Arg: Required},
					{Names: "-o --output-limit", Arg: Required},
					{Names: "-q --quiet"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: Operands{First: []Role{Write}, Rest: Argv}, // BSD takes the command as operands
				Cases:    []Case{{With: "-c", Operands: Operands{First: []Role{Write}}, NoStdin: true}},
				Lang:     "sh",
			}
		},
	},
	{
		Names: "unshare", Source: "unshare(1)", Env: "SHELL",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-m --mount", Arg: Optional},
					{Names: "-u --uts", Arg: Optional},
					{Names: "-i --ipc", Arg: Optional},
					{Names: "-n --net", Arg: Optional},
					{Names: "-p --pid", Arg: Optional},
					{Names: "-U --user", Arg: Optional},
					{Names: "-C --cgroup", Arg: Optional},
					{Names: "-T --time", Arg: Optional},
					{Names: "-f --fork"},
					{Names: "--map-user", Arg: Required},
					{Names: "--map-group", Arg: Required},
					{Names: "-r --map-root-user"},
					{Names: "-c --map-current-user"},
					{Names: "--map-auto"},
					{Names: "--map-users", Arg: Required},
					{Names: "--map-groups", Arg: Required},
					{Names: "--kill-child", Arg: Optional},
					{Names: "--mount-proc", Arg: Optional},
					{Names: "--propagation", Arg: Required},
					{Names: "--setgroups", Arg: Required},
					{Names: "--keep-caps"},
					{Names: "-R --root", Arg: Required},
					{Names: "-w --wd", Arg: Required, Role: Dir},
					{Names: "-S --setuid", Arg: Required},
					{Names: "-G --setgid", Arg: Required},
					{Names: "--monotonic", Arg: Required},
					{Names: "--boottime", Arg: Required},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
			}
		},
	},
	{
		Names: "nsenter", Source: "nsenter(1)", Env: "SHELL",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-a --all"},
					{Names: "-t --target", Arg: Required},
					{Names: "-m --mount", Arg: Optional},
					{Names: "-u --uts", Arg: Optional},
					{Names: "-i --ipc", Arg: Optional},
					{Names: "-n --net", Arg: Optional},
					{Names: "-p --pid", Arg: Optional},
					{Names: "-C --cgroup", Arg: Optional},
					{Names: "-U --user", Arg: Optional},
					{Names: "-T --time", Arg: Optional},
					{Names: "-S --setuid", Arg: Required},
					{Names: "-G --setgid", Arg: Required},
					{Names: "--preserve-credentials"},
					{Names: "-r --root", Arg: Optional},
					{Names: "-w --wd", Arg: Optional},
					{Names: "-W --wdns", Arg: Required},
					{Names: "-F --no-fork"},
					{Names: "-Z --follow-context"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
				Away:     true,
			}
		},
	},
	{
		Names: "taskset", Source: "taskset(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-a --all-tasks"}, {Names: "-p --pid"}, {Names: "-c --cpu-list"}, {Names: "-h --help"}, {Names: "-V --version"},
				},
				Operands: Operands{First: []Role{Plain}, Rest: Argv},
				Cases:    []Case{{With: "-p"}},
			}
		},
	},
	{
		Names: "chrt", Source: "chrt(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-b --batch"},
					{Names: "-d --deadline"},
					{Names: "-f --fifo"},
					{Names: "-i --idle"},
					{Names: "-o --other"},
					{Names: "-r --rr"},
					{Names: "-R --reset-on-fork"},
					{Names: "-T --sched-runtime", Arg: Required},
					{Names: "-P --sched-period", Arg: Required},
					{Names: "-D --sched-deadline", Arg: Required},
					{Names: "-a --all-tasks"},
					{Names: "-m --max"},
					{Names: "-p --pid"},
					{Names: "-v --verbose"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: Operands{First: []Role{Plain}, Rest: Argv},
				Cases:    []Case{{With: "-p"}},
			}
		},
	},
	{
		Names: "setpriv", Source: "setpriv(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Abbrev,
				Options: []Option{
					{Names: "-d --dump"},
					{Names: "--nnp --no-new-privs"},
					{Names: "--ambient-caps", Arg: Required},
					{Names: "--inh-caps", Arg: Required},
					{Names: "--bounding-set", Arg: Required},
					{Names: "--ruid", Arg: Required},
					{Names: "--euid", Arg: Required},
					{Names: "--rgid", Arg: Required},
					{Names: "--egid", Arg: Required},
					{Names: "--reuid", Arg: Required},
					{Names: "--regid", Arg: Required},
					{Names: "--clear-groups"},
					{Names: "--keep-groups"},
					{Names: "--init-groups"},
					{Names: "--groups", Arg: Required},
					{Names: "--securebits", Arg: Required},
					{Names: "--pdeathsig", Arg: Required},
					{Names: "--selinux-label", Arg: Required},
					{Names: "--apparmor-profile", Arg: Required},
					{Names: "--reset-env"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
			}
		},
	},
}
