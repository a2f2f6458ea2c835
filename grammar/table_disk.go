package grammar

// disks are the programs that write to devices and file systems.
var disks = []Program{
	{
		Names: "dd gdd", Source: "dd(1)",
		Syntax: Syntax{
			Options: []Option{
				{Names: "if=", Arg: Required, Role: File},
				{Names: "of=", Arg: Required, Role: Write},
				{Names: "bs=", Arg: Required}, {Names: "cbs=", Arg: Required}, {Names: "ibs=", Arg: Required}, {Names: "obs=", Arg: Required},
				{Names: "conv=", Arg: Required}, {Names: "count=", Arg: Required}, {Names: "iflag=", Arg: Required},
				{Names: "oflag=", Arg: Required}, {Names: "seek=", Arg: Required}, {Names: "oseek=", Arg: Required},
				{Names: "skip=", Arg: Required}, {Names: "iseek=", Arg: Required}, {Names: "status=", Arg: Required},
				{Names: "--help"}, {Names: "--version"},
			},
			Style: Permute,
		},
	},
	{
		Names: "mkfs mkfs.*", Source: "mkfs(8)",
		Syntax: Syntax{
			Style: Permute | Bundle,
			Options: []Option{
				{Names: "-t --type", Arg: Required}, {Names: "-b", Arg: Required}, {Names: "-E", Arg: Required}, {Names: "-F"}, {Names: "-f"},
				{Names: "-L", Arg: Required}, {Names: "-n"}, {Names: "-q"}, {Names: "-U", Arg: Required}, {Names: "-v -V --verbose"},
				{Names: "-l"}, {Names: "-I"}, {Names: "-h --help"}, {Names: "--version"},
			},
			Operands: Operands{Rest: Write},
		},
	},
	{
		Names: "mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4", Source: "mke2fs(8)", Env: "MKE2FS_CONFIG",
		Syntax: Syntax{
			Style: Permute | Bundle,
			Options: []Option{
				{Names: "-b", Arg: Required}, {Names: "-c"}, {Names: "-C", Arg: Required}, {Names: "-d", Arg: Required, Role: File},
				{Names: "-D"}, {Names: "-e", Arg: Required}, {Names: "-E", Arg: Required}, {Names: "-F"}, {Names: "-g", Arg: Required},
				{Names: "-G", Arg: Required}, {Names: "-i", Arg: Required}, {Names: "-I", Arg: Required}, {Names: "-j"}, {Names: "-J", Arg: Required},
				{Names: "-l", Arg: Required, Role: File}, {Names: "-L", Arg: Required}, {Names: "-m", Arg: Required},
				{Names: "-M", Arg: Required}, {Names: "-n"}, {Names: "-N", Arg: Required}, {Names: "-o", Arg: Required},
				{Names: "-O", Arg: Required}, {Names: "-q"}, {Names: "-r", Arg: Required}, {Names: "-S"}, {Names: "-t", Arg: Required},
				{Names: "-T", Arg: Required}, {Names: "-U", Arg: Required}, {Names: "-v"}, {Names: "-V"},
				{Names: "-z", Arg: Required, Role: Write},
			},
			Operands: Operands{First: []Role{Write}},
			DryRun:   "-n",
		},
	},
	{
		Names: "mkswap", Source: "mkswap(8)",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-c --check"}, {Names: "-f --force"}, {Names: "-p --pagesize", Arg: Required}, {Names: "-L --label", Arg: Required},
				{Names: "-v --swapversion", Arg: Required}, {Names: "-U --uuid", Arg: Required}, {Names: "--verbose"},
				{Names: "--lock", Arg: Optional}, {Names: "-h --help"}, {Names: "-V --version"},
			},
			Operands: Operands{First: []Role{Write}},
		},
	},
	{
		Names: "wipefs", Source: "wipefs(8)",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-a --all"}, {Names: "-b --backup"}, {Names: "-f --force"}, {Names: "-i --noheadings"}, {Names: "-J --json"},
				{Names: "-n --no-act"}, {Names: "-o --offset", Arg: Required}, {Names: "-O --output", Arg: Required}, {Names: "-p --parsable"},
				{Names: "-q --quiet"}, {Names: "-t --types", Arg: Required}, {Names: "--lock", Arg: Optional}, {Names: "-h --help"}, {Names: "-V --version"},
			},
			Operands: Operands{Rest: File},
			Cases:    []Case{{With: "-a -o", Operands: Operands{Rest: Write}}},
			DryRun:   "-n",
		},
	},
}
