package grammar

import "slices"

// mounts are the programs that put file systems, loop devices and encrypted
// or mapped devices in place and take them away.
var mounts = []row{
	{
		// The mount point is not written to, but hidden.
		Names: "mount", Source: "mount(8), mount --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a --all"},
					{Names: "-c --no-canonicalize"},
					{Names: "-f --fake"},
					{Names: "-F --fork"},
					{Names: "-T --fstab", Arg: Required, Role: File},
					{Names: "-i --internal-only"},
					{Names: "-l --show-labels"},
					{Names: "-m --mkdir", Arg: Optional},
					{Names: "-n --no-mtab"},
					{Names: "--options-mode", Arg: Required},
					{Names: "--options-source", Arg: Required},
					{Names: "--options-source-force"},
					{Names: "-o --options", Arg: Required},
					{Names: "-O --test-opts", Arg: Required},
					{Names: "-r --read-only"},
					{Names: "-t --types", Arg: Required},
					{Names: "--source", Arg: Required, Role: File},
					{Names: "--target", Arg: Required, Role: Change},
					{Names: "--target-prefix", Arg: Required},
					{Names: "-v --verbose"},
					{Names: "-w --rw --read-write"},
					{Names: "-N --namespace", Arg: Required},
					{Names: "-L --label", Arg: Required},
					{Names: "-U --uuid", Arg: Required},
					{Names: "-B --bind"},
					{Names: "-M --move"},
					{Names: "-R --rbind"},
					{Names: "--make-shared"},
					{Names: "--make-slave"},
					{Names: "--make-private"},
					{Names: "--make-unbindable"},
					{Names: "--make-rshared"},
					{Names: "--make-rslave"},
					{Names: "--make-rprivate"},
					{Names: "--make-runbindable"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: Operands{First: []Role{File}, HasLast: true, Last: Change},
				Cases:    []Case{{With: "-L -U --source", Operands: Operands{Rest: Change}}},
				DryRun:   "-f",
			}
		},
	},
	{
		Names: "umount", Source: "umount(8), umount --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a --all"},
					{Names: "-A --all-targets"},
					{Names: "-c --no-canonicalize"},
					{Names: "-d --detach-loop"},
					{Names: "--fake"},
					{Names: "-f --force"},
					{Names: "-i --internal-only"},
					{Names: "-n --no-mtab"},
					{Names: "-l --lazy"},
					{Names: "-O --test-opts", Arg: Required},
					{Names: "-R --recursive"},
					{Names: "-r --read-only"},
					{Names: "-t --types", Arg: Required},
					{Names: "-v --verbose"},
					{Names: "-q --quiet"},
					{Names: "-N --namespace", Arg: Required},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
			}
		},
	},
	{
		Names: "fusermount fusermount3", Source: "fusermount3(1)",
		Syntax: func() Syntax {
			return Syntax{Style: GNU, Options: slices.Concat(bools("-h --help", "-V --version", "-q --quiet", "-u --unmount", "-z --lazy", "--auto-unmount"), values("-o --options"))}
		},
	},
	{
		Names: "swapoff swapon", Source: "swapon(8)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a --all"},
					{Names: "-d --discard", Arg: Optional},
					{Names: "-e --ifexists"},
					{Names: "-f --fixpgsz"},
					{Names: "-o --options", Arg: Required},
					{Names: "-p --priority", Arg: Required},
					{Names: "-s --summary"},
					{Names: "--show", Arg: Optional},
					{Names: "--noheadings"},
					{Names: "--raw"},
					{Names: "--bytes"},
					{Names: "-v --verbose"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
			}
		},
	},
	{
		Names: "losetup", Source: "losetup(8), losetup --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a --all"},
					{Names: "-d --detach"},
					{Names: "-D --detach-all"},
					{Names: "-f --find"},
					{Names: "-c --set-capacity"},
					{Names: "-j --associated", Arg: Required},
					{Names: "-L --nooverlap"},
					{Names: "-o --offset", Arg: Required},
					{Names: "--sizelimit", Arg: Required},
					{Names: "-b --sector-size", Arg: Required},
					{Names: "-P --partscan"},
					{Names: "-r --read-only"},
					{Names: "--direct-io", Arg: Optional},
					{Names: "--show"},
					{Names: "-v --verbose"},
					{Names: "-J --json"},
					{Names: "-l --list"},
					{Names: "-n --noheadings"},
					{Names: "-O --output", Arg: Required},
					{Names: "--output-all"},
					{Names: "--raw"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: Operands{First: []Role{Plain, File}},
				Cases:    []Case{{With: "-f", Operands: Operands{First: []Role{File}}}},
			}
		},
	},
	{
		Names: "cryptsetup", Source: "cryptsetup(8), cryptsetup --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-v --verbose"},
					{Names: "--debug"},
					{Names: "-c --cipher", Arg: Required},
					{Names: "-h --hash", Arg: Required},
					{Names: "-y --verify-passphrase"},
					{Names: "-d --key-file", Arg: Required, Role: File},
					{Names: "--new-keyfile", Arg: Required, Role: File},
					{Names: "--volume-key-file --master-key-file", Arg: Required, Role: File},
					{Names: "-s --key-size", Arg: Required},
					{Names: "-S --key-slot", Arg: Required},
					{Names: "-l --keyfile-size", Arg: Required},
					{Names: "-o --offset", Arg: Required},
					{Names: "-p --skip", Arg: Required},
					{Names: "-b --size", Arg: Required},
					{Names: "-r --readonly"},
					{Names: "-i --iter-time", Arg: Required},
					{Names: "-q --batch-mode"},
					{Names: "-t --timeout", Arg: Required},
					{Names: "-T --tries", Arg: Required},
					{Names: "-M --type", Arg: Required},
					{Names: "--header", Arg: Required, Role: File},
					{Names: "--header-backup-file", Arg: Required, Role: File},
					{Names: "--label", Arg: Required},
					{Names: "--pbkdf", Arg: Required},
					{Names: "--uuid", Arg: Required},
					{Names: "--allow-discards"},
					{Names: "--decrypt"},
					{Names: "--encrypt"},
					{Names: "--force-password"},
					{Names: "--help"},
					{Names: "--usage"},
					{Names: "-V --version"},
				},
				Subs: []Sub{
					{Names: "luksFormat", Syntax: cryptWrites},
					{Names: "erase luksErase", Syntax: cryptWrites},
					{Names: "reencrypt", Syntax: cryptWrites},
					{Names: "luksKillSlot", Syntax: cryptWrites},
					{Names: "luksRemoveKey", Syntax: cryptWrites},
					{Names: "luksHeaderRestore", Syntax: cryptWrites},
					{Names: "convert", Syntax: cryptWrites},
					{Names: "luksAddKey", Syntax: cryptReads},
					{Names: "luksChangeKey", Syntax: cryptReads},
					{Names: "luksDump", Syntax: cryptReads},
					{Names: "luksUUID", Syntax: cryptReads},
					{Names: "isLuks", Syntax: cryptReads},
					{Names: "luksHeaderBackup", Syntax: cryptReads},
					{Names: "luksOpen open", Syntax: cryptReads},
					{Names: "luksClose close", Syntax: Syntax{Style: GNU}},
					{Names: "status", Syntax: Syntax{Style: GNU}},
					{Names: "benchmark", Syntax: Syntax{Style: GNU}},
				},
			}
		},
	},
	{
		Names: "dmsetup", Source: "dmsetup(8), dmsetup --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-v --verbose"},
					{Names: "-f --force"},
					{Names: "-y --yes"},
					{Names: "-r --readonly"},
					{Names: "--noudevsync"},
					{Names: "-c -C --columns"},
					{Names: "-o", Arg: Required},
					{Names: "-h --help"},
					{Names: "--version"},
				},
				Subs: []Sub{
					{Names: "remove", Syntax: dmTarget},
					{Names: "remove_all", Syntax: dmTarget},
					{Names: "wipe_table", Syntax: dmTarget},
					{Names: "clear", Syntax: dmTarget},
					{Names: "reload load", Syntax: dmTarget},
					{Names: "suspend", Syntax: dmTarget},
					{Names: "create", Syntax: dmTarget},
					{Names: "rename", Syntax: dmTarget},
					{Names: "resume", Syntax: dmTarget},
					{Names: "ls", Syntax: dmTarget},
					{Names: "info", Syntax: dmTarget},
					{Names: "status", Syntax: dmTarget},
					{Names: "table", Syntax: dmTarget},
					{Names: "deps", Syntax: dmTarget},
					{Names: "targets", Syntax: dmTarget},
					{Names: "version", Syntax: dmTarget},
				},
			}
		},
	},
}

