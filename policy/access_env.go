package policy

import (
	"strings"

	"github.com/agent-loop/shimgen/gate"
)

// A CredentialVariable is a pattern for names of variables that contain credentials, or lead to them.
type CredentialVariable struct {
	Name   string // in capitals; * at its beginning or end matches anything
	Reason string
}

// credentialVariables are the patterns, by the manuals of the programs that read the variables.
var credentialVariables = [...]CredentialVariable{
	{"*_TOKEN", "what services give instead of a password: GITHUB_TOKEN, NPM_TOKEN, VAULT_TOKEN"},
	{"*_TOKENS", "several of them"},
	{"TOKEN", "the same"},
	{"*_SECRET", "client secrets of OAuth, keys for signatures"},
	{"*_SECRETS", "several of them"},
	{"SECRET*", "SECRET_KEY, SECRET_KEY_BASE of Django and Rails"},
	{"*_SECRET_KEY*", "the same behind a name"},
	{"*_KEY", "keys of interfaces: OPENAI_API_KEY, ANTHROPIC_API_KEY; and what encrypts"},
	{"*_KEYS", "several of them"},
	{"*_APIKEY", "the same"},
	{"APIKEY", "the same"},
	{"*_KEY_ID", "the name that a key goes by"},
	{"*PASSWORD*", "passwords: PGPASSWORD, MYSQL_ROOT_PASSWORD, SSHPASS"},
	{"*PASSWD*", "the same"},
	{"*PASSPHRASE*", "of keys: GPG_PASSPHRASE, BORG_PASSPHRASE"},
	{"*_PASS", "the same"},
	{"SSHPASS", "sshpass(1)"},
	{"MYSQL_PWD", "mysql(1)"},
	{"*_PWD_HASH", "what a password is compared with"},
	{"*_CREDENTIALS*", "and where they lie: GOOGLE_APPLICATION_CREDENTIALS"},
	{"*_CREDENTIAL*", "the same"},
	{"*_COOKIE", "sessions that are signed in"},
	{"*_SESSION_TOKEN", "the same"},
	{"*_AUTH", "names and passwords for registries: NPM_CONFIG__AUTH, CI_REGISTRY_AUTH"},
	{"*_AUTH_CONFIG", "DOCKER_AUTH_CONFIG"},
	{"*_PAT", "personal access tokens"},
	{"*_DSN", "addresses with passwords: SENTRY_DSN"},
	{"*_CONNECTION_STRING", "the same: AZURE_STORAGE_CONNECTION_STRING"},
	{"*DATABASE_URL", "the same: DATABASE_URL"},
	{"*_WEBHOOK*", "addresses that are credentials themselves: SLACK_WEBHOOK_URL"},
	{"*_PRIVATE_*", "private keys"},
	{"AWS_*", "AWS CLI: keys, sessions, and the profile and the file that they come from"},
	{"AZURE_*", "Azure CLI and SDK: environment credentials"},
	{"ARM_*", "Terraform's provider for Azure"},
	{"GOOGLE_*", "Google Cloud SDK"},
	{"CLOUDSDK_*", "Google Cloud SDK"},
	{"GCP_*", "the same"},
	{"OCI_CLI_*", "Oracle Cloud"},
	{"KUBECONFIG", "kubectl: where clusters and their credentials lie"},
	{"VAULT_*", "vault"},
	{"TF_VAR_*", "Terraform: variables, passwords among them"},
	{"TF_TOKEN_*", "Terraform: registries"},
	{"ACTIONS_*", "GitHub's runners: tokens for caches and identities"},
	{"CI_JOB_*", "GitLab's runners: the job's token"},
	{"*_NETRC", "where names and passwords lie"},
}

// notCredentials are names that match a pattern but contain no secret.
var notCredentials = []string{
	"*_CA_BUNDLE", "*_CA_CERTS_FILE", "*_PUBLIC_KEY", "*_PUBLIC_KEYS", "AWS_PAGER", "AWS_CLI_AUTO_PROMPT", "CI_JOB_NAME", "CI_JOB_STAGE", "GPG_KEY",
	"NO_PASSWORD", "GIT_ASKPASS", "SSH_ASKPASS", "SUDO_ASKPASS", "CLOUDSDK_PYTHON", "ACTIONS_STEP_DEBUG",
}

// plain are variables that pass whatever their value looks like: the address of a proxy may
// contain a password, and without a proxy nothing is reachable.
var plain = []string{
	"PATH", "HOME", "TERM", "LANG", "LC_*", "TZ", "PWD", "OLDPWD", "SHELL", "USER", "LOGNAME", "TMPDIR",
	"HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "ALL_PROXY", "NO_PROXY", "AGENT_LOOP_*",
}

// CredentialVariables returns the patterns for names of variables with credentials.
func CredentialVariables() []CredentialVariable { return credentialVariables[:] }

// Passes reports whether a variable, as NAME=value, is in the environment of commands that exec
// and the server start, and if not, why. A profile that reduces the environment removes variables
// with the name or the form of a credential, unless the policy names them.
func (p *Policy) Passes(variable string) (why string, passes bool) {
	name, value, _ := strings.Cut(variable, "=")
	upper := strings.ToUpper(name)
	if !p.Access.Reduced || anyForm(plain, upper) || anyForm(p.Access.Env, name) {
		return "", true
	}
	for _, c := range credentialVariables {
		if inForm(c.Name, upper) && !anyForm(notCredentials, upper) {
			return c.Reason, false
		}
	}
	if len(gate.Credentials(value)) > 0 {
		return "its value has the shape of a credential", false
	}
	return "", true
}

func anyForm(forms []string, name string) bool {
	for _, form := range forms {
		if inForm(form, name) {
			return true
		}
	}
	return false
}

// inForm reports whether a name matches a pattern.
func inForm(form, name string) bool {
	head, front := strings.CutPrefix(form, "*")
	stem, back := strings.CutSuffix(head, "*")
	switch {
	case front && back:
		return strings.Contains(name, stem)
	case front:
		return strings.HasSuffix(name, stem)
	case back:
		return strings.HasPrefix(name, stem)
	}
	return name == form
}
