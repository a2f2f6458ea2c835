package policy

import (
	"fmt"
	"slices"
	"strings"
)

// A Credential is a secret for which commands in a sandbox get a placeholder: a worthless text of
// the same form. The proxy to listed hosts puts the real value into requests to the credential's
// own hosts.
type Credential struct {
	Name     string
	Provider string      // one of Providers, or ""
	Env      []string    // variables with this value
	Files    []string    // files that contain it: absolute, or below ~
	Origins  []WebOrigin // where it may be sent; empty means only where its file says
	Fields   []string    // header fields that carry it, in addition to the usual ones
	Query    []string    // query parameters that carry it
	From     string      // FILE:LINE
}

// A WebOrigin is a server that credentials may be sent to.
type WebOrigin struct {
	Host  string // a plain name, or one with *. for all below it
	Port  uint16
	Clear bool // http://: the program connects without TLS
}

// String returns the form in policies.
func (o WebOrigin) String() string {
	switch {
	case o.Clear && o.Port == clearPort:
		return "http://" + o.Host
	case o.Clear:
		return fmt.Sprintf("http://%s:%d", o.Host, o.Port)
	case o.Port != securePort:
		return fmt.Sprintf("%s:%d", o.Host, o.Port)
	}
	return o.Host
}

// The ports of the web.
const (
	clearPort  = 80
	securePort = 443
)

// A Provider says where a service's clients store its credentials and where they send them. A
// credential that names a provider takes from it all fields it does not set itself.
type Provider struct {
	Name  string
	Env   string // separated by blanks, as all of these
	Files string
	Hosts string
	Query string
	Where string // where this is documented
}

// providers are the known services. Those whose files name the host, such as a package registry,
// need no row here.
var providers = [...]Provider{
	{"anthropic", "ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN", "", "api.anthropic.com", "", "Anthropic API: x-api-key, bearer"},
	{"aws", "AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN", "~/.aws/credentials", "*.amazonaws.com *.api.aws", "X-Amz-Security-Token", "AWS CLI: environment variables, shared credentials file; Signature Version 4"},
	{"azure", "AZURE_DEVOPS_EXT_PAT AZURE_OPENAI_API_KEY", "", "dev.azure.com *.visualstudio.com *.openai.azure.com *.cognitiveservices.azure.com", "", "Azure DevOps: a token as password; Azure OpenAI: api-key"},
	{"docker", "", "~/.docker/config.json", "", "", "docker login: auths, by registry"},
	{"gcp", "CLOUDSDK_AUTH_ACCESS_TOKEN GOOGLE_OAUTH_ACCESS_TOKEN GOOGLE_API_KEY GEMINI_API_KEY", "", "*.googleapis.com", "key", "Google Cloud: bearer, x-goog-api-key, key="},
	{"git", "", "~/.git-credentials ~/.netrc", "", "", "git-credential-store(1), netrc(5): by host"},
	{"github", "GITHUB_TOKEN GH_TOKEN", "~/.config/gh/hosts.yml", "api.github.com github.com uploads.github.com raw.githubusercontent.com", "", "gh help environment; GitHub REST API: token, bearer, basic"},
	{"gitlab", "GITLAB_TOKEN GITLAB_ACCESS_TOKEN", "~/.config/glab-cli/config.yml", "gitlab.com", "private_token", "GitLab REST API: PRIVATE-TOKEN, bearer"},
	{"npm", "NPM_TOKEN NODE_AUTH_TOKEN", "~/.npmrc", "", "", "npmrc: _authToken, _auth and _password, by registry"},
	{"openai", "OPENAI_API_KEY", "", "api.openai.com", "", "OpenAI API: bearer"},
	{"openrouter", "OPENROUTER_API_KEY", "", "openrouter.ai", "", "OpenRouter API: bearer"},
	{"pypi", "TWINE_PASSWORD UV_PUBLISH_TOKEN FLIT_PASSWORD", "~/.pypirc", "", "", "twine, uv: a token as password"},
}

// Providers returns the services that a credential can name.
func Providers() []Provider { return providers[:] }

// credentialTable is a credential in a policy file.
type credentialTable struct {
	it   Credential
	said struct{ env, files, hosts, query bool }
}

// credentialFields are the keys of [credentials.NAME].
func credentialFields() []field[credentialTable] {
	list := func(into func(*credentialTable) (*[]string, *bool), wrong func(string) string) func(*credentialTable, value) error {
		return func(c *credentialTable, v value) error {
			names, err := readNames(v.asList(), wrong)
			texts, said := into(c)
			*texts, *said = nil, true
			for _, n := range names {
				*texts = append(*texts, n.it)
			}
			return err
		}
	}
	return []field[credentialTable]{
		{"provider", readProvider},
		{"env", list(func(c *credentialTable) (*[]string, *bool) { return &c.it.Env, &c.said.env }, wholeVariable)},
		{"file", list(func(c *credentialTable) (*[]string, *bool) { return &c.it.Files, &c.said.files }, credentialFile)},
		{"hosts", readOrigins},
		{"headers", list(func(c *credentialTable) (*[]string, *bool) { return &c.it.Fields, new(bool) }, fieldName)},
		{"query", list(func(c *credentialTable) (*[]string, *bool) { return &c.it.Query, &c.said.query }, parameterName)},
	}
}

