package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// paneRuns is the syntax of tmux's commands that start a shell command in a pane. The words after the
// options are that command.
var paneRuns = spec.Syntax{Style: spec.POSIX, Options: paneOptions, Operands: spec.Operands{Rest: spec.Words}}

var paneOptions = []spec.Option{
	{Names: "-A"},
	{Names: "-a"},
	{Names: "-B"},
	{Names: "-b"},
	{Names: "-C"},
	{Names: "-D"},
	{Names: "-d"},
	{Names: "-E"},
	{Names: "-f"},
	{Names: "-h"},
	{Names: "-I"},
	{Names: "-k"},
	{Names: "-P"},
	{Names: "-S"},
	{Names: "-v"},
	{Names: "-X"},
	{Names: "-Z"},
	{Names: "-c", Arg: spec.Required, Role: spec.Dir},
	{Names: "-e", Arg: spec.Required, Role: spec.Assign},
	{Names: "-F", Arg: spec.Required},
	{Names: "-l", Arg: spec.Required},
	{Names: "-n", Arg: spec.Required},
	{Names: "-p", Arg: spec.Required},
	{Names: "-s", Arg: spec.Required},
	{Names: "-t", Arg: spec.Required},
	{Names: "-T", Arg: spec.Required},
	{Names: "-w", Arg: spec.Required},
	{Names: "-x", Arg: spec.Required},
	{Names: "-y", Arg: spec.Required},
}

// paneText is the syntax of tmux's commands whose first operand is a shell command.
var paneText = spec.Syntax{Style: spec.POSIX, Options: paneTextOptions, Operands: spec.Operands{First: firstShell}}

// paneSettings is the syntax of tmux's commands that take formats, in which #() is a shell command, or
// commands of tmux for later.
var paneSettings = spec.Syntax{Style: spec.POSIX, Options: paneTextOptions, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Code}, Lang: spec.AnyCode}

var paneTextOptions = []spec.Option{
	{Names: "-b"},
	{Names: "-C"},
	{Names: "-F"},
	{Names: "-I"},
	{Names: "-O"},
	{Names: "-o"},
	{Names: "-c", Arg: spec.Required, Role: spec.Dir},
	{Names: "-d", Arg: spec.Required},
	{Names: "-t", Arg: spec.Required},
}

// debugging are the options with which gdb and lldb take commands of their own language.
var debugging = []spec.Option{
	{Names: "-ex --ex -eval-command --eval-command", Arg: spec.Required, Role: spec.Code, Lang: "gdb"},
	{Names: "-iex --iex -init-eval-command --init-eval-command", Arg: spec.Required, Role: spec.Code, Lang: "gdb"},
	{Names: "-x -command --command", Arg: spec.Required, Role: spec.Script, Lang: "gdb"},
	{Names: "-ix -init-command --init-command", Arg: spec.Required, Role: spec.Script, Lang: "gdb"},
	{Names: "-cd --cd", Arg: spec.Required, Role: spec.Dir},
	{Names: "-p -pid --pid", Arg: spec.Required},
	{Names: "-d -directory --directory", Arg: spec.Required},
	{Names: "-c -core --core", Arg: spec.Required, Role: spec.File},
	{Names: "-s -symbols --symbols", Arg: spec.Required, Role: spec.File},
	{Names: "-e -exec --exec", Arg: spec.Required, Role: spec.File},
	{Names: "-tty --tty", Arg: spec.Required},
	{Names: "-args --args", Last: true},
	{Names: "-batch --batch"},
	{Names: "-batch-silent --batch-silent"},
	{Names: "-n -nx --nx"},
	{Names: "-nh --nh"},
	{Names: "-q -quiet --quiet -silent --silent"},
	{Names: "-return-child-result --return-child-result"},
	{Names: "-readnow --readnow"},
	{Names: "-tui --tui"},
	{Names: "-nw --nw"},
	{Names: "-h -help --help"},
	{Names: "-version --version"},
}