// cryptOptions are the options of cryptsetup that may follow its action.
var cryptOptions = []Option{
	{Names: "-q --batch-mode"},
	{Names: "-v --verbose"},
	{Names: "-y --verify-passphrase"},
	{Names: "-r --readonly"},
	{Names: "-c --cipher", Arg: Required},
	{Names: "-h --hash", Arg: Required},
	{Names: "-s --key-size", Arg: Required},
	{Names: "-d --key-file", Arg: Required, Role: File},
	{Names: "-S --key-slot", Arg: Required},
	{Names: "-i --iter-time", Arg: Required},
	{Names: "-M --type", Arg: Required},
	{Names: "--header", Arg: Required, Role: File},
	{Names: "--header-backup-file", Arg: Required, Role: File},
	{Names: "--label", Arg: Required},
	{Names: "--pbkdf", Arg: Required},
	{Names: "--allow-discards"},
	{Names: "--force-password"},
	{Names: "--encrypt"},
	{Names: "--decrypt"},
}

// cryptWrites and cryptReads are the actions of cryptsetup that destroy what a
// device holds or its keys, and the others.
var (
	cryptWrites = Syntax{Style: GNU, Options: cryptOptions, Operands: Operands{First: firstWrite}}
	cryptReads  = Syntax{Style: GNU, Options: cryptOptions, Operands: Operands{First: firstFile}}
)

// dmTarget is what the actions of dmsetup have in common.
var dmTarget = Syntax{Style: GNU, Options: dmOptions}

var dmOptions = []Option{
	{Names: "-f --force"},
	{Names: "-v --verbose"},
	{Names: "-y --yes"},
	{Names: "-r --readonly"},
	{Names: "--deferred"},
	{Names: "--retry"},
	{Names: "--noflush"},
	{Names: "--nolockfs"},
	{Names: "-j --major", Arg: Required},
	{Names: "-m --minor", Arg: Required},
	{Names: "-u --uuid", Arg: Required},
	{Names: "-n --notable"},
	{Names: "--table", Arg: Required},
	{Names: "--target", Arg: Required},
	{Names: "--tree"},
	{Names: "--showkeys"},
	{Names: "-o", Arg: Required},
	{Names: "--exec", Arg: Required, Role: Shell},
}
