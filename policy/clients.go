package policy

// clients are those of the secrets that programs people use every day read for themselves:
// who confines in a way that ordinary work does not notice leaves them. What stays hidden
// are password managers, browsers, talk, money, what was typed, and the system's own.
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

// IsClients reports whether a place of credentials is a client's own, which [Auto] leaves
// to be read. The path is absolute and clean, and so are the homes.
func IsClients(name string, homes []string) bool { return clients.covers(name, homes) }

// clientDirs are the directories below home that clients write as they work, and into which
// people install programs for themselves. [Auto] lets them be written, and where one is
// missing, a command that names one of its programs finds it made.
var clientDirs = [...]Cache{
	{".gnupg", "gpg gpg2 gpgsm", false, "gpg: locks and trust, for git commit -S"},
	{".config/gh", "gh", false, "gh auth refresh"},
	{".config/glab-cli", "glab", false, "glab"},
	{".config/gcloud", "gcloud gsutil bq", false, "gcloud: access tokens and logs"},
	{".azure", "az", false, "az: tokens and logs"},
	{".aws/sso/cache", "aws", false, "aws sso login"},
	{".aws/cli/cache", "aws", false, "aws: assumed roles"},
	{".kube/cache", "kubectl helm", false, "kubectl: what a cluster offers"},
	{".docker/buildx", "docker", false, "docker buildx"},
	{".config/configstore", "firebase", false, "npm's update-notifier, firebase, and many more"},
	{".terraform.d/plugin-cache", "", false, "Terraform"},
	{".local/share", "pipx uv poetry gem pnpm", false, "XDG Base Directory: what programs keep"},
	{".local/state", "gh", false, "XDG Base Directory: what programs keep"},
	{".local/bin", "pipx uv", false, "pipx, uv tool install: programs for oneself"},
	{"go/bin", "go", false, "go install"},
	{".cargo", "cargo rustup", false, "cargo install, and rustup's proxies"},
	{".rustup", "rustup", false, "rustup"},
	{".npm-global", "", false, "npm install -g, as npm's manual sets it up"},
	{".nvm", "", false, "nvm"},
	{".pyenv", "pyenv", false, "pyenv"},
	{".rbenv", "rbenv", false, "rbenv"},
	{".asdf", "asdf", false, "asdf"},
	{".volta", "volta", false, "volta"},
	{".sdkman", "", false, "sdkman"},
	{".bun", "bun bunx", false, "bun install -g"},
	{".deno", "deno", false, "deno install"},
	{".gradle", "gradle gradlew", false, "Gradle user home"},
	{".m2", "mvn mvnw mvnd", false, "Maven"},
	{".claude", "claude", false, "Claude Code: sessions and logs; its settings stay"},
	{".terminfo", "tic", false, "tic"},
}

// ClientDirs returns the directories that [Auto] lets be written.
func ClientDirs() []Cache { return clientDirs[:] }
