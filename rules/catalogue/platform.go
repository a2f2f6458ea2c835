package catalogue

import "github.com/agent-loop/shimgen/rules"

// deleting are the ways to set a request's method to DELETE.
const deleting = "--method=DELETE --method=delete --method=Delete"

// platforms are the rules about code hosts and hosting services for sites and apps.
var platforms = []rules.Rule{
	{
		ID: "gh.delete", Class: rules.Destructive, Program: "gh glab",
		Sub:    "*/delete */archive */remove */purge */unlink */delete-asset */transfer */rename */rm */delete/* */unlock */*-delete",
		Reason: "deletes or changes what others use on the code host",
		Hint:   "gh … view or list shows what it is",
		Hits: []string{
			"gh repo delete o/r --yes", "gh -R o/r release delete v1", "gh secret delete X", "gh repo archive o/r", "gh gist delete 1", "glab variable delete X",
			"gh variable delete X --org o", "gh label delete bug", "gh repo deploy-key delete 1", "gh project item-delete 1", "gh repo rename x", "glab repo delete g/p -y",
		},
		Misses: []string{
			"gh repo view", "gh pr create --title 'delete x' --body 'gh repo delete'", "gh issue list", "gh secret list", "gh pr merge 1 --squash --delete-branch",
			"gh pr checkout 1", "gh run list", "gh search code delete",
		},
	},
	{
		ID: "gh.api-delete", Class: rules.Destructive, Program: "gh glab", Sub: "api", Any: deleting + " --raw-field=*mutation*delete* --field=*mutation*delete*",
		Reason: "deletes what others use on the code host",
		Hint:   "`gh api` without -X shows what it is",
		Hits:   []string{"gh api -X DELETE /repos/o/r", "gh api --method=DELETE x", "gh api -XDELETE x", "glab api --method DELETE projects/1", "gh api graphql -f query='mutation { deleteRef(input: {}) { x } }'"},
		Misses: []string{"gh api /repos/o/r", "gh api -X POST x -f a=DELETE", "gh api x --jq .delete", "gh api graphql -f query='query { viewer { login } }'"},
	},
	{
		ID: "gh.workflow", Class: rules.Destructive, Program: "gh glab", Sub: "workflow/run ci/run pipeline/run", Operand: "*destroy* *teardown* *delete* *nuke* *wipe* *drop* *purge*",
		Reason: "starts what has the name of something that destroys",
		Hint:   "`gh workflow view` shows what it does",
		Hits:   []string{"gh workflow run destroy.yml", "gh workflow run infra-teardown.yml --ref main"},
		Misses: []string{"gh workflow run ci.yml", "gh workflow view destroy.yml"},
	},
	{
		ID: "gh.branch", Class: rules.Destructive, Program: "gh glab", Sub: "pr/close repo/sync", Any: "--delete-branch -d --force",
		Reason: "deletes or overwrites a branch that may hold work not merged",
		Hint:   "leave that option away",
		Hits:   []string{"gh pr close 12 --delete-branch", "gh repo sync --force", "gh pr close 12 -d"},
		Misses: []string{"gh pr close 12", "gh repo sync", "gh pr merge 1 -d"},
	},
	{
		ID: "gh.hub-delete", Class: rules.Destructive, Program: "hub tea lab bb", Operand: "api", Any: "-XDELETE -X=DELETE --method=DELETE --method=delete -X",
		Reason: "deletes what others use on the code host",
		Hint:   "the same without -X shows what it is",
		Hits:   []string{"hub api -XDELETE repos/o/r", "hub api -X DELETE repos/o/r"},
		Misses: []string{"hub api repos/o/r", "hub pr list"},
	},
	{
		ID: "gh.visibility", Class: rules.Exposure, Program: "gh", Sub: "repo/edit repo/create", Any: "--visibility=public --public",
		Reason: "makes a repository public",
		Hint:   "`gh repo view` shows who can see it",
		Hits:   []string{"gh repo edit o/r --visibility public --accept-visibility-change-consequences", "gh repo create x --public"},
		Misses: []string{"gh repo create x --private", "gh repo view"},
	},
	{
		ID: "gh.token", Class: rules.Secrets, Program: "gh glab", Sub: "auth/token",
		Reason: "prints the token of the code host",
		Hint:   "`gh auth status` shows who you are",
		Hits:   []string{"gh auth token", "gh auth token --hostname x"},
		Misses: []string{"gh auth status", "gh auth login"},
	},
	{
		ID: "gh.show-token", Class: rules.Secrets, Program: "gh glab", Sub: "auth/status", Any: "--show-token",
		Reason: "prints the token of the code host",
		Hint:   "`gh auth status` shows who you are",
		Hits:   []string{"gh auth status -t", "gh auth status --show-token"},
		Misses: []string{"gh auth status"},
	},
	{
		ID: "gh.shell-alias", Class: rules.Escape, Program: "gh glab", Sub: "alias/set", Any: "--shell",
		Reason: "makes gh run a shell command under another name",
		Hint:   "run the command itself",
		Hits:   []string{"gh alias set --shell x 'id'", "gh alias set x id -s"},
		Misses: []string{"gh alias set co 'pr checkout'", "gh alias list"},
	},
	{
		ID: "heroku.destroy", Class: rules.Destructive, Program: "heroku",
		Sub: "*:destroy destroy *:delete *:remove *:rm *:unset *:reset *:disable *:kill *:stop *:wait:stop *:revoke *:clear *:detach *:rotate *:rename *:leave *:unfollow *:transfer *:cancel *:unlink " +
			"*:restart restart leave pg:copy pg:backups:restore pg:backups:delete maintenance:on *:rollback rollback *:killall *:promote *:update dyno:*",
		Reason: "deletes, stops or changes the app that is running",
		Hint:   "`heroku apps:info` and heroku config show what it is",
		Hits:   []string{"heroku apps:destroy --app x --confirm x", "heroku config:unset A -a x", "heroku pg:reset DATABASE", "heroku addons:destroy y", "heroku ps:stop web"},
		Misses: []string{"heroku apps", "heroku logs --tail", "heroku config", "heroku ps", "heroku create destroy"},
	},
	{
		ID: "heroku.secret", Class: rules.Secrets, Program: "heroku", Sub: "auth:token",
		Reason: "prints the token of the account",
		Hint:   "`heroku auth:whoami` shows who you are",
		Hits:   []string{"heroku auth:token"},
		Misses: []string{"heroku auth:whoami"},
	},
	{
		ID: "fly.destroy", Class: rules.Destructive, Program: "fly railway render cf circleci gitlab-runner fastly ldcli flipt deck supabase datadog-ci newrelic pd algolia sentry-cli unleash",
		Sub: "destroy destroy-* dp dt */destroy */delete */remove */unset */stop */kill delete remove unregister */unregister */archive */remove-secret delete-* */rm down " +
			"*/delete/* */destroy/* */unset/* reset gateway/reset db/reset */reset */toggle-off */clear */*/delete *:delete */kill */detach */release */release/* */move */rollback */rollback/*",
		Reason: "deletes or stops what runs there",
		Hint:   "list or show it first",
		Hits: []string{
			"fly apps destroy x -y", "fly -t prod destroy-pipeline -p main -n", "fly -t prod dp -p main", "fly -t prod destroy-team -n t", "fly postgres detach db", "flyctl secrets unset A --app x", "fly volumes destroy v", "fly destroy x", "railway down", "gitlab-runner unregister --all-runners",
			"cf delete x -f", "circleci context delete o c", "supabase db reset --linked", "fastly service delete --service-id x", "pd service delete -i X", "newrelic entity tags delete -g x", "algolia indices clear x -y", "ldcli flags archive --flag x",
		},
		Misses: []string{"fly apps list", "fly -t prod pipelines", "fly -t prod set-pipeline -p main -c x.yml", "fly status", "fly deploy", "fly logs -a destroy", "railway status", "cf apps"},
	},
	{
		ID: "vercel.remove", Class: rules.Destructive, Program: "vercel", Sub: "remove rm */remove */rm */delete rollback",
		Reason: "deletes a project, a domain or a variable that is in use",
		Hint:   "`vercel ls` and vercel env ls show what there is",
		Hits:   []string{"vercel remove x", "vercel rm --yes x", "vercel env rm A", "vercel domains rm example.com", "vercel project rm x"},
		Misses: []string{"vercel ls", "vercel env ls", "vercel deploy", "vercel --prod"},
	},
	{
		ID: "netlify.delete", Class: rules.Destructive, Program: "netlify", Sub: "*:delete *:unset *:clone sites:delete env:unset *:disable unlink api/delete* api/cancel*",
		Reason: "deletes a site or changes the variables it runs with",
		Hint:   "`netlify sites:list` and netlify env:list show what there is",
		Hits:   []string{"netlify sites:delete --force", "netlify env:unset A --context production", "netlify env:clone --to x"},
		Misses: []string{"netlify sites:list", "netlify deploy --prod", "netlify status", "netlify env:list"},
	},
	{
		ID: "wrangler.delete", Class: rules.Destructive, Program: "wrangler", None: "--dry-run --local",
		Sub:    "delete */delete */delete/* rollback */rollback */rollback/* */purge */remove",
		Reason: "deletes a worker, or a store with its data",
		Hint:   "wrangler … list shows what there is",
		Hits:   []string{"wrangler delete", "wrangler r2 bucket delete b", "wrangler kv key delete k --binding B", "wrangler d1 delete db", "wrangler kv:key delete k"},
		Misses: []string{"wrangler deploy", "wrangler dev", "wrangler r2 bucket list", "wrangler delete --dry-run", "wrangler tail delete"},
	},
	{
		ID: "firebase.delete", Class: rules.Destructive, Program: "firebase",
		Sub:    "*:delete *:disable *:remove *:destroy *:unset *:clean database:set *:rollback auth:import",
		Reason: "deletes data or functions of the project",
		Hint:   "firebase … list shows what there is",
		Hits:   []string{"firebase firestore:delete --all-collections -f", "firebase functions:delete f", "firebase hosting:disable"},
		Misses: []string{"firebase deploy", "firebase projects:list", "firebase emulators:start"},
	},
	{
		ID: "stripe.delete", Class: rules.Destructive, Program: "stripe", Sub: "delete delete/* */delete */delete/* */cancel */roll */refund */cancel/*",
		Reason: "deletes or changes what customers paid for",
		Hint:   "`stripe customers retrieve` shows what it is",
		Hits:   []string{"stripe customers delete cus_1", "stripe delete /v1/x", "stripe subscriptions cancel sub_1"},
		Misses: []string{"stripe customers list", "stripe listen", "stripe trigger x"},
	},
	{
		ID: "splunk.delete", Class: rules.Destructive, Program: "splunk grafana-cli", Sub: "remove/* clean/* plugins/uninstall plugins/remove stop",
		Reason: "deletes what was recorded",
		Hint:   "`splunk list index` shows what there is",
		Hits:   []string{"splunk remove index x", "splunk clean eventdata -index x -f", "grafana-cli plugins uninstall x"},
		Misses: []string{"splunk list index", "splunk search 'delete'", "grafana-cli plugins ls"},
	},
	{
		ID: "web.stop", Class: rules.Destructive, Undone: rules.Tool, Program: "nginx", Any: "-s=stop -s=quit -sf -st",
		Reason: "stops the server that others are using",
		Hint:   "`nginx -t` checks the configuration; `nginx -s reload` takes it",
		Hits:   []string{"nginx -s stop", "sudo nginx -s quit", "haproxy -f h.cfg -sf 12"},
		Misses: []string{"nginx -t", "nginx -s reload", "haproxy -c -f h.cfg"},
	},
	{
		ID: "gh.secret", Class: rules.Destructive, Program: "gh glab", Sub: "secret/set variable/set variable/update",
		Reason: "replaces a value that the builds of others use",
		Hint:   "`gh secret list` shows what there is",
		Hits:   []string{"gh secret set K -b x", "gh variable set K -b x", "glab variable set K x"},
		Misses: []string{"gh secret list", "gh variable list"},
	},
	{
		ID: "gh.workflow-production", Class: rules.Destructive, Program: "gh", Sub: "workflow/run", Any: "-f=*=prod* -F=*=prod* --field=*=prod* --raw-field=*=prod*",
		Reason: "starts a workflow on what is in production",
		Hint:   "`gh workflow view` shows what it does",
		Hits:   []string{"gh workflow run deploy.yml -f env=prod"},
		Misses: []string{"gh workflow run ci.yml", "gh workflow run deploy.yml -f env=staging"},
	},
}
