package policy

import "sync"

// secrets are places whose content gives access to something else. Sources:
// the manuals of the programs named, ssh(1), gpg(1), netrc(5), proc(5).
var secrets = [...]Place{
	// keys
	{"~/.ssh", true}, {"~/.gnupg", true}, {"~/.pki", true}, {"~/.putty", true}, {"~/.password-store", true}, {"~/.config/sops", true},
	{"~/.config/age", true}, {"~/.local/share/keyrings", true}, {"~/.config/op", true}, {"~/.config/keybase", true},
	{"~/.config/Bitwarden CLI", true}, {"~/.config/1Password", true}, {"~/Library/Keychains", true},
	// clouds
	{"~/.aws", true}, {"~/.azure", true}, {"~/.config/gcloud", true}, {"~/.kube", true}, {"~/.oci", true}, {"~/.config/doctl", true},
	{"~/.config/heroku", true}, {"~/.config/flyctl", true}, {"~/.fly", true}, {"~/.config/hcloud", true}, {"~/.config/rclone", true},
	{"~/.s3cfg", false}, {"~/.boto", false}, {"~/.terraform.d", true}, {"~/.terraformrc", false}, {"~/.vault-token", false},
	{"~/.config/netlify", true}, {"~/.netlify", true}, {"~/.config/vercel", true}, {"~/.local/share/com.vercel.cli", true},
	{"~/.wrangler", true}, {"~/.config/.wrangler", true}, {"~/.railway", true}, {"~/.supabase", true},
	// forges, registries, mail
	{"~/.config/gh", true}, {"~/.config/hub", false}, {"~/.config/glab-cli", true}, {"~/.git-credentials", false},
	{"~/.config/git/credentials", false}, {"~/.docker/config.json", false}, {"~/.config/containers/auth.json", false},
	{"~/.npmrc", false}, {"~/.yarnrc", false}, {"~/.yarnrc.yml", false}, {"~/.pypirc", false}, {"~/.gem/credentials", false},
	{"~/.cargo/credentials", false}, {"~/.cargo/credentials.toml", false}, {"~/.m2/settings.xml", false},
	{"~/.m2/settings-security.xml", false}, {"~/.gradle/gradle.properties", false}, {"~/.nuget/NuGet/NuGet.Config", false},
	{"~/.composer/auth.json", false}, {"~/.config/composer/auth.json", false}, {"~/.netrc", false}, {"~/_netrc", false},
	{"~/.authinfo", false}, {"~/.authinfo.gpg", false}, {"~/.mutt", true}, {"~/.muttrc", false}, {"~/.msmtprc", false}, {"~/.fetchmailrc", false},
	// databases
	{"~/.pgpass", false}, {"~/.my.cnf", false}, {"~/.mylogin.cnf", false}, {"~/.dbshell", false},
	// what was typed
	{"~/.*_history", false}, {"~/.*-history", false}, {"~/.histfile", false}, {"~/.zhistory", false}, {"~/.lesshst", false},
	{"~/.local/share/fish/fish_history", false}, {"~/.local/share/atuin", true}, {"~/.zsh_sessions", true}, {"~/.bash_sessions", true},
	// browsers
	{"~/.mozilla", true}, {"~/.thunderbird", true}, {"~/.config/google-chrome*", true}, {"~/.config/chromium", true},
	{"~/.config/BraveSoftware", true}, {"~/.config/microsoft-edge*", true}, {"~/.config/vivaldi", true}, {"~/.config/opera", true},
	{"~/snap/firefox", true}, {"~/Library/Cookies", true}, {"~/Library/Application Support/Google/Chrome", true},
	{"~/Library/Application Support/Firefox", true}, {"~/Library/Application Support/BraveSoftware", true}, {"~/Library/Safari", true},
	// agents
	{"~/.claude/.credentials.json", false}, {"~/.codex/auth.json", false}, {"~/.gemini/oauth_creds.json", false},
	{"~/.config/github-copilot", true}, {"~/.copilot", true}, {"~/.cursor/auth.json", false}, {"~/.config/cursor/auth.json", false},
	{"~/.local/share/opencode/auth.json", false}, {"~/.qwen/oauth_creds.json", false}, {"~/.config/goose/secrets.yaml", false},
	{"~/.aider.conf.yml", false}, {"~/.continue/config.json", false}, {"~/.config/amp/secrets.json", false}, {"~/.huggingface/token", false},
	{"~/.cache/huggingface/token", false}, {"~/.config/openai", true}, {"~/.config/anthropic", true},
	// money
	{"~/.bitcoin", true}, {"~/.ethereum", true}, {"~/.electrum", true}, {"~/.config/solana", true}, {"~/.monero", true},
	// the system's
	{"/etc/shadow*", false}, {"/etc/gshadow*", false}, {"/etc/sudoers", false}, {"/etc/sudoers.d", true}, {"/etc/ssh/ssh_host_*_key", false},
	{"/etc/ssl/private", true}, {"/etc/pki/tls/private", true}, {"/etc/pam.d", true}, {"/etc/security", true}, {"/etc/krb5.keytab", false},
	{"/etc/ipsec.secrets", false}, {"/etc/wireguard", true}, {"/etc/openvpn", true}, {"/etc/NetworkManager/system-connections", true},
	{"/etc/letsencrypt", true}, {"/etc/docker/key.json", false}, {"/etc/kubernetes", true}, {"/etc/rancher", true}, {"/var/lib/kubelet", true},
	{"/root/.ssh", true}, {"/root/.gnupg", true}, {"/root/.aws", true}, {"/root/.config/gcloud", true}, {"/root/.kube", true},
	{"/root/.netrc", false}, {"/root/.*_history", false}, {"/run/secrets", true}, {"/var/run/secrets", true}, {"/run/credentials", true},
	{"/proc/*/environ", false}, {"/proc/*/mem", false}, {"/proc/*/task/*/environ", false}, {"/proc/*/task/*/mem", false},
	{"/proc/*/root", true}, {"/proc/kcore", false}, {"/dev/mem", false}, {"/dev/kmem", false},
	// by name, wherever they are
	{".env", false}, {".env.*", false}, {"id_rsa", false}, {"id_dsa", false}, {"id_ecdsa", false}, {"id_ecdsa_sk", false},
	{"id_ed25519", false}, {"id_ed25519_sk", false}, {".netrc", false}, {".pgpass", false}, {".git-credentials", false},
	{".htpasswd", false}, {".pypirc", false}, {".aws/credentials", false}, {".vault-token", false},
	{"kubeconfig", false}, {"*.kdbx", false}, {"*.keystore", false}, {"*.jks", false}, {"*.p12", false}, {"*.pfx", false},
	{"service-account*.json", false},
}

// public are places among the secrets that hold none: public keys, the names
// of hosts, and the templates that tell which variables a project needs.
var public = [...]Place{
	{"~/.ssh/*.pub", false}, {"~/.ssh/known_hosts*", false}, {"~/.ssh/config", false}, {"~/.ssh/config.d", true},
	{"~/.ssh/authorized_keys*", false},
	{".env.example", false}, {".env.*.example", false}, {".env.sample", false}, {".env.template", false}, {".env.dist", false}, {".env.defaults", false},
	{".env.schema", false}, {".env.d.ts", false},
}

// The same as atlases, which are made when they are first asked for.
var (
	secretAtlas = sync.OnceValue(func() *atlas { return newAtlas(secrets[:]) })
	publicAtlas = sync.OnceValue(func() *atlas { return newAtlas(public[:]) })
)

// IsSecret reports whether reading a path reads credentials. The path is
// absolute and clean, and so are the homes.
func IsSecret(name string, homes []string) bool {
	return secretAtlas().covers(name, homes) && !publicAtlas().covers(name, homes)
}

// Secrets returns the places of credentials, and those among them that hold
// none.
func Secrets() (places, except []Place) { return secrets[:], public[:] }
