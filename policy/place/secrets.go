package place

// secrets are places whose content gives access to something else. Sources: the manuals of the
// named programs, ssh(1), gpg(1), netrc(5), proc(5).
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
	"~/.wrangler/ ~/.config/.wrangler/ ~/.railway/ ~/.supabase/ ~/.heroku/ ~/.config/configstore/firebase-tools.json",
	"~/.circleci/ ~/.config/circleci/ ~/.travis/config.yml ~/.config/jfrog/ ~/.jfrog/ ~/.gitlab-runner/",
	"~/.databrickscfg ~/.snowsql/ ~/.config/snowflake/ ~/.dbt/profiles.yml ~/.kaggle/kaggle.json ~/.config/kaggle/kaggle.json",
	"~/.config/atlascli/ ~/.config/mongodb/ ~/.config/stripe/ ~/.twilio-cli/ ~/.sentryclirc ~/.pulumi/credentials.json ~/.config/scw/",
	"~/.config/ngrok/ ~/.ngrok2/ ~/.cloudflared/ ~/.config/linode-cli ~/.config/exoscale/ ~/.aliyun/ ~/.cf/config.json",
	"~/.b2_account_info ~/.config/restic/ ~/.config/borg/ ~/.docker/contexts/ ~/.docker/trust/",
	// forges, registries, mail
	"~/.config/gh/ ~/.config/hub ~/.config/glab-cli/ ~/.git-credentials",
	"~/.config/git/credentials ~/.docker/config.json ~/.config/containers/auth.json",
	"~/.npmrc ~/.yarnrc ~/.yarnrc.yml ~/.pypirc ~/.gem/credentials",
	"~/.cargo/credentials ~/.cargo/credentials.toml ~/.m2/settings.xml",
	"~/.m2/settings-security.xml ~/.gradle/gradle.properties ~/.nuget/NuGet/NuGet.Config",
	"~/.composer/auth.json ~/.config/composer/auth.json ~/.netrc ~/_netrc",
	"~/.authinfo ~/.authinfo.gpg ~/.mutt/ ~/.muttrc ~/.msmtprc ~/.fetchmailrc ~/.mbsyncrc ~/.config/mutt/ ~/.config/neomutt/",
	"~/.config/pypoetry/auth.toml ~/.config/uv/credentials.toml ~/.local/share/uv/credentials/ ~/.bundle/config ~/.ivy2/.credentials ~/.sbt/credentials",
	"~/.continuum/anaconda-client/tokens/",
	"~/.smbcredentials ~/.davfs2/secrets ~/.vnc/passwd ~/.config/FileZilla/ ~/.config/remmina/ ~/.local/share/remmina/ ~/.config/freerdp/",
	"~/.ansible/vault_pass* .vault_pass .vault-password .vault_password",
	// messengers
	"~/.config/weechat/sec.conf ~/.weechat/sec.conf ~/.irssi/config ~/.config/hexchat/servlist.conf ~/.config/Slack/ ~/.config/discord/",
	"~/.config/Signal/ ~/.local/share/TelegramDesktop/ ~/.config/Element/ ~/Library/Messages/ ~/Library/Mail/",
	// databases
	"~/.pgpass ~/.my.cnf ~/.mylogin.cnf ~/.dbshell",
	// histories
	"~/.*_history ~/.*-history ~/.histfile ~/.zhistory ~/.lesshst",
	"~/.local/share/fish/fish_history ~/.local/share/atuin/ ~/.zsh_sessions/ ~/.bash_sessions/",
	// browsers
	"~/.mozilla/ ~/.thunderbird/ ~/.config/google-chrome*/ ~/.config/chromium/",
	"~/.config/BraveSoftware/ ~/.config/microsoft-edge*/ ~/.config/vivaldi/ ~/.config/opera/",
	"~/snap/firefox/ ~/Library/Cookies/ ~/Library/Application?Support/Google/Chrome/",
	"~/Library/Application?Support/Firefox/ ~/Library/Application?Support/BraveSoftware/ ~/Library/Safari/",
	"~/.var/app/*/.mozilla/ ~/.var/app/*/config/google-chrome/ ~/.var/app/*/config/chromium/ ~/snap/chromium/ ~/.librewolf/",
	"~/.config/Code/User/globalStorage/state.vscdb* ~/.config/Cursor/User/globalStorage/state.vscdb*",
	"~/Library/Application?Support/Code/User/globalStorage/state.vscdb* ~/Library/Application?Support/com.apple.TCC/",
	"~/Library/Application?Support/Bitwarden/ ~/Library/Group?Containers/*1password/ ~/.config/Bitwarden/",
	// macOS: keys, accounts, mail, messages, browsing history, and privacy permissions
	"~/Library/Accounts/ ~/Library/Calendars/ ~/Library/HTTPStorages/",
	"~/Library/Containers/com.apple.Safari/ ~/Library/Application?Support/AddressBook/",
	"~/Library/Application?Support/Chromium/ ~/Library/Application?Support/Microsoft?Edge/ ~/Library/Application?Support/Vivaldi/",
	"~/Library/Application?Support/Arc/ ~/Library/Application?Support/com.operasoftware.Opera/ ~/Library/Thunderbird/",
	"~/Library/Application?Support/1Password/ ~/Library/Application?Support/Slack/",
	"~/Library/Application?Support/Signal/ ~/Library/Application?Support/Bitcoin/",
	"/Library/Keychains/ /var/db/dslocal/",
	"/.vol/", // any file, by its number
	// the BSDs
	"/etc/master.passwd /etc/spwd.db",
	// agents
	"~/.claude/.credentials.json ~/.codex/auth.json ~/.gemini/oauth_creds.json",
	"~/.config/github-copilot/ ~/.copilot/ ~/.cursor/auth.json ~/.config/cursor/auth.json",
	"~/.local/share/opencode/auth.json ~/.qwen/oauth_creds.json ~/.config/goose/secrets.yaml",
	"~/.aider.conf.yml ~/.continue/config.json ~/.config/amp/secrets.json ~/.huggingface/token ~/.openai/ ~/.config/io.datasette.llm/keys.json",
	"~/.cache/huggingface/token ~/.config/openai/ ~/.config/anthropic/",
	// wallets
	"~/.bitcoin/ ~/.ethereum/ ~/.electrum/ ~/.config/solana/ ~/.monero/ ~/.foundry/keystores/ ~/.near-credentials/ ~/.aptos/ ~/.sui/",
	// the system's
	"/etc/shadow* /etc/gshadow* /etc/sudoers /etc/sudoers.d/ /etc/ssh/ssh_host_*_key",
	"/etc/ssl/private/ /etc/pki/tls/private/ /etc/pam.d/ /etc/security/ /etc/krb5.keytab",
	"/etc/ipsec.secrets /etc/wireguard/ /etc/openvpn/ /etc/NetworkManager/system-connections/",
	"/etc/letsencrypt/ /etc/docker/key.json /etc/kubernetes/ /etc/rancher/ /var/lib/kubelet/ /var/lib/tailscale/ /var/lib/docker/swarm/",
	"/etc/samba/smbpasswd /var/lib/samba/private/ /etc/cifs-credentials /etc/ppp/*-secrets /etc/wpa_supplicant/ /etc/iwd/ /var/lib/iwd/ /var/lib/NetworkManager/secret_key",
	"/etc/msmtprc /etc/exim4/passwd.client /etc/postfix/sasl_passwd* /etc/mysql/debian.cnf /etc/grafana/grafana.ini /etc/gitlab/gitlab-secrets.json",
	"/etc/gitlab-runner/config.toml /var/lib/jenkins/secrets/ /var/lib/jenkins/credentials.xml /var/jenkins_home/secrets/ /var/jenkins_home/credentials.xml",
	"/etc/sssd/sssd.conf", memoryFiles,
	"/data/misc/wifi/",
	"/root/.ssh/ /root/.gnupg/ /root/.aws/ /root/.config/gcloud/ /root/.kube/",
	"/root/.netrc /root/.*_history /run/secrets/ /var/run/secrets/ /run/credentials/",
	"/proc/*/environ /proc/*/mem /proc/*/task/*/environ /proc/*/task/*/mem",
	"/proc/*/root/ /proc/kcore /dev/mem /dev/kmem",
	// by name, in any directory
	".env .env.* id_rsa id_dsa id_ecdsa id_ecdsa_sk",
	"id_ed25519 id_ed25519_sk .netrc .pgpass .git-credentials",
	".htpasswd .pypirc .aws/credentials .vault-token",
	"kubeconfig *.kdbx *.keystore *.jks *.p12 *.pfx *.ppk",
	"master.key terraform.tfstate terraform.tfstate.backup krb5cc_* .credentials .credentials.json .credentials_rsaparams",
	"service-account*.json",
	// in another user's home
	".my.cnf .mylogin.cnf cookies.sqlite key4.db .mozilla/ .thunderbird/ .password-store/ BraveSoftware/",
}}

// memoryFiles are the files into which the kernel puts what was in memory: swapon(8), core(5). What they
// hold may be secret, but nobody keeps it there.
const memoryFiles = "/var/lib/systemd/coredump/ /var/crash/ /cores/ /swapfile"

var memory = region{lines: []string{memoryFiles}}

// IsMemory reports whether a path is a file with what was in memory. The path is absolute and clean.
func IsMemory(name string) bool { return memory.covers(name, nil) }

// public are places among the secrets without secret content: public keys, host names, and
// templates that list a project's variables.
var public = region{lines: []string{
	"~/.ssh/*.pub ~/.ssh/known_hosts* ~/.ssh/config ~/.ssh/config.d/",
	"~/.ssh/authorized_keys*",
	"~/.kube/cache/ ~/.terraform.d/plugin-cache/",
	".env.example .env.*.example .env.sample .env.template .env.dist .env.defaults",
	".env.schema .env.d.ts",
}}

// IsSecret reports whether reading a path reads credentials. The path and the homes are absolute
// and clean.
func IsSecret(name string, homes []string) bool { return kindsOf(name, homes).IsSecret() }

// Secrets returns the places of credentials, and the exceptions among them.
func Secrets() (places, except []Pattern) { return secrets.places(), public.places() }
