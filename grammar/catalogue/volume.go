package catalogue

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// volumes are the programs that create, change and remove volumes, arrays and pools, which hold whole
// file systems.
var volumes = []spec.Row{
	{Names: "pvremove", Source: "pvremove(8), lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{Names: "vgremove", Source: "vgremove(8), lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{Names: "lvremove", Source: "lvremove(8), lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{Names: "pvcreate", Source: "pvcreate(8), lvm(8)", Syntax: func() spec.Syntax { return lvmDevices }},
	{Names: "vgcreate", Source: "vgcreate(8), lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{Names: "vgreduce", Source: "vgreduce(8), lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{Names: "lvreduce", Source: "lvreduce(8), lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{Names: "lvresize", Source: "lvresize(8), lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{Names: "lvconvert", Source: "lvconvert(8), lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{Names: "lvextend vgextend lvcreate pvmove pvresize", Source: "lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{Names: "lvchange vgchange pvchange", Source: "lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{Names: "lvs vgs pvs lvdisplay vgdisplay pvdisplay lvscan vgscan pvscan", Source: "lvm(8)", Syntax: func() spec.Syntax { return lvmNames }},
	{
		Names: "lvm", Source: "lvm(8)", // runs lvremove as "lvm lvremove"
		Syntax: func() spec.Syntax {
			return spec.Syntax{Options: []spec.Option{{Names: "--version"}, {Names: "--help"}}, Operands: rest}
		},
	},
	{Names: "ceph-volume", Source: "ceph-volume(8)", Syntax: func() spec.Syntax {
		devices := spec.Syntax{
			Style: spec.GNU, Options: slices.Concat(bools("--destroy", "--yes", "--no-systemd", "--dmcrypt", "--bluestore", "--report", "--prepare"), values("--osd-id", "--osd-fsid", "--osds-per-device", "--crush-device-class", "--format"),
				[]spec.Option{{Names: "--data", Arg: spec.Required, Role: spec.Write}, {Names: "--block.db --db-devices", Arg: spec.Required, Role: spec.Write}, {Names: "--block.wal --wal-devices", Arg: spec.Required, Role: spec.Write}}),
			Operands: spec.Operands{Rest: spec.Write}, DryRun: "--report",
		}
		on := func(names string) (subs []spec.Sub) {
			for n := range strings.FieldsSeq(names) {
				subs = append(subs, spec.Sub{Names: n, Syntax: devices})
			}
			return append(subs, leaves("list activate deactivate trigger migrate")...)
		}
		return spec.Syntax{Style: spec.GNU, Levels: 1, Subs: append([]spec.Sub{{Names: "lvm", Syntax: spec.Syntax{Style: spec.GNU, Subs: on("zap create prepare batch")}}, {Names: "raw", Syntax: spec.Syntax{Style: spec.GNU, Subs: on("prepare zap")}}}, leaves("inventory simple")...)}
	}},
	{
		Names: "mdadm", Source: "mdadm(8), mdadm --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-A --assemble"},
					{Names: "-B --build"},
					{Names: "-C --create"},
					{Names: "-D --detail"},
					{Names: "-E --examine"},
					{Names: "-X --examine-bitmap"},
					{Names: "-F --monitor"},
					{Names: "-G --grow"},
					{Names: "-I --incremental"},
					{Names: "-Q --query"},
					{Names: "-S --stop"},
					{Names: "-o --readonly"},
					{Names: "-w --readwrite"},
					{Names: "-a --add"},
					{Names: "-r --remove"},
					{Names: "-f --fail --force"},
					{Names: "-R --run"},
					{Names: "-s --scan"},
					{Names: "-b --brief"},
					{Names: "-v --verbose"},
					{Names: "-q --quiet"},
					{Names: "--zero-superblock"},
					{Names: "--kill-subarray", Arg: spec.Required},
					{Names: "-l --level", Arg: spec.Required},
					{Names: "-n --raid-devices", Arg: spec.Required},
					{Names: "-x --spare-devices", Arg: spec.Required},
					{Names: "-c --config", Arg: spec.Required, Role: spec.File},
					{Names: "-e --metadata", Arg: spec.Required},
					{Names: "-N --name", Arg: spec.Required},
					{Names: "-z --size", Arg: spec.Required},
					{Names: "-p --program", Arg: spec.Required, Role: spec.Helper},
					{Names: "-Y --export"},
					{Names: "--assume-clean"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{Rest: spec.File},
				Cases:    []spec.Case{{With: "-C -B --zero-superblock", Operands: spec.Operands{Rest: spec.Write}}},
			}
		},
	},
	{
		Names: "btrfs", Source: "btrfs(8), btrfs --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Subs: []spec.Sub{
					{Names: "su sub subv subvol subvolume", Syntax: spec.Syntax{Subs: []spec.Sub{
						{Names: "d de del dele delete", Syntax: spec.Syntax{
							Style: spec.GNU,
							Options: []spec.Option{
								{Names: "-c --commit-after"},
								{Names: "-C --commit-each"},
								{Names: "-i --subvolid", Arg: spec.Required},
								{Names: "-R --recursive"},
								{Names: "-v --verbose"},
							},
							Operands: spec.Operands{Rest: spec.Delete}, Recursive: "*",
						}},
						{Names: "create"},
						{Names: "list"},
						{Names: "snapshot"},
						{Names: "show"},
						{Names: "get-default"},
						{Names: "set-default"},
					}}},
					{Names: "d de dev devi device", Syntax: spec.Syntax{Subs: []spec.Sub{
						{Names: "rem remove del delete", Syntax: spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "--enqueue"}, {Names: "-f --force"}}}},
						{Names: "add", Syntax: spec.Syntax{
							Style:    spec.GNU,
							Options:  []spec.Option{{Names: "-f --force"}, {Names: "-K --nodiscard"}, {Names: "--enqueue"}},
							Operands: spec.Operands{Rest: spec.Write, HasLast: true, Last: spec.Plain},
						}},
						{Names: "stats"},
						{Names: "usage"},
						{Names: "scan"},
						{Names: "ready"},
					}}},
					{Names: "f fi fil file filesystem", Syntax: spec.Syntax{Subs: []spec.Sub{
						{Names: "resize", Syntax: spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "--enqueue"}}}},
						{Names: "df"},
						{Names: "du"},
						{Names: "show"},
						{Names: "sync"},
						{Names: "defragment"},
						{Names: "label"},
						{Names: "usage"},
					}}},
					{Names: "ch check", Syntax: spec.Syntax{
						Style: spec.GNU,
						Options: []spec.Option{
							{Names: "--repair"},
							{Names: "--init-csum-tree"},
							{Names: "--init-extent-tree"},
							{Names: "-p --progress"},
							{Names: "--readonly"},
							{Names: "--force"},
							{Names: "-s --super", Arg: spec.Required},
							{Names: "-b --backup"},
							{Names: "-r --tree-root", Arg: spec.Required},
							{Names: "--mode", Arg: spec.Required},
						},
						Operands: spec.Operands{Rest: spec.File},
						Cases:    []spec.Case{{With: "--repair --init-csum-tree --init-extent-tree", Operands: spec.Operands{Rest: spec.Write}}},
					}},
					{Names: "resc rescue", Syntax: spec.Syntax{Subs: []spec.Sub{
						{Names: "chunk-recover"}, {Names: "super-recover"}, {Names: "zero-log"}, {Names: "clear-uuid-tree"}, {Names: "fix-device-size"},
					}}},
					{Names: "balance", Syntax: spec.Syntax{Subs: []spec.Sub{
						{Names: "start"}, {Names: "pause"}, {Names: "cancel"}, {Names: "resume"}, {Names: "status"},
					}}},
					{Names: "inspect-internal"},
					{Names: "property"},
					{Names: "qgroup"},
					{Names: "quota"},
					{Names: "scrub"},
					{Names: "send"},
					{Names: "receive"},
					{Names: "replace"},
					{Names: "restore"},
					{Names: "help"},
					{Names: "version"},
				},
			}
		},
	},
	{
		Names: "zfs", Source: "zfs(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Subs: []spec.Sub{
				{Names: "destroy", Syntax: spec.Syntax{
					Style: spec.POSIX,
					Options: []spec.Option{
						{Names: "-f"}, {Names: "-n"}, {Names: "-p"}, {Names: "-r"}, {Names: "-R"}, {Names: "-v"}, {Names: "-d"},
					},
				}},
				{Names: "rollback", Syntax: spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-r"}, {Names: "-R"}, {Names: "-f"}}}},
				{Names: "recv receive", Syntax: spec.Syntax{
					Style: spec.POSIX,
					Options: []spec.Option{
						{Names: "-F"},
						{Names: "-n"},
						{Names: "-v"},
						{Names: "-u"},
						{Names: "-s"},
						{Names: "-d"},
						{Names: "-e"},
						{Names: "-A"},
						{Names: "-o", Arg: spec.Required},
						{Names: "-x", Arg: spec.Required},
					},
				}},
				{Names: "list"},
				{Names: "get"},
				{Names: "create"},
				{Names: "set"},
				{Names: "snap snapshot"},
				{Names: "mount"},
				{Names: "umount unmount", Syntax: spec.Syntax{Style: spec.POSIX, Options: bools("-f", "-u", "-a")}},
				{Names: "unload-key", Syntax: spec.Syntax{Style: spec.POSIX, Options: bools("-r", "-a")}},
				{Names: "load-key"},
				{Names: "clone"},
				{Names: "rename"},
				{Names: "send"},
				{Names: "diff"},
				{Names: "inherit"},
				{Names: "version"},
			}}
		},
	},
	{
		Names: "zpool", Source: "zpool(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Subs: []spec.Sub{
				{Names: "destroy", Syntax: spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-f"}}}},
				{Names: "labelclear", Syntax: spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "-f"}}, Operands: spec.Operands{Rest: spec.Write}}},
				{Names: "create", Syntax: spec.Syntax{
					Style: spec.POSIX,
					Options: []spec.Option{
						{Names: "-d"},
						{Names: "-f"},
						{Names: "-n"},
						{Names: "-m", Arg: spec.Required},
						{Names: "-o", Arg: spec.Required},
						{Names: "-O", Arg: spec.Required},
						{Names: "-R", Arg: spec.Required},
						{Names: "-t", Arg: spec.Required},
					},
					Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Write},
					DryRun:   "-n",
				}},
				{Names: "add"},
				{Names: "remove"},
				{Names: "detach"},
				{Names: "offline"},
				{Names: "replace"},
				{Names: "export"},
				{Names: "import"},
				{Names: "list"},
				{Names: "status"},
				{Names: "iostat"},
				{Names: "get"},
				{Names: "set"},
				{Names: "history"},
				{Names: "scrub"},
				{Names: "clear"},
				{Names: "online"},
				{Names: "upgrade"},
				{Names: "version"},
			}}
		},
	},
}

