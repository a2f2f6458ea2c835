package grammar

import "slices"

// platforms are the programs of code hosts and of the services that sites and
// apps run on.
var platforms = []Program{
	{
		Names: "gh", Source: "gh manual", Env: "GH_* GITHUB_*",
		Syntax: Syntax{
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
				{Names: "pr", Syntax: Syntax{Levels: 1, Options: messages}},
				{Names: "issue", Syntax: Syntax{Levels: 1, Options: messages}},
				{Names: "release", Syntax: Syntax{Levels: 1, Options: slices.Concat(messages, bools("--cleanup-tag", "-p --prerelease", "--generate-notes"))}},
				{Names: "gist", Syntax: Syntax{Levels: 1, Options: values("-d --desc", "-f --filename"), Subs: []Sub{
					{Names: "new create", Syntax: Syntax{Options: bools("-p --public", "-w --web"), Operands: Operands{Rest: Upload}}},
				}}},
				{Names: "repo", Syntax: Syntax{Levels: 1, Options: slices.Concat(bools("--public", "--private", "--accept-visibility-change-consequences"), values("--visibility"))}},
				{Names: "secret", Syntax: Syntax{Levels: 1, Options: slices.Concat(values("-e --env", "-o --org", "-a --app", "-v --visibility", "-r --repos"), []Option{
					{Names: "-b --body", Arg: Required, Role: Credential},
					{Names: "-f --env-file", Arg: Required, Role: Upload},
				})}},
				{Names: "auth", Syntax: Syntax{Levels: 1, Options: bools("-t --show-token", "--with-token", "-w --web")}},
				{Names: "alias", Syntax: Syntax{Levels: 1, Options: bools("-s --shell", "--clobber")}},
				{Names: "extension", Syntax: Syntax{Levels: 1, Subs: []Sub{{Names: "exec", Syntax: Syntax{}}}}},
			}, leaves("status browse search version")),
		},
	},
	{
		Names: "glab", Source: "glab manual", Env: "GITLAB_* GLAB_*",
		Syntax: Syntax{
			Style: service | Bundle, Levels: 2,
			Options: slices.Concat(bools("-y --yes", "--help"), values("-R --repo", "-g --group")),
			Subs: []Sub{{Names: "api", Syntax: Syntax{Options: slices.Concat(
				bools("-i --include", "--paginate", "--silent"), values("-X --method", "-H --header", "-f --raw-field", "--hostname"),
				[]Option{{Names: "-F --field", Arg: Required, Role: Form}, {Names: "--input", Arg: Required, Role: Upload}},
			)}}},
		},
	},
	{
		Names: "heroku", Source: "Heroku CLI reference", Env: "HEROKU_*",
		Syntax: Syntax{
			Style: service | Bundle, Levels: 1,
			Options: values("-a --app", "-c --confirm", "-r --remote", "-t --team", "-s --space"),
			Subs: []Sub{
				{Names: "run", Syntax: Syntax{
					Style: Bundle | Inherit | Free, Options: slices.Concat(bools("-x --exit-code", "--no-tty", "-d --detached"), values("-e --env", "-s --size", "--type")),
					Operands: Operands{Rest: Argv}, Away: true,
				}},
				{Names: "psql pg:psql", Syntax: Syntax{Options: []Option{{Names: "-c --command", Arg: Required, Role: Code, Lang: "sql"}, {Names: "-f --file", Arg: Required, Role: File}}}},
			},
		},
	},
	{
		Names: "fly flyctl", Source: "flyctl reference", Env: "FLY_*",
		Syntax: Syntax{
			Style: service | Bundle, Levels: 2,
			Options: slices.Concat(bools("-y --yes", "-j --json", "--verbose", "--debug", "-f --force"), values("-t --access-token", "-a --app", "-c --config", "-o --org")),
			Subs: []Sub{
				{Names: "destroy", Syntax: Syntax{}},
				{Names: "deploy", Syntax: Syntax{}},
				{Names: "ssh", Syntax: Syntax{Levels: 1, Options: []Option{{Names: "-C --command", Arg: Required, Role: Shell}}, Away: true}},
			},
		},
	},
	with(leaves("remove rm rollback ls list deploy inspect logs dev build pull link login logout whoami init promote redeploy"), cli("vercel now", "Vercel CLI reference", 2, bools("-y --yes", "-s --safe", "-d --debug", "-f --force", "--prod", "-h --help", "-v --version"),
		values("-A --local-config", "-Q --global-config", "-t --token", "-S --scope", "-T --team", "--cwd"))),
	cli("netlify ntl", "Netlify CLI reference", 1, bools("-f --force", "--debug", "-p --prod"),
		values("--auth", "--filter", "-s --site", "--context", "--scope", "-d --dir", "--site-id")),
	{
		Names: "wrangler", Source: "Wrangler commands", Env: "CLOUDFLARE_* WRANGLER_* CF_*",
		Syntax: Syntax{
			Style: service | Bundle, Levels: 3,
			Options: slices.Concat(bools("-h --help", "-v --version", "--dry-run", "--force", "-y --skip-confirmation", "--remote", "--local"),
				values("-c --config", "-e --env", "--cwd", "--name", "--namespace-id", "--binding")),
			Subs: slices.Concat([]Sub{
				{Names: "d1", Syntax: Syntax{Levels: 1, Options: []Option{
					{Names: "--command", Arg: Required, Role: Code, Lang: "sql"}, {Names: "--file", Arg: Required, Role: File},
				}}},
			}, leaves("delete deploy publish dev init login logout whoami tail rollback types")),
		},
	},
	cli("railway", "Railway CLI reference", 2, bools("-y --yes", "--json"), values("-s --service", "-e --environment")),
	cli("render", "Render CLI reference", 2, bools("--confirm"), values("-o --output")),
	cli("firebase", "Firebase CLI reference", 1, bools("-f --force", "-r --recursive", "-y --yes", "--all-collections", "--debug", "--json", "--non-interactive"),
		values("-P --project", "--only", "--token", "--account", "-c --config")),
	cli("supabase", "Supabase CLI reference", 2, bools("--linked", "--local", "--yes", "--debug", "--experimental"), values("--db-url", "--project-ref", "--workdir")),
	cli("cf", "Cloud Foundry CLI reference", 1, bools("-f", "-r", "--force")),
	cli("circleci", "CircleCI CLI reference", 2, values("--host", "--token")),
	cli("gitlab-runner", "GitLab Runner commands", 1, bools("--all-runners"), values("-t --token", "-u --url", "-n --name", "-c --config")),
	cli("fastly", "Fastly CLI reference", 2, bools("-v --verbose", "-d --accept-defaults", "-y --auto-yes"), values("-s --service-id", "--service-name", "-t --token", "--version")),
	cli("ldcli", "LaunchDarkly CLI reference", 2, values("--access-token", "--project", "--environment", "--flag")),
	cli("flipt", "Flipt CLI reference", 3, values("--config")),
	cli("deck", "decK reference", 2, values("--kong-addr", "--headers", "--config"), bools("--force", "--yes")),
}

// messages of what is written to others; a file of them is sent.
var messages = slices.Concat(
	values("-b --body", "-t --title", "-n --notes", "-a --assignee", "-l --label", "-m --milestone", "-c --comment", "-r --reviewer", "-B --base", "-H --head"),
	bools("-d --delete-branch", "--admin", "--auto", "-s --squash", "--rebase", "-w --web", "--draft"),
	[]Option{{Names: "-F --body-file --notes-file", Arg: Required, Role: Upload}},
)
