package rules

// backups are the rules about copies that are kept elsewhere.
var backups = []Rule{
	{
		ID: "restic.forget", Class: Destructive, Program: "restic", Sub: "forget prune key/remove key/passwd rewrite repair repair/*", None: "-n",
		Reason: "deletes backups, or the key to them",
		Hint:   "`restic forget --dry-run` shows what would go",
		Hits:   []string{"restic forget latest", "restic -r r forget --keep-last 1 --prune", "restic prune", "restic key remove 1", "restic -p f forget x"},
		Misses: []string{"restic snapshots", "restic forget --dry-run latest", "restic backup forget", "restic check", "restic -n prune"},
	},
	{
		ID: "restic.unlock", Class: Destructive, Program: "restic", Sub: "unlock", Any: "--remove-all",
		Reason: "removes locks that are in use",
		Hint:   "`restic unlock` removes stale ones alone",
		Hits:   []string{"restic unlock --remove-all"},
		Misses: []string{"restic unlock", "restic list locks"},
	},
	{
		ID: "borg.delete", Class: Destructive, Program: "borg", Sub: "delete prune compact recreate break-lock check", None: "--dry-run",
		Reason: "deletes backups, or changes them",
		Hint:   "`borg --dry-run` shows what would go",
		Hits:   []string{"borg delete repo::a", "borg prune --keep-last 1 repo", "borg compact", "borg recreate repo"},
		Misses: []string{"borg list repo", "borg delete -n repo::a", "borg create repo::delete src", "borg --version"},
	},
	{
		ID: "rclone.delete", Class: Destructive, Program: "rclone", Sub: "delete deletefile purge cleanup dedupe rmdirs config/delete", None: "-n --dry-run",
		Reason: "deletes what is stored there",
		Hint:   "`rclone --dry-run` shows what would go",
		Hits:   []string{"rclone purge r:b", "rclone delete r:b/p", "rclone deletefile r:b/f", "rclone dedupe r:"},
		Misses: []string{"rclone ls r:b", "rclone delete -n r:b", "rclone copy delete r:b", "rclone lsd r:"},
	},
	{
		ID: "rclone.sync", Class: Destructive, Program: "rclone", Sub: "sync move moveto", None: "-n -i",
		Reason: "deletes what is not in the source, or the source",
		Hint:   "`rclone copy` deletes nothing; --dry-run shows what would go",
		Hits:   []string{"rclone sync a r:b", "rclone sync a r:b --delete-excluded", "rclone move a r:b"},
		Misses: []string{"rclone copy a r:b", "rclone sync -n a r:b", "rclone sync --dry-run a r:b", "rclone check a r:b"},
	},
	{
		ID: "velero.delete", Class: Destructive, Program: "velero",
		Sub:    "*/delete delete/* uninstall",
		Reason: "deletes backups or their schedule",
		Hint:   "`velero backup get` shows what there is",
		Hits:   []string{"velero backup delete x --confirm", "velero schedule delete nightly", "velero uninstall", "velero delete backup x"},
		Misses: []string{"velero backup get", "velero backup create delete", "velero version"},
	},
	{
		ID: "duplicity.remove", Class: Destructive, Program: "duplicity", Sub: "remove-* cleanup", None: "--dry-run",
		Reason: "deletes backups",
		Hint:   "`duplicity collection-status` shows what there is",
		Hits:   []string{"duplicity remove-older-than 1M --force file:///b"},
		Misses: []string{"duplicity collection-status file:///b", "duplicity remove-older-than 1M --dry-run file:///b"},
	},
	{
		ID: "rsync.delete", Class: Destructive, Program: "rsync", None: "-n --dry-run --list-only",
		Any:    "--del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args --remove-source-files",
		Reason: "deletes what is not in the source, or the source",
		Hint:   "`rsync -n` with the same options shows what would go",
		Hits:   []string{"rsync -a --delete a/ b/", "rsync --del a b", "rsync -av --delete-excluded a h:b", "rsync -a --remove-source-files a h:b"},
		Misses: []string{"rsync -a a b", "rsync -an --delete a b", "rsync --dry-run --delete a b", "rsync -a delete b"},
	},
}
