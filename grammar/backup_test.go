package grammar

import "testing"

// TestBackups holds backups.
func TestBackups(t *testing.T) {
	check(t, []sample{
		{`restic`, `restic -r r -p f forget --keep-last 1 --prune -n; restic backup ~/x; restic --password-command "cat /x" snapshots`, "restic forget --repo=r --password-file=f --keep-last=1 --prune --dry-run | manages\nrestic backup open file:?/x | manages, reads ?/x\nrestic snapshots --password-command=cat /x | manages {cat file:/x | reads /x}"},
		{`borg`, `borg delete --stats repo::a; borg create repo::delete src; borg prune --keep-last 1 -n repo`, "borg delete --stats plain:repo::a | manages\nborg create plain:repo::delete file:src | manages, reads src\nborg prune --keep-secondly=1 --dry-run plain:repo | manages"},
		{`rclone`, `rclone sync a r:b --dry-run; rclone copy r:b /etc; rclone purge r:b; velero backup delete x --confirm`, "rclone sync --dry-run remote:a remote:r:b | manages, reads+uploads a, connects r:b\nrclone copy remote:r:b remote:/etc | manages, connects r:b, reads /home/~/b, writes /etc\nrclone purge plain:r:b | manages\nvelero backup delete --confirm plain:x | manages"},
	})
}
