package grammar

// archives are the programs that pack, unpack and encode.
var archives = []row{
	{
		Names: "gzip gunzip", Source: "gzip(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a --ascii"},
					{Names: "-c --to-stdout --stdout"},
					{Names: "-d --uncompress --decompress"},
					{Names: "-f --force"},
					{Names: "-h --help"},
					{Names: "-k --keep"},
					{Names: "-l --list"},
					{Names: "-L --license"},
					{Names: "-n --no-name"},
					{Names: "-N --name"},
					{Names: "-q --silent --quiet"},
					{Names: "-r --recursive"},
					{Names: "--rsyncable"},
					{Names: "-S --suffix", Arg: Required},
					{Names: "--synchronous"},
					{Names: "-t --test"},
					{Names: "-v --verbose"},
					{Names: "-V --version"},
					{Names: "--fast"},
					{Names: "--best"},
					{Names: "-NUM"},
				},
				Operands: Operands{Rest: Write},
				Cases:    []Case{{With: "-c -l -t", Operands: Operands{Rest: File}}},
			}
		},
	},
	{
		Names: "zcat gzcat", Source: "zcat(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-f --force"},
					{Names: "-h --help"},
					{Names: "-l --list"},
					{Names: "-L --license"},
					{Names: "-q --quiet"},
					{Names: "-r --recursive"},
					{Names: "-S --suffix", Arg: Required},
					{Names: "-t --test"},
					{Names: "-v --verbose"},
					{Names: "-V --version"},
				},
				Operands: Operands{Rest: File},
			}
		},
	},
	{
		Names: "base64 base32", Source: "base64(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-d -D --decode"}, {Names: "-i --ignore-garbage"}, {Names: "-w --wrap", Arg: Required}, {Names: "--help"}, {Names: "--version"},
				},
				Operands: Operands{Rest: File},
			}
		},
	},
	{
		Names: "sort gsort", Source: "sort(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b --ignore-leading-blanks"},
					{Names: "-d --dictionary-order"},
					{Names: "-f --ignore-case"},
					{Names: "-g --general-numeric-sort"},
					{Names: "-i --ignore-nonprinting"},
					{Names: "-M --month-sort"},
					{Names: "-h --human-numeric-sort"},
					{Names: "-n --numeric-sort"},
					{Names: "-R --random-sort"},
					{Names: "--random-source", Arg: Required, Role: File},
					{Names: "-r --reverse"},
					{Names: "--sort", Arg: Required},
					{Names: "-V --version-sort"},
					{Names: "--batch-size", Arg: Required},
					{Names: "-c"},
					{Names: "-C"},
					{Names: "--check", Arg: Optional},
					{Names: "--compress-program", Arg: Required, Role: Helper},
					{Names: "--debug"},
					{Names: "--files0-from", Arg: Required, Role: File},
					{Names: "-k --key", Arg: Required},
					{Names: "-m --merge"},
					{Names: "-o --output", Arg: Required, Role: Write},
					{Names: "-s --stable"},
					{Names: "-S --buffer-size", Arg: Required},
					{Names: "-t --field-separator", Arg: Required},
					{Names: "-T --temporary-directory", Arg: Required, Role: Write},
					{Names: "--parallel", Arg: Required},
					{Names: "-u --unique"},
					{Names: "-z --zero-terminated"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: Operands{Rest: File},
			}
		},
	},
}
