package grammar

import "slices"

// publishers are the programs that put packages before everyone.
var publishers = []row{
	{
		Names: "npm pnpm", Source: "npm CLI documentation, pnpm CLI documentation", Env: "NPM_CONFIG_* npm_config_* NODE_OPTIONS NODE_TLS_REJECT_UNAUTHORIZED PNPM_HOME EDITOR VISUAL BROWSER *_proxy *_PROXY",
		Syntax: func() Syntax {
			return Syntax{
				Style: service, Levels: 1, Own: managing,
				Options: npmOptions(),
				Subs: slices.Concat([]Sub{
					{Names: "x dlx exec", Syntax: Syntax{
						Style: Inherit | Free, Options: slices.Concat(bools("-y --yes"), []Option{
							{Names: "-p --package", Arg: Required}, {Names: "-c --call", Arg: Required, Role: Shell},
						}),
						Operands: Operands{Rest: Argv},
					}},
				}, []Sub{{Names: "pkg", Syntax: Syntax{Levels: 1, Subs: []Sub{{Names: "set", Syntax: Syntax{Operands: Operands{Rest: Setting}}}}}}}, nouns("access", "author owner", "dist-tags dist-tag", "token", "team", "ogr org", "profile", "hook", "star", "config", "cache")),
			}
		},
	},
	{
		Names: "yarn yarnpkg", Source: "Yarn CLI documentation, classic and current", Env: "YARN_* NODE_OPTIONS",
		Syntax: func() Syntax {
			return Syntax{
				Style: service, Levels: 1, Own: managing, Options: npmOptions(),
				Subs: slices.Concat(nouns("npm", "tag", "owner", "team", "config", "cache", "workspace"), []Sub{
					{Names: "dlx exec", Syntax: Syntax{Style: Inherit | Free, Operands: Operands{Rest: Argv}}},
				}),
			}
		},
	},
	{Names: "twine", Source: "twine documentation", Syntax: func() Syntax {
		return verbs(1, bools("--skip-existing", "--verbose"), values("-r --repository", "--repository-url", "-u --username", "--config-file"), credentials("-p --password"))
	}},
	{Names: "gem", Source: "gem command reference", Syntax: func() Syntax { return verbs(1, values("-v --version", "-k --key", "--host", "-p --platform")) }},
	{Names: "vsce ovsx", Source: "vsce and ovsx documentation", Syntax: func() Syntax { return verbs(1, credentials("-p --pat"), values("-i --packagePath", "-t --target")) }},
}

func npmOptions() []Option {
	return slices.Concat(
		bools("-c --shell-mode", "-D --save-dev", "-g --global", "-f --force", "--dry-run", "-s --silent", "-w --workspaces", "-y --yes", "-P --prod", "-E --save-exact",
			"-O --save-optional", "--legacy-peer-deps", "--ignore-scripts", "--frozen-lockfile", "--json", "--production", "--no-git-checks", "-r --recursive",
			"--if-present", "--verbose", "-v --version", "-h --help"),
		credentials("--otp"), values("--prefix", "-C --dir --cwd", "--registry", "--tag", "--access", "--workspace", "-F --filter", "--loglevel", "--userconfig", "--omit", "--include"),
	)
}

// nouns are subcommands that have one more word each.
func nouns(names ...string) []Sub {
	subs := make([]Sub, len(names))
	for i, n := range names {
		subs[i] = Sub{Names: n, Syntax: Syntax{Levels: 1}}
	}
	return subs
}
