package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// platforms are the command line tools of code hosts and of hosting services for sites and apps.
var platforms = []spec.Row{
	{
		Names: "gh", Source: "gh manual", Env: "GH_* GITHUB_* EDITOR VISUAL GIT_EDITOR BROWSER " + pagerEnv,
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 2,
				Options: slices.Concat(bools("--help", "--version", "--yes", "--confirm"), values("-R --repo", "--hostname", "-q --jq", "-t --template", "--json")),
				Subs: slices.Concat([]spec.Sub{
					{Names: "api", Syntax: spec.Syntax{Options: slices.Concat(
						bools("-i --include", "--paginate", "--silent", "--slurp", "--verbose"),
						values("-X --method", "-H --header", "-p --preview", "--cache"),
						[]spec.Option{
							{Names: "-F --field", Arg: spec.Required, Role: spec.Form},
							{Names: "-f --raw-field", Arg: spec.Required},
							{Names: "--input", Arg: spec.Required, Role: spec.Upload},
						},
					)}},
					{Names: "pr", Syntax: spec.Syntax{Levels: 1, Options: messages()}},
					{Names: "issue", Syntax: spec.Syntax{Levels: 1, Options: messages()}},
					{Names: "release", Syntax: spec.Syntax{Levels: 1, Options: slices.Concat(messages(), bools("--cleanup-tag", "-p --prerelease", "--generate-notes")), Subs: []spec.Sub{
						{Names: "upload", Syntax: spec.Syntax{Options: bools("--clobber"), Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Upload}}},
						{Names: "download", Syntax: spec.Syntax{Options: slices.Concat(bools("--clobber", "--skip-existing"), values("-A --archive"), []spec.Option{
							{Names: "-p --pattern", Arg: spec.Required, Role: spec.Write}, {Names: "-O --output", Arg: spec.Required, Role: spec.Write}, {Names: "-D --dir", Arg: spec.Required, Role: spec.Write},
						})}},
					}}},
					{Names: "gist", Syntax: spec.Syntax{Levels: 1, Options: values("-d --desc", "-f --filename"), Subs: []spec.Sub{
						{Names: "new create", Syntax: spec.Syntax{Options: bools("-p --public", "-w --web"), Operands: spec.Operands{Rest: spec.Upload}}},
					}}},
					{Names: "repo", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{{Names: "deploy-key", Syntax: spec.Syntax{Levels: 1}}}, Options: slices.Concat(bools("--public", "--private", "--accept-visibility-change-consequences"), values("--visibility"))}},
					{Names: "secret", Syntax: spec.Syntax{Levels: 1, Options: slices.Concat(values("-e --env", "-o --org", "-a --app", "-v --visibility", "-r --repos"), []spec.Option{
						{Names: "-b --body", Arg: spec.Required, Role: spec.Credential},
						{Names: "-f --env-file", Arg: spec.Required, Role: spec.Upload},
					})}},
					{Names: "auth", Syntax: spec.Syntax{Levels: 1, Options: bools("-t --show-token", "--with-token", "-w --web")}},
					{Names: "alias", Syntax: spec.Syntax{Levels: 1, Options: bools("-s --shell", "--clobber")}},
					{Names: "extension", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{{Names: "exec", Syntax: spec.Syntax{}}}}},
				}, leaves("status browse search version")),
			}
		},
	},
	{
		Names: "glab", Source: "glab manual", Env: "GITLAB_* GLAB_* EDITOR VISUAL BROWSER " + pagerEnv,
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 2,
				Options: slices.Concat(bools("-y --yes", "--help"), values("-R --repo", "-g --group")),
				Subs: []spec.Sub{{Names: "api", Syntax: spec.Syntax{Options: slices.Concat(
					bools("-i --include", "--paginate", "--silent"), values("-X --method", "-H --header", "-f --raw-field", "--hostname"),
					[]spec.Option{{Names: "-F --field", Arg: spec.Required, Role: spec.Form}, {Names: "--input", Arg: spec.Required, Role: spec.Upload}},
				)}}, {Names: "snippet", Syntax: spec.Syntax{Subs: []spec.Sub{{Names: "new create", Syntax: spec.Syntax{
					Options: values("-t --title", "-d --description", "-f --filename", "-v --visibility"), Operands: spec.Operands{Rest: spec.Upload},
				}}}}}, {Names: "release", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{{Names: "upload", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Upload}}}}}}},
			}
		},
	},
	{
		Names: "heroku", Source: "Heroku CLI reference", Env: "HEROKU_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 1,
				Options: values("-a --app", "-c --confirm", "-r --remote", "-t --team", "-s --space"),
				Subs: []spec.Sub{
					{Names: "run", Syntax: spec.Syntax{
						Style: spec.Bundle | spec.Inherit | spec.Free, Options: slices.Concat(bools("-x --exit-code", "--no-tty", "-d --detached"), values("-e --env", "-s --size", "--type")),
						Operands: spec.Operands{Rest: spec.Words}, Away: true,
					}},
					{Names: "redis:cli", Syntax: spec.Syntax{Lang: "redis", Stdin: true, StdinWith: "*"}},
					{Names: "psql pg:psql", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-c --command", Arg: spec.Required, Role: spec.Code, Lang: "sql"}, {Names: "-f --file", Arg: spec.Required, Role: spec.File}}}},
				},
			}
		},
	},
	{
		Names: "fly flyctl", Source: "flyctl reference", Env: "FLY_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 2,
				Options: slices.Concat(bools("-y --yes", "-j --json", "--verbose", "--debug", "-f --force"), credentials("-t --access-token"), values("-a --app", "-c --config", "-o --org")),
				Subs: []spec.Sub{
					{Names: "destroy", Syntax: spec.Syntax{}},
					{Names: "deploy", Syntax: spec.Syntax{}},
					{Names: "ssh", Syntax: spec.Syntax{Levels: 1, Options: []spec.Option{{Names: "-C --command", Arg: spec.Required, Role: spec.Shell}}, Away: true, Start: spec.AwayHome}},
					{Names: "m machines machine", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{{Names: "exec", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Words}, Away: true, Start: spec.AwayHome}}}}},
				},
			}
		},
	},
	{Names: "vercel now", Source: "Vercel CLI reference", Syntax: func() spec.Syntax {
		return with(leaves("remove rm rollback ls list deploy inspect logs dev build pull link login logout whoami init promote redeploy"), verbs(2, bools("-y --yes", "-s --safe", "-d --debug", "-f --force", "--prod", "-h --help", "-v --version"),
			credentials("-t --token"), values("-A --local-config", "-Q --global-config", "-S --scope", "-T --team", "--cwd")))
	}},
	{Names: "netlify ntl", Source: "Netlify CLI reference", Syntax: func() spec.Syntax {
		return with([]spec.Sub{{Names: "api", Syntax: spec.Syntax{Levels: 1}}}, verbs(1, bools("-f --force", "--debug", "-p --prod"),
			credentials("--auth"), values("--filter", "-s --site", "--context", "--scope", "-d --dir", "--site-id", "--data")))
	}},
	{
		Names: "wrangler", Source: "Wrangler commands", Env: "CLOUDFLARE_* WRANGLER_* CF_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 3,
				Options: slices.Concat(bools("-h --help", "-v --version", "--dry-run", "--force", "-y --skip-confirmation", "--remote", "--local"),
					values("-c --config", "-e --env", "--cwd", "--name", "--namespace-id", "--binding")),
				Subs: slices.Concat([]spec.Sub{
					{Names: "d1", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{{Names: "time-travel", Syntax: spec.Syntax{Levels: 1}}}, Options: []spec.Option{
						{Names: "--command", Arg: spec.Required, Role: spec.Code, Lang: "sql"}, {Names: "--file", Arg: spec.Required, Role: spec.File},
					}}},
				}, leaves("delete deploy publish dev init login logout whoami tail rollback types")),
			}
		},
	},
	{Names: "railway", Source: "Railway CLI reference", Syntax: func() spec.Syntax {
		return with([]spec.Sub{{Names: "run", Syntax: spec.Syntax{Style: spec.POSIX | spec.Inherit, Operands: rest}}, {Names: "ssh", Syntax: spec.Syntax{Style: spec.POSIX | spec.Inherit, Operands: spec.Operands{Rest: spec.Words}, Away: true, Start: spec.AwayHome}}}, verbs(2, bools("-y --yes", "--json"), values("-s --service", "-e --environment")))
	}},
	{Names: "cloudflared", Source: "Cloudflare Tunnel run parameters", Env: "TUNNEL_*", Syntax: func() spec.Syntax {
		return verbs(2, bools("--no-autoupdate", "--hello-world", "-o --output", "-f --force", "--no-tls-verify"), credentials("--token"),
			values("--url", "--config", "--name", "--hostname", "--loglevel", "--logfile", "--origincert", "--credentials-file", "--protocol", "--metrics", "--edge-ip-version"))
	}},
	{Names: "render", Source: "Render CLI reference", Syntax: func() spec.Syntax { return verbs(2, bools("--confirm"), values("-o --output")) }},
	{Names: "firebase", Source: "Firebase CLI reference", Syntax: func() spec.Syntax {
		return verbs(1, bools("-f --force", "-r --recursive", "-y --yes", "--all-collections", "--debug", "--json", "--non-interactive"),
			credentials("--token"), values("-P --project", "--only", "--account", "-c --config"))
	}},
	{Names: "supabase", Source: "Supabase CLI reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("--linked", "--local", "--yes", "--debug", "--experimental"), values("--db-url", "--project-ref", "--workdir"))
	}},
	{Names: "cf", Source: "Cloud Foundry CLI reference", Syntax: func() spec.Syntax {
		return with([]spec.Sub{{Names: "ssh", Syntax: spec.Syntax{
			Options: []spec.Option{{Names: "-c --command", Arg: spec.Required, Role: spec.Shell}, {Names: "-i --app-instance-index", Arg: spec.Required}, {Names: "-L", Arg: spec.Required}}, Away: true, Start: spec.AwayHome,
		}}}, verbs(1, bools("-f", "-r", "--force")))
	}},
	{Names: "circleci", Source: "CircleCI CLI reference", Syntax: func() spec.Syntax { return verbs(2, credentials("--token"), values("--host")) }},
	{Names: "gitlab-runner", Source: "GitLab Runner commands", Syntax: func() spec.Syntax {
		return verbs(1, bools("--all-runners"), credentials("-t --token"), values("-u --url", "-n --name", "-c --config"))
	}},
	{Names: "fastly", Source: "Fastly CLI reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("-v --verbose", "-d --accept-defaults", "-y --auto-yes"), credentials("-t --token"), values("-s --service-id", "--service-name", "--version"))
	}},
	{Names: "ldcli", Source: "LaunchDarkly CLI reference", Syntax: func() spec.Syntax {
		return verbs(2, credentials("--access-token"), values("--project", "--environment", "--flag"))
	}},
	{Names: "flipt", Source: "Flipt CLI reference", Syntax: func() spec.Syntax { return verbs(3, values("--config")) }},
	{Names: "stripe", Source: "Stripe CLI reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("-c --confirm", "--live", "-s --show-headers"), values("-d --data", "--color", "-p --project-name"), credentials("--api-key"))
	}},
	{Names: "datadog-ci", Source: "datadog-ci manual", Syntax: func() spec.Syntax { return verbs(2) }},
	{Names: "newrelic", Source: "New Relic CLI manual", Syntax: func() spec.Syntax { return verbs(3, values("-g --guid", "-a --accountId", "--profile", "--format")) }},
	{Names: "pd", Source: "PagerDuty CLI manual, proot-distro README, of which it is an alias", Syntax: func() spec.Syntax {
		return with(systemLogins(), verbs(2, values("-i --ids", "-b --useauth")))
	}},
	{Names: "splunk", Source: "Splunk CLI reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("-f"), values("-index"), []spec.Option{{Names: "-auth", Arg: spec.Required, Role: spec.Credential}})
	}},
	{Names: "grafana-cli", Source: "Grafana CLI reference", Syntax: func() spec.Syntax { return verbs(2, values("--homepath", "--config", "--pluginsDir")) }},
	{Names: "algolia", Source: "Algolia CLI reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("-y --confirm"), values("-p --profile", "--application-id"), credentials("--api-key", "--admin-api-key"))
	}},
	{Names: "sentry-cli", Source: "sentry-cli manual", Syntax: func() spec.Syntax {
		return with([]spec.Sub{{Names: "monitors", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{{Names: "run", Syntax: spec.Syntax{
			Style: spec.POSIX | spec.Inherit, Options: values("-s --schedule", "-e --environment", "--check-in-margin", "--max-runtime", "--timezone"), Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv},
		}}}}}}, verbs(2, values("-o --org", "-p --project", "--url"), credentials("--auth-token")))
	}},
	{Names: "unleash braintree square", Source: "the services' CLI manuals", Syntax: func() spec.Syntax { return verbs(2) }},
	{Names: "gitlab-rake gitlab-rails", Source: "GitLab Rake tasks", Syntax: func() spec.Syntax { return verbs(2) }},
	{Names: "nginx haproxy", Source: "nginx(8), haproxy(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.Free | spec.Service | spec.Permute, Options: webServer}
	}},
	{Names: "deck", Source: "decK reference", Syntax: func() spec.Syntax {
		return verbs(2, values("--kong-addr", "--headers", "--config"), bools("--force", "--yes"))
	}},
}

// messages returns the options for messages to other people. A file with a message is sent.
func messages() []spec.Option {
	return slices.Concat(
		values("-b --body", "-t --title", "-n --notes", "-a --assignee", "-l --label", "-m --milestone", "-c --comment", "-r --reviewer", "-B --base", "-H --head"),
		bools("-d --delete-branch", "--admin", "--auto", "-s --squash", "--rebase", "-w --web", "--draft"),
		[]spec.Option{{Names: "-F --body-file --notes-file", Arg: spec.Required, Role: spec.Upload}},
	)
}

// webServer are the options of nginx and haproxy that stop the running server. Their configuration
// files may run programs.
var webServer = []spec.Option{
	{Names: "-s", Arg: spec.Required},
	{Names: "-sf"},
	{Names: "-st"},
	{Names: "-t"},
	{Names: "-T"},
	{Names: "-v"},
	{Names: "-V"},
	{Names: "-q"},
	{Names: "-D"},
	{Names: "-c"},
	{Names: "-p", Arg: spec.Required},
	{Names: "-g", Arg: spec.Required},
	{Names: "-f", Arg: spec.Required, Role: spec.File},
}
