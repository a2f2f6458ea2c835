package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// mounts are the programs that attach and detach file systems, loop devices and encrypted or mapped
// devices.
var mounts = []spec.Row{
	{
		// The mount point is hidden, not written.
		Names: "mount", Source: "mount(8), mount --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a --all"},
					{Names: "-c --no-canonicalize"},
					{Names: "-f --fake"},
					{Names: "-F --fork"},
					{Names: "-T --fstab", Arg: spec.Required, Role: spec.File},
					{Names: "-i --internal-only"},
					{Names: "-l --show-labels"},
					{Names: "-m --mkdir", Arg: spec.Optional},
					{Names: "-n --no-mtab"},
					{Names: "--options-mode", Arg: spec.Required},
					{Names: "--options-source", Arg: spec.Required},
					{Names: "--options-source-force"},
					{Names: "-o --options", Arg: spec.Required},
					{Names: "-O --test-opts", Arg: spec.Required},
					{Names: "-r --read-only"},
					{Names: "-t --types", Arg: spec.Required},
					{Names: "--source", Arg: spec.Required, Role: spec.File},
					{Names: "--target", Arg: spec.Required, Role: spec.Change},
					{Names: "--target-prefix", Arg: spec.Required},
					{Names: "-v --verbose"},
					{Names: "-w --rw --read-write"},
					{Names: "-N --namespace", Arg: spec.Required},
					{Names: "-L --label", Arg: spec.Required},
					{Names: "-U --uuid", Arg: spec.Required},
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
				Operands: spec.Operands{First: []spec.Role{spec.File}, HasLast: true, Last: spec.Change},
				Cases:    []spec.Case{{With: "-L -U --source", Operands: spec.Operands{Rest: spec.Change}}},
				DryRun:   "-f",
			}
		},
	},
	{
		Names: "umount", Source: "umount(8), umount --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a --all"},
					{Names: "-A --all-targets"},
					{Names: "-c --no-canonicalize"},
					{Names: "-d --detach-loop"},
					{Names: "--fake"},
					{Names: "-f --force"},
					{Names: "-i --internal-only"},
					{Names: "-n --no-mtab"},
					{Names: "-l --lazy"},
					{Names: "-O --test-opts", Arg: spec.Required},
					{Names: "-R --recursive"},
					{Names: "-r --read-only"},
					{Names: "-t --types", Arg: spec.Required},
					{Names: "-v --verbose"},
					{Names: "-q --quiet"},
					{Names: "-N --namespace", Arg: spec.Required},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
			}
		},
	},
	{
		Names: "fusermount fusermount3", Source: "fusermount3(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.GNU, Options: slices.Concat(bools("-h --help", "-V --version", "-q --quiet", "-u --unmount", "-z --lazy", "--auto-unmount"), values("-o --options"))}
		},
	},
	{
		Names: "swapoff swapon", Source: "swapon(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a --all"},
					{Names: "-d --discard", Arg: spec.Optional},
					{Names: "-e --ifexists"},
					{Names: "-f --fixpgsz"},
					{Names: "-o --options", Arg: spec.Required},
					{Names: "-p --priority", Arg: spec.Required},
					{Names: "-s --summary"},
					{Names: "--show", Arg: spec.Optional},
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
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a --all"},
					{Names: "-d --detach"},
					{Names: "-D --detach-all"},
					{Names: "-f --find"},
					{Names: "-c --set-capacity"},
					{Names: "-j --associated", Arg: spec.Required},
					{Names: "-L --nooverlap"},
					{Names: "-o --offset", Arg: spec.Required},
					{Names: "--sizelimit", Arg: spec.Required},
					{Names: "-b --sector-size", Arg: spec.Required},
					{Names: "-P --partscan"},
					{Names: "-r --read-only"},
					{Names: "--direct-io", Arg: spec.Optional},
					{Names: "--show"},
					{Names: "-v --verbose"},
					{Names: "-J --json"},
					{Names: "-l --list"},
					{Names: "-n --noheadings"},
					{Names: "-O --output", Arg: spec.Required},
					{Names: "--output-all"},
					{Names: "--raw"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Plain, spec.File}},
				Cases:    []spec.Case{{With: "-f", Operands: spec.Operands{First: []spec.Role{spec.File}}}},
			}
		},
	},
	{
		Names: "cryptsetup", Source: "cryptsetup(8), cryptsetup --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-v --verbose"},
					{Names: "--debug"},
					{Names: "-c --cipher", Arg: spec.Required},
					{Names: "-h --hash", Arg: spec.Required},
					{Names: "-y --verify-passphrase"},
					{Names: "-d --key-file", Arg: spec.Required, Role: spec.File},
					{Names: "--new-keyfile", Arg: spec.Required, Role: spec.File},
					{Names: "--volume-key-file --master-key-file", Arg: spec.Required, Role: spec.File},
					{Names: "-s --key-size", Arg: spec.Required},
					{Names: "-S --key-slot", Arg: spec.Required},
					{Names: "-l --keyfile-size", Arg: spec.Required},
					{Names: "-o --offset", Arg: spec.Required},
					{Names: "-p --skip", Arg: spec.Required},
					{Names: "-b --size", Arg: spec.Required},
					{Names: "-r --readonly"},
					{Names: "-i --iter-time", Arg: spec.Required},
					{Names: "-q --batch-mode"},
					{Names: "-t --timeout", Arg: spec.Required},
					{Names: "-T --tries", Arg: spec.Required},
					{Names: "-M --type", Arg: spec.Required},
					{Names: "--header", Arg: spec.Required, Role: spec.File},
					{Names: "--header-backup-file", Arg: spec.Required, Role: spec.File},
					{Names: "--label", Arg: spec.Required},
					{Names: "--pbkdf", Arg: spec.Required},
					{Names: "--uuid", Arg: spec.Required},
					{Names: "--allow-discards"},
					{Names: "--decrypt"},
					{Names: "--encrypt"},
					{Names: "--force-password"},
					{Names: "--help"},
					{Names: "--usage"},
					{Names: "-V --version"},
				},
				Subs: []spec.Sub{
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
					{Names: "luksClose close", Syntax: spec.Syntax{Style: spec.GNU}},
					{Names: "status", Syntax: spec.Syntax{Style: spec.GNU}},
					{Names: "benchmark", Syntax: spec.Syntax{Style: spec.GNU}},
				},
			}
		},
	},
	{
		Names: "dmsetup", Source: "dmsetup(8), dmsetup --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-v --verbose"},
					{Names: "-f --force"},
					{Names: "-y --yes"},
					{Names: "-r --readonly"},
					{Names: "--noudevsync"},
					{Names: "-c -C --columns"},
					{Names: "-o", Arg: spec.Required},
					{Names: "-h --help"},
					{Names: "--version"},
				},
				Subs: []spec.Sub{
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
var cryptOptions = []spec.Option{
	{Names: "-q --batch-mode"},
	{Names: "-v --verbose"},
	{Names: "-y --verify-passphrase"},
	{Names: "-r --readonly"},
	{Names: "-c --cipher", Arg: spec.Required},
	{Names: "-h --hash", Arg: spec.Required},
	{Names: "-s --key-size", Arg: spec.Required},
	{Names: "-d --key-file", Arg: spec.Required, Role: spec.File},
	{Names: "-S --key-slot", Arg: spec.Required},
	{Names: "-i --iter-time", Arg: spec.Required},
	{Names: "-M --type", Arg: spec.Required},
	{Names: "--header", Arg: spec.Required, Role: spec.File},
	{Names: "--header-backup-file", Arg: spec.Required, Role: spec.File},
	{Names: "--label", Arg: spec.Required},
	{Names: "--pbkdf", Arg: spec.Required},
	{Names: "--allow-discards"},
	{Names: "--force-password"},
	{Names: "--encrypt"},
	{Names: "--decrypt"},
}

// cryptWrites are the actions of cryptsetup that destroy the data on a device or its keys, and
// cryptReads the others.
var (
	cryptWrites = spec.Syntax{Style: spec.GNU, Options: cryptOptions, Operands: spec.Operands{First: firstWrite}}
	cryptReads  = spec.Syntax{Style: spec.GNU, Options: cryptOptions, Operands: spec.Operands{First: firstFile}}
)

// dmTarget is the common syntax of dmsetup's actions.
var dmTarget = spec.Syntax{Style: spec.GNU, Options: dmOptions}

var dmOptions = []spec.Option{
	{Names: "-f --force"},
	{Names: "-v --verbose"},
	{Names: "-y --yes"},
	{Names: "-r --readonly"},
	{Names: "--deferred"},
	{Names: "--retry"},
	{Names: "--noflush"},
	{Names: "--nolockfs"},
	{Names: "-j --major", Arg: spec.Required},
	{Names: "-m --minor", Arg: spec.Required},
	{Names: "-u --uuid", Arg: spec.Required},
	{Names: "-n --notable"},
	{Names: "--table", Arg: spec.Required},
	{Names: "--target", Arg: spec.Required},
	{Names: "--tree"},
	{Names: "--showkeys"},
	{Names: "-o", Arg: spec.Required},
	{Names: "--exec", Arg: spec.Required, Role: spec.Shell},
}
