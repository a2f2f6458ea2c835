package grammar

// queries are the programs that tell something of files or of the machine, and
// split and mktemp, which are of their kind.
var queries = []row{
	{
		Names: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum", Source: "md5sum(1), md5sum --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b --binary"},
					{Names: "-c --check"},
					{Names: "--tag"},
					{Names: "-t --text"},
					{Names: "-z --zero"},
					{Names: "--ignore-missing"},
					{Names: "--quiet"},
					{Names: "--status"},
					{Names: "--strict"},
					{Names: "-w --warn"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "du", Source: "du(1), du --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-0 --null"},
					{Names: "-a --all"},
					{Names: "--apparent-size"},
					{Names: "-B --block-size", Arg: Required},
					{Names: "-b --bytes"},
					{Names: "-c --total"},
					{Names: "-D --dereference-args"},
					{Names: "-d --max-depth", Arg: Required},
					{Names: "--files0-from", Arg: Required, Role: File},
					{Names: "-H"},
					{Names: "-h --human-readable"},
					{Names: "--inodes"},
					{Names: "-k"},
					{Names: "-L --dereference"},
					{Names: "-l --count-links"},
					{Names: "-m"},
					{Names: "-P --no-dereference"},
					{Names: "-S --separate-dirs"},
					{Names: "--si"},
					{Names: "-s --summarize"},
					{Names: "-t --threshold", Arg: Required},
					{Names: "--time"},
					{Names: "--time-style", Arg: Required},
					{Names: "-X --exclude-from", Arg: Required, Role: File},
					{Names: "--exclude", Arg: Required},
					{Names: "-x --one-file-system"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "df", Source: "df(1), df --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a --all"},
					{Names: "-B --block-size", Arg: Required},
					{Names: "-h --human-readable"},
					{Names: "-H --si"},
					{Names: "-i --inodes"},
					{Names: "-k"},
					{Names: "-l --local"},
					{Names: "--no-sync"},
					{Names: "--output", Arg: Optional},
					{Names: "-P --portability"},
					{Names: "--sync"},
					{Names: "--total"},
					{Names: "-t --type", Arg: Required},
					{Names: "-T --print-type"},
					{Names: "-x --exclude-type", Arg: Required},
					{Names: "-v"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "stat", Source: "stat(1), stat --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-L --dereference"},
					{Names: "-f --file-system"},
					{Names: "--cached", Arg: Required},
					{Names: "-c --format", Arg: Required},
					{Names: "--printf", Arg: Required},
					{Names: "-t --terse"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: reads,
			}
		},
	},
	{
		Names: "readlink", Source: "readlink(1), readlink --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-f --canonicalize"},
					{Names: "-e --canonicalize-existing"},
					{Names: "-m --canonicalize-missing"},
					{Names: "-n --no-newline"},
					{Names: "-q --quiet"},
					{Names: "-s --silent"},
					{Names: "-v --verbose"},
					{Names: "-z --zero"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "realpath", Source: "realpath(1), realpath --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-e --canonicalize-existing"},
					{Names: "-m --canonicalize-missing"},
					{Names: "-L --logical"},
					{Names: "-P --physical"},
					{Names: "-q --quiet"},
					{Names: "--relative-to", Arg: Required},
					{Names: "--relative-base", Arg: Required},
					{Names: "-s --strip --no-symlinks"},
					{Names: "-z --zero"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "seq", Source: "seq(1), seq --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-f --format", Arg: Required},
					{Names: "-s --separator", Arg: Required},
					{Names: "-w --equal-width"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "date", Source: "date(1), date --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-d --date", Arg: Required},
					{Names: "--debug"},
					{Names: "-f --file", Arg: Required, Role: File},
					{Names: "-I --iso-8601", Arg: Optional},
					{Names: "--resolution"},
					{Names: "-R --rfc-email"},
					{Names: "--rfc-3339", Arg: Required},
					{Names: "-r --reference", Arg: Required},
					{Names: "-s --set", Arg: Required},
					{Names: "-u --utc --universal"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "uname", Source: "uname(1), uname --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a --all"},
					{Names: "-s --kernel-name"},
					{Names: "-n --nodename"},
					{Names: "-r --kernel-release"},
					{Names: "-v --kernel-version"},
					{Names: "-m --machine"},
					{Names: "-p --processor"},
					{Names: "-i --hardware-platform"},
					{Names: "-o --operating-system"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "whoami", Source: "whoami(1), whoami --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "--help"}, {Names: "--version"},
				},
			}
		},
	},
	{
		Names: "split", Source: "split(1), split --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a --suffix-length", Arg: Required},
					{Names: "--additional-suffix", Arg: Required},
					{Names: "-b --bytes", Arg: Required},
					{Names: "-C --line-bytes", Arg: Required},
					{Names: "-d"},
					{Names: "--numeric-suffixes", Arg: Optional},
					{Names: "-x"},
					{Names: "--hex-suffixes", Arg: Optional},
					{Names: "-e --elide-empty-files"},
					{Names: "--filter", Arg: Required, Role: Shell},
					{Names: "-l --lines", Arg: Required},
					{Names: "-n --number", Arg: Required},
					{Names: "-t --separator", Arg: Required},
					{Names: "-u --unbuffered"},
					{Names: "--verbose"},
					{Names: "--help"},
					{Names: "--version"},
					{Names: "-NUM"},
				},
				Operands: Operands{First: []Role{File, Write}},
			}
		},
	},
	{
		Names: "mktemp", Source: "mktemp(1), mktemp --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-d --directory"},
					{Names: "-u --dry-run"},
					{Names: "-q --quiet"},
					{Names: "--suffix", Arg: Required},
					{Names: "-p --tmpdir", Arg: Optional},
					{Names: "-t"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
}
