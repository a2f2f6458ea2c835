package catalogue

import "github.com/agent-loop/shimgen/rules"

// volume are the rules about containers of file systems: volumes, arrays, pools, mapped devices.
// Writes to a device itself are matched by disk.write.
var volume = []rules.Rule{
	{
		ID: "disk.lvm-remove", Class: rules.Catastrophic, Program: "pvremove vgremove lvremove", None: "-t --test -h --help --version --longhelp",
		Reason: "removes volumes with the file systems on them",
		Hint:   "lvs, vgs and pvs show what there is",
		Hits:   []string{"lvremove -f /dev/vg0/data", "sudo vgremove vg0", "pvremove -ff -y /dev/sdb1", "lvm lvremove vg0/data"},
		Misses: []string{"lvs", "lvremove --test vg0/data", "vgs vg0", "man lvremove", "grep lvremove notes.txt"},
	},
	{
		ID: "disk.lvm-shrink", Class: rules.Destructive, Program: "lvreduce vgreduce", None: "-t --test -h --help",
		Reason: "shrinks a volume, which cuts off what lies at its end",
		Hint:   "`lvs` shows the sizes",
		Hits:   []string{"lvreduce -L 5G vg0/data", "vgreduce vg0 /dev/sdb1"},
		Misses: []string{"lvextend -L +5G vg0/data", "lvreduce -t -L 5G vg0/data"},
	},
	{
		ID: "disk.lvm-merge", Class: rules.Destructive, Program: "lvconvert", Any: "--merge --mergesnapshot",
		Reason: "puts a volume back to what its snapshot holds",
		Hint:   "mount the snapshot and copy what you need",
		Hits:   []string{"lvconvert --merge vg0/snap"},
		Misses: []string{"lvconvert --type raid1 vg0/data", "lvdisplay vg0/snap"},
	},
	{
		ID: "disk.raid-stop", Class: rules.Destructive, Program: "mdadm", Any: "-S --stop -r --remove -f --fail --kill-subarray",
		None:   "-D --detail -E --examine -A --assemble -C --create",
		Reason: "stops an array or takes a disk out of it",
		Hint:   "`mdadm --detail` shows its state",
		Hits:   []string{"mdadm --stop /dev/md0", "mdadm /dev/md0 --fail /dev/sdb1 --remove /dev/sdb1"},
		Misses: []string{"mdadm --detail /dev/md0", "mdadm --assemble --force /dev/md0 /dev/sdb1"},
	},
	{
		ID: "disk.raid-grow", Class: rules.Destructive, Program: "mdadm", Any: "-G --grow",
		Reason: "rearranges a running array",
		Hint:   "`mdadm --detail` shows its state",
		Hits:   []string{"mdadm --grow /dev/md0 --raid-devices=4"},
		Misses: []string{"mdadm -Q /dev/md0"},
	},
	{
		ID: "disk.btrfs-device", Class: rules.Destructive, Program: "btrfs", Sub: "device/delete filesystem/resize",
		Reason: "takes a device or space away from a file system",
		Hint:   "`btrfs filesystem usage` shows what is used",
		Hits:   []string{"btrfs device remove /dev/sdb /mnt", "btrfs filesystem resize -5g /mnt", "btrfs dev delete /dev/sdb /mnt"},
		Misses: []string{"btrfs device stats /mnt", "btrfs filesystem df /mnt"},
	},
	{
		ID: "disk.btrfs-subvolume", Class: rules.Destructive, Program: "btrfs", Sub: "subvolume/delete",
		Reason: "deletes a subvolume with all its files",
		Hint:   "`btrfs subvolume list` shows them",
		Hits:   []string{"btrfs subvolume delete /mnt/data", "btrfs sub del snap"},
		Misses: []string{"btrfs subvolume list /mnt", "btrfs subvolume snapshot a b"},
	},
	{
		ID: "disk.btrfs-rescue", Class: rules.Destructive, Program: "btrfs", Sub: "rescue/zero-log rescue/chunk-recover rescue/clear-uuid-tree rescue/super-recover",
		Reason: "rewrites the structures of a file system",
		Hint:   "`btrfs restore` copies files out without changing anything",
		Hits:   []string{"btrfs rescue zero-log /dev/sdb"},
		Misses: []string{"btrfs restore /dev/sdb out", "btrfs scrub status /mnt"},
	},
	{
		ID: "disk.zfs-destroy", Class: rules.Catastrophic, Program: "zfs zpool", Sub: "destroy", None: "-n",
		Reason: "destroys a data set or a whole pool",
		Hint:   "`zfs destroy -n` shows what would go",
		Hits:   []string{"zpool destroy tank", "zfs destroy -r tank/home", "sudo zfs destroy tank/home@old"},
		Misses: []string{"zfs destroy -nv tank/home", "zpool status", "zfs list"},
	},
	{
		ID: "disk.zfs-rollback", Class: rules.Destructive, Program: "zfs", Sub: "rollback",
		Reason: "throws away what was written since the snapshot",
		Hint:   "`zfs clone` makes the snapshot readable beside it",
		Hits:   []string{"zfs rollback tank/home@monday", "zfs rollback -r tank/home@monday"},
		Misses: []string{"zfs snapshot tank/home@monday", "zfs diff tank/home@monday"},
	},
	{
		ID: "disk.zfs-receive", Class: rules.Destructive, Program: "zfs", Sub: "receive", Any: "-F", None: "-n",
		Reason: "puts a data set back before it receives another",
		Hint:   "receive into a new data set",
		Hits:   []string{"zfs receive -F tank/copy", "zfs recv -vF tank/copy"},
		Misses: []string{"zfs receive tank/new", "zfs receive -nF tank/copy"},
	},
	{
		ID: "disk.zpool-change", Class: rules.Destructive, Program: "zpool", Sub: "remove detach offline replace",
		Reason: "takes a device out of a pool",
		Hint:   "`zpool status` shows the devices",
		Hits:   []string{"zpool detach tank sdb", "zpool offline tank sdb"},
		Misses: []string{"zpool status tank", "zpool list"},
	},
	{
		ID: "disk.mapper", Class: rules.Destructive, Program: "dmsetup", Sub: "remove remove_all wipe_table clear load",
		Reason: "takes a mapped device away or replaces what it maps",
		Hint:   "`dmsetup ls` and dmsetup table look first",
		Hits:   []string{"dmsetup remove_all", "dmsetup remove -f data", "dmsetup wipe_table data"},
		Misses: []string{"dmsetup ls", "dmsetup table data", "dmsetup info"},
	},
	{
		ID: "disk.luks", Class: rules.Catastrophic, Program: "cryptsetup",
		Sub:    "luksFormat luksErase reencrypt luksKillSlot luksHeaderRestore luksRemoveKey",
		Reason: "destroys the keys or the content of an encrypted volume",
		Hint:   "`cryptsetup luksDump` looks at it",
		Hits:   []string{"cryptsetup luksFormat /dev/sdb1", "cryptsetup -q erase /dev/sdb1", "cryptsetup luksKillSlot disk.img 1"},
		Misses: []string{"cryptsetup luksDump /dev/sdb1", "cryptsetup status data", "cryptsetup isLuks /dev/sdb1"},
	},
	{
		ID: "disk.unmount-all", Class: rules.SystemWrite, Program: "umount swapoff", Any: "-a --all -A --all-targets",
		None:   "--fake",
		Reason: "takes away file systems or swap that others use",
		Hint:   "name the one you mounted",
		Hits:   []string{"umount -a", "swapoff -a", "sudo umount -A /mnt"},
		Misses: []string{"umount /mnt/usb", "swapon --show", "mount -a"},
	},
	{
		ID: "disk.bind", Class: rules.Escape, Program: "mount", Any: "-B --bind -R --rbind -M --move", None: "-f --fake",
		Reason: "makes a directory appear under another path",
		Hint:   "use the path it already has",
		Hits:   []string{"mount --bind /etc ./etc", "sudo mount -R / /mnt"},
		Misses: []string{"mount", "mount -t tmpfs none /mnt", "mount /dev/sdb1 /mnt"},
	},
}
