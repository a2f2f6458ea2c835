package grammar

import "slices"

// aws are the command line tools of Amazon's cloud. Every service has some
// hundred commands, VERB-OBJECT each, with options of their own.
var aws = []row{{
	Names: "aws awslocal", Source: "AWS CLI command reference", Env: "AWS_* PYTHON* " + pagerEnv,
	Syntax: func() Syntax {
		return Syntax{
			Style: service, Levels: 2,
			Options: slices.Concat(
				bools("--debug", "--no-verify-ssl", "--no-paginate", "--no-sign-request", "--no-cli-pager", "--cli-auto-prompt", "--no-cli-auto-prompt",
					"--version", "--dry-run", "--no-dry-run", "--force", "--skip-final-snapshot", "--delete-automated-backups",
					"--force-delete-without-recovery", "--with-decryption", "--recursive"),
				values("--endpoint-url", "--output", "--query", "--profile", "--region", "--color", "--ca-bundle", "--cli-read-timeout",
					"--cli-connect-timeout", "--cli-binary-format"),
			),
			Subs: []Sub{
				{Names: "rds-data", Syntax: Syntax{Levels: 1, Options: statements}},
				{Names: "redshift-data", Syntax: Syntax{Levels: 1, Options: statements}},
				{Names: "athena", Syntax: Syntax{Levels: 1, Options: statements}},
				{Names: "s3", Syntax: Syntax{Levels: 1, Subs: []Sub{
					{Names: "cp", Syntax: Syntax{Options: s3Options(), Operands: remotes}},
					{Names: "mv", Syntax: Syntax{Options: s3Options(), Operands: remotes}},
					{Names: "sync", Syntax: Syntax{Options: s3Options(), Operands: remotes}},
					{Names: "rm", Syntax: Syntax{Options: s3Options()}},
					{Names: "rb", Syntax: Syntax{}},
					{Names: "mb", Syntax: Syntax{}},
					{Names: "ls", Syntax: Syntax{Options: bools("--human-readable", "--summarize")}},
				}}},
				{Names: "s3api", Syntax: Syntax{Levels: 1, Subs: []Sub{
					{Names: "get-object", Syntax: Syntax{Operands: Operands{Rest: Write}}},
					{Names: "put-object", Syntax: Syntax{Options: []Option{{Names: "--body", Arg: Required, Role: Upload}}}},
				}}},
			},
		}
	},
}}

// statements are options that carry SQL.
var statements = []Option{{Names: "--sql", Arg: Required, Role: Code, Lang: "sql"}, {Names: "--query-string", Arg: Required, Role: Code, Lang: "sql"}}

func s3Options() []Option {
	return slices.Concat(
		bools("--dryrun", "--quiet", "--delete", "--follow-symlinks", "--no-follow-symlinks", "--only-show-errors", "--no-progress",
			"--size-only", "--exact-timestamps", "--no-guess-mime-type", "--ignore-glacier-warnings", "--force-glacier-transfer"),
		values("--include", "--exclude", "--acl", "--storage-class", "--grants", "--sse", "--sse-kms-key-id", "--content-type", "--cache-control",
			"--metadata", "--metadata-directive", "--expires", "--page-size", "--source-region", "--expected-size"),
	)
}