// lvmOptions are the options that the LVM commands share. -t only tests.
var lvmOptions = []spec.Option{
	{Names: "-A --autobackup", Arg: spec.Required},
	{Names: "-f --force"},
	{Names: "-ff"},
	{Names: "-y --yes"},
	{Names: "-t --test"},
	{Names: "-v --verbose"},
	{Names: "-q --quiet"},
	{Names: "-d --debug"},
	{Names: "-S --select", Arg: spec.Required},
	{Names: "-l --extents", Arg: spec.Required},
	{Names: "-L --size", Arg: spec.Required},
	{Names: "-n --name", Arg: spec.Required},
	{Names: "-o --options", Arg: spec.Required},
	{Names: "-r --resizefs"},
	{Names: "-a --activate", Arg: spec.Required},
	{Names: "-s --snapshot"},
	{Names: "-m --mirrors", Arg: spec.Required},
	{Names: "-i --stripes", Arg: spec.Required},
	{Names: "-T --thin"},
	{Names: "--all"},
	{Names: "--merge"},
	{Names: "--mergesnapshot"},
	{Names: "--removemissing"},
	{Names: "-p --permission", Arg: spec.Required},
	{Names: "--units", Arg: spec.Required},
	{Names: "--noheadings"},
	{Names: "--nohistory"},
	{Names: "--noudevsync"},
	{Names: "--reportformat", Arg: spec.Required},
	{Names: "--config", Arg: spec.Required},
	{Names: "--profile", Arg: spec.Required},
	{Names: "--devices", Arg: spec.Required},
	{Names: "-h --help"},
	{Names: "--longhelp"},
	{Names: "--version"},
}

// lvmNames are the LVM commands on volumes, and lvmDevices those on the devices below them.
var (
	lvmNames   = spec.Syntax{Style: spec.GNU, Options: lvmOptions}
	lvmDevices = spec.Syntax{Style: spec.GNU, Options: lvmOptions, Operands: spec.Operands{Rest: spec.Write}, DryRun: "-t"}
)
