package policy

// secrets are places whose content gives access to something else. Sources:
// the manuals of the programs named, ssh(1), gpg(1), netrc(5), proc(5).
var secrets = region{lines: []string{
	// keys
	"~/.ssh/ ~/.gnupg/ ~/.pki/ ~/.putty/ ~/.password-store/ ~/.config/sops/",
	"~/.config/age/ ~/.local/share/keyrings/ ~/.config/op/ ~/.config/keybase/",
	"~/.config/Bitwarden?CLI/ ~/.config/1Password/ ~/Library/Keychains/",
	// clouds
	"~/.aws/ ~/.azure/ ~/.config/gcloud/ ~/.kube/ ~/.oci/ ~/.config/doctl/",
	"~/.config/heroku/ ~/.config/flyctl/ ~/.fly/ ~/.config/hcloud/ ~/.config/rclone/",
	"~/.s3cfg ~/.boto ~/.terraform.d/ ~/.terraformrc ~/.vault-token",
	"~/.config/netlify/ ~/.netlify/ ~/.config/vercel/ ~/.local/share/com.vercel.cli/",
	"~/.wrangler/ ~/.config/.wrangler/ ~/.railway/ ~/.supabase/",
	// forges, registries, mail
	"~/.config/gh/ ~/.config/hub ~/.config/glab-cli/ ~/.git-credentials",
	"~/.config/git/credentials ~/.docker/config.json ~/.config/containers/auth.json",
	"~/.npmrc ~/.yarnrc ~/.yarnrc.yml ~/.pypirc ~/.gem/credentials",
	"~/.cargo/credentials ~/.cargo/credentials.toml ~/.m2/settings.xml",
	"~/.m2/settings-security.xml ~/.gradle/gradle.properties ~/.nuget/NuGet/NuGet.Config",
	"~/.composer/auth.json ~/.config/composer/auth.json ~/.netrc ~/_netrc",
	"~/.authinfo ~/.authinfo.gpg ~/.mutt/ ~/.muttrc ~/.msmtprc ~/.fetchmailrc",
	// databases
	"~/.pgpass ~/.my.cnf ~/.mylogin.cnf ~/.dbshell",
	// what was typed
	"~/.*_history ~/.*-history ~/.histfile ~/.zhistory ~/.lesshst",
	"~/.local/share/fish/fish_history ~/.local/share/atuin/ ~/.zsh_sessions/ ~/.bash_sessions/",
	// browsers
	"~/.mozilla/ ~/.thunderbird/ ~/.config/google-chrome*/ ~/.config/chromium/",
	"~/.config/BraveSoftware/ ~/.config/microsoft-edge*/ ~/.config/vivaldi/ ~/.config/opera/",
	"~/snap/firefox/ ~/Library/Cookies/ ~/Library/Application?Support/Google/Chrome/",
	"~/Library/Application?Support/Firefox/ ~/Library/Application?Support/BraveSoftware/ ~/Library/Safari/",
	// agents
	"~/.claude/.credentials.json ~/.codex/auth.json ~/.gemini/oauth_creds.json",
	"~/.config/github-copilot/ ~/.copilot/ ~/.cursor/auth.json ~/.config/cursor/auth.json",
	"~/.local/share/opencode/auth.json ~/.qwen/oauth_creds.json ~/.config/goose/secrets.yaml",
	"~/.aider.conf.yml ~/.continue/config.json ~/.config/amp/secrets.json ~/.huggingface/token",
	"~/.cache/huggingface/token ~/.config/openai/ ~/.config/anthropic/",
	// money
	"~/.bitcoin/ ~/.ethereum/ ~/.electrum/ ~/.config/solana/ ~/.monero/",
	// the system's
	"/etc/shadow* /etc/gshadow* /etc/sudoers /etc/sudoers.d/ /etc/ssh/ssh_host_*_key",
	"/etc/ssl/private/ /etc/pki/tls/private/ /etc/pam.d/ /etc/security/ /etc/krb5.keytab",
	"/etc/ipsec.secrets /etc/wireguard/ /etc/openvpn/ /etc/NetworkManager/system-connections/",
	"/etc/letsencrypt/ /etc/docker/key.json /etc/kubernetes/ /etc/rancher/ /var/lib/kubelet/",
	"/root/.ssh/ /root/.gnupg/ /root/.aws/ /root/.config/gcloud/ /root/.kube/",
	"/root/.netrc /root/.*_history /run/secrets/ /var/run/secrets/ /run/credentials/",
	"/proc/*/environ /proc/*/mem /proc/*/task/*/environ /proc/*/task/*/mem",
	"/proc/*/root/ /proc/kcore /dev/mem /dev/kmem",
	// by name, wherever they are
	".env .env.* id_rsa id_dsa id_ecdsa id_ecdsa_sk",
	"id_ed25519 id_ed25519_sk .netrc .pgpass .git-credentials",
	".htpasswd .pypirc .aws/credentials .vault-token",
	"kubeconfig *.kdbx *.keystore *.jks *.p12 *.pfx",
	"service-account*.json",
}}

// public are places among the secrets that hold none: public keys, the names
// of hosts, and the templates that tell which variables a project needs.
var public = region{lines: []string{
	"~/.ssh/*.pub ~/.ssh/known_hosts* ~/.ssh/config ~/.ssh/config.d/",
	"~/.ssh/authorized_keys*",
	".env.example .env.*.example .env.sample .env.template .env.dist .env.defaults",
	".env.schema .env.d.ts",
}}

// IsSecret reports whether reading a path reads credentials. The path is
// absolute and clean, and so are the homes.
func IsSecret(name string, homes []string) bool {
	return secrets.covers(name, homes) && !public.covers(name, homes)
}

// Secrets returns the places of credentials, and those among them that hold
// none.
func Secrets() (places, except []Place) { return secrets.places(), public.places() }
