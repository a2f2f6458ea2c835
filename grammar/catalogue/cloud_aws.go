package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// aws are the command line tools of Amazon's cloud. Every service has some
// hundred commands, VERB-OBJECT each, with options of their own.
var aws = []spec.Row{{
	Names: "aws awslocal", Source: "AWS CLI command reference", Env: "AWS_* PYTHON* " + pagerEnv,
	Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: service, Levels: 2,
			Options: slices.Concat(
				bools("--debug", "--no-verify-ssl", "--no-paginate", "--no-sign-request", "--no-cli-pager", "--cli-auto-prompt", "--no-cli-auto-prompt",
					"--version", "--dry-run", "--no-dry-run", "--force", "--skip-final-snapshot", "--delete-automated-backups",
					"--force-delete-without-recovery", "--with-decryption", "--recursive"),
				values("--endpoint-url", "--output", "--query", "--profile", "--region", "--color", "--ca-bundle", "--cli-read-timeout",
					"--cli-connect-timeout", "--cli-binary-format"),
			),
			Subs: []spec.Sub{
				{Names: "rds-data", Syntax: spec.Syntax{Levels: 1, Options: statements}},
				{Names: "redshift-data", Syntax: spec.Syntax{Levels: 1, Options: statements}},
				{Names: "athena", Syntax: spec.Syntax{Levels: 1, Options: statements}},
				{Names: "s3", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{
					{Names: "cp", Syntax: spec.Syntax{Options: s3Options(), Operands: remotes}},
					{Names: "mv", Syntax: spec.Syntax{Options: s3Options(), Operands: remotes}},
					{Names: "sync", Syntax: spec.Syntax{Options: s3Options(), Operands: remotes}},
					{Names: "rm", Syntax: spec.Syntax{Options: s3Options()}},
					{Names: "rb", Syntax: spec.Syntax{}},
					{Names: "mb", Syntax: spec.Syntax{}},
					{Names: "ls", Syntax: spec.Syntax{Options: bools("--human-readable", "--summarize")}},
				}}},
				{Names: "s3api", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{
					{Names: "get-object", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.Write}}},
					{Names: "put-object", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--body", Arg: spec.Required, Role: spec.Upload}}}},
				}}},
			},
		}
	},
}}

// statements are options that carry SQL.
var statements = []spec.Option{{Names: "--sql", Arg: spec.Required, Role: spec.Code, Lang: "sql"}, {Names: "--query-string", Arg: spec.Required, Role: spec.Code, Lang: "sql"}}

func s3Options() []spec.Option {
	return slices.Concat(
		bools("--dryrun", "--quiet", "--delete", "--follow-symlinks", "--no-follow-symlinks", "--only-show-errors", "--no-progress",
			"--size-only", "--exact-timestamps", "--no-guess-mime-type", "--ignore-glacier-warnings", "--force-glacier-transfer"),
		values("--include", "--exclude", "--acl", "--storage-class", "--grants", "--sse", "--sse-kms-key-id", "--content-type", "--cache-control",
			"--metadata", "--metadata-directive", "--expires", "--page-size", "--source-region", "--expected-size"),
	)
}
