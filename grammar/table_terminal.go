package grammar

// paneRuns are the options of tmux's commands that start a shell command in a
// pane; what is left of the words is that command.
var paneRuns = Syntax{Style: POSIX, Options: paneOptions, Operands: Operands{Rest: Words}}

var paneOptions = []Option{
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
	{Names: "-c", Arg: Required, Role: Dir},
	{Names: "-e", Arg: Required, Role: Assign},
	{Names: "-F", Arg: Required},
	{Names: "-l", Arg: Required},
	{Names: "-n", Arg: Required},
	{Names: "-p", Arg: Required},
	{Names: "-s", Arg: Required},
	{Names: "-t", Arg: Required},
	{Names: "-T", Arg: Required},
	{Names: "-w", Arg: Required},
	{Names: "-x", Arg: Required},
	{Names: "-y", Arg: Required},
}

// paneText are tmux's commands whose first operand is a shell command.
var paneText = Syntax{Style: POSIX, Options: paneTextOptions, Operands: Operands{First: firstShell}}

// paneSettings are tmux's commands that take formats, in which #() is a shell command, or
// commands of tmux for later.
var paneSettings = Syntax{Style: POSIX, Options: paneTextOptions, Operands: Operands{First: []Role{Plain}, Rest: Code}, Lang: AnyCode}

var paneTextOptions = []Option{
	{Names: "-b"},
	{Names: "-C"},
	{Names: "-F"},
	{Names: "-I"},
	{Names: "-O"},
	{Names: "-o"},
	{Names: "-c", Arg: Required, Role: Dir},
	{Names: "-d", Arg: Required},
	{Names: "-t", Arg: Required},
}

// debugging are the options by which gdb and lldb take commands of their own.
var debugging = []Option{
	{Names: "-ex --ex -eval-command --eval-command", Arg: Required, Role: Code, Lang: "gdb"},
	{Names: "-iex --iex -init-eval-command --init-eval-command", Arg: Required, Role: Code, Lang: "gdb"},
	{Names: "-x -command --command", Arg: Required, Role: Script, Lang: "gdb"},
	{Names: "-ix -init-command --init-command", Arg: Required, Role: Script, Lang: "gdb"},
	{Names: "-cd --cd", Arg: Required, Role: Dir},
	{Names: "-p -pid --pid", Arg: Required},
	{Names: "-d -directory --directory", Arg: Required},
	{Names: "-c -core --core", Arg: Required, Role: File},
	{Names: "-s -symbols --symbols", Arg: Required, Role: File},
	{Names: "-e -exec --exec", Arg: Required, Role: File},
	{Names: "-tty --tty", Arg: Required},
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

// terminals are the programs that run others in terminals of their own, or
// under their own command language.
var terminals = []row{
	{
		Names: "tmux", Source: "tmux(1)", Env: "SHELL EDITOR",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "-2"},
					{Names: "-C"},
					{Names: "-D"},
					{Names: "-l"},
					{Names: "-N"},
					{Names: "-u"},
					{Names: "-v"},
					{Names: "-V"},
					{Names: "-c", Arg: Required, Role: Shell},
					{Names: "-f", Arg: Required, Role: Script, Lang: "tmux"},
					{Names: "-L", Arg: Required},
					{Names: "-S", Arg: Required},
					{Names: "-T", Arg: Required},
				},
				Subs: []Sub{
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
					{Names: "send send-keys", Syntax: Syntax{
						Style: POSIX,
						Options: []Option{
							{Names: "-F"},
							{Names: "-H"},
							{Names: "-K"},
							{Names: "-l"},
							{Names: "-M"},
							{Names: "-R"},
							{Names: "-X"},
							{Names: "-c", Arg: Required},
							{Names: "-N", Arg: Required},
							{Names: "-t", Arg: Required},
						},
						Operands: Operands{Rest: Words},
						Lang:     "keys",
					}},
				},
			}
		},
	},
	{
		Names: "screen", Source: "screen(1)", Env: "SCREENRC SHELL",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
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
					{Names: "-c", Arg: Required, Role: Script, Lang: "screen"},
					{Names: "-e", Arg: Required},
					{Names: "-h", Arg: Required},
					{Names: "-Logfile", Arg: Required, Role: Write},
					{Names: "-p", Arg: Required},
					{Names: "-s", Arg: Required, Role: Shell},
					{Names: "-S", Arg: Required},
					{Names: "-t", Arg: Required},
					{Names: "-T", Arg: Required},
					{Names: "-X", Last: true},
				},
				Operands: rest,
				Cases:    []Case{{With: "-X", Operands: Operands{Rest: Words}}},
				Lang:     "screen",
			}
		},
	},
	{
		Names: "expect tclsh wish tclsh8.* wish8.*", Source: "expect(1), tclsh(1)", Locates: true, Env: "TCLLIBPATH",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "-d"},
					{Names: "-D", Arg: Required},
					{Names: "-i"},
					{Names: "-n"},
					{Names: "-N"},
					{Names: "-v"},
					{Names: "-b"},
					{Names: "-c", Arg: Required, Role: Code, Lang: "tcl"},
					{Names: "-f", Arg: Required, Role: Script},
				},
				Operands: Operands{First: []Role{Script}},
				Cases:    []Case{{With: "-c -f", NoStdin: true}},
				Lang:     "tcl",
				Stdin:    true,
			}
		},
	},
	{
		Names: "gdb", Source: "gdb(1)", Locates: true,
		Syntax: func() Syntax {
			return Syntax{Style: Permute, Options: debugging, Operands: reads, Lang: "gdb", StdinWith: "*"}
		},
	},
	{
		Names: "lldb", Source: "lldb(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute,
				Options: []Option{
					{Names: "-o --one-line", Arg: Required, Role: Code, Lang: "gdb"},
					{Names: "-O --one-line-before-file", Arg: Required, Role: Code, Lang: "gdb"},
					{Names: "-k --one-line-on-crash", Arg: Required, Role: Code, Lang: "gdb"},
					{Names: "-s --source", Arg: Required, Role: Script, Lang: "gdb"},
					{Names: "-S --source-before-file", Arg: Required, Role: Script, Lang: "gdb"},
					{Names: "-f --file", Arg: Required, Role: File},
					{Names: "-c --core", Arg: Required, Role: File},
					{Names: "-p --attach-pid", Arg: Required},
					{Names: "-n --attach-name", Arg: Required},
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
