package grammar

import "slices"

// security are the flags of shimgen that change what is allowed.
var security = []Option{
	{Names: "--security-profile --profile", Arg: Required},
	{Names: "--no-security"},
	{Names: "--no-check"},
	{Names: "--security-blocked-path", Arg: Required},
	{Names: "--security-allowed-path", Arg: Required},
	{Names: "--allow-dir", Arg: Required},
	{Names: "--allow-read", Arg: Required},
	{Names: "--allow-write", Arg: Required},
	{Names: "--path-proxy"},
	{Names: "--decision", Arg: Required},
	{Names: "--proot"},
	{Names: "--proot-allow-dir", Arg: Required},
	{Names: "--dir", Arg: Required, Role: Dir},
	{Names: "--shims", Arg: Required},
	{Names: "--shell", Arg: Required},
	{Names: "--json"},
	{Names: "--batch"},
	{Names: "--format", Arg: Required},
	{Names: "--session", Arg: Required},
	{Names: "--sandbox", Arg: Required},
	{Names: "--redirect-home", Arg: Required},
	{Names: "--ro", Arg: Required},
	{Names: "--timeout", Arg: Required},
	{Names: "--memory", Arg: Required},
	{Names: "--processes", Arg: Required},
	{Names: "--file-size", Arg: Required},
	{Names: "--mask"},
	{Names: "--debug"},
	{Names: "--explain"},
	{Names: "--max-output", Arg: Required},
	{Names: "--workdir", Arg: Required, Role: Dir},
	{Names: "--dry-run"},
	{Names: "--describe"},
	{Names: "--audit-required"},
	{Names: "-h --help"},
	{Names: "-c", Arg: Required, Role: Shell},
}

// plainFlags are those of the verbs that only show something.
var plainFlags = []Option{{Names: "--json"}, {Names: "--dir", Arg: Required}, {Names: "--shell", Arg: Required}, {Names: "-h --help"}}

// hookFlags are those of the verbs that change agents' settings.
var hookFlags = []Option{{Names: "--user"}, {Names: "--project"}, {Names: "--dry-run"}, {Names: "-h --help"}}

// self are shimgen, its server and its shim.
var self = []row{
	{
		Names: "shimgen", Source: "shimgen(1)", Env: "AGENT_LOOP_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Bundle,
				Options: []Option{
					{Names: "-h --help"}, {Names: "--version"}, {Names: "--as-shim", Arg: Required, Role: Argv}, {Names: "--as-shim-fresh", Arg: Required, Role: Argv},
				},
				Subs: []Sub{
					{Names: "install", Syntax: Syntax{
						Options: []Option{
							{Names: "--dir", Arg: Required, Role: Write},
							{Names: "--cmd", Arg: Required},
							{Names: "--all"},
							{Names: "--shells"},
							{Names: "--shell-init"},
							{Names: "-h --help"},
						},
					}},
					{Names: "uninstall", Syntax: Syntax{
						Options:   []Option{{Names: "--dir", Arg: Required, Role: Delete}, {Names: "-h --help"}},
						Recursive: "*",
					}},
					{Names: "rehash", Syntax: Syntax{Options: plainFlags}},
					{Names: "check", Syntax: Syntax{Options: security}},
					{Names: "explain", Syntax: Syntax{Options: security}},
					{Names: "exec", Syntax: Syntax{Options: security, Operands: rest}},
					{Names: "run", Syntax: Syntax{Options: security, Operands: rest}},
					{Names: "inline", Syntax: Syntax{
						Options: slices.Concat(security, []Option{{Names: "--lang", Arg: Required}, {Names: "--env", Arg: Required}, {Names: "--allow-net"}}), Lang: "inline", Stdin: true,
					}},
					{Names: "mcp", Syntax: Syntax{Options: security}},
					{Names: "prompt", Syntax: Syntax{Options: security}},
					{Names: "path", Syntax: Syntax{Options: []Option{
						{Names: "--write"},
						{Names: "--delete"},
						{Names: "--max-read", Arg: Required},
						{Names: "--max-write", Arg: Required},
						{Names: "--json"},
						{Names: "-h --help"},
					}}},
					{Names: "url", Syntax: Syntax{Options: plainFlags}},
					{Names: "status", Syntax: Syntax{Options: plainFlags}},
					{Names: "doctor", Syntax: Syntax{Options: plainFlags}},
					{Names: "env", Syntax: Syntax{Options: plainFlags}},
					{Names: "profiles", Syntax: Syntax{Options: plainFlags}},
					{Names: "hook", Syntax: Syntax{Options: security, Subs: []Sub{
						{Names: "answer", Syntax: Syntax{Options: security}},
						{Names: "install", Syntax: Syntax{Options: hookFlags}},
						{Names: "uninstall", Syntax: Syntax{Options: hookFlags}},
						{Names: "status", Syntax: Syntax{Options: plainFlags}},
					}}},
					{Names: "policy", Syntax: Syntax{Subs: []Sub{
						{Names: "init"},
						{Names: "show", Syntax: Syntax{Options: plainFlags}},
						{Names: "validate", Syntax: Syntax{Operands: Operands{Rest: File}}},
						{Names: "apply", Syntax: Syntax{Operands: Operands{Rest: File}}},
						{Names: "import", Syntax: Syntax{Operands: Operands{Rest: File}}},
					}}},
					{Names: "rules", Syntax: Syntax{Subs: []Sub{
						{Names: "list", Syntax: Syntax{Options: plainFlags}}, {Names: "show", Syntax: Syntax{Options: plainFlags}}, {Names: "test"},
					}}},
					{Names: "sandbox", Syntax: Syntax{Subs: []Sub{{Names: "status", Syntax: Syntax{Options: plainFlags}}}}},
					{Names: "quarantine", Syntax: Syntax{Subs: []Sub{
						{Names: "list", Syntax: Syntax{Options: plainFlags}}, {Names: "restore"}, {Names: "drop"},
					}}},
					{Names: "audit", Syntax: Syntax{Subs: []Sub{
						{Names: "tail", Syntax: Syntax{Options: plainFlags}},
						{Names: "search", Syntax: Syntax{Options: []Option{{Names: "--days", Arg: Required}, {Names: "--max", Arg: Required}, {Names: "--json"}}}},
						{Names: "stats", Syntax: Syntax{Options: plainFlags}},
						{Names: "append"},
					}}},
					{Names: "trust"},
					{Names: "approve"},
					{Names: "undo"},
					{Names: "completion"},
					{Names: "version"},
				},
			}
		},
	},
	{Names: "shimgen-mcp", Source: "shimgen(1)", Env: "AGENT_LOOP_*", Syntax: func() Syntax { return Syntax{Options: security} }},
	{Names: "shim", Source: "shimgen(1)", Syntax: func() Syntax { return Syntax{Operands: rest} }},
}
