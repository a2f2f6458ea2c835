package grammar

// filters are the small programs of pipelines, which read, print and little
// else.
var filters = []Program{
	{
		Names: "cut", Source: "cut(1), cut --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-b --bytes", Arg: Required}, {Names: "-c --characters", Arg: Required},
				{Names: "-d --delimiter", Arg: Required}, {Names: "-f --fields", Arg: Required}, {Names: "-n"},
				{Names: "--complement"}, {Names: "-s --only-delimited"}, {Names: "--output-delimiter", Arg: Required},
				{Names: "-z --zero-terminated"}, {Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "tr", Source: "tr(1), tr --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-c -C --complement"}, {Names: "-d --delete"}, {Names: "-s --squeeze-repeats"},
				{Names: "-t --truncate-set1"}, {Names: "--help"}, {Names: "--version"},
			},
		},
	},
	{
		Names: "uniq", Source: "uniq(1), uniq --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-c --count"}, {Names: "-d --repeated"}, {Names: "-D"}, {Names: "--all-repeated", Arg: Optional},
				{Names: "-f --skip-fields", Arg: Required}, {Names: "--group", Arg: Optional},
				{Names: "-i --ignore-case"}, {Names: "-s --skip-chars", Arg: Required}, {Names: "-u --unique"},
				{Names: "-z --zero-terminated"}, {Names: "-w --check-chars", Arg: Required}, {Names: "--help"},
				{Names: "--version"},
			},
			Operands: Operands{First: []Role{File, Write}},
		},
	},
	{
		Names: "tac", Source: "tac(1), tac --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-b --before"}, {Names: "-r --regex"}, {Names: "-s --separator", Arg: Required},
				{Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "rev", Source: "rev(1), rev --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-h --help"}, {Names: "-V --version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "nl", Source: "nl(1), nl --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-b --body-numbering", Arg: Required}, {Names: "-d --section-delimiter", Arg: Required},
				{Names: "-f --footer-numbering", Arg: Required}, {Names: "-h --header-numbering", Arg: Required},
				{Names: "-i --line-increment", Arg: Required}, {Names: "-l --join-blank-lines", Arg: Required},
				{Names: "-n --number-format", Arg: Required}, {Names: "-p --no-renumber"},
				{Names: "-s --number-separator", Arg: Required}, {Names: "-v --starting-line-number", Arg: Required},
				{Names: "-w --number-width", Arg: Required}, {Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "od", Source: "od(1), od --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-A --address-radix", Arg: Required}, {Names: "--endian", Arg: Required},
				{Names: "-j --skip-bytes", Arg: Required}, {Names: "-N --read-bytes", Arg: Required},
				{Names: "-S --strings", Arg: Optional}, {Names: "-t --format", Arg: Required},
				{Names: "-v --output-duplicates"}, {Names: "-w --width", Arg: Optional}, {Names: "--traditional"},
				{Names: "--help"}, {Names: "--version"}, {Names: "-a"}, {Names: "-b"}, {Names: "-c"}, {Names: "-d"},
				{Names: "-f"}, {Names: "-i"}, {Names: "-l"}, {Names: "-o"}, {Names: "-s"}, {Names: "-x"},
			},
			Operands: reads,
		},
	},
	{
		Names: "paste", Source: "paste(1), paste --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-d --delimiters", Arg: Required}, {Names: "-s --serial"}, {Names: "-z --zero-terminated"},
				{Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "join", Source: "join(1), join --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-a", Arg: Required}, {Names: "-e", Arg: Required}, {Names: "-i --ignore-case"},
				{Names: "-j", Arg: Required}, {Names: "-o", Arg: Required}, {Names: "-t", Arg: Required},
				{Names: "-v", Arg: Required}, {Names: "-1", Arg: Required}, {Names: "-2", Arg: Required},
				{Names: "--check-order"}, {Names: "--nocheck-order"}, {Names: "--header"},
				{Names: "-z --zero-terminated"}, {Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "comm", Source: "comm(1), comm --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-1"}, {Names: "-2"}, {Names: "-3"}, {Names: "--check-order"}, {Names: "--nocheck-order"},
				{Names: "--output-delimiter", Arg: Required}, {Names: "--total"}, {Names: "-z --zero-terminated"},
				{Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "fold", Source: "fold(1), fold --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-b --bytes"}, {Names: "-s --spaces"}, {Names: "-w --width", Arg: Required}, {Names: "--help"},
				{Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "cmp", Source: "cmp(1), cmp --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-b --print-bytes"}, {Names: "-i --ignore-initial", Arg: Required}, {Names: "-l --verbose"},
				{Names: "-n --bytes", Arg: Required}, {Names: "-s --quiet --silent"}, {Names: "--help"},
				{Names: "-v --version"},
			},
			Operands: Operands{First: []Role{File, File}},
		},
	},
	{
		Names: "diff", Source: "diff(1), diff --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "--normal"}, {Names: "-q --brief"}, {Names: "-s --report-identical-files"},
				{Names: "-c -C --context", Arg: Optional}, {Names: "-u -U --unified", Arg: Optional}, {Names: "-e --ed"},
				{Names: "-n --rcs"}, {Names: "-y --side-by-side"}, {Names: "-W --width", Arg: Required},
				{Names: "--left-column"}, {Names: "--suppress-common-lines"}, {Names: "-p --show-c-function"},
				{Names: "-F --show-function-line", Arg: Required}, {Names: "--label", Arg: Required},
				{Names: "-t --expand-tabs"}, {Names: "-T --initial-tab"}, {Names: "--tabsize", Arg: Required},
				{Names: "--suppress-blank-empty"}, {Names: "-l --paginate"}, {Names: "-r --recursive"},
				{Names: "--no-dereference"}, {Names: "-N --new-file"}, {Names: "--unidirectional-new-file"},
				{Names: "--ignore-file-name-case"}, {Names: "--no-ignore-file-name-case"},
				{Names: "-x --exclude", Arg: Required},
				{Names: "-X --exclude-from", Arg: Required, Role: File},
				{Names: "-S --starting-file", Arg: Required},
				{Names: "--from-file", Arg: Required, Role: File},
				{Names: "--to-file", Arg: Required, Role: File},
				{Names: "-i --ignore-case"}, {Names: "-E --ignore-tab-expansion"}, {Names: "-Z --ignore-trailing-space"},
				{Names: "-b --ignore-space-change"}, {Names: "-w --ignore-all-space"},
				{Names: "-B --ignore-blank-lines"}, {Names: "-I --ignore-matching-lines", Arg: Required},
				{Names: "-a --text"}, {Names: "--strip-trailing-cr"}, {Names: "-D --ifdef", Arg: Required},
				{Names: "--GTYPE-group-format", Arg: Required}, {Names: "--line-format", Arg: Required},
				{Names: "--LTYPE-line-format", Arg: Required}, {Names: "-d --minimal"},
				{Names: "--horizon-lines", Arg: Required}, {Names: "--speed-large-files"},
				{Names: "--color", Arg: Optional}, {Names: "--palette", Arg: Required}, {Names: "--help"},
				{Names: "-v --version"}, {Names: "-NUM"},
			},
			Operands: reads,
		},
	},
	{
		Names: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum", Source: "md5sum(1), md5sum --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-b --binary"}, {Names: "-c --check"}, {Names: "--tag"}, {Names: "-t --text"},
				{Names: "-z --zero"}, {Names: "--ignore-missing"}, {Names: "--quiet"}, {Names: "--status"},
				{Names: "--strict"}, {Names: "-w --warn"}, {Names: "--help"}, {Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "du", Source: "du(1), du --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-0 --null"}, {Names: "-a --all"}, {Names: "--apparent-size"},
				{Names: "-B --block-size", Arg: Required}, {Names: "-b --bytes"}, {Names: "-c --total"},
				{Names: "-D --dereference-args"}, {Names: "-d --max-depth", Arg: Required},
				{Names: "--files0-from", Arg: Required, Role: File},
				{Names: "-H"}, {Names: "-h --human-readable"}, {Names: "--inodes"}, {Names: "-k"},
				{Names: "-L --dereference"}, {Names: "-l --count-links"}, {Names: "-m"}, {Names: "-P --no-dereference"},
				{Names: "-S --separate-dirs"}, {Names: "--si"}, {Names: "-s --summarize"},
				{Names: "-t --threshold", Arg: Required}, {Names: "--time"}, {Names: "--time-style", Arg: Required},
				{Names: "-X --exclude-from", Arg: Required, Role: File},
				{Names: "--exclude", Arg: Required}, {Names: "-x --one-file-system"}, {Names: "--help"},
				{Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "df", Source: "df(1), df --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-a --all"}, {Names: "-B --block-size", Arg: Required}, {Names: "-h --human-readable"},
				{Names: "-H --si"}, {Names: "-i --inodes"}, {Names: "-k"}, {Names: "-l --local"}, {Names: "--no-sync"},
				{Names: "--output", Arg: Optional}, {Names: "-P --portability"}, {Names: "--sync"}, {Names: "--total"},
				{Names: "-t --type", Arg: Required}, {Names: "-T --print-type"},
				{Names: "-x --exclude-type", Arg: Required}, {Names: "-v"}, {Names: "--help"}, {Names: "--version"},
			},
		},
	},
	{
		Names: "stat", Source: "stat(1), stat --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-L --dereference"}, {Names: "-f --file-system"}, {Names: "--cached", Arg: Required},
				{Names: "-c"}, {Names: "--printf", Arg: Required}, {Names: "-t --terse"}, {Names: "--help"},
				{Names: "--version"},
			},
			Operands: reads,
		},
	},
	{
		Names: "readlink", Source: "readlink(1), readlink --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-f --canonicalize"}, {Names: "-e --canonicalize-existing"},
				{Names: "-m --canonicalize-missing"}, {Names: "-n --no-newline"}, {Names: "-q --quiet"},
				{Names: "-s --silent"}, {Names: "-v --verbose"}, {Names: "-z --zero"}, {Names: "--help"},
				{Names: "--version"},
			},
		},
	},
	{
		Names: "realpath", Source: "realpath(1), realpath --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-e --canonicalize-existing"}, {Names: "-m --canonicalize-missing"}, {Names: "-L --logical"},
				{Names: "-P --physical"}, {Names: "-q --quiet"}, {Names: "--relative-to", Arg: Required},
				{Names: "--relative-base", Arg: Required}, {Names: "-s --strip --no-symlinks"}, {Names: "-z --zero"},
				{Names: "--help"}, {Names: "--version"},
			},
		},
	},
	{
		Names: "seq", Source: "seq(1), seq --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-f --format", Arg: Required}, {Names: "-s --separator", Arg: Required},
				{Names: "-w --equal-width"}, {Names: "--help"}, {Names: "--version"},
			},
		},
	},
	{
		Names: "date", Source: "date(1), date --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-d --date", Arg: Required}, {Names: "--debug"},
				{Names: "-f --file", Arg: Required, Role: File},
				{Names: "-I --iso-8601", Arg: Optional}, {Names: "--resolution"}, {Names: "-R --rfc-email"},
				{Names: "--rfc-3339", Arg: Required}, {Names: "-r --reference", Arg: Required},
				{Names: "-s --set", Arg: Required}, {Names: "-u --utc --universal"}, {Names: "--help"},
				{Names: "--version"},
			},
		},
	},
	{
		Names: "uname", Source: "uname(1), uname --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-a --all"}, {Names: "-s --kernel-name"}, {Names: "-n --nodename"},
				{Names: "-r --kernel-release"}, {Names: "-v --kernel-version"}, {Names: "-m --machine"},
				{Names: "-p --processor"}, {Names: "-i --hardware-platform"}, {Names: "-o --operating-system"},
				{Names: "--help"}, {Names: "--version"},
			},
		},
	},
	{
		Names: "whoami", Source: "whoami(1), whoami --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "--help"}, {Names: "--version"},
			},
		},
	},
	{
		Names: "split", Source: "split(1), split --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-a --suffix-length", Arg: Required}, {Names: "--additional-suffix", Arg: Required},
				{Names: "-b --bytes", Arg: Required}, {Names: "-C --line-bytes", Arg: Required}, {Names: "-d"},
				{Names: "--numeric-suffixes", Arg: Optional}, {Names: "-x"}, {Names: "--hex-suffixes", Arg: Optional},
				{Names: "-e --elide-empty-files"},
				{Names: "--filter", Arg: Required, Role: Shell},
				{Names: "-l --lines", Arg: Required}, {Names: "-n --number", Arg: Required},
				{Names: "-t --separator", Arg: Required}, {Names: "-u --unbuffered"}, {Names: "--verbose"},
				{Names: "--help"}, {Names: "--version"}, {Names: "-NUM"},
			},
			Operands: Operands{First: []Role{File, Write}},
		},
	},
	{
		Names: "mktemp", Source: "mktemp(1), mktemp --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-d --directory"}, {Names: "-u --dry-run"}, {Names: "-q --quiet"},
				{Names: "--suffix", Arg: Required}, {Names: "-p --tmpdir", Arg: Optional}, {Names: "-t"},
				{Names: "--help"}, {Names: "--version"},
			},
		},
	},
}
