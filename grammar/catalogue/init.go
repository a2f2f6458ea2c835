package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// inits are the programs that control the init system: services, power, and commands that run
// later.
var inits = []spec.Row{
	{
		Names: "systemctl", Source: "systemctl(1), systemctl --help", Env: "SYSTEMD_EDITOR EDITOR VISUAL SYSTEMD_PAGER " + pagerEnv,
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Inherit,
				Options: slices.Concat(
					bools(
						"--user", "--system", "--global", "-a --all", "-q --quiet", "-f --force", "--now", "--runtime", "--no-block",
						"--wait", "--no-pager", "--no-legend", "--no-ask-password", "-l --full", "--failed", "--no-wall", "-i",
						"--plain", "--dry-run", "--value", "-h --help", "--version", "--no-reload", "--show-types", "--reverse",
					),
					values(
						"-t --type", "--state", "-p --property", "-P", "-s --signal", "--kill-who --kill-whom", "--job-mode", "-n --lines",
						"-o --output", "--root", "--preset-mode", "--what", "--message", "--legend", "--check-inhibitors", "--when",
					),
					[]spec.Option{{Names: "-H --host", Arg: spec.Required, Role: spec.Host}, {Names: "-M --machine", Arg: spec.Required}},
				),
				Subs: leaves("start stop restart reload try-restart reload-or-restart try-reload-or-restart isolate kill clean freeze " +
					"thaw is-active is-failed status show cat help list-units list-unit-files list-dependencies list-sockets " +
					"list-timers list-jobs list-automounts list-paths list-machines set-property reset-failed enable disable reenable " +
					"preset preset-all is-enabled mask unmask link revert add-wants add-requires edit get-default set-default cancel " +
					"show-environment set-environment unset-environment import-environment daemon-reload daemon-reexec " +
					"is-system-running default rescue emergency halt poweroff reboot kexec soft-reboot exit switch-root suspend " +
					"hibernate hybrid-sleep suspend-then-hibernate sleep log-level log-target"),
			}
		},
	},
	{
		Names: "service rc-service invoke-rc.d", Source: "service(8), openrc rc-service(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: bools(
					"--status-all", "-l --list", "-e --exists", "-r --resolve", "-h --help", "--version", "-V", "--full-restart",
					"start", "stop", "restart", "reload", "force-reload", "status", "zap",
				),
			}
		},
	},
	{
		// /etc/init.d/NAME: see Lookup.
		Names: spec.InitScript, Source: "init-d-script(5)",
		Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.Permute} },
	},
	{
		Names: "shutdown", Source: "shutdown(8), shutdown --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: bools(
					"-H --halt", "-P -p --poweroff", "-r --reboot", "-h", "-k", "--no-wall", "-c", "--show", "-f", "-F", "-n", "--help",
				),
			}
		},
	},
	{
		Names: "reboot poweroff halt", Source: "reboot(8), reboot --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: bools(
					"-p --poweroff", "--reboot", "--halt", "-f --force", "-w --wtmp-only", "-d --no-wtmp", "--no-sync", "--no-wall",
					"-h -i -n --help",
				),
			}
		},
	},
	{
		Names: "init telinit", Source: "init(8), telinit(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.GNU, Options: slices.Concat(bools("-e", "--no-wall", "--help"), values("-t"))}
		},
	},
	{
		// After the signal every word is a process, or with a dash a process group.
		Names: "kill", Source: "kill(1), bash(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: slices.Concat(
					bools("-l --list", "-L --table", "-a --all", "-p --pid", "--verbose", "--help", "-V --version"),
					values("-q --queue", "--timeout"),
					[]spec.Option{
						{Names: "-s --signal", Arg: spec.Required, Last: true},
						{Names: "-n", Arg: spec.Required, Last: true},
						{Names: "-0", Last: true},
						{Names: "-NUM", Last: true},
						{Names: "-HUP -SIGHUP -hup", Last: true},
						{Names: "-INT -SIGINT -int", Last: true},
						{Names: "-QUIT -SIGQUIT -quit", Last: true},
						{Names: "-ABRT -SIGABRT -abrt", Last: true},
						{Names: "-KILL -SIGKILL -kill", Last: true},
						{Names: "-USR1 -SIGUSR1 -usr1", Last: true},
						{Names: "-USR2 -SIGUSR2 -usr2", Last: true},
						{Names: "-TERM -SIGTERM -term", Last: true},
						{Names: "-CONT -SIGCONT -cont", Last: true},
						{Names: "-STOP -SIGSTOP -stop", Last: true},
						{Names: "-TSTP -SIGTSTP -tstp", Last: true},
					},
				),
			}
		},
	},
	{Names: "pkill", Source: "pkill(1)", Syntax: processNames},
	{Names: "pgrep", Source: "pgrep(1)", Syntax: processNames},
	{Names: "ps", Source: "ps(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU,
			Options: slices.Concat(
				bools("-A", "-a", "-c", "-d", "-e", "-F", "-f", "-H", "-h", "-j", "-L", "-l", "-M", "-m", "-N --deselect", "-P", "-T", "-V --version", "-v", "-w", "-X", "-x", "-y", "-Z --context",
					"--forest", "--headers", "--no-headers --no-heading", "--cumulative", "--info", "--help"),
				values("-C", "-G --Group", "-g --group", "-O", "-o --format", "-p --pid", "--ppid", "-q --quick-pid", "-s --sid", "-t --tty", "-U --User", "-u --user", "--sort", "--cols --columns --width", "--rows --lines"),
			),
		}
	}},
	{Names: "journalctl", Source: "journalctl(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU,
			Options: slices.Concat(
				bools("-a --all", "-e --pager-end", "-f --follow", "-h --help", "-k --dmesg", "-l --full", "-m --merge", "-N --fields", "-q --quiet", "-r --reverse", "-x --catalog", "--disk-usage", "--flush",
					"--header", "--list-boots", "--no-full", "--no-hostname", "--no-pager", "--no-tail", "--relinquish-var", "--rotate", "--setup-keys", "--sync", "--system", "--update-catalog", "--user",
					"--utc", "--verify", "--version"),
				values("-c --cursor", "-D --directory", "-F --field", "-g --grep", "-i --file", "-M --machine", "-n --lines", "-o --output", "-p --priority", "-S --since", "-t --identifier", "-U --until",
					"-u --unit", "--after-cursor", "--cursor-file", "--facility", "--namespace", "--output-fields", "--root", "--user-unit", "--vacuum-files", "--vacuum-size", "--vacuum-time"),
				[]spec.Option{{Names: "-b --boot", Arg: spec.Optional}},
			),
		}
	}},
	{Names: "mkfifo", Source: "mkfifo(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style:    spec.GNU,
			Options:  slices.Concat(bools("-Z", "--help", "--version"), []spec.Option{{Names: "-m --mode", Arg: spec.Required, Role: spec.Mode}, {Names: "--context", Arg: spec.Optional}}),
			Operands: spec.Operands{Rest: spec.Write},
		}
	}},
	{
		Names: "killall", Source: "killall(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-e --exact", "-I --ignore-case", "-g --process-group", "-i --interactive", "-l --list", "-q --quiet",
						"-r --regexp", "-v --verbose", "-w --wait", "-NUM", "-KILL -SIGKILL", "-TERM -SIGTERM", "-HUP -SIGHUP",
						"-INT -SIGINT", "-USR1 -SIGUSR1", "-USR2 -SIGUSR2", "-STOP -SIGSTOP", "-CONT -SIGCONT", "-V --version",
					),
					values("-s --signal", "-u --user", "-n --ns", "-o --older-than", "-y --younger-than", "-Z --context"),
				),
			}
		},
	},
	{
		// Installing a table replaces the old one.
		Names: "crontab", Source: "crontab(1), crontab(5)", Env: "EDITOR VISUAL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:    spec.POSIX | spec.Permute,
				Options:  slices.Concat(bools("-l", "-r", "-e", "-i", "-n", "-s", "-T", "-V", "--help"), values("-u", "-x")),
				Operands: spec.Operands{First: []spec.Role{spec.Script}},
				Cases:    []spec.Case{{With: "-l -r -e -V --help", NoStdin: true}},
				Lang:     "crontab",
				Stdin:    true,
			}
		},
	},
	{
		Names: "at batch", Source: "at(1)", Env: "SHELL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Permute,
				Options: slices.Concat(
					bools("-l", "-m", "-M", "-v", "-V", "-b", "-r", "-d", "-c"),
					values("-q", "-t", "-o", "-u"),
					[]spec.Option{{Names: "-f", Arg: spec.Required, Role: spec.Script, Lang: "sh"}},
				),
				Cases:     []spec.Case{{With: "-f -l -r -d -c -V", NoStdin: true}},
				Lang:      "sh",
				Stdin:     true,
				StdinWith: "*",
			}
		},
	},
	{Names: "atq", Source: "at(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Options: slices.Concat(bools("-V"), values("-q", "-o"))}
	}},
	{Names: "atrm", Source: "at(1)", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.POSIX, Options: bools("-V")} }},
	{
		Names: "systemd-run", Source: "systemd-run(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev,
				Options: slices.Concat(
					bools(
						"--user", "--system", "--scope", "-t --pty", "-P --pipe", "-q --quiet", "--wait", "-r --remain-after-exit",
						"-G --collect", "--no-block", "-S --shell", "--same-dir -d", "--send-sighup", "--no-ask-password",
						"-h --help", "--version",
					),
					values(
						"-u --unit", "--slice", "--description", "--uid", "--gid", "--nice", "--on-active",
						"--on-boot", "--on-startup", "--on-unit-active", "--on-unit-inactive", "--on-calendar", "--timer-property",
						"--path-property", "--socket-property", "--service-type", "-M --machine",
					),
					[]spec.Option{
						{Names: "-H --host", Arg: spec.Required, Role: spec.Host},
						{Names: "-E --setenv", Arg: spec.Required, Role: spec.Assign},
						{Names: "-p --property", Arg: spec.Required, Role: spec.Setting},
						{Names: "--working-directory", Arg: spec.Required, Role: spec.Dir},
					},
				),
				Operands:  rest,
				Lang:      "sh",
				StdinWith: "-S",
			}
		},
	},
	{
		Names: "launchctl", Source: "launchctl(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Subs: append(leaves("bootout unload remove stop kill disable enable start kickstart list print print-disabled blame "+
					"error managerpid getenv hostinfo version help unsetenv reboot config limit plist"),
					spec.Sub{Names: "bootstrap", Syntax: spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.File}}},
					spec.Sub{Names: "load", Syntax: spec.Syntax{
						Style:    spec.POSIX,
						Options:  slices.Concat(bools("-w", "-F"), values("-S", "-D")),
						Operands: reads,
					}},
					spec.Sub{Names: "submit", Syntax: spec.Syntax{
						Style:    spec.POSIX,
						Options:  slices.Concat(values("-l", "-p", "-o", "-e")),
						Operands: rest,
					}},
					spec.Sub{Names: "asuser", Syntax: spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Privilege: true}},
					spec.Sub{Names: "setenv", Syntax: spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{First: []spec.Role{spec.Setting}}}},
				),
			}
		},
	},
}

// processNames returns the syntax by which pkill and pgrep select processes.
func processNames() spec.Syntax {
	return spec.Syntax{
		Style: spec.Permute | spec.Bundle | spec.Abbrev,
		Options: slices.Concat(
			bools(
				"-f --full", "-x --exact", "-i --ignore-case", "-n --newest", "-o --oldest", "-v --inverse", "-e --echo", "-c --count",
				"-a --list-full", "-l --list-name", "-NUM", "-KILL -SIGKILL", "-TERM -SIGTERM", "-HUP -SIGHUP", "-INT -SIGINT",
				"-USR1 -SIGUSR1", "-USR2 -SIGUSR2", "-STOP -SIGSTOP", "-CONT -SIGCONT", "-QUIT -SIGQUIT", "-h --help", "-V --version",
			),
			values(
				"-g --pgroup", "-G --group", "-P --parent", "-s --session", "--signal", "-t --terminal", "-u --euid", "-U --uid",
				"-F --pidfile", "-r --runstates", "-O --older", "-d --delimiter", "--ns", "--cgroup",
			),
		),
	}
}
