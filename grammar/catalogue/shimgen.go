package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// security are the flags of shimgen that change what it allows.
var security = []spec.Option{
	{Names: "--security-profile --profile", Arg: spec.Required},
	{Names: "--no-security"},
	{Names: "--no-check"},
	{Names: "--security-blocked-path", Arg: spec.Required},
	{Names: "--security-allowed-path", Arg: spec.Required},
	{Names: "--allow-dir", Arg: spec.Required},
	{Names: "--allow-read", Arg: spec.Required},
	{Names: "--allow-write", Arg: spec.Required},
	{Names: "--path-proxy"},
	{Names: "--decision", Arg: spec.Required},
	{Names: "--proot"},
	{Names: "--proot-allow-dir", Arg: spec.Required},
	{Names: "--dir", Arg: spec.Required, Role: spec.Dir},
	{Names: "--shims", Arg: spec.Required},
	{Names: "--shell", Arg: spec.Required},
	{Names: "--json"},
	{Names: "--batch"},
	{Names: "--format", Arg: spec.Required},
	{Names: "--session", Arg: spec.Required},
	{Names: "--sandbox", Arg: spec.Required},
	{Names: "--redirect-home", Arg: spec.Required},
	{Names: "--ro", Arg: spec.Required},
	{Names: "--timeout", Arg: spec.Required},
	{Names: "--memory", Arg: spec.Required},
	{Names: "--processes", Arg: spec.Required},
	{Names: "--file-size", Arg: spec.Required},
	{Names: "--mask"},
	{Names: "--debug"},
	{Names: "--review"},
	{Names: "--explain"},
	{Names: "--max-output", Arg: spec.Required},
	{Names: "--workdir", Arg: spec.Required, Role: spec.Dir},
	{Names: "--dry-run"},
	{Names: "--describe"},
	{Names: "--audit-required"},
	{Names: "-h --help"},
	{Names: "-c", Arg: spec.Required, Role: spec.Shell},
}

// plainFlags are the flags of the verbs that only show something.
var plainFlags = []spec.Option{{Names: "--json"}, {Names: "--dir", Arg: spec.Required}, {Names: "--shell", Arg: spec.Required}, {Names: "-h --help"}}

// hookFlags are the flags of the verbs that change agents' settings.
var hookFlags = []spec.Option{{Names: "--user"}, {Names: "--project"}, {Names: "--dry-run"}, {Names: "-h --help"}}

