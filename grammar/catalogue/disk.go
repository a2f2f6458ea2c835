package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// disks are the programs that write to devices and file systems.
var disks = []spec.Row{
	{
		Names: "dd gdd", Source: "dd(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Options: []spec.Option{
					{Names: "if=", Arg: spec.Required, Role: spec.File},
					{Names: "of=", Arg: spec.Required, Role: spec.Write},
					{Names: "bs=", Arg: spec.Required},
					{Names: "cbs=", Arg: spec.Required},
					{Names: "ibs=", Arg: spec.Required},
					{Names: "obs=", Arg: spec.Required},
					{Names: "conv=", Arg: spec.Required},
					{Names: "count=", Arg: spec.Required},
					{Names: "iflag=", Arg: spec.Required},
					{Names: "oflag=", Arg: spec.Required},
					{Names: "seek=", Arg: spec.Required},
					{Names: "oseek=", Arg: spec.Required},
					{Names: "skip=", Arg: spec.Required},
					{Names: "iseek=", Arg: spec.Required},
					{Names: "status=", Arg: spec.Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Style: spec.Permute,
			}
		},
	},
	{
		Names: "qemu-img", Source: "qemu-img(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Bundle | spec.Inherit,
				Options: []spec.Option{
					{Names: "-f", Arg: spec.Required},
					{Names: "-O", Arg: spec.Required},
					{Names: "-o", Arg: spec.Required},
					{Names: "-F", Arg: spec.Required},
					{Names: "-b", Arg: spec.Required, Role: spec.File},
					{Names: "-B", Arg: spec.Required, Role: spec.File},
					{Names: "-S", Arg: spec.Required},
					{Names: "-s", Arg: spec.Required},
					{Names: "-t", Arg: spec.Required},
					{Names: "-T", Arg: spec.Required},
					{Names: "-m", Arg: spec.Required},
					{Names: "-r", Arg: spec.Required},
					{Names: "--object", Arg: spec.Required},
					{Names: "--output", Arg: spec.Required},
					{Names: "--target-image-opts"},
					{Names: "--image-opts"},
					{Names: "--shrink"},
					{Names: "--preallocation", Arg: spec.Required},
					{Names: "-p"},
					{Names: "-q"},
					{Names: "-n"},
					{Names: "-W"},
					{Names: "-C"},
					{Names: "-U"},
					{Names: "-u"},
					{Names: "-c"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Subs: []spec.Sub{
					{Names: "convert", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.File, Last: spec.Write, HasLast: true}}},
					{Names: "create", Syntax: spec.Syntax{Operands: spec.Operands{First: firstWrite}}},
					{Names: "resize", Syntax: spec.Syntax{Operands: spec.Operands{First: firstWrite}}},
					{Names: "rebase", Syntax: spec.Syntax{Operands: spec.Operands{First: firstWrite}}},
					{Names: "commit", Syntax: spec.Syntax{Operands: spec.Operands{First: firstWrite}}},
					{Names: "amend", Syntax: spec.Syntax{Operands: spec.Operands{First: firstWrite}}},
					{Names: "bitmap", Syntax: spec.Syntax{Operands: spec.Operands{First: firstWrite}}},
					{Names: "snapshot", Syntax: spec.Syntax{
						Options:  []spec.Option{{Names: "-l"}, {Names: "-a", Arg: spec.Required}, {Names: "-d", Arg: spec.Required}, {Names: "-c", Arg: spec.Required}},
						Operands: reads,
					}},
					{Names: "dd", Syntax: spec.Syntax{Options: []spec.Option{{Names: "if=", Arg: spec.Required, Role: spec.File}, {Names: "of=", Arg: spec.Required, Role: spec.Write}, {Names: "bs=", Arg: spec.Required}, {Names: "count=", Arg: spec.Required}}}},
					{Names: "check", Syntax: spec.Syntax{Operands: reads}},
					{Names: "compare", Syntax: spec.Syntax{Operands: reads}},
					{Names: "info", Syntax: spec.Syntax{Operands: reads}},
					{Names: "map", Syntax: spec.Syntax{Operands: reads}},
					{Names: "measure", Syntax: spec.Syntax{Operands: reads}},
				},
			}
		},
	},
	{
		Names: "ddrescue", Source: "GNU ddrescue manual",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a --min-read-rate", Arg: spec.Required},
					{Names: "-b --sector-size", Arg: spec.Required},
					{Names: "-c --cluster-size", Arg: spec.Required},
					{Names: "-i --input-position", Arg: spec.Required},
					{Names: "-o --output-position", Arg: spec.Required},
					{Names: "-r --retry-passes", Arg: spec.Required},
					{Names: "-s --size", Arg: spec.Required},
					{Names: "-m --domain-mapfile", Arg: spec.Required, Role: spec.File},
					{Names: "-T --timeout", Arg: spec.Required},
					{Names: "-d --idirect"},
					{Names: "-D --odirect"},
					{Names: "-f --force"},
					{Names: "-n --no-scrape"},
					{Names: "-N --no-trim"},
					{Names: "-R --reverse"},
					{Names: "-S --sparse"},
					{Names: "-t --truncate"},
					{Names: "-v --verbose"},
					{Names: "-q --quiet"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.File, spec.Write, spec.Write}},
			}
		},
	},
	{
		Names: "dcfldd dc3dd", Source: "dcfldd(1), dc3dd(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute,
				Options: []spec.Option{
					{Names: "if=", Arg: spec.Required, Role: spec.File},
					{Names: "of=", Arg: spec.Required, Role: spec.Write},
					{Names: "hof=", Arg: spec.Required, Role: spec.Write},
					{Names: "wipe=", Arg: spec.Required, Role: spec.Write},
					{Names: "hwipe=", Arg: spec.Required, Role: spec.Write},
					{Names: "bs=", Arg: spec.Required},
					{Names: "hash=", Arg: spec.Required},
					{Names: "log=", Arg: spec.Required, Role: spec.Write},
					{Names: "hlog=", Arg: spec.Required, Role: spec.Write},
					{Names: "count=", Arg: spec.Required},
					{Names: "pattern=", Arg: spec.Required},
					{Names: "pat=", Arg: spec.Required},
					{Names: "--help"},
					{Names: "--version"},
				},
			}
		},
	},
	{
		Names: "mkfs mkfs.*", Source: "mkfs(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Bundle,
				Options: []spec.Option{
					{Names: "-t --type", Arg: spec.Required},
					{Names: "-b", Arg: spec.Required},
					{Names: "-C"},
					{Names: "-E", Arg: spec.Required},
					{Names: "-F"},
					{Names: "-f"},
					{Names: "-L", Arg: spec.Required},
					{Names: "-n"},
					{Names: "-q"},
					{Names: "-U", Arg: spec.Required},
					{Names: "-v -V --verbose"},
					{Names: "-l"},
					{Names: "-I"},
					{Names: "-h --help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{Rest: spec.Write},
			}
		},
	},
	{Names: "xfs_io", Source: "xfs_io(8)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX, Options: slices.Concat(bools("-a", "-d", "-f", "-F", "-i", "-n", "-r", "-R", "-s", "-t", "-T", "-x", "-V"), values("-c", "-m", "-p", "-C")),
			Operands: spec.Operands{Rest: spec.Write}, Cases: []spec.Case{{With: "-r", Operands: reads}},
		}
	}},
	{Names: "qemu-io", Source: "qemu-io --help", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style:    spec.GNU,
			Options:  slices.Concat(bools("-r --read-only", "-s --snapshot", "-n --nocache", "-C --copy-on-read", "-m --misalign", "-k --native-aio", "-U --force-share", "-h --help", "-V --version"), values("-c --cmd", "-f --format", "-t --cache", "-d --discard", "--object", "-T --trace", "-i --aio")),
			Operands: spec.Operands{Rest: spec.Write}, Cases: []spec.Case{{With: "-r -s", Operands: reads}},
		}
	}},
	{
		Names: "mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4", Source: "mke2fs(8)", Env: "MKE2FS_CONFIG",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Bundle,
				Options: []spec.Option{
					{Names: "-b", Arg: spec.Required},
					{Names: "-c"},
					{Names: "-C", Arg: spec.Required},
					{Names: "-d", Arg: spec.Required, Role: spec.File},
					{Names: "-D"},
					{Names: "-e", Arg: spec.Required},
					{Names: "-E", Arg: spec.Required},
					{Names: "-F"},
					{Names: "-g", Arg: spec.Required},
					{Names: "-G", Arg: spec.Required},
					{Names: "-i", Arg: spec.Required},
					{Names: "-I", Arg: spec.Required},
					{Names: "-j"},
					{Names: "-J", Arg: spec.Required},
					{Names: "-l", Arg: spec.Required, Role: spec.File},
					{Names: "-L", Arg: spec.Required},
					{Names: "-m", Arg: spec.Required},
					{Names: "-M", Arg: spec.Required},
					{Names: "-n"},
					{Names: "-N", Arg: spec.Required},
					{Names: "-o", Arg: spec.Required},
					{Names: "-O", Arg: spec.Required},
					{Names: "-q"},
					{Names: "-r", Arg: spec.Required},
					{Names: "-S"},
					{Names: "-t", Arg: spec.Required},
					{Names: "-T", Arg: spec.Required},
					{Names: "-U", Arg: spec.Required},
					{Names: "-v"},
					{Names: "-V"},
					{Names: "-z", Arg: spec.Required, Role: spec.Write},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Write}},
				DryRun:   "-n",
			}
		},
	},
	{
		Names: "mkswap", Source: "mkswap(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-c --check"},
					{Names: "-f --force"},
					{Names: "-p --pagesize", Arg: spec.Required},
					{Names: "-L --label", Arg: spec.Required},
					{Names: "-v --swapversion", Arg: spec.Required},
					{Names: "-U --uuid", Arg: spec.Required},
					{Names: "--verbose"},
					{Names: "--lock", Arg: spec.Optional},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Write}},
			}
		},
	},
	{
		Names: "wipefs", Source: "wipefs(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a --all"},
					{Names: "-b --backup"},
					{Names: "-f --force"},
					{Names: "-i --noheadings"},
					{Names: "-J --json"},
					{Names: "-n --no-act"},
					{Names: "-o --offset", Arg: spec.Required},
					{Names: "-O --output", Arg: spec.Required},
					{Names: "-p --parsable"},
					{Names: "-q --quiet"},
					{Names: "-t --types", Arg: spec.Required},
					{Names: "--lock", Arg: spec.Optional},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{Rest: spec.File},
				Cases:    []spec.Case{{With: "-a -o", Operands: spec.Operands{Rest: spec.Write}}},
				DryRun:   "-n",
			}
		},
	},
}
