package grammar

// filters are the small programs of pipelines, which read, print and little
// else.
var filters = []row{
	{
		Names: "cut", Source: "cut(1), cut --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b --bytes", Arg: Required},
					{Names: "-c --characters", Arg: Required},
					{Names: "-d --delimiter", Arg: Required},
					{Names: "-f --fields", Arg: Required},
					{Names: "-n"},
					{Names: "--complement"},
					{Names: "-s --only-delimited"},
					{Names: "--output-delimiter", Arg: Required},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
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
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-c --count"},
					{Names: "-d --repeated"},
					{Names: "-D"},
					{Names: "--all-repeated", Arg: Optional},
					{Names: "-f --skip-fields", Arg: Required},
					{Names: "--group", Arg: Optional},
					{Names: "-i --ignore-case"},
					{Names: "-s --skip-chars", Arg: Required},
					{Names: "-u --unique"},
					{Names: "-z --zero-terminated"},
					{Names: "-w --check-chars", Arg: Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: Operands{First: []Role{File, Write}},
			}
		},
	},
	{
		Names: "tac", Source: "tac(1), tac --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b --before"},
					{Names: "-r --regex"},
					{Names: "-s --separator", Arg: Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "rev", Source: "rev(1), rev --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-h --help"}, {Names: "-V --version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "nl", Source: "nl(1), nl --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b --body-numbering", Arg: Required},
					{Names: "-d --section-delimiter", Arg: Required},
					{Names: "-f --footer-numbering", Arg: Required},
					{Names: "-h --header-numbering", Arg: Required},
					{Names: "-i --line-increment", Arg: Required},
					{Names: "-l --join-blank-lines", Arg: Required},
					{Names: "-n --number-format", Arg: Required},
					{Names: "-p --no-renumber"},
					{Names: "-s --number-separator", Arg: Required},
					{Names: "-v --starting-line-number", Arg: Required},
					{Names: "-w --number-width", Arg: Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "od", Source: "od(1), od --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-A --address-radix", Arg: Required},
					{Names: "--endian", Arg: Required},
					{Names: "-j --skip-bytes", Arg: Required},
					{Names: "-N --read-bytes", Arg: Required},
					{Names: "-S --strings", Arg: Optional},
					{Names: "-t --format", Arg: Required},
					{Names: "-v --output-duplicates"},
					{Names: "-w --width", Arg: Optional},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-d --delimiters", Arg: Required},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a", Arg: Required},
					{Names: "-e", Arg: Required},
					{Names: "-i --ignore-case"},
					{Names: "-j", Arg: Required},
					{Names: "-o", Arg: Required},
					{Names: "-t", Arg: Required},
					{Names: "-v", Arg: Required},
					{Names: "-1", Arg: Required},
					{Names: "-2", Arg: Required},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-1"},
					{Names: "-2"},
					{Names: "-3"},
					{Names: "--check-order"},
					{Names: "--nocheck-order"},
					{Names: "--output-delimiter", Arg: Required},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b --bytes"},
					{Names: "-s --spaces"},
					{Names: "-w --width", Arg: Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "cmp", Source: "cmp(1), cmp --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b --print-bytes"},
					{Names: "-i --ignore-initial", Arg: Required},
					{Names: "-l --verbose"},
					{Names: "-n --bytes", Arg: Required},
					{Names: "-s --quiet --silent"},
					{Names: "--help"},
					{Names: "-v --version"},
				},
				Operands: Operands{First: []Role{File, File}},
			}
		},
	},
	{
		Names: "diff", Source: "diff(1), diff --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "--normal"},
					{Names: "-q --brief"},
					{Names: "-s --report-identical-files"},
					{Names: "-c -C --context", Arg: Optional},
					{Names: "-u -U --unified", Arg: Optional},
					{Names: "-e --ed"},
					{Names: "-n --rcs"},
					{Names: "-y --side-by-side"},
					{Names: "-W --width", Arg: Required},
					{Names: "--left-column"},
					{Names: "--suppress-common-lines"},
					{Names: "-p --show-c-function"},
					{Names: "-F --show-function-line", Arg: Required},
					{Names: "--label", Arg: Required},
					{Names: "-t --expand-tabs"},
					{Names: "-T --initial-tab"},
					{Names: "--tabsize", Arg: Required},
					{Names: "--suppress-blank-empty"},
					{Names: "-l --paginate"},
					{Names: "-r --recursive"},
					{Names: "--no-dereference"},
					{Names: "-N --new-file"},
					{Names: "--unidirectional-new-file"},
					{Names: "--ignore-file-name-case"},
					{Names: "--no-ignore-file-name-case"},
					{Names: "-x --exclude", Arg: Required},
					{Names: "-X --exclude-from", Arg: Required, Role: File},
					{Names: "-S --starting-file", Arg: Required},
					{Names: "--from-file", Arg: Required, Role: File},
					{Names: "--to-file", Arg: Required, Role: File},
					{Names: "-i --ignore-case"},
					{Names: "-E --ignore-tab-expansion"},
					{Names: "-Z --ignore-trailing-space"},
					{Names: "-b --ignore-space-change"},
					{Names: "-w --ignore-all-space"},
					{Names: "-B --ignore-blank-lines"},
					{Names: "-I --ignore-matching-lines", Arg: Required},
					{Names: "-a --text"},
					{Names: "--strip-trailing-cr"},
					{Names: "-D --ifdef", Arg: Required},
					{Names: "--old-group-format", Arg: Required},
					{Names: "--new-group-format", Arg: Required},
					{Names: "--unchanged-group-format", Arg: Required},
					{Names: "--changed-group-format", Arg: Required},
					{Names: "--line-format", Arg: Required},
					{Names: "--old-line-format", Arg: Required},
					{Names: "--new-line-format", Arg: Required},
					{Names: "--unchanged-line-format", Arg: Required},
					{Names: "-d --minimal"},
					{Names: "--horizon-lines", Arg: Required},
					{Names: "--speed-large-files"},
					{Names: "--color", Arg: Optional},
					{Names: "--palette", Arg: Required},
					{Names: "--help"},
					{Names: "-v --version"},
					{Names: "-NUM"},
				},
				Operands: reads,
			}
		},
	},
}
