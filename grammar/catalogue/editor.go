package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// vimVariables are the variables that name code or places of Vim's.
const vimVariables = "VIMINIT EXINIT VIM VIMRUNTIME SHELL"

// vimSyntax returns the syntax of Vim and of Neovim, with the options that only one of them has.
func vimSyntax(own []spec.Option) spec.Syntax {
	return spec.Syntax{
		Style: spec.Permute | spec.Bundle,
		Options: slices.Concat(
			bools(
				"-b", "-C", "-d", "-D", "-E", "-e", "-es", "-Es", "-f", "-F", "-g", "-h --help", "-H", "-L", "-m", "-M", "-n", "-N", "-o", "-O", "-p",
				"-R", "-t", "-v", "-V", "-x", "-X", "--clean", "--noplugin", "--not-a-term", "--headless", "--version", "-A",
			),
			[]spec.Option{
				{Names: "-c", Arg: spec.Required, Role: spec.Code, Lang: "ex"},
				{Names: "--cmd", Arg: spec.Required, Role: spec.Code, Lang: "ex"},
				{Names: "+", Arg: spec.Optional, Role: spec.Code, Lang: "ex"},
				{Names: "-S", Arg: spec.Required, Role: spec.Script, Lang: "ex"},
				{Names: "-s", Arg: spec.Optional, Role: spec.Script, Lang: "ex"},
				{Names: "-u -U", Arg: spec.Required, Role: spec.Script, Lang: "ex"},
				{Names: "-i", Arg: spec.Required},
				{Names: "-T", Arg: spec.Required},
				{Names: "-w -W", Arg: spec.Required, Role: spec.Write},
			},
			own,
		),
		Operands:  reads,
		Lang:      "ex",
		StdinWith: "-e -es -Es -E",
	}
}

// editors run the commands of their own language from their options and from
// standard input.
var editors = []spec.Row{
	{
		Names:  "vim vi view vimdiff gvim rvim nvi",
		Source: "vim(1)", Env: vimVariables,
		Syntax: func() spec.Syntax { return vimSyntax(bools("-l", "-y", "-Z")) },
	},
	{
		Names:  "nvim",
		Source: "nvim(1)", Env: vimVariables,
		Syntax: func() spec.Syntax {
			return vimSyntax([]spec.Option{
				{Names: "-l", Arg: spec.Required, Role: spec.Script, Lang: "lua", Last: true},
				{Names: "-ll", Arg: spec.Required, Role: spec.Script, Lang: "lua", Last: true},
				{Names: "--server", Arg: spec.Required},
				{Names: "--listen", Arg: spec.Required},
				{Names: "--remote-send --remote-expr", Arg: spec.Required, Role: spec.Code, Lang: "ex"},
				{Names: "--api-info --embed --remote --remote-tab --remote-ui"},
				{Names: "--startuptime", Arg: spec.Required, Role: spec.Write},
			})
		},
	},
	{
		Names: "ex", Source: "POSIX ex, vim(1)", Env: "EXINIT SHELL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Bundle,
				Options: []spec.Option{
					{Names: "-c", Arg: spec.Required, Role: spec.Code, Lang: "ex"},
					{Names: "+", Arg: spec.Optional, Role: spec.Code, Lang: "ex"},
					{Names: "-S", Arg: spec.Required, Role: spec.Script, Lang: "ex"},
					{Names: "-s"},
					{Names: "-"},
					{Names: "-R"},
					{Names: "-v"},
					{Names: "-r"},
					{Names: "-w", Arg: spec.Required},
					{Names: "-t", Arg: spec.Required},
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
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Bundle,
				Options: slices.Concat(
					bools("-s --quiet --silent", "-", "-E --extended-regexp", "-G --traditional", "-l --loose-exit-status", "-r --restricted", "-v --verbose", "-h --help", "-V --version"),
					values("-p --prompt"),
				),
				Operands:  spec.Operands{Rest: spec.Input},
				Lang:      "ed",
				Stdin:     true,
				StdinWith: "*",
			}
		},
	},
	{
		Names: "emacs emacsclient", Source: "emacs(1)", FindsItself: true, Env: "EMACSLOADPATH ALTERNATE_EDITOR",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Abbrev,
				Options: slices.Concat(
					bools("-batch --batch", "-nw --no-window-system", "-q --no-init-file", "-Q --quick", "--no-site-file", "-n --no-wait", "-c --create-frame", "-t --tty", "-kill --kill", "--help", "--version"),
					values("-f --funcall", "-s --socket-name"),
					[]spec.Option{
						{Names: "-eval -e --execute --eval", Arg: spec.Required, Role: spec.Code, Lang: "elisp"},
						{Names: "-l -load --load", Arg: spec.Required, Role: spec.Script},
						{Names: "-script -x --script", Arg: spec.Required, Role: spec.Script, Lang: "elisp"},
						{Names: "-a --alternate-editor", Arg: spec.Required, Role: spec.Shell},
						{Names: "--chdir", Arg: spec.Required, Role: spec.Dir},
					},
				),
				Operands: reads,
				Lang:     "elisp",
				Cases:    []spec.Case{{With: "--batch", Operands: spec.Operands{Rest: spec.HardLink}}}, // read, and perhaps written
			}
		},
	},
	{
		Names: "nano pico", Source: "nano(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:    spec.Permute | spec.Bundle,
				Options:  slices.Concat(bools("-B", "-E", "-R", "-v", "-l", "-m", "-i", "-w", "-V", "-h"), values("-f", "-T", "-Y", "-o", "-r", "-s")),
				Operands: reads,
			}
		},
	},
}
