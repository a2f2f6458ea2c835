package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// processes are the wrappers that change how a process runs: its locks, scheduling and namespaces.
var processes = []spec.Row{
	{
		Names: "flock", Source: "flock(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-s --shared"},
					{Names: "-x -e --exclusive"},
					{Names: "-u --unlock"},
					{Names: "-n --nb --nonblock"},
					{Names: "-w --wait --timeout", Arg: spec.Required},
					{Names: "-E --conflict-exit-code", Arg: spec.Required},
					{Names: "-o --close"},
					{Names: "-c --command", Arg: spec.Required, Role: spec.Shell},
					{Names: "-F --no-fork"},
					{Names: "--verbose"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Write}, Rest: spec.Argv},
			}
		},
	},
	{
		Names: "script", Source: "script(1)", Env: "SHELL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-I --log-in", Arg: spec.Required, Role: spec.Write},
					{Names: "-O --log-out", Arg: spec.Required, Role: spec.Write},
					{Names: "-B --log-io", Arg: spec.Required, Role: spec.Write},
					{Names: "-T --log-timing", Arg: spec.Required, Role: spec.Write},
					{Names: "-t --timing", Arg: spec.Optional, Role: spec.Write},
					{Names: "-m --logging-format", Arg: spec.Required},
					{Names: "-a --append"},
					{Names: "-c --command", Arg: spec.Required, Role: spec.Shell},
					{Names: "-e --return"},
					{Names: "-f --flush"},
					{Names: "--force"},
					{Names: "-E --echo", Arg: spec.Required},
					{Names: "-o --output-limit", Arg: spec.Required},
					{Names: "-q --quiet"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Write}, Rest: spec.Argv}, // BSD takes the command as operands
				Cases:    []spec.Case{{With: "-c", Operands: spec.Operands{First: []spec.Role{spec.Write}}, NoStdin: true}},
				Lang:     "sh",
				Shells:   true,
			}
		},
	},
	{
		Names: "unshare", Source: "unshare(1)", Env: "SHELL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-m --mount", Arg: spec.Optional},
					{Names: "-u --uts", Arg: spec.Optional},
					{Names: "-i --ipc", Arg: spec.Optional},
					{Names: "-n --net", Arg: spec.Optional},
					{Names: "-p --pid", Arg: spec.Optional},
					{Names: "-U --user", Arg: spec.Optional},
					{Names: "-C --cgroup", Arg: spec.Optional},
					{Names: "-T --time", Arg: spec.Optional},
					{Names: "-f --fork"},
					{Names: "--map-user", Arg: spec.Required},
					{Names: "--map-group", Arg: spec.Required},
					{Names: "-r --map-root-user"},
					{Names: "-c --map-current-user"},
					{Names: "--map-auto"},
					{Names: "--map-users", Arg: spec.Required},
					{Names: "--map-groups", Arg: spec.Required},
					{Names: "--kill-child", Arg: spec.Optional},
					{Names: "--mount-proc", Arg: spec.Optional},
					{Names: "--propagation", Arg: spec.Required},
					{Names: "--setgroups", Arg: spec.Required},
					{Names: "--keep-caps"},
					{Names: "-R --root", Arg: spec.Required},
					{Names: "-w --wd", Arg: spec.Required, Role: spec.Dir},
					{Names: "-S --setuid", Arg: spec.Required},
					{Names: "-G --setgid", Arg: spec.Required},
					{Names: "--monotonic", Arg: spec.Required},
					{Names: "--boottime", Arg: spec.Required},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
				Shells:   true,
			}
		},
	},
	{
		Names: "nsenter", Source: "nsenter(1)", Env: "SHELL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-a --all"},
					{Names: "-t --target", Arg: spec.Required},
					{Names: "-m --mount", Arg: spec.Optional},
					{Names: "-u --uts", Arg: spec.Optional},
					{Names: "-i --ipc", Arg: spec.Optional},
					{Names: "-n --net", Arg: spec.Optional},
					{Names: "-p --pid", Arg: spec.Optional},
					{Names: "-C --cgroup", Arg: spec.Optional},
					{Names: "-U --user", Arg: spec.Optional},
					{Names: "-T --time", Arg: spec.Optional},
					{Names: "-S --setuid", Arg: spec.Required},
					{Names: "-G --setgid", Arg: spec.Required},
					{Names: "--preserve-credentials"},
					{Names: "-r --root", Arg: spec.Optional},
					{Names: "-w --wd", Arg: spec.Optional, Role: spec.RemoteDir},
					{Names: "-W --wdns", Arg: spec.Required},
					{Names: "-F --no-fork"},
					{Names: "-Z --follow-context"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
				Shells:   true,
				Away:     true,
				AwayWith: "-a -m -r -w -W",
			}
		},
	},
	{
		Names: "taskset", Source: "taskset(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-a --all-tasks"}, {Names: "-p --pid"}, {Names: "-c --cpu-list"}, {Names: "-h --help"}, {Names: "-V --version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv},
				Cases:    []spec.Case{{With: "-p"}},
			}
		},
	},
	{
		Names: "chrt", Source: "chrt(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-b --batch"},
					{Names: "-d --deadline"},
					{Names: "-f --fifo"},
					{Names: "-i --idle"},
					{Names: "-o --other"},
					{Names: "-r --rr"},
					{Names: "-R --reset-on-fork"},
					{Names: "-T --sched-runtime", Arg: spec.Required},
					{Names: "-P --sched-period", Arg: spec.Required},
					{Names: "-D --sched-deadline", Arg: spec.Required},
					{Names: "-a --all-tasks"},
					{Names: "-m --max"},
					{Names: "-p --pid"},
					{Names: "-v --verbose"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv},
				Cases:    []spec.Case{{With: "-p"}},
			}
		},
	},
	{
		Names: "setpriv", Source: "setpriv(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: []spec.Option{
					{Names: "-d --dump"},
					{Names: "--nnp --no-new-privs"},
					{Names: "--ambient-caps", Arg: spec.Required},
					{Names: "--inh-caps", Arg: spec.Required},
					{Names: "--bounding-set", Arg: spec.Required},
					{Names: "--ruid", Arg: spec.Required},
					{Names: "--euid", Arg: spec.Required},
					{Names: "--rgid", Arg: spec.Required},
					{Names: "--egid", Arg: spec.Required},
					{Names: "--reuid", Arg: spec.Required},
					{Names: "--regid", Arg: spec.Required},
					{Names: "--clear-groups"},
					{Names: "--keep-groups"},
					{Names: "--init-groups"},
					{Names: "--groups", Arg: spec.Required},
					{Names: "--securebits", Arg: spec.Required},
					{Names: "--pdeathsig", Arg: spec.Required},
					{Names: "--selinux-label", Arg: spec.Required},
					{Names: "--apparmor-profile", Arg: spec.Required},
					{Names: "--reset-env"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: rest,
			}
		},
	},
}
