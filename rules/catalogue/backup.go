package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// backups are the rules about copies of data that are kept elsewhere.
var backups = []rules.Rule{
	{
		ID: "restic.forget", Class: rules.Destructive, Program: "restic", Sub: "forget prune key/remove key/passwd rewrite repair repair/*", None: "-n",
		Reason: "deletes backups, or the key to them",
		Hint:   "`restic forget --dry-run` shows what would go",
		Hits:   []string{"restic forget latest", "restic -r r forget --keep-last 1 --prune", "restic prune", "restic key remove 1", "restic -p f forget x"},
		Misses: []string{"restic snapshots", "restic forget --dry-run latest", "restic backup forget", "restic check", "restic -n prune"},
	},
	{
		ID: "restic.unlock", Class: rules.Destructive, Program: "restic", Sub: "unlock", Any: "--remove-all",
		Reason: "removes locks that are in use",
		Hint:   "`restic unlock` removes stale ones alone",
		Hits:   []string{"restic unlock --remove-all"},
		Misses: []string{"restic unlock", "restic list locks"},
	},
	{
		ID: "borg.delete", Class: rules.Destructive, Program: "borg", Sub: "delete prune compact recreate break-lock", None: "--dry-run",
		Reason: "deletes backups, or changes them",
		Hint:   "`borg --dry-run` shows what would go",
		Hits:   []string{"borg delete repo::a", "borg prune --keep-last 1 repo", "borg compact", "borg recreate repo"},
		Misses: []string{"borg list repo", "borg delete -n repo::a", "borg create repo::delete src", "borg --version", "borg check repo"},
	},
	{
		ID: "borg.repair", Class: rules.Destructive, Program: "borg restic", Sub: "check repair repair/* config", Any: "--repair --delete -d",
		Reason: "rewrites a repository of backups, and drops what it cannot read",
		Hint:   "`borg check` without --repair looks only",
		Hits:   []string{"borg check --repair repo"},
		Misses: []string{"borg check repo", "restic check"},
	},
	{
		ID: "rclone.delete", Class: rules.Destructive, Program: "rclone", Sub: "delete deletefile purge cleanup dedupe rmdir rmdirs settier config/delete", None: "-n --dry-run",
		Reason: "deletes what is stored there",
		Hint:   "`rclone --dry-run` shows what would go",
		Hits:   []string{"rclone purge r:b", "rclone delete r:b/p", "rclone deletefile r:b/f", "rclone dedupe r:"},
		Misses: []string{"rclone ls r:b", "rclone delete -n r:b", "rclone copy delete r:b", "rclone lsd r:"},
	},
	{
		ID: "rclone.sync", Class: rules.Destructive, Program: "rclone", Sub: "sync move moveto bisync", None: "-n -i",
		Reason: "deletes what is not in the source, or the source",
		Hint:   "`rclone copy` deletes nothing; --dry-run shows what would go",
		Hits:   []string{"rclone sync a r:b", "rclone sync a r:b --delete-excluded", "rclone move a r:b"},
		Misses: []string{"rclone copy a r:b", "rclone sync -n a r:b", "rclone sync --dry-run a r:b", "rclone check a r:b"},
	},
	{
		ID: "velero.delete", Class: rules.Destructive, Program: "velero",
		Sub:    "*/delete delete/* uninstall",
		Reason: "deletes backups or their schedule",
		Hint:   "`velero backup get` shows what there is",
		Hits:   []string{"velero backup delete x --confirm", "velero schedule delete nightly", "velero uninstall", "velero delete backup x"},
		Misses: []string{"velero backup get", "velero backup create delete", "velero version"},
	},
	{
		ID: "velero.restore-over", Class: rules.Destructive, Program: "velero", Sub: "restore/create create/restore", Any: "--existing-resource-policy=update",
		Reason: "puts a backup in the place of what the cluster holds",
		Hint:   "without that option it leaves what is there",
		Hits:   []string{"velero restore create --from-backup x --existing-resource-policy=update"},
		Misses: []string{"velero restore create --from-backup x", "velero restore get"},
	},
	{
		ID: "backup.restore-over", Class: rules.Destructive, Program: "duplicity", Sub: "restore", Any: "--force", None: "--dry-run",
		Reason: "puts a backup in the place of what there is",
		Hint:   "restore into a directory of its own",
		Hits:   []string{"duplicity restore --force file:///b /home"},
		Misses: []string{"duplicity restore file:///b d", "duplicity verify file:///b d"},
	},
	{
		ID: "duplicity.remove", Class: rules.Destructive, Program: "duplicity", Sub: "remove-* cleanup", None: "--dry-run",
		Reason: "deletes backups",
		Hint:   "`duplicity collection-status` shows what there is",
		Hits:   []string{"duplicity remove-older-than 1M --force file:///b"},
		Misses: []string{"duplicity collection-status file:///b", "duplicity remove-older-than 1M --dry-run file:///b"},
	},
	{
		ID: "tarsnap.delete", Class: rules.Destructive, Program: "tarsnap", Any: "-d --nuke --fsck-prune", None: "--dry-run",
		Reason: "deletes backups",
		Hint:   "`tarsnap --list-archives` shows what there is",
		Hits:   []string{"tarsnap -d -f a", "tarsnap --nuke", "tarsnap --fsck-prune"},
		Misses: []string{"tarsnap --list-archives", "tarsnap -c -f a x", "tarsnap --dry-run -d -f a"},
	},
	{
		ID: "rdiff.remove", Class: rules.Destructive, Program: "rdiff-backup", Any: "--remove-older-than", None: "--parsable-output --list-increments",
		Reason: "deletes backups",
		Hint:   "`rdiff-backup --list-increments` shows what there is",
		Hits:   []string{"rdiff-backup --remove-older-than 1D --force /b"},
		Misses: []string{"rdiff-backup --list-increments /b", "rdiff-backup a /b"},
	},
	{
		ID: "backup.delete", Class: rules.Destructive,
		Program: "rdiff-backup kopia pgbackrest wal-g wal-e barman btrbk zfs-prune-snapshots proxmox-backup-client duplicacy bup borgmatic borgbackup dirvish rsnapshot backupninja attic zbackup " +
			"autorestic resticprofile pvesm pg_probackup walrus zpaq burp bareos bconsole pgmoneta-cli percona-backup pbm clickhouse-backup mongodb-backup etcdbr k8up kasten kanctl",
		Operand: "remove delete prune expire forget clean purge gc stanza-delete stanza-upgrade stop repo-rm compact delete-backup del-pitr cleanup retention",
		None:    "--dry-run -n --help --dryrun",
		Reason:  "deletes backups",
		Hint:    "its list command shows what there is",
		Hits: []string{
			"rdiff-backup remove increments --older-than 1D /b", "pgbackrest expire --stanza=main", "wal-g delete retain FULL 1 --confirm", "btrbk clean", "barman delete main oldest",
			"proxmox-backup-client snapshot forget vm/1/x", "duplicacy prune -r 1-9 -exclusive", "bup gc --unsafe", "kopia snapshot delete x --delete",
		},
		Misses: []string{"pgbackrest info", "wal-g backup-list", "btrbk dryrun", "barman list-backup main", "kopia snapshot list", "btrbk -n prune"},
	},
	{
		ID: "backup.maintain", Class: rules.Destructive, Program: "kopia sanoid syncoid vzdump zfs-auto-snapshot zrepl pyznap snapraid", Any: "--safety=none --prune-snapshots --force-prune --force-delete --prune-backups --delete-target-snapshots --force-full --force-empty",
		Reason: "deletes backups",
		Hint:   "its list command shows what there is",
		Hits:   []string{"kopia maintenance run --full --safety=none", "sanoid --prune-snapshots", "syncoid --force-delete a b", "vzdump --prune-backups keep-last=1 --all"},
		Misses: []string{"kopia maintenance info", "sanoid --monitor-snapshots", "syncoid a b", "vzdump 100"},
	},
	{
		ID: "backup.restore", Former: "backup.over", Class: rules.Destructive, Program: "mariabackup xtrabackup mariadb-backup innobackupex", Any: "--copy-back --move-back --force-non-empty-directories",
		Reason: "puts a backup in the place of what the database holds",
		Hint:   "restore into a directory of its own",
		Hits:   []string{"xtrabackup --move-back --target-dir=/b", "mariabackup --copy-back --target-dir=/b"},
		Misses: []string{"xtrabackup --backup --target-dir=b", "xtrabackup --prepare --target-dir=b"},
	},
	{
		ID: "backup.snapshots", Class: rules.Destructive, Program: "timeshift snapper", Any: "--delete --delete-all --restore",
		Reason: "deletes snapshots of the machine, or goes back to one",
		Hint:   "`timeshift --list` shows what there is",
		Hits:   []string{"timeshift --delete-all", "timeshift --restore --snapshot x"},
		Misses: []string{"timeshift --list", "timeshift --create", "snapper list"},
	},
	{
		ID: "backup.snapper", Class: rules.Destructive, Program: "snapper", Operand: "delete rollback undochange cleanup delete-config rm remove",
		Reason: "deletes snapshots of the machine, or goes back to one",
		Hint:   "`snapper list` shows what there is",
		Hits:   []string{"snapper delete 1-20", "snapper -c root undochange 1..2", "snapper rollback"},
		Misses: []string{"snapper list", "snapper create", "snapper diff 1..2"},
	},
	{
		ID: "sync.delete", Class: rules.Destructive, Program: "s3cmd s5cmd b2 aliyun ossutil coscli obsutil gsutil lsyncd unison lftp azcopy mutagen", Operand: "sync mirror",
		Any: "--delete --delete-removed --delete-after --remove-source-files --force-delete -e --Remove-source-files --delete-first", None: "-n --dry-run --dryRun --dryrun",
		Reason: "deletes what is not in the source",
		Hint:   "leave the deleting option away; --dry-run shows what would go",
		Hits:   []string{"s3cmd sync --delete-removed ./ s3://b/", "b2 sync --delete ./a b2://b", "s5cmd sync --delete a s3://b"},
		Misses: []string{"s3cmd sync a s3://b", "b2 sync --dry-run --delete a b2://b", "s3cmd sync --dry-run --delete-removed ./ s3://b/"},
	},
	{
		ID: "backup.console", Class: rules.Destructive, Program: "bconsole", Effect: grammar.Evaluates, Value: "*purge* *delete* *prune* *truncate*",
		Reason: "deletes backups",
		Hint:   "list volumes shows what there is",
		Hits:   []string{"bconsole <<< 'purge volume=V1 yes'", "echo 'delete jobid=1 yes' | bconsole"},
		Misses: []string{"bconsole <<< 'list volumes'", "echo status | bconsole"},
	},
	{
		ID: "rsync.delete", Class: rules.Destructive, Undone: rules.Snapshot, Program: "rsync", None: "-n --dry-run --list-only", Exempt: rules.InOutputs,
		Any:    "--del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args",
		Reason: "deletes what is not in the source",
		Hint:   "`rsync -n` with the same options shows what would go",
		Hits:   []string{"rsync -a --delete a/ ~/b/", "rsync --del a b", "rsync -av --delete-excluded a h:b", "rsync -a --delete a /tmp/../b", "rsync -a --delete a/ ./"},
		Misses: []string{"rsync -a --delete a/ /tmp/mirror", "rsync -av --delete a/ ./public/b/", "rsync -a a b", "rsync -an --delete a b", "rsync --dry-run --delete a b", "rsync -a delete b"},
	},
	{
		ID: "rsync.move", Class: rules.Destructive, Undone: rules.Snapshot, Program: "rsync", Any: "--remove-source-files", None: "-n --dry-run --list-only",
		Reason: "deletes the source",
		Hint:   "`rsync -n` with the same options shows what would go",
		Hits:   []string{"rsync -a --remove-source-files a h:b", "rsync -a --remove-source-files a /tmp/b"},
		Misses: []string{"rsync -a a b", "rsync -an --remove-source-files a b"},
	},
}