// self are shimgen, its server and its shim.
var self = []spec.Row{
	{
		Names: "shimgen", Source: "shimgen(1)", Env: "AGENT_LOOP_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Bundle,
				Options: []spec.Option{
					{Names: "-h --help"}, {Names: "--version"}, {Names: "--as-shim", Arg: spec.Required, Role: spec.Argv}, {Names: "--as-shim-fresh", Arg: spec.Required, Role: spec.Argv},
				},
				Subs: []spec.Sub{
					{Names: "install", Syntax: spec.Syntax{
						Options: []spec.Option{
							{Names: "--dir", Arg: spec.Required, Role: spec.Write},
							{Names: "--cmd", Arg: spec.Required},
							{Names: "--all"},
							{Names: "--shells"},
							{Names: "--shell-init"},
							{Names: "--agents-only"},
							{Names: "-h --help"},
						},
					}},
					{Names: "uninstall", Syntax: spec.Syntax{
						Options:   []spec.Option{{Names: "--dir", Arg: spec.Required, Role: spec.Delete}, {Names: "-h --help"}},
						Recursive: "*",
					}},
					{Names: "rehash", Syntax: spec.Syntax{Options: plainFlags}},
					{Names: "check", Syntax: spec.Syntax{Options: security}},
					{Names: "explain", Syntax: spec.Syntax{Options: security}},
					{Names: "exec", Syntax: spec.Syntax{Options: security, Operands: rest}},
					{Names: "run", Syntax: spec.Syntax{Options: security, Operands: rest}},
					{Names: "inline", Syntax: spec.Syntax{
						Options: slices.Concat(security, []spec.Option{{Names: "--lang", Arg: spec.Required}, {Names: "--env", Arg: spec.Required}, {Names: "--allow-net"}}), Lang: "inline", Stdin: true,
					}},
					{Names: "mcp", Syntax: spec.Syntax{Options: security}},
					{Names: "prompt", Syntax: spec.Syntax{Options: security}},
					{Names: "path", Syntax: spec.Syntax{Options: []spec.Option{
						{Names: "--write"},
						{Names: "--delete"},
						{Names: "--max-read", Arg: spec.Required},
						{Names: "--max-write", Arg: spec.Required},
						{Names: "--json"},
						{Names: "-h --help"},
					}}},
					{Names: "url", Syntax: spec.Syntax{Options: plainFlags}},
					{Names: "status", Syntax: spec.Syntax{Options: plainFlags}},
					{Names: "doctor", Syntax: spec.Syntax{Options: plainFlags}},
					{Names: "env", Syntax: spec.Syntax{Options: plainFlags}},
					{Names: "profiles", Syntax: spec.Syntax{Options: plainFlags}},
					{Names: "hook", Syntax: spec.Syntax{Options: security, Subs: []spec.Sub{
						{Names: "answer", Syntax: spec.Syntax{Options: security}},
						{Names: "install", Syntax: spec.Syntax{Options: hookFlags}},
						{Names: "uninstall", Syntax: spec.Syntax{Options: hookFlags}},
						{Names: "status", Syntax: spec.Syntax{Options: plainFlags}},
						{Names: "bundle", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--as-version", Arg: spec.Required}}, Operands: spec.Operands{Rest: spec.Write}}},
					}}},
					{Names: "policy", Syntax: spec.Syntax{Subs: []spec.Sub{
						{Names: "init"},
						{Names: "show", Syntax: spec.Syntax{Options: slices.Concat(security, []spec.Option{{Names: "--origin"}})}},
						{Names: "validate check", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--project --system -h --help"}}, Operands: spec.Operands{Rest: spec.File}}},
						{Names: "diff", Syntax: spec.Syntax{Options: plainFlags, Operands: spec.Operands{Rest: spec.File}}},
						{Names: "test", Syntax: spec.Syntax{Options: slices.Concat(plainFlags, []spec.Option{{Names: "--against", Arg: spec.Required, Role: spec.File}, {Names: "--since --days", Arg: spec.Required}}), Operands: spec.Operands{Rest: spec.File}}},
						{Names: "edit"},
						{Names: "apply", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-y --yes"}, {Names: "-h --help"}}, Operands: spec.Operands{Rest: spec.File}}},
						{Names: "import", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.File}}},
					}}},
					{Names: "rules", Syntax: spec.Syntax{Subs: []spec.Sub{
						{Names: "list", Syntax: spec.Syntax{Options: plainFlags}}, {Names: "show", Syntax: spec.Syntax{Options: plainFlags}}, {Names: "test"},
					}}},
					{Names: "sandbox", Syntax: spec.Syntax{Subs: []spec.Sub{{Names: "status", Syntax: spec.Syntax{Options: plainFlags}}}}},
					{Names: "quarantine", Syntax: spec.Syntax{Subs: []spec.Sub{
						{Names: "list", Syntax: spec.Syntax{Options: plainFlags}}, {Names: "restore"}, {Names: "drop"},
					}}},
					{Names: "audit", Syntax: spec.Syntax{Subs: []spec.Sub{
						{Names: "tail", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-n --lines", Arg: spec.Required}, {Names: "-f --follow"}, {Names: "-h --help"}}}},
						{Names: "search", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--days --since --action --rule --agent --session --path", Arg: spec.Required}, {Names: "-h --help"}}}},
						{Names: "report", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--html"}, {Names: "-o --output", Arg: spec.Required, Role: spec.Write}, {Names: "--days --since", Arg: spec.Required}, {Names: "-h --help"}}}},
						{Names: "stats", Syntax: spec.Syntax{Options: plainFlags}},
						{Names: "append"},
					}}},
					{Names: "suggest", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--since --days", Arg: spec.Required}, {Names: "--json"}, {Names: "-h --help"}}}},
					{Names: "trust", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--list"}, {Names: "--json"}, {Names: "-h --help"}}}},
					{Names: "untrust"},
					{Names: "pending", Syntax: spec.Syntax{Options: plainFlags}},
					{Names: "approve", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--once"}, {Names: "--for", Arg: spec.Required}, {Names: "--always-here"}, {Names: "-h --help"}}}},
					{Names: "attempts", Syntax: spec.Syntax{Subs: []spec.Sub{{Names: "list", Syntax: spec.Syntax{Options: plainFlags}}, {Names: "release"}}}},
					{Names: "appeal", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--why", Arg: spec.Required}, {Names: "-h --help"}}, Subs: []spec.Sub{
						{Names: "submit", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--why", Arg: spec.Required}, {Names: "-h --help"}}}},
						{Names: "list", Syntax: spec.Syntax{Options: plainFlags}},
						{Names: "accept"},
						{Names: "reject"},
					}}},
					{Names: "grants", Syntax: spec.Syntax{Options: plainFlags}},
					{Names: "revoke", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--all"}, {Names: "-h --help"}}}},
					{Names: "undo"},
					{Names: "trash", Syntax: spec.Syntax{Subs: []spec.Sub{{Names: "empty"}}}},
					{Names: "completion manual"},
					{Names: "version"},
				},
			}
		},
	},
	{Names: "shimgen-mcp", Source: "shimgen(1)", Env: "AGENT_LOOP_*", Syntax: func() spec.Syntax { return spec.Syntax{Options: security} }},
	{
		Names: "shimgen-fleet", Source: "docs/fleet.md",
		Syntax: func() spec.Syntax {
			server := []spec.Option{{Names: "--config --creds --nkey --ca", Arg: spec.Required, Role: spec.File}, {Names: "--to --team --machine", Arg: spec.Required}, {Names: "-h --help"}}
			with := func(own ...spec.Option) spec.Syntax {
				return spec.Syntax{Options: slices.Concat(server, own), Operands: spec.Operands{Rest: spec.File}}
			}
			return spec.Syntax{Style: spec.Permute, Options: []spec.Option{{Names: "-h --help"}}, Subs: []spec.Sub{
				{Names: "forward", Syntax: with(spec.Option{Names: "--send", Arg: spec.Required}, spec.Option{Names: "--hash-key --trail", Arg: spec.Required, Role: spec.File}, spec.Option{Names: "--state", Arg: spec.Required, Role: spec.Write}, spec.Option{Names: "--once"})},
				{Names: "pull", Syntax: with(spec.Option{Names: "--group --every", Arg: spec.Required}, spec.Option{Names: "--from", Arg: spec.Required, Role: spec.Remote}, spec.Option{Names: "--once --dry-run"})},
				{Names: "replay", Syntax: with(spec.Option{Names: "--policy", Arg: spec.Required, Role: spec.File}, spec.Option{Names: "--html", Arg: spec.Required, Role: spec.Write}, spec.Option{Names: "--since -n", Arg: spec.Required}, spec.Option{Names: "--work --json"})},
				{Names: "init", Syntax: with(spec.Option{Names: "--max-age --window", Arg: spec.Required})},
				{Names: "publish", Syntax: with(spec.Option{Names: "--group --version --for", Arg: spec.Required}, spec.Option{Names: "--key", Arg: spec.Required, Role: spec.File})},
				{Names: "new", Syntax: spec.Syntax{
					Options:  slices.Concat(server, []spec.Option{{Names: "--key --approver", Arg: spec.Required, Role: spec.Write}, {Names: "--send", Arg: spec.Required}}),
					Operands: spec.Operands{Rest: spec.Write},
				}},
				{Names: "join", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-h --help"}}, Operands: spec.Operands{Rest: spec.File}}},
				{Names: "run", Syntax: with(spec.Option{Names: "--group --user", Arg: spec.Required}, spec.Option{Names: "--join --user-creds --user-nkey", Arg: spec.Required, Role: spec.File}, spec.Option{Names: "--root", Arg: spec.Required, Role: spec.Write})},
				{Names: "status approvals", Syntax: with(spec.Option{Names: "--json"})},
				{Names: "ask", Syntax: with(spec.Option{Names: "--send --every", Arg: spec.Required}, spec.Option{Names: "--root", Arg: spec.Required, Role: spec.Write}, spec.Option{Names: "--once"})},
				{Names: "approve deny", Syntax: spec.Syntax{Options: slices.Concat(server, []spec.Option{{Names: "--key", Arg: spec.Required, Role: spec.File}, {Names: "--for", Arg: spec.Required}, {Names: "--again -y --yes"}}), Operands: spec.Operands{Rest: spec.Plain}}},
				{Names: "serve", Syntax: with(spec.Option{Names: "--listen --url --user-header --trusted-proxy --approver", Arg: spec.Required}, spec.Option{Names: "--key --proxy-secret", Arg: spec.Required, Role: spec.File})},
				{Names: "key", Syntax: spec.Syntax{Options: []spec.Option{{Names: "--name", Arg: spec.Required}, {Names: "-h --help"}}, Operands: spec.Operands{Rest: spec.Write}}},
				{Names: "sign", Syntax: spec.Syntax{
					Options:  []spec.Option{{Names: "--key", Arg: spec.Required, Role: spec.File}, {Names: "--group --version --for", Arg: spec.Required}, {Names: "-o --output", Arg: spec.Required, Role: spec.Write}, {Names: "-h --help"}},
					Operands: spec.Operands{Rest: spec.File},
				}},
				{Names: "version"},
			}}
		},
	},
	{Names: "shim", Source: "shimgen(1)", Syntax: func() spec.Syntax { return spec.Syntax{Operands: rest} }},
}
