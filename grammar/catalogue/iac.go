package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// infrastructure are the programs that create and destroy whole environments.
var infrastructure = []spec.Row{
	{
		Names: "terraform tofu terragrunt", Source: "terraform and tofu CLI documentation, terragrunt CLI reference",
		Env: "TF_* TERRAGRUNT_* TG_* TOFU_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Inherit | spec.Free | spec.Service | spec.Single, Levels: 2,
				Options: slices.Concat(
					[]spec.Option{{Names: "-chdir --chdir", Arg: spec.Required, Role: spec.Dir}},
					switches("help", "version", "auto-approve", "destroy", "force", "no-color", "lock", "input", "refresh", "refresh-only", "json",
						"compact-warnings", "detailed-exitcode", "upgrade", "reconfigure", "migrate-state", "force-copy", "allow-missing", "check",
						"recursive", "diff", "raw", "all", "non-interactive", "terragrunt-non-interactive", "ignore-remote-version"),
					[]spec.Option{{Names: "-out --out", Arg: spec.Required, Role: spec.Write}},
					settings("target", "var", "var-file", "state", "state-out", "backup", "parallelism", "lock-timeout", "replace",
						"backend-config", "from-module", "plugin-dir", "get", "terragrunt-working-dir", "working-dir", "generate-config-out", "config"),
				),
				Subs: slices.Concat([]spec.Sub{
					{Names: "state", Syntax: spec.Syntax{Levels: 1, Subs: leaves("list show rm mv pull push replace-provider")}},
					{Names: "workspace", Syntax: spec.Syntax{Levels: 1, Subs: leaves("list show new select delete")}},
					{Names: "run-all", Syntax: spec.Syntax{Levels: 1}},
					{Names: "stack", Syntax: spec.Syntax{Levels: 2}},
					{Names: "run", Syntax: spec.Syntax{Levels: 1}},
					{Names: "console", Syntax: spec.Syntax{Lang: spec.AnyCode, Stdin: true, StdinWith: "*"}},
				}, leaves("plan apply destroy init validate fmt output show import taint untaint force-unlock refresh graph get "+
					"providers login logout test version destroy-all apply-all")),
			}
		},
	},
	{
		Names: "pulumi", Source: "pulumi CLI documentation", Env: "PULUMI_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 2,
				Options: slices.Concat(
					bools("-y --yes", "-f --force", "--preview-only", "--skip-preview", "--non-interactive", "-e --emoji", "--logtostderr",
						"--remove", "--preserve-config", "--refresh", "--diff", "--json", "--target-dependents", "--all"),
					values("-s --stack", "--color", "-t --target", "--tracing", "-v --verbose", "-m --message", "-c --config", "-p --parallel", "--profiling"),
					[]spec.Option{{Names: "-C --cwd", Arg: spec.Required, Role: spec.Dir}},
				),
				Subs: slices.Concat([]spec.Sub{
					{Names: "dn down destroy", Syntax: spec.Syntax{}},
					{Names: "update up", Syntax: spec.Syntax{}},
					{Names: "pre preview", Syntax: spec.Syntax{}},
					{Names: "stack", Syntax: spec.Syntax{Levels: 1}},
					{Names: "state", Syntax: spec.Syntax{Levels: 1}},
				}, leaves("new refresh cancel import logs login logout whoami version about watch convert install")),
			}
		},
	},
	{
		Names: "ansible", Source: "ansible(1)", Env: "ANSIBLE_* PYTHON*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Free | spec.Service,
				Options: slices.Concat(ansibleOptions(), []spec.Option{
					{Names: "-a --args", Arg: spec.Required},
					{Names: "-m --module-name", Arg: spec.Required},
					{Names: "-B --background", Arg: spec.Required},
					{Names: "-P --poll", Arg: spec.Required},
					{Names: "-o --one-line"},
					{Names: "-t --tree", Arg: spec.Required, Role: spec.Write},
					{Names: "--playbook-dir", Arg: spec.Required},
				}),
			}
		},
	},
	{
		Names: "ansible-playbook", Source: "ansible-playbook(1)", Env: "ANSIBLE_* PYTHON*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Free | spec.Service,
				Options: slices.Concat(ansibleOptions(), bools("--flush-cache", "--force-handlers", "--list-tags", "--list-tasks", "--step", "--syntax-check"),
					values("--skip-tags", "-t --tags", "--start-at-task")),
				Operands: reads, Lang: "ansible", Stdin: true,
				Cases: []spec.Case{{With: "--version -h --help", Operands: reads, NoStdin: true}},
			}
		},
	},
	{Names: "ansible-vault", Source: "ansible-vault(1)", Syntax: func() spec.Syntax {
		return verbs(1, values("--vault-password-file", "--output", "--encrypt-vault-id", "--vault-id"))
	}},
	{Names: "vagrant", Source: "vagrant command reference", Syntax: func() spec.Syntax {
		return with([]spec.Sub{{Names: "ssh", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-c --command", Arg: spec.Required, Role: spec.Shell}, {Names: "-t --tty"}}, Shells: true, Away: true, Start: spec.AwayHome}}},
			verbs(2, bools("-f --force", "-g --graceful", "--parallel", "-y")))
	}},
	{Names: "packer", Source: "packer command reference", Syntax: func() spec.Syntax { return verbs(1, bools("-force", "--force")) }},
	{Names: "cdk", Source: "AWS CDK CLI reference", Syntax: func() spec.Syntax {
		return verbs(1, bools("--all", "-f --force", "-v --verbose", "--json"), values("-a --app", "-c --context", "--profile", "-o --output"))
	}},
	{Names: "serverless sls", Source: "serverless CLI reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("--verbose", "--force"), values("-s --stage", "-r --region", "-c --config"))
	}},
	{Names: "sam", Source: "AWS SAM CLI reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("--no-prompts", "--debug"), values("--stack-name", "--region", "--profile", "--config-file"))
	}},
	{Names: "copilot", Source: "AWS Copilot CLI reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("--yes", "--force"), values("-n --name", "-e --env", "-a --app"))
	}},
}

// switches returns Go-style flags without a value: one dash or two.
func switches(names ...string) []spec.Option {
	options := make([]spec.Option, len(names))
	for i, n := range names {
		options[i] = spec.Option{Names: "--" + n + " -" + n}
	}
	return options
}

// settings returns Go-style flags with a value.
func settings(names ...string) []spec.Option {
	options := switches(names...)
	for i := range options {
		options[i].Arg = spec.Required
	}
	return options
}

func ansibleOptions() []spec.Option {
	return slices.Concat(
		bools("-b --become", "-K --ask-become-pass", "-k --ask-pass", "-C --check", "-D --diff", "--list-hosts", "-v --verbose", "-J --ask-vault-password --ask-vault-pass",
			"--version", "-h --help"),
		values("--become-method", "--become-user", "-c --connection", "-e --extra-vars", "-f --forks", "-i --inventory --inventory-file", "-l --limit",
			"-M --module-path", "-T --timeout", "-u --user", "--vault-id", "--vault-password-file --vault-pass-file", "--ssh-common-args", "--ssh-extra-args",
			"--sftp-extra-args", "--scp-extra-args", "--private-key --key-file"),
	)
}
