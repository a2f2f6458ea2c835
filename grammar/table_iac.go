package grammar

import "slices"

// infrastructure are the programs that make and unmake whole environments.
var infrastructure = []row{
	{
		Names: "terraform tofu terragrunt", Source: "terraform and tofu CLI documentation, terragrunt CLI reference",
		Env: "TF_* TERRAGRUNT_* TG_* TOFU_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Inherit | Free | Service | Single, Levels: 2,
				Options: slices.Concat(
					[]Option{{Names: "-chdir --chdir", Arg: Required, Role: Dir}},
					switches("help", "version", "auto-approve", "destroy", "force", "no-color", "lock", "input", "refresh", "refresh-only", "json",
						"compact-warnings", "detailed-exitcode", "upgrade", "reconfigure", "migrate-state", "force-copy", "allow-missing", "check",
						"recursive", "diff", "raw", "all", "non-interactive", "terragrunt-non-interactive", "ignore-remote-version"),
					settings("target", "var", "var-file", "out", "state", "state-out", "backup", "parallelism", "lock-timeout", "replace",
						"backend-config", "from-module", "plugin-dir", "get", "terragrunt-working-dir", "working-dir", "generate-config-out", "config"),
				),
				Subs: slices.Concat([]Sub{
					{Names: "state", Syntax: Syntax{Levels: 1, Subs: leaves("list show rm mv pull push replace-provider")}},
					{Names: "workspace", Syntax: Syntax{Levels: 1, Subs: leaves("list show new select delete")}},
					{Names: "run-all", Syntax: Syntax{Levels: 1}},
					{Names: "stack", Syntax: Syntax{Levels: 2}},
					{Names: "run", Syntax: Syntax{Levels: 1}},
					{Names: "console", Syntax: Syntax{Lang: AnyCode, Stdin: true, StdinWith: "*"}},
				}, leaves("plan apply destroy init validate fmt output show import taint untaint force-unlock refresh graph get "+
					"providers login logout test version destroy-all apply-all")),
			}
		},
	},
	{
		Names: "pulumi", Source: "pulumi CLI documentation", Env: "PULUMI_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: service | Bundle, Levels: 2,
				Options: slices.Concat(
					bools("-y --yes", "-f --force", "--preview-only", "--skip-preview", "--non-interactive", "-e --emoji", "--logtostderr",
						"--remove", "--preserve-config", "--refresh", "--diff", "--json", "--target-dependents", "--all"),
					values("-s --stack", "--color", "-t --target", "--tracing", "-v --verbose", "-m --message", "-c --config", "-p --parallel", "--profiling"),
					[]Option{{Names: "-C --cwd", Arg: Required, Role: Dir}},
				),
				Subs: slices.Concat([]Sub{
					{Names: "dn down destroy", Syntax: Syntax{}},
					{Names: "update up", Syntax: Syntax{}},
					{Names: "pre preview", Syntax: Syntax{}},
					{Names: "stack", Syntax: Syntax{Levels: 1}},
					{Names: "state", Syntax: Syntax{Levels: 1}},
				}, leaves("new refresh cancel import logs login logout whoami version about watch convert install")),
			}
		},
	},
	{
		Names: "ansible", Source: "ansible(1)", Env: "ANSIBLE_* PYTHON*",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU | Free | Service,
				Options: slices.Concat(ansibleOptions(), []Option{
					{Names: "-a --args", Arg: Required, Role: Shell},
					{Names: "-m --module-name", Arg: Required},
					{Names: "-B --background", Arg: Required},
					{Names: "-P --poll", Arg: Required},
					{Names: "-o --one-line"},
					{Names: "-t --tree", Arg: Required, Role: Write},
					{Names: "--playbook-dir", Arg: Required},
				}),
				Away: true,
			}
		},
	},
	{
		Names: "ansible-playbook", Source: "ansible-playbook(1)", Env: "ANSIBLE_* PYTHON*",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU | Free | Service,
				Options: slices.Concat(ansibleOptions(), bools("--flush-cache", "--force-handlers", "--list-tags", "--list-tasks", "--step", "--syntax-check"),
					values("--skip-tags", "-t --tags", "--start-at-task")),
				Operands: Operands{Rest: File},
			}
		},
	},
	{Names: "ansible-vault", Source: "ansible-vault(1)", Syntax: func() Syntax {
		return verbs(1, values("--vault-password-file", "--output", "--encrypt-vault-id", "--vault-id"))
	}},
	{Names: "vagrant", Source: "vagrant command reference", Syntax: func() Syntax {
		return with([]Sub{{Names: "ssh", Syntax: Syntax{Options: []Option{{Names: "-c --command", Arg: Required, Role: Shell}, {Names: "-t --tty"}}, Away: true}}},
			verbs(2, bools("-f --force", "-g --graceful", "--parallel", "-y")))
	}},
	{Names: "packer", Source: "packer command reference", Syntax: func() Syntax { return verbs(1, bools("-force", "--force")) }},
	{Names: "cdk", Source: "AWS CDK CLI reference", Syntax: func() Syntax {
		return verbs(1, bools("--all", "-f --force", "-v --verbose", "--json"), values("-a --app", "-c --context", "--profile", "-o --output"))
	}},
	{Names: "serverless sls", Source: "serverless CLI reference", Syntax: func() Syntax {
		return verbs(2, bools("--verbose", "--force"), values("-s --stage", "-r --region", "-c --config"))
	}},
	{Names: "sam", Source: "AWS SAM CLI reference", Syntax: func() Syntax {
		return verbs(2, bools("--no-prompts", "--debug"), values("--stack-name", "--region", "--profile", "--config-file"))
	}},
	{Names: "copilot", Source: "AWS Copilot CLI reference", Syntax: func() Syntax { return verbs(2, bools("--yes", "--force"), values("-n --name", "-e --env", "-a --app")) }},
}

// switches are Go's flags without a value: one dash or two.
func switches(names ...string) []Option {
	options := make([]Option, len(names))
	for i, n := range names {
		options[i] = Option{Names: "--" + n + " -" + n}
	}
	return options
}

// settings are Go's flags with a value.
func settings(names ...string) []Option {
	options := switches(names...)
	for i := range options {
		options[i].Arg = Required
	}
	return options
}

func ansibleOptions() []Option {
	return slices.Concat(
		bools("-b --become", "-K --ask-become-pass", "-k --ask-pass", "-C --check", "-D --diff", "--list-hosts", "-v --verbose", "-J --ask-vault-password --ask-vault-pass",
			"--version", "-h --help"),
		values("--become-method", "--become-user", "-c --connection", "-e --extra-vars", "-f --forks", "-i --inventory --inventory-file", "-l --limit",
			"-M --module-path", "-T --timeout", "-u --user", "--vault-id", "--vault-password-file --vault-pass-file", "--ssh-common-args", "--ssh-extra-args",
			"--sftp-extra-args", "--scp-extra-args", "--private-key --key-file"),
	)
}
