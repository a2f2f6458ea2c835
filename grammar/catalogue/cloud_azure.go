package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// azure are the command line tools of Microsoft's cloud, and those of some
// smaller ones.
var azure = []spec.Row{
	{
		Names: "az", Source: "Azure CLI reference", Env: "AZURE_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service, Levels: 8, // it has no operands to speak of
				Options: slices.Concat(
					bools("--debug", "--verbose", "--only-show-errors", "-h --help", "-y --yes", "--no-wait", "--dryrun", "--force"),
					values("-o --output", "--query", "--subscription", "-g --resource-group", "-n --name"),
					credentials("--password", "--admin-password", "--account-key", "--sas-token", "--connection-string"),
					[]spec.Option{{Names: "-f --file", Arg: spec.Required, Role: spec.File}, {Names: "--template-file", Arg: spec.Required, Role: spec.File}},
				),
				Subs: []spec.Sub{{Names: "vm", Syntax: spec.Syntax{Levels: 7, Subs: []spec.Sub{{Names: "run-command", Syntax: spec.Syntax{
					Levels: 1, Options: []spec.Option{{Names: "--scripts", Arg: spec.Required, Role: spec.Shell}}, Away: true,
				}}}}}, {Names: "rest", Syntax: spec.Syntax{Options: slices.Concat(
					values("-m --method", "--headers", "--uri-parameters", "--resource"),
					[]spec.Option{{Names: "-u --url --uri", Arg: spec.Required, Role: spec.URL}, {Names: "-b --body", Arg: spec.Required, Role: spec.Data}, {Names: "--output-file", Arg: spec.Required, Role: spec.Write}},
				)}}},
			}
		},
	},
	{
		Names: "azcopy", Source: "azcopy reference", Env: "AZCOPY_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service, Levels: 2,
				Options: slices.Concat(bools("--recursive", "--dry-run", "--force-if-read-only"),
					values("--delete-destination", "--exclude-path", "--exclude-pattern", "--include-path", "--include-pattern", "--log-level", "--output-type")),
				Subs: []spec.Sub{
					{Names: "c cp copy", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Remote, spec.Remote}}}},
					{Names: "sc s sync", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Remote, spec.Remote}}}},
					{Names: "rm r remove", Syntax: spec.Syntax{}},
					{Names: "list", Syntax: spec.Syntax{}},
				},
			}
		},
	},
	{Names: "doctl", Source: "doctl reference", Syntax: func() spec.Syntax {
		return verbs(4, bools("-f --force", "-v --verbose", "--trace"),
			credentials("-t --access-token"), values("-u --api-url", "-c --config", "--context", "-o --output", "--http-retry-max"))
	}},
	{Names: "hcloud", Source: "hcloud reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("--debug", "--quiet"), values("--config", "--context", "--endpoint", "--poll-interval"))
	}},
	{Names: "linode-cli", Source: "linode-cli reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("--text", "--json", "--all"), values("--as-user", "--format", "--delimiter"))
	}},
	{Names: "ibmcloud", Source: "ibmcloud reference", Syntax: func() spec.Syntax {
		return verbs(3, bools("-f --force", "-q --quiet", "-r --recursive"), values("-o --output"))
	}},
	{Names: "oci", Source: "OCI CLI reference", Syntax: func() spec.Syntax {
		return verbs(5, bools("--force", "--debug", "--all"), values("--profile", "--config-file", "--region", "--output", "--query"))
	}},
	{Names: "apigeecli", Source: "apigeecli reference", Syntax: func() spec.Syntax {
		return verbs(3, credentials("-t --token"), values("-a --account", "-o --org", "-e --env", "-n --name"))
	}},
	{
		Names: "mc mcli", Source: "MinIO Client reference", Env: "MC_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service, Levels: 1,
				Options: slices.Concat(bools("--force", "-r --recursive", "--dangerous", "--fake --dry-run", "--json", "-q --quiet", "--insecure", "--debug",
					"--versions", "--incomplete -I", "--remove", "--overwrite", "-w --watch"), values("-C --config-dir", "--older-than", "--newer-than", "--exclude")),
				Subs: slices.Concat([]spec.Sub{{Names: "admin", Syntax: spec.Syntax{Levels: 2}}}, []spec.Sub{
					{Names: "cp", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.File, Last: spec.Write, HasLast: true}}},
				}, leaves("rb rm mb ls cat mv mirror stat find du diff tree head pipe share version")),
			}
		},
	},
}
