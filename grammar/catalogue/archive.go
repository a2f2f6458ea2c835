package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// archives are the programs that pack, unpack and encode.
var archives = []spec.Row{
	{
		Names: "gzip gunzip", Source: "gzip(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Held: "GZIP", Style: spec.GNU,
				Options: []spec.Option{
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
					{Names: "-S --suffix", Arg: spec.Required},
					{Names: "--synchronous"},
					{Names: "-t --test"},
					{Names: "-v --verbose"},
					{Names: "-V --version"},
					{Names: "--fast"},
					{Names: "--best"},
					{Names: "-NUM"},
				},
				Operands: spec.Operands{Rest: spec.Write},
				Cases:    []spec.Case{{With: "-c -l -t", Operands: spec.Operands{Rest: spec.File}}},
			}
		},
	},
	{
		Names: "zcat gzcat", Source: "zcat(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-f --force"},
					{Names: "-h --help"},
					{Names: "-l --list"},
					{Names: "-L --license"},
					{Names: "-q --quiet"},
					{Names: "-r --recursive"},
					{Names: "-S --suffix", Arg: spec.Required},
					{Names: "-t --test"},
					{Names: "-v --verbose"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{Rest: spec.File},
			}
		},
	},
	{
		Names: "base64 base32", Source: "base64(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-d -D --decode"},
					{Names: "-i --ignore-garbage"},
					{Names: "-w --wrap", Arg: spec.Required},
					{Names: "--help"},
					{Names: "--version"},
					{Names: "-o --output", Arg: spec.Required, Role: spec.Write}, // of macOS and the BSDs
				},
				Operands: spec.Operands{Rest: spec.File},
			}
		},
	},
	{
		Names: "sort gsort", Source: "sort(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-b --ignore-leading-blanks"},
					{Names: "-d --dictionary-order"},
					{Names: "-f --ignore-case"},
					{Names: "-g --general-numeric-sort"},
					{Names: "-i --ignore-nonprinting"},
					{Names: "-M --month-sort"},
					{Names: "-h --human-numeric-sort"},
					{Names: "-n --numeric-sort"},
					{Names: "-R --random-sort"},
					{Names: "--random-source", Arg: spec.Required, Role: spec.File},
					{Names: "-r --reverse"},
					{Names: "--sort", Arg: spec.Required},
					{Names: "-V --version-sort"},
					{Names: "--batch-size", Arg: spec.Required},
					{Names: "-c"},
					{Names: "-C"},
					{Names: "--check", Arg: spec.Optional},
					{Names: "--compress-program", Arg: spec.Required, Role: spec.Helper},
					{Names: "--debug"},
					{Names: "--files0-from", Arg: spec.Required, Role: spec.List},
					{Names: "-k --key", Arg: spec.Required},
					{Names: "-m --merge"},
					{Names: "-o --output", Arg: spec.Required, Role: spec.Write},
					{Names: "-s --stable"},
					{Names: "-S --buffer-size", Arg: spec.Required},
					{Names: "-t --field-separator", Arg: spec.Required},
					{Names: "-T --temporary-directory", Arg: spec.Required, Role: spec.Write},
					{Names: "--parallel", Arg: spec.Required},
					{Names: "-u --unique"},
					{Names: "-z --zero-terminated"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{Rest: spec.File},
			}
		},
	},
}
