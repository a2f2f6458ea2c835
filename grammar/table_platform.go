package grammar

import "slices"

// platforms are the programs of code hosts and of the services that sites and
// apps run on.
var platforms = []row{
	{
		Names: "gh", Source: "gh manual", Env: "GH_* GITHUB_* EDITOR VISUAL GIT_EDITOR BROWSER " + pagerEnv,
		Syntax: func() Syntax {
			return Syntax{
				Style: service | Bundle, Levels: 2,
				Options: slices.Concat(bools("--help", "--version", "--yes", "--confirm"), values("-R --repo", "--hostname", "-q --jq", "-t --template", "--json")),
				Subs: slices.Concat([]Sub{
					{Names: "api", Syntax: Syntax{Options: slices.Concat(
						bools("-i --include", "--paginate", "--silent", "--slurp", "--verbose"),
						values("-X --method", "-H --header", "-p --preview", "--cache"),
						[]Option{
							{Names: "-F --field", Arg: Required, Role: Form},
							{Names: "-f --raw-field", Arg: Required},
							{Names: "--input", Arg: Required, Role: Upload},
						},
					)}},
					{Names: "pr", Syntax: Syntax{Levels: 1, Options: messages()}},
					{Names: "issue", Syntax: Syntax{Levels: 1, Options: messages()}},
					{Names: "release", Syntax: Syntax{Levels: 1, Options: slices.Concat(messages(), bools("--cleanup-tag", "-p --prerelease", "--generate-notes")), Subs: []Sub{
						{Names: "upload", Syntax: Syntax{Options: bools("--clobber"), Operands: Operands{First: []Role{Plain}, Rest: Upload}}},
						{Names: "download", Syntax: Syntax{Options: slices.Concat(bools("--clobber", "--skip-existing"), values("-A --archive"), []Option{
							{Names: "-p --pattern", Arg: Required, Role: Write}, {Names: "-O --output", Arg: Required, Role: Write}, {Names: "-D --dir", Arg: Required, Role: Write},
						})}},
					}}},
					{Names: "gist", Syntax: Syntax{Levels: 1, Options: values("-d --desc", "-f --filename"), Subs: []Sub{
						{Names: "new create", Syntax: Syntax{Options: bools("-p --public", "-w --web"), Operands: Operands{Rest: Upload}}},
					}}},
					{Names: "repo", Syntax: Syntax{Levels: 1, Subs: []Sub{{Names: "deploy-key", Syntax: Syntax{Levels: 1}}}, Options: slices.Concat(bools("--public", "--private", "--accept-visibility-change-consequences"), values("--visibility"))}},
					{Names: "secret", Syntax: Syntax{Levels: 1, Options: slices.Concat(values("-e --env", "-o --org", "-a --app", "-v --visibility", "-r --repos"), []Option{
						{Names: "-b --body", Arg: Required, Role: Credential},
						{Names: "-f --env-file", Arg: Required, Role: Upload},
					})}},
					{Names: "auth", Syntax: Syntax{Levels: 1, Options: bools("-t --show-token", "--with-token", "-w --web")}},
					{Names: "alias", Syntax: Syntax{Levels: 1, Options: bools("-s --shell", "--clobber")}},
					{Names: "extension", Syntax: Syntax{Levels: 1, Subs: []Sub{{Names: "exec", Syntax: Syntax{}}}}},
				}, leaves("status browse search version")),
			}
		},
	},
	{
		Names: "glab", Source: "glab manual", Env: "GITLAB_* GLAB_* EDITOR VISUAL BROWSER " + pagerEnv,
		Syntax: func() Syntax {
			return Syntax{
				Style: service | Bundle, Levels: 2,
				Options: slices.Concat(bools("-y --yes", "--help"), values("-R --repo", "-g --group")),
				Subs: []Sub{{Names: "api", Syntax: Syntax{Options: slices.Concat(
					bools("-i --include", "--paginate", "--silent"), values("-X --method", "-H --header", "-f --raw-field", "--hostname"),
					[]Option{{Names: "-F --field", Arg: Required, Role: Form}, {Names: "--input", Arg: Required, Role: Upload}},
				)}}, {Names: "snippet", Syntax: Syntax{Subs: []Sub{{Names: "new create", Syntax: Syntax{
					Options: values("-t --title", "-d --description", "-f --filename", "-v --visibility"), Operands: Operands{Rest: Upload},
				}}}}}, {Names: "release", Syntax: Syntax{Levels: 1, Subs: []Sub{{Names: "upload", Syntax: Syntax{Operands: Operands{First: []Role{Plain}, Rest: Upload}}}}}}},
			}
		},
	},
	{
		Names: "heroku", Source: "Heroku CLI reference", Env: "HEROKU_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: service | Bundle, Levels: 1,
				Options: values("-a --app", "-c --confirm", "-r --remote", "-t --team", "-s --space"),
				Subs: []Sub{
					{Names: "run", Syntax: Syntax{
						Style: Bundle | Inherit | Free, Options: slices.Concat(bools("-x --exit-code", "--no-tty", "-d --detached"), values("-e --env", "-s --size", "--type")),
						Operands: Operands{Rest: Words}, Away: true,
					}},
					{Names: "redis:cli", Syntax: Syntax{Lang: "redis", Stdin: true, StdinWith: "*"}},
					{Names: "psql pg:psql", Syntax: Syntax{Options: []Option{{Names: "-c --command", Arg: Required, Role: Code, Lang: "sql"}, {Names: "-f --file", Arg: Required, Role: File}}}},
				},
			}
		},
	},
	{
		Names: "fly flyctl", Source: "flyctl reference", Env: "FLY_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: service | Bundle, Levels: 2,
				Options: slices.Concat(bools("-y --yes", "-j --json", "--verbose", "--debug", "-f --force"), credentials("-t --access-token"), values("-a --app", "-c --config", "-o --org")),
				Subs: []Sub{
					{Names: "destroy", Syntax: Syntax{}},
					{Names: "deploy", Syntax: Syntax{}},
					{Names: "ssh", Syntax: Syntax{Levels: 1, Options: []Option{{Names: "-C --command", Arg: Required, Role: Shell}}, Away: true}},
				},
			}
		},
	},
	{Names: "vercel now", Source: "Vercel CLI reference", Syntax: func() Syntax {
		return with(leaves("remove rm rollback ls list deploy inspect logs dev build pull link login logout whoami init promote redeploy"), verbs(2, bools("-y --yes", "-s --safe", "-d --debug", "-f --force", "--prod", "-h --help", "-v --version"),
			credentials("-t --token"), values("-A --local-config", "-Q --global-config", "-S --scope", "-T --team", "--cwd")))
	}},
	{Names: "netlify ntl", Source: "Netlify CLI reference", Syntax: func() Syntax {
		return verbs(1, bools("-f --force", "--debug", "-p --prod"),
			credentials("--auth"), values("--filter", "-s --site", "--context", "--scope", "-d --dir", "--site-id"))
	}},
	{
		Names: "wrangler", Source: "Wrangler commands", Env: "CLOUDFLARE_* WRANGLER_* CF_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: service | Bundle, Levels: 3,
				Options: slices.Concat(bools("-h --help", "-v --version", "--dry-run", "--force", "-y --skip-confirmation", "--remote", "--local"),
					values("-c --config", "-e --env", "--cwd", "--name", "--namespace-id", "--binding")),
				Subs: slices.Concat([]Sub{
					{Names: "d1", Syntax: Syntax{Levels: 1, Options: []Option{
						{Names: "--command", Arg: Required, Role: Code, Lang: "sql"}, {Names: "--file", Arg: Required, Role: File},
					}}},
				}, leaves("delete deploy publish dev init login logout whoami tail rollback types")),
			}
		},
	},
	{Names: "railway", Source: "Railway CLI reference", Syntax: func() Syntax {
		return with([]Sub{{Names: "run", Syntax: Syntax{Style: POSIX | Inherit, Operands: rest}}, {Names: "ssh", Syntax: Syntax{Style: POSIX | Inherit, Operands: Operands{Rest: Words}, Away: true}}}, verbs(2, bools("-y --yes", "--json"), values("-s --service", "-e --environment")))
	}},
	{Names: "render", Source: "Render CLI reference", Syntax: func() Syntax { return verbs(2, bools("--confirm"), values("-o --output")) }},
	{Names: "firebase", Source: "Firebase CLI reference", Syntax: func() Syntax {
		return verbs(1, bools("-f --force", "-r --recursive", "-y --yes", "--all-collections", "--debug", "--json", "--non-interactive"),
			credentials("--token"), values("-P --project", "--only", "--account", "-c --config"))
	}},
	{Names: "supabase", Source: "Supabase CLI reference", Syntax: func() Syntax {
		return verbs(2, bools("--linked", "--local", "--yes", "--debug", "--experimental"), values("--db-url", "--project-ref", "--workdir"))
	}},
	{Names: "cf", Source: "Cloud Foundry CLI reference", Syntax: func() Syntax { return verbs(1, bools("-f", "-r", "--force")) }},
	{Names: "circleci", Source: "CircleCI CLI reference", Syntax: func() Syntax { return verbs(2, credentials("--token"), values("--host")) }},
	{Names: "gitlab-runner", Source: "GitLab Runner commands", Syntax: func() Syntax {
		return verbs(1, bools("--all-runners"), credentials("-t --token"), values("-u --url", "-n --name", "-c --config"))
	}},
	{Names: "fastly", Source: "Fastly CLI reference", Syntax: func() Syntax {
		return verbs(2, bools("-v --verbose", "-d --accept-defaults", "-y --auto-yes"), credentials("-t --token"), values("-s --service-id", "--service-name", "--version"))
	}},
	{Names: "ldcli", Source: "LaunchDarkly CLI reference", Syntax: func() Syntax {
		return verbs(2, credentials("--access-token"), values("--project", "--environment", "--flag"))
	}},
	{Names: "flipt", Source: "Flipt CLI reference", Syntax: func() Syntax { return verbs(3, values("--config")) }},
	{Names: "stripe", Source: "Stripe CLI reference", Syntax: func() Syntax {
		return verbs(2, bools("-c --confirm", "--live", "-s --show-headers"), values("-d --data", "--color", "-p --project-name"), credentials("--api-key"))
	}},
	{Names: "datadog-ci", Source: "datadog-ci manual", Syntax: func() Syntax { return verbs(2) }},
	{Names: "newrelic", Source: "New Relic CLI manual", Syntax: func() Syntax { return verbs(3, values("-g --guid", "-a --accountId", "--profile", "--format")) }},
	{Names: "pd", Source: "PagerDuty CLI manual, proot-distro README, of which it is an alias", Syntax: func() Syntax {
		return with(systemLogins(), verbs(2, values("-i --ids", "-b --useauth")))
	}},
	{Names: "splunk", Source: "Splunk CLI reference", Syntax: func() Syntax {
		return verbs(2, bools("-f"), values("-index"), []Option{{Names: "-auth", Arg: Required, Role: Credential}})
	}},
	{Names: "grafana-cli", Source: "Grafana CLI reference", Syntax: func() Syntax { return verbs(2, values("--homepath", "--config", "--pluginsDir")) }},
	{Names: "algolia", Source: "Algolia CLI reference", Syntax: func() Syntax {
		return verbs(2, bools("-y --confirm"), values("-p --profile", "--application-id"), credentials("--api-key", "--admin-api-key"))
	}},
	{Names: "sentry-cli", Source: "sentry-cli manual", Syntax: func() Syntax {
		return verbs(2, values("-o --org", "-p --project", "--url"), credentials("--auth-token"))
	}},
	{Names: "unleash braintree square", Source: "the services' CLI manuals", Syntax: func() Syntax { return verbs(2) }},
	{Names: "gitlab-rake gitlab-rails", Source: "GitLab Rake tasks", Syntax: func() Syntax { return verbs(2) }},
	{Names: "nginx haproxy", Source: "nginx(8), haproxy(1)", Syntax: func() Syntax { return Syntax{Style: Free | Service | Permute, Options: webServer} }},
	{Names: "deck", Source: "decK reference", Syntax: func() Syntax {
		return verbs(2, values("--kong-addr", "--headers", "--config"), bools("--force", "--yes"))
	}},
}

// messages of what is written to others; a file of them is sent.
func messages() []Option {
	return slices.Concat(
		values("-b --body", "-t --title", "-n --notes", "-a --assignee", "-l --label", "-m --milestone", "-c --comment", "-r --reviewer", "-B --base", "-H --head"),
		bools("-d --delete-branch", "--admin", "--auto", "-s --squash", "--rebase", "-w --web", "--draft"),
		[]Option{{Names: "-F --body-file --notes-file", Arg: Required, Role: Upload}},
	)
}

// webServer are the options of nginx and haproxy that stop the one that runs.
// What they read as their configuration may run programs.
var webServer = []Option{
	{Names: "-s", Arg: Required},
	{Names: "-sf"},
	{Names: "-st"},
	{Names: "-t"},
	{Names: "-T"},
	{Names: "-v"},
	{Names: "-V"},
	{Names: "-q"},
	{Names: "-D"},
	{Names: "-c"},
	{Names: "-p", Arg: Required},
	{Names: "-g", Arg: Required},
	{Names: "-f", Arg: Required, Role: File},
}
