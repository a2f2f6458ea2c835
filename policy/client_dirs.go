package policy

// clientDirs are the directories in a home that clients write during their work, and into which
// people install programs for themselves. [Auto] makes them writable. If one is missing and a
// command names one of its programs, it is created first.
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

// ClientDirs returns the directories that [Auto] makes writable.
func ClientDirs() []Cache { return clientDirs[:] }
