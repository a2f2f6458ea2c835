package grammar

import "slices"

// editors run the commands of their own language from their options and from
// standard input.
var editors = []row{
	{
		Names:  "vim vi nvim view vimdiff gvim rvim nvi",
		Source: "vim(1)", Env: "VIMINIT EXINIT VIM VIMRUNTIME SHELL",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Bundle,
				Options: slices.Concat(
					bools(
						"-b", "-C", "-d", "-D", "-E", "-e", "-es", "-Es", "-f", "-F", "-g", "-h --help", "-H", "-l", "-L", "-m", "-M", "-n", "-N", "-o", "-O", "-p",
						"-R", "-t", "-v", "-V", "-x", "-X", "-y", "-Z", "--clean", "--noplugin", "--not-a-term", "--headless", "--version", "-A",
					),
					[]Option{
						{Names: "-c", Arg: Required, Role: Code, Lang: "ex"},
						{Names: "--cmd", Arg: Required, Role: Code, Lang: "ex"},
						{Names: "+", Arg: Optional, Role: Code, Lang: "ex"},
						{Names: "-S", Arg: Required, Role: Script, Lang: "ex"},
						{Names: "-s", Arg: Optional, Role: Script, Lang: "ex"},
						{Names: "-u -U", Arg: Required, Role: Script, Lang: "ex"},
						{Names: "-i", Arg: Required},
						{Names: "-T", Arg: Required},
						{Names: "-w -W", Arg: Required, Role: Write},
					},
				),
				Operands:  reads,
				Lang:      "ex",
				StdinWith: "-e -es -Es -E",
			}
		},
	},
	{
		Names: "ex", Source: "POSIX ex, vim(1)", Env: "EXINIT SHELL",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute,
				Options: []Option{
					{Names: "-c", Arg: Required, Role: Code, Lang: "ex"},
					{Names: "+", Arg: Optional, Role: Code, Lang: "ex"},
					{Names: "-S", Arg: Required, Role: Script, Lang: "ex"},
					{Names: "-s"},
					{Names: "-"},
					{Names: "-R"},
					{Names: "-v"},
					{Names: "-r"},
					{Names: "-sc", Arg: Required, Role: Code, Lang: "ex"},
					{Names: "-w", Arg: Required},
					{Names: "-t", Arg: Required},
				},
				Operands:  reads,
				Lang:      "ex",
				Stdin:     true,
				StdinWith: "*",
			}
		},
	},
	{
		Names: "ed red", Source: "ed(1), POSIX ed",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Bundle,
				Options: slices.Concat(
					bools("-s --quiet --silent", "-", "-E --extended-regexp", "-G --traditional", "-l --loose-exit-status", "-r --restricted", "-v --verbose", "-h --help", "-V --version"),
					values("-p --prompt"),
				),
				Operands:  reads,
				Lang:      "ed",
				Stdin:     true,
				StdinWith: "*",
			}
		},
	},
	{
		Names: "emacs emacsclient", Source: "emacs(1)", Locates: true, Env: "EMACSLOADPATH ALTERNATE_EDITOR",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Abbrev,
				Options: slices.Concat(
					bools("-batch --batch", "-nw --no-window-system", "-q --no-init-file", "-Q --quick", "--no-site-file", "-n --no-wait", "-c --create-frame", "-t --tty", "-kill --kill", "--help", "--version"),
					values("-f --funcall", "-s --socket-name"),
					[]Option{
						{Names: "-eval -e --execute --eval", Arg: Required, Role: Code, Lang: "elisp"},
						{Names: "-l -load --load", Arg: Required, Role: Script},
						{Names: "-script -x --script", Arg: Required, Role: Script, Lang: "elisp"},
						{Names: "-a --alternate-editor", Arg: Required, Role: Shell},
						{Names: "--chdir", Arg: Required, Role: Dir},
					},
				),
				Operands: reads,
				Lang:     "elisp",
			}
		},
	},
	{
		Names: "nano pico", Source: "nano(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style:    Permute | Bundle,
				Options:  slices.Concat(bools("-B", "-E", "-R", "-v", "-l", "-m", "-i", "-w", "-V", "-h"), values("-f", "-T", "-Y", "-o", "-r", "-s")),
				Operands: reads,
			}
		},
	},
}