// asList converts a text to a list of one.
func (v value) asList() value {
	if text, is := v.data.(string); is {
		v.data = []any{text}
	}
	return v
}

func readProvider(c *credentialTable, v value) error {
	names := make([]string, len(providers))
	for i, p := range providers {
		names[i] = p.Name
	}
	i, err := v.word("provider", names)
	if err == nil {
		c.it.Provider = names[i]
	}
	return err
}

func readOrigins(c *credentialTable, v value) error {
	c.said.hosts = true
	return eachText(v.asList(), func(e value, text string) error {
		o, ok := readWebOrigin(text)
		if !ok {
			return e.errorf("%q is no host for a credential: write a name as api.example.com or *.example.com, with :PORT where it is not 443, and http:// before it where the program speaks to it without TLS", text)
		}
		c.it.Origins = append(c.it.Origins, o)
		return nil
	})
}

func readWebOrigin(text string) (WebOrigin, bool) {
	rest, clear := strings.CutPrefix(text, "http://")
	entry, err := readDomain(strings.TrimPrefix(rest, "https://"))
	if err != nil {
		return WebOrigin{}, false
	}
	o := WebOrigin{Port: securePort, Clear: clear}
	if clear {
		o.Port = clearPort
	}
	host, port := portOf(entry)
	if o.Host = host; port != 0 {
		o.Port = port
	}
	return o, true
}

// wholeVariable returns why a text is not the name of a single variable.
func wholeVariable(name string) string {
	if strings.HasSuffix(name, "*") || variableName(name) != "" {
		return "is no name of a variable"
	}
	return ""
}

// credentialFile returns why a text is not a file.
func credentialFile(name string) string {
	if _, err := newPath(name); err != nil || !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "~/") {
		return "is no file: write its path from / or ~/"
	}
	return ""
}

// fieldName returns why a text is not the name of a header field (RFC 9110, section 5.1), or is
// one with a meaning to the proxy or the server.
func fieldName(name string) string {
	switch strings.ToLower(name) {
	case "host", "content-length", "transfer-encoding", "connection", "cookie":
		return "is no header that carries a credential"
	}
	for i := range len(name) {
		if c := name[i]; c != '-' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return "is no name of a header"
		}
	}
	if name == "" {
		return "is no name of a header"
	}
	return ""
}

// parameterName returns why a text is not the name of a query parameter.
func parameterName(name string) string {
	if name == "" || strings.ContainsAny(name, "=&?#% ") {
		return "is no name of a query parameter"
	}
	return ""
}

// readCredentials reads the tables below [credentials].
func readCredentials(d *document, v value) error {
	table, ok := v.data.(map[string]any)
	if !ok {
		return v.mistyped("a table")
	}
	for _, in := range v.entries(table) {
		c := credentialTable{it: Credential{Name: in.key, From: in.where()}}
		if !isProfileName(in.key) {
			return in.errorf("%q cannot be the name of a credential: use letters, digits and dashes", in.key)
		}
		if err := fill(&c, in, credentialFields()); err != nil {
			return err
		}
		c.provide()
		if len(c.it.Env)+len(c.it.Files) == 0 {
			return in.errorf("credential %q: it is nowhere: give env, file or provider", in.key)
		}
		in.key = "credentials." + in.key
		d.credentials = append(d.credentials, said[Credential]{in, c.it})
	}
	return nil
}

// provide fills in missing fields from the credential's provider.
func (c *credentialTable) provide() {
	at := slices.IndexFunc(providers[:], func(p Provider) bool { return p.Name == c.it.Provider })
	if at < 0 {
		return
	}
	p := providers[at]
	if !c.said.env && !c.said.files {
		c.it.Env, c.it.Files = strings.Fields(p.Env), strings.Fields(p.Files)
	}
	if !c.said.hosts {
		for host := range strings.FieldsSeq(p.Hosts) {
			c.it.Origins = append(c.it.Origins, WebOrigin{Host: host, Port: securePort})
		}
	}
	if !c.said.query {
		c.it.Query = strings.Fields(p.Query)
	}
}

func hostList(all []WebOrigin) string {
	texts := make([]string, len(all))
	for i, o := range all {
		texts[i] = o.String()
	}
	return strings.Join(texts, ", ")
}

// trustCredentials merges a trusted layer's credentials by name: the later layer wins.
func (m *merger) trustCredentials(d *document, user bool) {
	for _, c := range d.credentials {
		if user && !m.unlocked("credentials", c.value, hostList(c.it.Origins)) {
			continue
		}
		m.policy.Credentials = slices.DeleteFunc(m.policy.Credentials, func(other Credential) bool { return other.Name == c.it.Name })
		m.policy.Credentials = append(m.policy.Credentials, c.it)
	}
}

// tightenCredentials ignores a project's credentials: they could send a secret to the project's hosts.
func (m *merger) tightenCredentials(d *document) {
	for _, c := range d.credentials {
		m.loosening(c.value, "credentials.%s", c.it.Name)
	}
}
