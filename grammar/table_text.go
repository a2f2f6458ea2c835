package grammar

// reads is the operands of a program that reads each of them.
var reads = Operands{Rest: File}

// texts are the programs that read files and print.
var texts = []Program{
	{
		Names: "echo", Source: "echo(1), bash(1)",
		Syntax: Syntax{Style: POSIX | Lenient, Options: []Option{{Names: "-n"}, {Names: "-e"}, {Names: "-E"}}},
	},
	{
		Names: "printf", Source: "printf(1), bash(1)",
		Syntax: Syntax{Style: POSIX | Lenient, Options: []Option{{Names: "-v", Arg: Required}}},
	},
	{
		Names: "cat gcat", Source: "cat(1)",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-A --show-all"}, {Names: "-b --number-nonblank"}, {Names: "-e"}, {Names: "-E --show-ends"}, {Names: "-n --number"},
				{Names: "-s --squeeze-blank"}, {Names: "-t"}, {Names: "-T --show-tabs"}, {Names: "-u"}, {Names: "-v --show-nonprinting"},
				{Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "head", Source: "head(1)",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-c --bytes", Arg: Required}, {Names: "-n --lines", Arg: Required}, {Names: "-NUM"}, {Names: "-q --silent --quiet"},
				{Names: "-v --verbose"}, {Names: "-z --zero-terminated"}, {Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "tail", Source: "tail(1)",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-c --bytes", Arg: Required}, {Names: "-f"}, {Names: "--follow", Arg: Optional}, {Names: "-F"},
				{Names: "-n --lines", Arg: Required}, {Names: "-NUM"}, {Names: "--max-unchanged-stats", Arg: Required},
				{Names: "--pid", Arg: Required}, {Names: "-q --silent --quiet"}, {Names: "--retry"}, {Names: "-r"},
				{Names: "-s --sleep-interval", Arg: Required}, {Names: "-v --verbose"}, {Names: "-z --zero-terminated"},
				{Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "less zless", Source: "less(1)", Env: "LESS LESSOPEN LESSCLOSE LESSEDIT EDITOR VISUAL SHELL",
		Syntax: Syntax{
			Style: Permute | Bundle,
			Options: []Option{
				{Names: "-a"}, {Names: "-A"}, {Names: "-B"}, {Names: "-c"}, {Names: "-C"}, {Names: "-d"}, {Names: "-e"}, {Names: "-E"},
				{Names: "-f"}, {Names: "-F --quit-if-one-screen"}, {Names: "-g"}, {Names: "-G"}, {Names: "-i"}, {Names: "-I"}, {Names: "-J"},
				{Names: "-K"}, {Names: "-L"}, {Names: "-m"}, {Names: "-M"}, {Names: "-n"}, {Names: "-N --LINE-NUMBERS"}, {Names: "-q"}, {Names: "-Q"},
				{Names: "-r"}, {Names: "-R --RAW-CONTROL-CHARS"}, {Names: "-s"}, {Names: "-S --chop-long-lines"}, {Names: "-u"}, {Names: "-U"},
				{Names: "-V --version"}, {Names: "-w"}, {Names: "-W"}, {Names: "-X --no-init"}, {Names: "-? --help"},
				{Names: "-b", Arg: Required}, {Names: "-D", Arg: Required}, {Names: "-h", Arg: Required}, {Names: "-j", Arg: Required},
				{Names: "-k", Arg: Required, Role: File}, {Names: "-o -O --log-file --LOG-FILE", Arg: Required, Role: Write},
				{Names: "-p --pattern", Arg: Required}, {Names: "-P", Arg: Required}, {Names: "-t", Arg: Required},
				{Names: "-T", Arg: Required, Role: File}, {Names: "-x", Arg: Required}, {Names: "-y", Arg: Required},
				{Names: "-z", Arg: Required}, {Names: "+", Arg: Optional},
			},
			Operands: reads,
		},
	},
	{
		Names: "more", Source: "more(1)",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-d --silent"}, {Names: "-f --logical"}, {Names: "-l --no-pause"}, {Names: "-c --print-over"}, {Names: "-p --clean-print"},
				{Names: "-e --exit-on-eof"}, {Names: "-s --squeeze"}, {Names: "-u --plain"}, {Names: "-n --lines", Arg: Required}, {Names: "-NUM"},
				{Names: "+", Arg: Optional}, {Names: "-h --help"}, {Names: "-V --version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "wc", Source: "wc(1)",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-c --bytes"}, {Names: "-m --chars"}, {Names: "-l --lines"}, {Names: "--files0-from", Arg: Required, Role: File},
				{Names: "-L --max-line-length"}, {Names: "-w --words"}, {Names: "--total", Arg: Required}, {Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "grep egrep fgrep zgrep", Source: "grep(1)", Env: "GREP_OPTIONS",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-E --extended-regexp"}, {Names: "-F --fixed-strings"}, {Names: "-G --basic-regexp"}, {Names: "-P --perl-regexp"},
				{Names: "-e --regexp", Arg: Required}, {Names: "-f --file", Arg: Required, Role: File}, {Names: "-i -y --ignore-case"},
				{Names: "--no-ignore-case"}, {Names: "-v --invert-match"}, {Names: "-w --word-regexp"}, {Names: "-x --line-regexp"}, {Names: "-c --count"},
				{Names: "--color --colour", Arg: Optional}, {Names: "-L --files-without-match"}, {Names: "-l --files-with-matches"},
				{Names: "-m --max-count", Arg: Required}, {Names: "-o --only-matching"}, {Names: "-q --quiet --silent"}, {Names: "-s --no-messages"},
				{Names: "-b --byte-offset"}, {Names: "-H --with-filename"}, {Names: "-h --no-filename"}, {Names: "--label", Arg: Required},
				{Names: "-n --line-number"}, {Names: "-T --initial-tab"}, {Names: "-Z --null"}, {Names: "-u"}, {Names: "-A --after-context", Arg: Required},
				{Names: "-B --before-context", Arg: Required}, {Names: "-C --context", Arg: Required}, {Names: "-NUM"},
				{Names: "--group-separator", Arg: Required}, {Names: "--no-group-separator"}, {Names: "-a --text"},
				{Names: "--binary-files", Arg: Required}, {Names: "-D --devices", Arg: Required}, {Names: "-d --directories", Arg: Required}, {Names: "-I"},
				{Names: "--exclude", Arg: Required}, {Names: "--exclude-from", Arg: Required, Role: File}, {Names: "--exclude-dir", Arg: Required},
				{Names: "--include", Arg: Required}, {Names: "-r --recursive"}, {Names: "-R --dereference-recursive"}, {Names: "--line-buffered"},
				{Names: "-U --binary"}, {Names: "-z --null-data"}, {Names: "--help"}, {Names: "-V --version"},
			},
			Operands: Operands{First: []Role{Plain}, Rest: File},
			Cases:    []Case{{With: "-e -f", Operands: reads}},
		},
	},
	{
		Names: "sed gsed", Source: "sed(1), sed --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-n --quiet --silent"}, {Names: "--debug"}, {Names: "-e --expression", Arg: Required, Role: Code, Lang: "sed"},
				{Names: "-f --file", Arg: Required, Role: Script}, {Names: "--follow-symlinks"}, {Names: "-i --in-place", Arg: Optional},
				{Names: "-l --line-length", Arg: Required}, {Names: "--posix"}, {Names: "-E -r --regexp-extended"}, {Names: "-s --separate"},
				{Names: "--sandbox"}, {Names: "-u --unbuffered"}, {Names: "-z --null-data --zero-terminated"}, {Names: "--help"}, {Names: "--version"},
			},
			Operands: Operands{First: []Role{Code}, Rest: File},
			Cases: []Case{
				{With: "-i", And: "-e -f", Operands: Operands{Rest: Write}},
				{With: "-i", Operands: Operands{First: []Role{Code}, Rest: Write}},
				{With: "-e -f", Operands: reads},
			},
			Lang: "sed",
		},
	},
	{
		Names: "awk gawk mawk nawk", Source: "gawk(1), POSIX awk", Env: "AWKPATH AWKLIBPATH",
		Syntax: Syntax{
			Style: POSIX | Abbrev,
			Options: []Option{
				{Names: "-f --file", Arg: Required, Role: Script}, {Names: "-F --field-separator", Arg: Required}, {Names: "-v --assign", Arg: Required},
				{Names: "-e --source", Arg: Required, Role: Code, Lang: "awk"}, {Names: "-E --exec", Arg: Required, Role: Script},
				{Names: "-i --include", Arg: Required, Role: Script}, {Names: "-l --load", Arg: Required, Role: Helper}, {Names: "-b --characters-as-bytes"},
				{Names: "-c --traditional"}, {Names: "-C --copyright"}, {Names: "-d --dump-variables", Arg: Optional, Role: Write},
				{Names: "-D --debug", Arg: Optional, Role: File}, {Names: "-g --gen-pot"}, {Names: "-h --help"}, {Names: "-L --lint", Arg: Optional},
				{Names: "-M --bignum"}, {Names: "-N --use-lc-numeric"}, {Names: "-n --non-decimal-data"}, {Names: "-o --pretty-print", Arg: Optional, Role: Write},
				{Names: "-O --optimize"}, {Names: "-p --profile", Arg: Optional, Role: Write}, {Names: "-P --posix"}, {Names: "-r --re-interval"},
				{Names: "-s --no-optimize"}, {Names: "-S --sandbox"}, {Names: "-t --lint-old"}, {Names: "-V --version"}, {Names: "-W", Arg: Required},
			},
			Operands: Operands{First: []Role{Code}, Rest: File},
			Cases:    []Case{{With: "-f -e -E", Operands: reads}},
			Lang:     "awk",
		},
	},
	{
		Names: "ls dir vdir", Source: "ls(1)",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-a --all"}, {Names: "-A --almost-all"}, {Names: "--author"}, {Names: "-b --escape"}, {Names: "--block-size", Arg: Required},
				{Names: "-B --ignore-backups"}, {Names: "-c"}, {Names: "-C"}, {Names: "--color", Arg: Optional}, {Names: "-d --directory"}, {Names: "-D --dired"},
				{Names: "-e"}, {Names: "-f"}, {Names: "-F --classify", Arg: Optional}, {Names: "--file-type"}, {Names: "--format", Arg: Required},
				{Names: "--full-time"}, {Names: "-g"}, {Names: "--group-directories-first"}, {Names: "-G --no-group"}, {Names: "-h --human-readable"},
				{Names: "--si"}, {Names: "-H --dereference-command-line"}, {Names: "--dereference-command-line-symlink-to-dir"}, {Names: "--hide", Arg: Required},
				{Names: "--hyperlink", Arg: Optional}, {Names: "--indicator-style", Arg: Required}, {Names: "-i --inode"}, {Names: "-I --ignore", Arg: Required},
				{Names: "-k --kibibytes"}, {Names: "-l"}, {Names: "-L --dereference"}, {Names: "-m"}, {Names: "-n --numeric-uid-gid"}, {Names: "-N --literal"},
				{Names: "-o"}, {Names: "-O"}, {Names: "-p"}, {Names: "-P"}, {Names: "-q --hide-control-chars"}, {Names: "--show-control-chars"}, {Names: "-Q --quote-name"},
				{Names: "--quoting-style", Arg: Required}, {Names: "-r --reverse"}, {Names: "-R --recursive"}, {Names: "-s --size"}, {Names: "-S"},
				{Names: "--sort", Arg: Required}, {Names: "--time", Arg: Required}, {Names: "--time-style", Arg: Required}, {Names: "-t"}, {Names: "-T --tabsize", Arg: Required},
				{Names: "-u"}, {Names: "-U"}, {Names: "-v"}, {Names: "-w --width", Arg: Required}, {Names: "-x"}, {Names: "-X"}, {Names: "-Z --context"}, {Names: "--zero"},
				{Names: "-1"}, {Names: "-@"}, {Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
}
