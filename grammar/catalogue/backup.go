package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// backups are the programs that keep copies of files elsewhere.
var backups = []spec.Row{
	{
		Names: "restic rustic", Source: "restic manual", Env: "RESTIC_* AWS_* B2_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Named: "RESTIC_*", Style: service | spec.Bundle, Levels: 1,
				Options: slices.Concat(
					bools("-n --dry-run", "--prune", "--unsafe-allow-remove-all", "--remove-all", "--json", "-q --quiet", "-v --verbose", "--no-lock", "--no-cache",
						"--cleanup-cache", "-c --compact", "--insecure-no-password", "--forget", "-x --one-file-system"),
					values("$RESTIC_REPOSITORY -r --repo", "-p --password-file", "-o --option", "--cache-dir", "--limit-upload", "--limit-download", "--retry-lock",
						"-l --keep-last", "-H --keep-hourly", "-d --keep-daily", "-w --keep-weekly", "-m --keep-monthly", "-y --keep-yearly",
						"--keep-within", "--keep-tag", "--host", "--tag", "--path", "-g --group-by", "-e --exclude", "--exclude-file", "--repository-file", "--key-hint"),
					[]spec.Option{{Names: "--password-command", Arg: spec.Required, Role: spec.Password}},
				),
				Subs: slices.Concat([]spec.Sub{
					{Names: "backup", Syntax: spec.Syntax{
						Options:  []spec.Option{{Names: "--files-from --files-from-verbatim --files-from-raw", Arg: spec.Required, Role: spec.List}},
						Operands: spec.Operands{Rest: spec.File},
					}},
					{Names: "restore", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-t --target", Arg: spec.Required, Role: spec.Write}, {Names: "--delete"}}}},
					{Names: "key", Syntax: spec.Syntax{Levels: 1}},
				}, leaves("snapshots ls stats check diff find cat forget prune unlock init mount dump version tag rewrite repair copy cache")),
			}
		},
	},
	{
		Names: "borg", Source: "borg(1)", Env: "BORG_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Named: "BORG_*", Style: service | spec.Bundle, Levels: 1,
				Options: slices.Concat(
					bools("-n --dry-run", "-s --stats", "--list", "-v --verbose --info", "--debug", "-p --progress", "--force", "--cache-only", "--keep-security-info",
						"--cleanup-commits", "--repair", "--json"),
					values("--keep-within", "--keep-last --keep-secondly", "--keep-minutely", "-H --keep-hourly", "-d --keep-daily", "-w --keep-weekly",
						"-m --keep-monthly", "-y --keep-yearly", "-P --prefix", "-a --glob-archives --match-archives", "--first", "--last", "--lock-wait",
						"--remote-path", "-r --repo", "--threshold", "-e --exclude", "-C --compression", "--comment"),
					[]spec.Option{{Names: "--rsh", Arg: spec.Required, Role: spec.Shell}, {Names: "$BORG_PASSCOMMAND", Arg: spec.Required, Role: spec.Password}},
				),
				Subs: slices.Concat([]spec.Sub{
					{Names: "create", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.File}}},
					{Names: "extract", Syntax: spec.Syntax{
						DryRun: "-n", Options: append(bools("-n --dry-run", "--stdout", "--list", "--sparse", "--numeric-ids"), values("-e --exclude", "--exclude-from", "--pattern", "--patterns-from", "--strip-components")...),
						Lands: &spec.Destination{With: "*", Not: "--stdout", Tree: true},
					}},
					{Names: "key", Syntax: spec.Syntax{Levels: 1}},
				}, leaves("list info check delete prune compact recreate rename init mount umount break-lock diff version with-lock export-tar upgrade config")),
			}
		},
	},
	{
		Names: "rclone", Source: "rclone documentation", Env: "RCLONE_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Named: "RCLONE_*", Style: service | spec.Bundle, Levels: 1,
				Options: slices.Concat(
					bools("-n --dry-run", "-i --interactive", "-P --progress", "-v --verbose", "-q --quiet", "--delete-before", "--delete-during", "--delete-after",
						"--delete-excluded", "--ignore-existing", "--rmdirs", "--checksum -c", "-u --update", "--create-empty-src-dirs", "--fast-list", "--no-traverse"),
					values("--config", "--transfers", "--checkers", "--exclude", "--include", "--filter", "--filter-from", "--exclude-from", "--include-from",
						"--max-age", "--min-age", "--max-size", "--min-size", "--backup-dir", "--suffix", "--bwlimit", "--log-file", "--log-level",
						"--max-delete", "--dedupe-mode", "--max-depth", "--stats", "--drive-impersonate"),
					[]spec.Option{
						{Names: "--password-command", Arg: spec.Required, Role: spec.Password},
						{Names: "--rc-addr --addr", Arg: spec.Required},
						{Names: "--files-from --files-from-raw", Arg: spec.Required, Role: spec.List},
					},
				),
				Subs: slices.Concat(copies("copy copyto sync move moveto bisync rcat"), []spec.Sub{
					{Names: "cat", Syntax: spec.Syntax{Operands: reads}},
					{Names: "config", Syntax: spec.Syntax{Levels: 1}},
					{Names: "serve", Syntax: spec.Syntax{Levels: 1}},
				}, leaves("ls lsl lsd lsf lsjson size check tree about version delete deletefile purge cleanup dedupe rmdir rmdirs mkdir mount link "+
					"listremotes obscure hashsum md5sum sha1sum touch rc")),
			}
		},
	},
	{Names: "velero", Source: "velero CLI reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("--confirm", "--all", "--force", "--wait"), values("-n --namespace", "--kubeconfig", "--kubecontext", "-l --selector", "--name"))
	}},
	{Names: "tarsnap", Source: "tarsnap(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU, Operands: spec.Operands{Rest: spec.File},
			Options: slices.Concat(
				bools("-c", "-d", "-t", "-x", "-r", "-v", "-k", "-n", "-p", "-P", "-q", "-H", "-L", "-U", "-O", "-m", "-o", "-w", "-h", "--list-archives", "--nuke", "--fsck", "--fsck-prune", "--print-stats",
					"--dry-run", "--recover", "--verify-config", "--version", "--humanize-numbers", "--noisy-warnings", "--totals", "--no-default-config"),
				values("-f", "-s", "--cachedir", "--exclude", "--include", "--maxbw", "--creationtime", "--checkpoint-bytes"),
				[]spec.Option{{Names: "--keyfile", Arg: spec.Required, Role: spec.File}, {Names: "-C", Arg: spec.Required, Role: spec.Dir}, {Names: "-T", Arg: spec.Required, Role: spec.File}, {Names: "-X", Arg: spec.Required, Role: spec.File}},
			),
		}
	}},
	{Names: "bconsole", Source: "bconsole(8)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX | spec.Free | spec.Service, Options: []spec.Option{{Names: "-c", Arg: spec.Required, Role: spec.File}, {Names: "-n"}, {Names: "-s"}, {Names: "-t"}}, Lang: "bconsole", Stdin: true, StdinWith: "*",
		}
	}},
	{Names: "guestfish", Source: "guestfish(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU, Options: slices.Concat(bools("-i --inspector", "-r --ro", "-w --rw", "-n --no-sync", "-v --verbose", "-x", "-V --version", "-h --help", "--listen", "--live", "--progress-bars", "--no-progress-bars", "--keys-from-stdin", "--echo-keys"),
				values("-c --connect", "-d --domain", "-m --mount", "-N --new", "--format", "--key", "--network"),
				[]spec.Option{{Names: "-a --add", Arg: spec.Required, Role: spec.File}, {Names: "-f --file", Arg: spec.Required, Role: spec.Script, Lang: "guestfish"}, {Names: "--remote", Arg: spec.Optional}}),
			Lang: "guestfish", Stdin: true,
		}
	}},
	{Names: "duplicity", Source: "duplicity(1)", Syntax: func() spec.Syntax {
		return verbs(1, bools("--force", "--dry-run"), values("--encrypt-key", "--sign-key", "--archive-dir", "--name"))
	}},
}

// copies returns subcommands that copy between this machine and another.
func copies(names string) []spec.Sub {
	subs := leaves(names)
	for i := range subs {
		subs[i].Options, subs[i].Operands, subs[i].DryRun = bools("-n --dry-run"), remotes, "-n --dry-run"
	}
	return subs
}
