package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// queries are the programs that report on files or on the machine, and also split and mktemp.
var queries = []spec.Row{
	{
		Names: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum", Source: "md5sum(1), md5sum --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
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
		Names: "lsblk", Source: "lsblk(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(bools("-a --all", "-b --bytes", "-d --nodeps", "-D --discard", "-f --fs", "-i --ascii", "-J --json", "-l --list", "-m --perms", "-n --noheadings", "-N --nvme", "-O --output-all",
					"-p --paths", "-P --pairs", "-r --raw", "-s --inverse", "-S --scsi", "-t --topology", "-v --virtio", "-z --zoned", "-A --noempty", "-h --help", "-V --version"),
					values("-e --exclude", "-I --include", "-o --output", "-Q --filter", "-x --sort", "-w --width", "-E --dedup", "--sysroot"),
					[]spec.Option{{Names: "-M --merge"}, {Names: "-T --tree", Arg: spec.Optional}}),
			}
		},
	},
	{
		Names: "du", Source: "du(1), du --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-0 --null"},
					{Names: "-a --all"},
					{Names: "--apparent-size"},
					{Names: "-B --block-size", Arg: spec.Required},
					{Names: "-b --bytes"},
					{Names: "-c --total"},
					{Names: "-D --dereference-args"},
					{Names: "-d --max-depth", Arg: spec.Required},
					{Names: "--files0-from", Arg: spec.Required, Role: spec.List},
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
					{Names: "-t --threshold", Arg: spec.Required},
					{Names: "--time"},
					{Names: "--time-style", Arg: spec.Required},
					{Names: "-X --exclude-from", Arg: spec.Required, Role: spec.File},
					{Names: "--exclude", Arg: spec.Required},
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
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a --all"},
					{Names: "-B --block-size", Arg: spec.Required},
					{Names: "-h --human-readable"},
					{Names: "-H --si"},
					{Names: "-i --inodes"},
					{Names: "-k"},
					{Names: "-l --local"},
					{Names: "--no-sync"},
					{Names: "--output", Arg: spec.Optional},
					{Names: "-P --portability"},
					{Names: "--sync"},
					{Names: "--total"},
					{Names: "-t --type", Arg: spec.Required},
					{Names: "-T --print-type"},
					{Names: "-x --exclude-type", Arg: spec.Required},
					{Names: "-v"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "stat", Source: "stat(1), stat --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-L --dereference"},
					{Names: "-f --file-system"},
					{Names: "--cached", Arg: spec.Required},
					{Names: "-c --format", Arg: spec.Required},
					{Names: "--printf", Arg: spec.Required},
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
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
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
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-e --canonicalize-existing"},
					{Names: "-m --canonicalize-missing"},
					{Names: "-L --logical"},
					{Names: "-P --physical"},
					{Names: "-q --quiet"},
					{Names: "--relative-to", Arg: spec.Required},
					{Names: "--relative-base", Arg: spec.Required},
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
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-f --format", Arg: spec.Required},
					{Names: "-s --separator", Arg: spec.Required},
					{Names: "-w --equal-width"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "date", Source: "date(1), date --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-d --date", Arg: spec.Required},
					{Names: "--debug"},
					{Names: "-f --file", Arg: spec.Required, Role: spec.File},
					{Names: "-I --iso-8601", Arg: spec.Optional},
					{Names: "--resolution"},
					{Names: "-R --rfc-email"},
					{Names: "--rfc-3339", Arg: spec.Required},
					{Names: "-r --reference", Arg: spec.Required},
					{Names: "-s --set", Arg: spec.Required},
					{Names: "-u --utc --universal"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "uname", Source: "uname(1), uname --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
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
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "--help"}, {Names: "--version"},
				},
			}
		},
	},
	{
		Names: "split", Source: "split(1), split --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a --suffix-length", Arg: spec.Required},
					{Names: "--additional-suffix", Arg: spec.Required},
					{Names: "-b --bytes", Arg: spec.Required},
					{Names: "-C --line-bytes", Arg: spec.Required},
					{Names: "-d"},
					{Names: "--numeric-suffixes", Arg: spec.Optional},
					{Names: "-x"},
					{Names: "--hex-suffixes", Arg: spec.Optional},
					{Names: "-e --elide-empty-files"},
					{Names: "--filter", Arg: spec.Required, Role: spec.Shell},
					{Names: "-l --lines", Arg: spec.Required},
					{Names: "-n --number", Arg: spec.Required},
					{Names: "-t --separator", Arg: spec.Required},
					{Names: "-u --unbuffered"},
					{Names: "--verbose"},
					{Names: "--help"},
					{Names: "--version"},
					{Names: "-NUM"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.File, spec.Write}},
				Lands:    &spec.Destination{With: "*", Not: "--filter --help --version", Tree: true, Amends: true, WithTarget: 2},
			}
		},
	},
	{Names: "csplit gcsplit", Source: "csplit(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU, Operands: spec.Operands{First: firstFile},
			Options: slices.Concat(bools("-k --keep-files", "-s -q --silent --quiet", "-z --elide-empty-files", "--suppress-matched", "--help", "--version"),
				values("-b --suffix-format", "-n --digits"), []spec.Option{{Names: "-f --prefix", Arg: spec.Required, Role: spec.Write}}),
			Lands: &spec.Destination{With: "*", Not: "-f --prefix --help --version", Tree: true, Amends: true},
		}
	}},
	{
		Names: "mktemp", Source: "mktemp(1), mktemp --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-d --directory"},
					{Names: "-u --dry-run"},
					{Names: "-q --quiet"},
					{Names: "--suffix", Arg: spec.Required},
					{Names: "-p --tmpdir", Arg: spec.Optional},
					{Names: "-t"},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
}