// terminals are the programs that run others in terminals of their own, or under their own command
// language.
var terminals = []spec.Row{
	{
		Names: "tmux", Source: "tmux(1)", Env: "SHELL EDITOR",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-2"},
					{Names: "-C"},
					{Names: "-D"},
					{Names: "-l"},
					{Names: "-N"},
					{Names: "-u"},
					{Names: "-v"},
					{Names: "-V"},
					{Names: "-c", Arg: spec.Required, Role: spec.Shell},
					{Names: "-f", Arg: spec.Required, Role: spec.Script, Lang: "tmux"},
					{Names: "-L", Arg: spec.Required},
					{Names: "-S", Arg: spec.Required},
					{Names: "-T", Arg: spec.Required},
				},
				Subs: []spec.Sub{
					{Names: "new new-session", Syntax: paneRuns},
					{Names: "neww new-window", Syntax: paneRuns},
					{Names: "splitw split-window", Syntax: paneRuns},
					{Names: "respawnp respawn-pane", Syntax: paneRuns},
					{Names: "respawnw respawn-window", Syntax: paneRuns},
					{Names: "popup display-popup", Syntax: paneRuns},
					{Names: "run run-shell", Syntax: paneText},
					{Names: "if if-shell", Syntax: paneText},
					{Names: "pipep pipe-pane", Syntax: paneText},
					{Names: "set setw set-option set-window-option", Syntax: paneSettings},
					{Names: "bind bind-key set-hook", Syntax: paneSettings},
					{Names: "confirm confirm-before", Syntax: paneSettings},
					{Names: "display display-message", Syntax: paneSettings},
					{Names: "setb set-buffer", Syntax: spec.Syntax{
						Style:    spec.POSIX,
						Options:  []spec.Option{{Names: "-a"}, {Names: "-w"}, {Names: "-b", Arg: spec.Required}, {Names: "-n", Arg: spec.Required}, {Names: "-t", Arg: spec.Required}},
						Operands: spec.Operands{Rest: spec.Words},
						Lang:     "keys",
					}},
					{Names: "send send-keys", Syntax: spec.Syntax{
						Style: spec.POSIX,
						Options: []spec.Option{
							{Names: "-F"},
							{Names: "-H"},
							{Names: "-K"},
							{Names: "-l"},
							{Names: "-M"},
							{Names: "-R"},
							{Names: "-X"},
							{Names: "-c", Arg: spec.Required},
							{Names: "-N", Arg: spec.Required},
							{Names: "-t", Arg: spec.Required},
						},
						Operands: spec.Operands{Rest: spec.Words},
						Lang:     "keys",
					}},
				},
			}
		},
	},
	{
		Names: "screen", Source: "screen(1)", Env: "SCREENRC SHELL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-a"},
					{Names: "-A"},
					{Names: "-d"},
					{Names: "-D"},
					{Names: "-i"},
					{Names: "-l"},
					{Names: "-ls -list"},
					{Names: "-L"},
					{Names: "-m"},
					{Names: "-O"},
					{Names: "-q"},
					{Names: "-Q"},
					{Names: "-r"},
					{Names: "-R"},
					{Names: "-U"},
					{Names: "-v"},
					{Names: "-x"},
					{Names: "-wipe"},
					{Names: "-c", Arg: spec.Required, Role: spec.Script, Lang: "screen"},
					{Names: "-e", Arg: spec.Required},
					{Names: "-h", Arg: spec.Required},
					{Names: "-Logfile", Arg: spec.Required, Role: spec.Write},
					{Names: "-p", Arg: spec.Required},
					{Names: "-s", Arg: spec.Required, Role: spec.Shell},
					{Names: "-S", Arg: spec.Required},
					{Names: "-t", Arg: spec.Required},
					{Names: "-T", Arg: spec.Required},
					{Names: "-X", Last: true},
				},
				Operands: rest,
				Cases:    []spec.Case{{With: "-X", Operands: spec.Operands{Rest: spec.Words}}},
				Lang:     "screen",
			}
		},
	},
	{
		Names: "expect tclsh wish tclsh8.* wish8.*", Source: "expect(1), tclsh(1)", FindsItself: true, Env: "TCLLIBPATH",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-d"},
					{Names: "-D", Arg: spec.Required},
					{Names: "-i"},
					{Names: "-n"},
					{Names: "-N"},
					{Names: "-v"},
					{Names: "-b"},
					{Names: "-c", Arg: spec.Required, Role: spec.Code, Lang: "tcl"},
					{Names: "-f", Arg: spec.Required, Role: spec.Script},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Script}},
				Cases:    []spec.Case{{With: "-c -f", NoStdin: true}},
				Lang:     "tcl",
				Stdin:    true,
			}
		},
	},
	{
		Names: "gdb", Source: "gdb(1)", FindsItself: true,
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.Permute, Options: debugging, Operands: reads, Lang: "gdb", StdinWith: "*"}
		},
	},
	{
		Names: "lldb", Source: "lldb(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute,
				Options: []spec.Option{
					{Names: "-o --one-line", Arg: spec.Required, Role: spec.Code, Lang: "gdb"},
					{Names: "-O --one-line-before-file", Arg: spec.Required, Role: spec.Code, Lang: "gdb"},
					{Names: "-k --one-line-on-crash", Arg: spec.Required, Role: spec.Code, Lang: "gdb"},
					{Names: "-s --source", Arg: spec.Required, Role: spec.Script, Lang: "gdb"},
					{Names: "-S --source-before-file", Arg: spec.Required, Role: spec.Script, Lang: "gdb"},
					{Names: "-f --file", Arg: spec.Required, Role: spec.File},
					{Names: "-c --core", Arg: spec.Required, Role: spec.File},
					{Names: "-p --attach-pid", Arg: spec.Required},
					{Names: "-n --attach-name", Arg: spec.Required},
					{Names: "-b --batch"},
					{Names: "-Q --source-quietly"},
					{Names: "-x --no-lldbinit"},
					{Names: "-h --help"},
					{Names: "-v --version"},
				},
				Operands: reads, Lang: "gdb", StdinWith: "*",
			}
		},
	},
}
