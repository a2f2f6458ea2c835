package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// gcp are the command line tools of Google's cloud.
var gcp = []spec.Row{
	{
		Names: "gcloud", Source: "gcloud reference", Env: "CLOUDSDK_* GOOGLE_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service, Levels: 8,
				Options: slices.Concat(
					bools("-q --quiet", "--no-user-output-enabled", "--user-output-enabled", "--log-http", "-h --help", "--async", "--force", "--all",
						"--recursive -r -R", "--validate-only", "--dry-run"),
					values("--account", "--billing-project", "--configuration", "--flags-file", "--flatten", "--format", "--impersonate-service-account",
						"--project", "--trace-token", "--verbosity", "--access-token-file", "--zone", "--region", "--location"),
				),
				// The verb is the last word of a subcommand; what follows are names.
				Subs: slices.Concat([]spec.Sub{
					{Names: "cp", Syntax: spec.Syntax{Operands: remotes}},
					{Names: "mv", Syntax: spec.Syntax{Operands: remotes}},
					{Names: "scp", Syntax: spec.Syntax{Operands: remotes}},
					{Names: "rsync", Syntax: spec.Syntax{
						Options:  slices.Concat(bools("--delete-unmatched-destination-objects", "-n", "-u --skip-if-dest-has-newer-mtime"), values("-x --exclude")),
						Operands: remotes,
					}},
					{Names: "ssh", Syntax: spec.Syntax{Options: slices.Concat(values("--ssh-flag", "--ssh-key-file"), []spec.Option{{Names: "--command", Arg: spec.Required, Role: spec.Shell}}), Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Words}, Shells: true, Away: true, Start: spec.AwayHome}},
				}, leaves("list describe delete create update get set add remove rm ls cat du hash sign-url "+
					"start stop reset restart undeploy submit tail read write call invoke print-access-token print-identity-token "+
					"get-credentials get-iam-policy set-iam-policy add-iam-policy-binding remove-iam-policy-binding get-value get-server-config "+
					"login logout revoke init activate enable disable export import clone failover promote-replica resize move patch "+
					"add-metadata remove-metadata add-tags remove-tags access destroy restore undelete batch-delete delete-tags cancel")),
			}
		},
	},
	{
		Names: "gsutil", Source: "gsutil command reference", Env: "BOTO_CONFIG CLOUDSDK_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 2,
				Options: slices.Concat(bools("-D", "-DD", "-m", "-q"), values("-h", "-i", "-o", "-u")),
				Subs: slices.Concat([]spec.Sub{
					{Names: "cp", Syntax: spec.Syntax{Options: slices.Concat(bools("-r -R", "-n", "-c", "-a", "-Z", "-P", "-e", "-p", "-v", "-I"), values("-z", "-L", "-s")), Operands: remotes}},
					{Names: "mv", Syntax: spec.Syntax{Operands: remotes}},
					{Names: "rsync", Syntax: spec.Syntax{Options: slices.Concat(bools("-r -R", "-d", "-n", "-c", "-C", "-e", "-p", "-P", "-u", "-U", "-i"), values("-a", "-j", "-x", "-y")), Operands: remotes}},
					{Names: "rm", Syntax: spec.Syntax{Options: bools("-r -R", "-f", "-a", "-I")}},
					{Names: "rb", Syntax: spec.Syntax{Options: bools("-f")}},
					{Names: "cat", Syntax: spec.Syntax{Options: slices.Concat(bools("-h"), values("-r")), Operands: spec.Operands{Rest: spec.URL}}},
				}, leaves("ls stat hash du mb help version test perfdiag signurl")),
			}
		},
	},
	{
		Names: "bq", Source: "bq command-line tool reference",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Single, Levels: 1,
				Options: slices.Concat(
					switches("q", "quiet", "headless", "use_legacy_sql", "nouse_legacy_sql", "dry_run", "sync", "nosync", "replace", "append_table", "batch"),
					bools("-f --force", "-r --recursive", "-d --dataset", "-t --table", "-m --model", "-j --jobs", "--transfer_config", "--reservation"),
					settings("project_id", "dataset_id", "location", "format", "api", "job_id", "n", "max_results", "destination_table", "max_rows_per_request", "expiration", "default_table_expiration", "default_partition_expiration", "time_partitioning_expiration"),
				),
				Subs: slices.Concat([]spec.Sub{{Names: "query", Syntax: spec.Syntax{Options: switches("dry_run"), Operands: spec.Operands{Rest: spec.Code}, Lang: "sql", Stdin: true, DryRun: "--dry_run"}}},
					leaves("ls show mk load extract cp head cancel update insert init wait rm")),
			}
		},
	},
}
