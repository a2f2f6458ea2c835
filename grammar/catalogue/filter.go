package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// filters are the small programs of pipelines, which do little more than read and print.
var filters = []spec.Row{
	{
		Names: "cut", Source: "cut(1), cut --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-b --bytes", Arg: spec.Required},
					{Names: "-c --characters", Arg: spec.Required},
					{Names: "-d --delimiter", Arg: spec.Required},
					{Names: "-f --fields", Arg: spec.Required},
					{Names: "-n"},
					{Names: "--complement"},
					{Names: "-s --only-delimited"},
					{Names: "--output-delimiter", Arg: spec.Required},
					{Names: "-z --zero-terminated"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "tr", Source: "tr(1), tr --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-c -C --complement"},
					{Names: "-d --delete"},
					{Names: "-s --squeeze-repeats"},
					{Names: "-t --truncate-set1"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "uniq", Source: "uniq(1), uniq --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-c --count"},
					{Names: "-d --repeated"},
					{Names: "-D"},
					{Names: "--all-repeated", Arg: spec.Optional},
					{Names: "-f --skip-fields", Arg: spec.Required},
					{Names: "--group", Arg: spec.Optional},
					{Names: "-i --ignore-case"},
					{Names: "-s --skip-chars", Arg: spec.Required},
					{Names: "-u --unique"},
					{Names: "-z --zero-terminated"},
					{Names: "-w --check-chars", Arg: spec.Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.File, spec.Write}},
			}
		},
	},
	{
		Names: "pr", Source: "pr(1), pr --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Free,
				Options: slices.Concat(
					bools("-a --across", "-c --show-control-chars", "-d --double-space", "-f -F --form-feed", "-J --join-lines", "-m --merge", "-r --no-file-warnings", "-t --omit-header", "-T --omit-pagination", "-v --show-nonprinting", "--help", "--version"),
					values("-D --date-format", "-h --header", "-l --length", "-N --first-line-number", "-o --indent", "-w --width", "-W --page-width", "--pages", "--columns"),
					[]spec.Option{{Names: "-e --expand-tabs", Arg: spec.Optional}, {Names: "-i --output-tabs", Arg: spec.Optional}, {Names: "-n --number-lines", Arg: spec.Optional}, {Names: "-s --separator", Arg: spec.Optional}, {Names: "-S --sep-string", Arg: spec.Optional}},
				),
				Operands: reads,
			}
		},
	},
	{
		Names: "tac", Source: "tac(1), tac --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-b --before"},
					{Names: "-r --regex"},
					{Names: "-s --separator", Arg: spec.Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "rev", Source: "rev(1), rev --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-h --help"}, {Names: "-V --version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "nl", Source: "nl(1), nl --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-b --body-numbering", Arg: spec.Required},
					{Names: "-d --section-delimiter", Arg: spec.Required},
					{Names: "-f --footer-numbering", Arg: spec.Required},
					{Names: "-h --header-numbering", Arg: spec.Required},
					{Names: "-i --line-increment", Arg: spec.Required},
					{Names: "-l --join-blank-lines", Arg: spec.Required},
					{Names: "-n --number-format", Arg: spec.Required},
					{Names: "-p --no-renumber"},
					{Names: "-s --number-separator", Arg: spec.Required},
					{Names: "-v --starting-line-number", Arg: spec.Required},
					{Names: "-w --number-width", Arg: spec.Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "od", Source: "od(1), od --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-A --address-radix", Arg: spec.Required},
					{Names: "--endian", Arg: spec.Required},
					{Names: "-j --skip-bytes", Arg: spec.Required},
					{Names: "-N --read-bytes", Arg: spec.Required},
					{Names: "-S --strings", Arg: spec.Optional},
					{Names: "-t --format", Arg: spec.Required},
					{Names: "-v --output-duplicates"},
					{Names: "-w --width", Arg: spec.Optional},
					{Names: "--traditional"},
					{Names: "--help"},
					{Names: "--version"},
					{Names: "-a"},
					{Names: "-b"},
					{Names: "-c"},
					{Names: "-d"},
					{Names: "-f"},
					{Names: "-i"},
					{Names: "-l"},
					{Names: "-o"},
					{Names: "-s"},
					{Names: "-x"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "paste", Source: "paste(1), paste --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-d --delimiters", Arg: spec.Required},
					{Names: "-s --serial"},
					{Names: "-z --zero-terminated"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "join", Source: "join(1), join --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a", Arg: spec.Required},
					{Names: "-e", Arg: spec.Required},
					{Names: "-i --ignore-case"},
					{Names: "-j", Arg: spec.Required},
					{Names: "-o", Arg: spec.Required},
					{Names: "-t", Arg: spec.Required},
					{Names: "-v", Arg: spec.Required},
					{Names: "-1", Arg: spec.Required},
					{Names: "-2", Arg: spec.Required},
					{Names: "--check-order"},
					{Names: "--nocheck-order"},
					{Names: "--header"},
					{Names: "-z --zero-terminated"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "comm", Source: "comm(1), comm --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-1"},
					{Names: "-2"},
					{Names: "-3"},
					{Names: "--check-order"},
					{Names: "--nocheck-order"},
					{Names: "--output-delimiter", Arg: spec.Required},
					{Names: "--total"},
					{Names: "-z --zero-terminated"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "fold", Source: "fold(1), fold --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-b --bytes"},
					{Names: "-s --spaces"},
					{Names: "-w --width", Arg: spec.Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "cmp", Source: "cmp(1), cmp --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-b --print-bytes"},
					{Names: "-i --ignore-initial", Arg: spec.Required},
					{Names: "-l --verbose"},
					{Names: "-n --bytes", Arg: spec.Required},
					{Names: "-s --quiet --silent"},
					{Names: "--help"},
					{Names: "-v --version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.File, spec.File}},
			}
		},
	},
	{
		Names: "diff", Source: "diff(1), diff --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "--normal"},
					{Names: "-q --brief"},
					{Names: "-s --report-identical-files"},
					{Names: "-c -C --context", Arg: spec.Optional},
					{Names: "-u -U --unified", Arg: spec.Optional},
					{Names: "-e --ed"},
					{Names: "-n --rcs"},
					{Names: "-y --side-by-side"},
					{Names: "-W --width", Arg: spec.Required},
					{Names: "--left-column"},
					{Names: "--suppress-common-lines"},
					{Names: "-p --show-c-function"},
					{Names: "-F --show-function-line", Arg: spec.Required},
					{Names: "--label", Arg: spec.Required},
					{Names: "-t --expand-tabs"},
					{Names: "-T --initial-tab"},
					{Names: "--tabsize", Arg: spec.Required},
					{Names: "--suppress-blank-empty"},
					{Names: "-l --paginate"},
					{Names: "-r --recursive"},
					{Names: "--no-dereference"},
					{Names: "-N --new-file"},
					{Names: "--unidirectional-new-file"},
					{Names: "--ignore-file-name-case"},
					{Names: "--no-ignore-file-name-case"},
					{Names: "-x --exclude", Arg: spec.Required},
					{Names: "-X --exclude-from", Arg: spec.Required, Role: spec.File},
					{Names: "-S --starting-file", Arg: spec.Required},
					{Names: "--from-file", Arg: spec.Required, Role: spec.File},
					{Names: "--to-file", Arg: spec.Required, Role: spec.File},
					{Names: "-i --ignore-case"},
					{Names: "-E --ignore-tab-expansion"},
					{Names: "-Z --ignore-trailing-space"},
					{Names: "-b --ignore-space-change"},
					{Names: "-w --ignore-all-space"},
					{Names: "-B --ignore-blank-lines"},
					{Names: "-I --ignore-matching-lines", Arg: spec.Required},
					{Names: "-a --text"},
					{Names: "--strip-trailing-cr"},
					{Names: "-D --ifdef", Arg: spec.Required},
					{Names: "--old-group-format", Arg: spec.Required},
					{Names: "--new-group-format", Arg: spec.Required},
					{Names: "--unchanged-group-format", Arg: spec.Required},
					{Names: "--changed-group-format", Arg: spec.Required},
					{Names: "--line-format", Arg: spec.Required},
					{Names: "--old-line-format", Arg: spec.Required},
					{Names: "--new-line-format", Arg: spec.Required},
					{Names: "--unchanged-line-format", Arg: spec.Required},
					{Names: "-d --minimal"},
					{Names: "--horizon-lines", Arg: spec.Required},
					{Names: "--speed-large-files"},
					{Names: "--color", Arg: spec.Optional},
					{Names: "--palette", Arg: spec.Required},
					{Names: "--help"},
					{Names: "-v --version"},
					{Names: "-NUM"},
				},
				Operands: reads,
			}
		},
	},
}
