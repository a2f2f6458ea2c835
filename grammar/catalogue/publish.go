package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// publishers are the programs that publish packages.
var publishers = []spec.Row{
	{
		Names: "npm pnpm", Source: "npm CLI documentation, pnpm CLI documentation", Env: "NPM_CONFIG_* npm_config_* NODE_OPTIONS NODE_TLS_REJECT_UNAUTHORIZED PNPM_HOME EDITOR VISUAL BROWSER *_proxy *_PROXY",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Named: npmVariables, Style: service, Levels: 1, Own: spec.Managing,
				Options: npmOptions(), Cases: []spec.Case{{With: "-g", Values: "--prefix", As: spec.Write}},
				Subs: slices.Concat([]spec.Sub{
					{Names: "x dlx exec", Syntax: spec.Syntax{
						Style: spec.Inherit | spec.Free, Options: slices.Concat(bools("-y --yes"), []spec.Option{
							{Names: "-p --package", Arg: spec.Required}, {Names: "-c --call", Arg: spec.Required, Role: spec.Shell},
						}),
						Operands: spec.Operands{Rest: spec.Argv}, Shells: true,
					}},
					{Names: "explore", Syntax: spec.Syntax{Style: spec.Inherit | spec.Free, Shells: true, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}}},
					// npm accepts an unambiguous abbreviation of a name.
					{Names: "pub publ publi publis publish", Syntax: spec.Syntax{}},
					{Names: "unp unpu unpub unpubl unpubli unpublis unpublish", Syntax: spec.Syntax{}},
					{Names: "dep depr depre deprec depreca deprecat deprecate", Syntax: spec.Syntax{}},
				}, []spec.Sub{{Names: "pkg", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{{Names: "set", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.Setting}}}}}}}, nouns("access", "author owner", "dist-tags dist-tag", "token", "team", "ogr org", "profile", "hook", "star", "config", "cache")),
			}
		},
	},
	{
		Names: "yarn yarnpkg", Source: "Yarn CLI documentation, classic and current", Env: "YARN_* NODE_OPTIONS",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Named: "YARN_* " + npmVariables, Style: service, Levels: 1, Own: spec.Managing, Options: npmOptions(),
				Subs: slices.Concat(nouns("npm", "tag", "owner", "team", "config", "workspace"), []spec.Sub{
					{Names: "cache", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{{Names: "clean", Syntax: emptied("$YARN_CACHE_FOLDER --cache-folder")}}}},
					{Names: "dlx exec", Syntax: spec.Syntax{Style: spec.Inherit | spec.Free, Options: values("-p --package"), Operands: spec.Operands{Rest: spec.Argv}}},
				}),
			}
		},
	},
	{Names: "twine", Source: "twine documentation", Syntax: func() spec.Syntax {
		return verbs(1, bools("--skip-existing", "--verbose"), values("-r --repository", "--repository-url", "-u --username", "--config-file"), credentials("-p --password"))
	}},
	{Names: "gem", Source: "gem command reference", Syntax: func() spec.Syntax {
		return verbs(1, values("-v --version", "-k --key", "--host", "-p --platform"), valued(spec.URL, "-s --source"))
	}},
	{Names: "vsce ovsx", Source: "vsce and ovsx documentation", Syntax: func() spec.Syntax {
		return verbs(1, credentials("-p --pat"), values("-i --packagePath", "-t --target"))
	}},
}

// npmVariables are the families of variables that npm reads as its options: npm(1), CONFIGURING NPM.
const npmVariables = "npm_config_* NPM_CONFIG_*"

func npmOptions() []spec.Option {
	return slices.Concat(
		bools("-c --shell-mode", "-D --save-dev", "-g --global", "-f --force", "--dry-run", "-s --silent", "-w --workspaces", "-y --yes", "-P --prod", "-E --save-exact",
			"-O --save-optional", "--legacy-peer-deps", "--ignore-scripts", "--frozen-lockfile", "--json", "--production", "--no-git-checks", "-r --recursive",
			"--if-present", "--verbose", "-v --version", "-h --help"),
		credentials("--otp"), valued(spec.Helper, "--script-shell"), valued(spec.Dir, "-C --dir --cwd"), valued(spec.URL, "--registry"), values("--prefix", "--tag", "--access", "--workspace", "-F --filter", "--loglevel", "--userconfig", "--omit", "--include"),
	)
}

// nouns returns subcommands that take one more word.
func nouns(names ...string) []spec.Sub {
	subs := make([]spec.Sub, len(names))
	for i, n := range names {
		subs[i] = spec.Sub{Names: n, Syntax: spec.Syntax{Levels: 1}}
	}
	return subs
}
