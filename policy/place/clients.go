package place

// clients are the secrets that everyday programs read themselves. A sandbox that ordinary work
// should not notice leaves them readable. Password managers, browsers, messengers, wallets,
// histories and the system's own secrets stay hidden.
var clients = region{lines: []string{
	"~/.ssh/ ~/.gnupg/ ~/.config/sops/ ~/.config/age/",
	"~/.aws/ ~/.azure/ ~/.config/gcloud/ ~/.kube/ ~/.oci/ ~/.config/doctl/ ~/.config/heroku/ ~/.config/flyctl/ ~/.fly/ ~/.config/hcloud/ ~/.config/rclone/",
	"~/.s3cfg ~/.boto ~/.terraform.d/ ~/.terraformrc ~/.vault-token ~/.config/netlify/ ~/.netlify/ ~/.config/vercel/ ~/.local/share/com.vercel.cli/",
	"~/.wrangler/ ~/.config/.wrangler/ ~/.railway/ ~/.supabase/ ~/.heroku/ ~/.config/configstore/firebase-tools.json",
	"~/.circleci/ ~/.config/circleci/ ~/.travis/config.yml ~/.config/jfrog/ ~/.jfrog/",
	"~/.databrickscfg ~/.snowsql/ ~/.config/snowflake/ ~/.dbt/profiles.yml ~/.kaggle/kaggle.json ~/.config/kaggle/kaggle.json",
	"~/.config/atlascli/ ~/.config/mongodb/ ~/.config/stripe/ ~/.twilio-cli/ ~/.sentryclirc ~/.pulumi/credentials.json ~/.config/scw/",
	"~/.config/ngrok/ ~/.ngrok2/ ~/.cloudflared/ ~/.config/linode-cli ~/.config/exoscale/ ~/.aliyun/ ~/.cf/config.json",
	"~/.b2_account_info ~/.config/restic/ ~/.config/borg/ ~/.docker/contexts/ ~/.docker/trust/",
	"~/.config/gh/ ~/.config/hub ~/.config/glab-cli/ ~/.git-credentials ~/.config/git/credentials ~/.docker/config.json ~/.config/containers/auth.json",
	"~/.npmrc ~/.yarnrc ~/.yarnrc.yml ~/.pypirc ~/.gem/credentials ~/.cargo/credentials ~/.cargo/credentials.toml ~/.m2/settings.xml",
	"~/.m2/settings-security.xml ~/.gradle/gradle.properties ~/.nuget/NuGet/NuGet.Config ~/.composer/auth.json ~/.config/composer/auth.json ~/.netrc ~/_netrc",
	"~/.config/pypoetry/auth.toml ~/.config/uv/credentials.toml ~/.local/share/uv/credentials/ ~/.bundle/config ~/.ivy2/.credentials ~/.sbt/credentials",
	"~/.continuum/anaconda-client/tokens/ ~/.ansible/vault_pass* ~/.pgpass ~/.my.cnf ~/.mylogin.cnf ~/.dbshell",
	"~/.claude/.credentials.json ~/.codex/auth.json ~/.gemini/oauth_creds.json ~/.config/github-copilot/ ~/.copilot/ ~/.cursor/auth.json ~/.config/cursor/auth.json",
	"~/.local/share/opencode/auth.json ~/.qwen/oauth_creds.json ~/.config/goose/secrets.yaml ~/.aider.conf.yml ~/.continue/config.json ~/.config/amp/secrets.json",
	"~/.huggingface/token ~/.openai/ ~/.config/io.datasette.llm/keys.json ~/.cache/huggingface/token ~/.config/openai/ ~/.config/anthropic/",
	"/root/.ssh/ /root/.gnupg/ /root/.aws/ /root/.config/gcloud/ /root/.kube/ /root/.netrc",
}}

// IsClients reports whether a place of credentials belongs to a client, so that the policy's
// sandbox leaves it readable in its mode auto. The path is absolute and clean, and so are the
// homes.
func IsClients(name string, homes []string) bool { return clients.covers(name, homes) }
