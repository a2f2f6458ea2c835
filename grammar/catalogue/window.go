package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// typing is the syntax of verbs that type their words into another window.
var typing = spec.Syntax{
	Options: []spec.Option{
		{Names: "-a --all"},
		{Names: "--no-paste"},
		{Names: "--stdin"},
		{Names: "-m --match", Arg: spec.Required},
		{Names: "-t --match-tab --pane-id", Arg: spec.Required},
		{Names: "--from-file", Arg: spec.Required, Role: spec.File},
	},
	Operands: spec.Operands{Rest: spec.Words},
	Lang:     "keys",
}

// windowCommand are the options after which terminal emulators take the command to run in the window.
var windowCommand = []spec.Option{
	{Names: "-e -x --execute --command", Arg: spec.Required, Role: spec.Argv},
	{Names: "-T -t -title --title", Arg: spec.Required},
	{Names: "-g -geometry --geometry", Arg: spec.Required},
	{Names: "--working-directory --workdir", Arg: spec.Required, Role: spec.Dir},
	{Names: "-h --help"},
}

// kittyRemote is kitty's remote control.
func kittyRemote() []spec.Sub {
	return []spec.Sub{
		{Names: "launch", Syntax: spec.Syntax{
			Style: spec.POSIX,
			Options: []spec.Option{
				{Names: "--type --title --window-title --tab-title --match -m --location --cwd --env", Arg: spec.Required},
				{Names: "--keep-focus"},
				{Names: "--hold"},
				{Names: "--copy-env"},
				{Names: "--no-response"},
			},
			Operands: rest,
		}},
		{Names: "send-text", Syntax: typing},
	}
}

// windows are the terminal emulators, and programs that keep a terminal open for a command.
var windows = []spec.Row{
	{
		Names: "xterm uxterm urxvt rxvt", Source: "xterm(1), urxvt(1)",
		Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.Single, Options: windowCommand} },
	},
	{
		Names:  "konsole alacritty ghostty terminator tilix lxterminal qterminal xfce4-terminal mate-terminal terminology cool-retro-term x-terminal-emulator",
		Source: "konsole(1), alacritty(1), xfce4-terminal(1)",
		Syntax: func() spec.Syntax { return spec.Syntax{Options: windowCommand} },
	},
	{
		Names: "foot footclient st stterm", Source: "foot(1), st(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.POSIX, Options: append([]spec.Option{
				{Names: "-c --config", Arg: spec.Required, Role: spec.File},
				{Names: "-o --override", Arg: spec.Required},
				{Names: "-a --app-id", Arg: spec.Required},
				{Names: "-H --hold"},
				{Names: "-m --maximized"},
				{Names: "-F --fullscreen"},
				{Names: "-L --login-shell"},
				{Names: "-n --no-wait"},
			}, windowCommand...), Operands: rest}
		},
	},
	{
		Names: "kitty kitten", Source: "kitty(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: append([]spec.Option{
					{Names: "-1 --single-instance"},
					{Names: "--detach"},
					{Names: "--hold"},
					{Names: "-c --config", Arg: spec.Required, Role: spec.File},
					{Names: "-o --override", Arg: spec.Required},
					{Names: "-d --directory", Arg: spec.Required, Role: spec.Dir},
				}, windowCommand...),
				Operands: rest,
				Subs:     []spec.Sub{{Names: "@ +remote", Syntax: spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "--to --password", Arg: spec.Required}}, Subs: kittyRemote()}}},
			}
		},
	},
	{
		Names: "wezterm", Source: "wezterm(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Subs: []spec.Sub{
				{Names: "start", Syntax: spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "--cwd", Arg: spec.Required, Role: spec.Dir}, {Names: "--class --workspace --position --domain", Arg: spec.Required}}, Operands: rest}},
				{Names: "cli", Syntax: spec.Syntax{Subs: []spec.Sub{
					{Names: "spawn split-pane", Syntax: spec.Syntax{
						Style:    spec.POSIX,
						Options:  []spec.Option{{Names: "--cwd", Arg: spec.Required, Role: spec.Dir}, {Names: "--pane-id --window-id --domain-name --workspace --percent --cells", Arg: spec.Required}, {Names: "--new-window"}, {Names: "--left"}, {Names: "--right"}, {Names: "--top"}, {Names: "--bottom"}},
						Operands: rest,
					}},
					{Names: "send-text", Syntax: typing},
				}}},
			}}
		},
	},
	{
		Names: "zellij", Source: "zellij(1)",
		Syntax: func() spec.Syntax {
			run := spec.Syntax{
				Style:    spec.POSIX,
				Options:  []spec.Option{{Names: "-c --close-on-exit"}, {Names: "-f --floating"}, {Names: "-i --in-place"}, {Names: "-s --start-suspended"}, {Names: "--cwd", Arg: spec.Required, Role: spec.Dir}, {Names: "-d --direction -n --name --height --width -x --x -y --y", Arg: spec.Required}},
				Operands: rest,
			}
			return spec.Syntax{Subs: []spec.Sub{
				{Names: "run", Syntax: run},
				{Names: "action ac", Syntax: spec.Syntax{Subs: []spec.Sub{{Names: "write-chars", Syntax: typing}, {Names: "new-pane", Syntax: run}}}},
			}}
		},
	},
	{
		Names: "dtach abduco", Source: "dtach(1), abduco(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:    spec.POSIX,
				Options:  []spec.Option{{Names: "-A -a -c -n -N", Arg: spec.Required}, {Names: "-E"}, {Names: "-f"}, {Names: "-l"}, {Names: "-q"}, {Names: "-v"}, {Names: "-z"}, {Names: "-e", Arg: spec.Required}, {Names: "-r", Arg: spec.Required}},
				Operands: rest,
			}
		},
	},
}
