package grammar

import "slices"

// vaults are the programs that keep secrets.
var vaults = []row{
	{
		Names: "vault bao", Source: "Vault CLI reference", Env: "VAULT_* BAO_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Inherit | Free | Service | Single, Levels: 2,
				Options: slices.Concat(
					switches("force", "f", "prefix", "self", "tls-skip-verify", "non-interactive", "policy-override", "output-curl-string", "detailed"),
					settings("address", "agent-address", "ca-cert", "ca-path", "client-cert", "client-key", "format", "field", "header", "mfa", "mount",
						"namespace", "ns", "version", "versions", "path", "accessor", "mode", "tls-server-name", "wrap-ttl"),
				),
				Subs: slices.Concat([]Sub{
					{Names: "kv", Syntax: Syntax{Levels: 1, Subs: slices.Concat(
						leaves("get put list delete undelete destroy patch rollback enable-versioning"),
						[]Sub{{Names: "metadata", Syntax: Syntax{Levels: 1}}},
					)}},
					{Names: "operator", Syntax: Syntax{Levels: 2}},
					{Names: "login", Syntax: Syntax{Operands: Operands{Rest: Credential}}},
				}, leaves("read write list delete unwrap status version server agent path-help print patch")),
			}
		},
	},
	{
		Names: "op", Source: "1Password CLI reference", Env: "OP_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: service | Bundle, Levels: 2,
				Options: slices.Concat(bools("--reveal", "--archive", "-f --force", "--no-color", "--debug", "--cache", "-n --no-newline"),
					credentials("--session"), values("--account", "--config", "--encoding", "--format", "--vault", "--fields", "-o --out-file")),
				Subs: slices.Concat([]Sub{
					{Names: "run", Syntax: Syntax{Style: Bundle | Inherit | Free, Options: slices.Concat(bools("--no-masking"), values("--env-file", "--environment")), Operands: Operands{Rest: Argv}}},
					{Names: "read", Syntax: Syntax{Options: []Option{{Names: "-o --out-file", Arg: Required, Role: Write}}}},
					{Names: "inject", Syntax: Syntax{Options: []Option{{Names: "-i --in-file", Arg: Required, Role: File}, {Names: "-o --out-file", Arg: Required, Role: Write}}}},
					{Names: "connect", Syntax: Syntax{Levels: 2}},
				}, leaves("signin signout whoami update completion")),
			}
		},
	},
	{
		Names: "doppler", Source: "Doppler CLI reference", Env: "DOPPLER_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: service | Bundle, Levels: 3,
				Options: slices.Concat(bools("-y --yes", "--json", "--debug", "--no-check-version", "--silent", "--plain", "--raw", "--no-file"),
					credentials("-t --token"), values("-p --project", "-c --config", "--scope", "--config-dir", "-e --environment", "--format")),
				Subs: slices.Concat([]Sub{{Names: "run", Syntax: Syntax{
					Style: Bundle | Inherit | Free,
					Options: slices.Concat(bools("--preserve-env", "--fallback-only", "--forward-signals", "--watch"),
						values("--fallback", "--mount", "--mount-format", "--name-transformer"), []Option{{Names: "--command", Arg: Required, Role: Shell}}),
					Operands: Operands{Rest: Argv},
				}}}, leaves("login logout me setup open update")),
			}
		},
	},
	{
		Names: "pass gopass", Source: "pass(1), gopass(1)", Env: "PASSWORD_STORE_* EDITOR",
		Syntax: func() Syntax {
			return Syntax{
				Style: service | Bundle, Levels: 1,
				Options: slices.Concat(bools("-f --force", "-r --recursive", "-e --echo", "-m --multiline", "-n --no-symbols", "-i --in-place"),
					[]Option{{Names: "-c --clip", Arg: Optional}, {Names: "-q --qrcode", Arg: Optional}}, values("-p --path")),
			}
		},
	},
	{
		Names: "bw", Source: "Bitwarden CLI reference", Env: "BW_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: service | Bundle, Levels: 2,
				Options: slices.Concat(bools("-p --permanent", "--raw", "--pretty", "--quiet", "--nointeraction"), credentials("--session"), values("--organizationid", "--output")),
			}
		},
	},
	{Names: "chamber", Source: "chamber manual", Syntax: func() Syntax {
		return verbsRunning("exec", Operands{First: []Role{Plain}, Rest: Argv}, values("-r --retries", "-b --backend"))
	}},
}
