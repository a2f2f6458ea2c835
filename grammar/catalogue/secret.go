package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// secrets are the programs that store secrets.
var secrets = []spec.Row{
	{
		Names: "vault bao", Source: "Vault CLI reference", Env: "VAULT_* BAO_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Inherit | spec.Free | spec.Service | spec.Single, Levels: 2,
				Options: slices.Concat(
					switches("force", "f", "prefix", "self", "tls-skip-verify", "non-interactive", "policy-override", "output-curl-string", "detailed"),
					settings("address", "agent-address", "ca-cert", "ca-path", "client-cert", "client-key", "format", "field", "header", "mfa", "mount",
						"namespace", "ns", "version", "versions", "path", "accessor", "mode", "tls-server-name", "wrap-ttl"),
				),
				Subs: slices.Concat([]spec.Sub{
					{Names: "kv", Syntax: spec.Syntax{Levels: 1, Subs: slices.Concat(
						leaves("get put list delete undelete destroy patch rollback enable-versioning"),
						[]spec.Sub{{Names: "metadata", Syntax: spec.Syntax{Levels: 1}}},
					)}},
					{Names: "operator", Syntax: spec.Syntax{Levels: 2}},
					{Names: "login", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.Credential}}},
				}, leaves("read write list delete unwrap status version server agent path-help print patch")),
			}
		},
	},
	{
		Names: "op", Source: "1Password CLI reference", Env: "OP_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 2,
				Options: slices.Concat(bools("--reveal", "--archive", "-f --force", "--no-color", "--debug", "--cache", "-n --no-newline"),
					credentials("--session"), values("--account", "--config", "--encoding", "--format", "--vault", "--fields", "-o --out-file")),
				Subs: slices.Concat([]spec.Sub{
					{Names: "run", Syntax: spec.Syntax{Style: spec.Bundle | spec.Inherit | spec.Free, Options: slices.Concat(bools("--no-masking"), values("--env-file", "--environment")), Operands: spec.Operands{Rest: spec.Argv}}},
					{Names: "read", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-o --out-file", Arg: spec.Required, Role: spec.Write}}}},
					{Names: "inject", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-i --in-file", Arg: spec.Required, Role: spec.File}, {Names: "-o --out-file", Arg: spec.Required, Role: spec.Write}}}},
					{Names: "connect", Syntax: spec.Syntax{Levels: 2}},
				}, leaves("signin signout whoami update completion")),
			}
		},
	},
	{
		Names: "doppler", Source: "Doppler CLI reference", Env: "DOPPLER_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 3,
				Options: slices.Concat(bools("-y --yes", "--json", "--debug", "--no-check-version", "--silent", "--plain", "--raw", "--no-file"),
					credentials("-t --token"), values("-p --project", "-c --config", "--scope", "--config-dir", "-e --environment", "--format")),
				Subs: slices.Concat([]spec.Sub{{Names: "run", Syntax: spec.Syntax{
					Style: spec.Bundle | spec.Inherit | spec.Free,
					Options: slices.Concat(bools("--preserve-env", "--fallback-only", "--forward-signals", "--watch"),
						values("--fallback", "--mount", "--mount-format", "--name-transformer"), []spec.Option{{Names: "--command", Arg: spec.Required, Role: spec.Shell}}),
					Operands: spec.Operands{Rest: spec.Argv},
				}}}, leaves("login logout me setup open update")),
			}
		},
	},
	{
		Names: "pass gopass", Source: "pass(1), gopass(1)", Env: "PASSWORD_STORE_* EDITOR",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 1,
				Options: slices.Concat(bools("-f --force", "-r --recursive", "-e --echo", "-m --multiline", "-n --no-symbols", "-i --in-place"),
					[]spec.Option{{Names: "-c --clip", Arg: spec.Optional}, {Names: "-q --qrcode", Arg: spec.Optional}}, values("-p --path")),
			}
		},
	},
	{
		Names: "bw", Source: "Bitwarden CLI reference", Env: "BW_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 2,
				Options: slices.Concat(bools("-p --permanent", "--raw", "--pretty", "--quiet", "--nointeraction"), credentials("--session"), values("--organizationid", "--output")),
			}
		},
	},
	{Names: "chamber", Source: "chamber manual", Syntax: func() spec.Syntax {
		return verbsRunning("exec", spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, values("-r --retries", "-b --backend"))
	}},
}
