package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCredentials(t *testing.T) {
	p, err := Load([]Layer{{Name: "p.toml", Kind: User, Data: []byte(`
profile = "cautious"
[credentials.mine]
env = "MY_TOKEN"
file = ["~/.token", "/etc/token"]
hosts = ["api.example.com", "*.example.org:8443", "http://localhost:4873", "https://other.example"]
headers = "X-My-Token"
query = ["token"]
[credentials.github]
provider = "github"
env = "OTHER_TOKEN"
`)}}, Flags{})
	require.NoError(t, err)
	require.Len(t, p.Credentials, 2)
	github, mine := p.Credentials[0], p.Credentials[1]
	if github.Name == "mine" {
		github, mine = mine, github
	}
	assert.Equal(t, Credential{
		Name: "mine", Env: []string{"MY_TOKEN"}, Files: []string{"~/.token", "/etc/token"}, Fields: []string{"X-My-Token"}, Query: []string{"token"},
		Origins: []WebOrigin{{"api.example.com", 443, false}, {"*.example.org", 8443, false}, {"localhost", 4873, true}, {"other.example", 443, false}},
		From:    "p.toml:3",
	}, mine)
	assert.Equal(t, []string{"OTHER_TOKEN"}, github.Env)
	assert.Empty(t, github.Files, "who says where it is says all of where it is")
	assert.Contains(t, github.Origins, WebOrigin{"api.github.com", 443, false})
	texts := []string{}
	for _, o := range mine.Origins {
		texts = append(texts, o.String())
	}
	assert.Equal(t, []string{"api.example.com", "*.example.org:8443", "http://localhost:4873", "other.example"}, texts)
}

func TestCredentialLayers(t *testing.T) {
	layers := func(lock, project string) []Layer {
		return []Layer{
			{Name: "system", Kind: System, Data: []byte("profile = \"open\"\n" + lock + "[credentials.a]\nenv = \"A\"\nhosts = \"a.example\"\n")},
			{Name: "user", Kind: User, Data: []byte("profile = \"open\"\n[credentials.a]\nenv = \"A\"\nhosts = \"evil.example\"\n")},
			{Name: "project", Kind: Project, Data: []byte(project)},
		}
	}
	for name, c := range map[string]struct {
		lock, project, host string
		notice              string
	}{
		"the user's own wins":     {"", "", "evil.example", ""},
		"unless it is locked":     {"lock = [\"credentials\"]\n", "", "a.example", `user:2: ignored: credentials.a: evil.example: locked by system`},
		"a project's is ignored":  {"", "[credentials.b]\nenv = \"B\"\nhosts = \"evil.example\"\n", "evil.example", "project:1: ignored: credentials.b"},
		"of the same name, too":   {"", "[credentials.a]\nenv = \"A\"\nhosts = \"worse.example\"\n", "evil.example", "project:1: ignored: credentials.a"},
		"a project that is quiet": {"", "[actions]\nopaque = \"ask\"\n", "evil.example", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Load(layers(c.lock, c.project), Flags{})
			require.NoError(t, err)
			require.Len(t, p.Credentials, 1)
			assert.Equal(t, c.host, p.Credentials[0].Origins[0].Host)
			if c.notice == "" {
				assert.Empty(t, p.Notices)
				return
			}
			require.Len(t, p.Notices, 1)
			assert.Contains(t, p.Notices[0], c.notice)
		})
	}
}

func TestCredentialErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"nowhere":             {"hosts = \"a.example\"", "p.toml:2: credential \"x\": it is nowhere"},
		"an unknown provider": {"provider = \"githbu\"", "github"},
		"an unknown key":      {"envs = \"X\"", "envs"},
		"a URL":               {"env = \"X\"\nhosts = \"https://a.example/path\"", "is no host for a credential"},
		"all hosts":           {"env = \"X\"\nhosts = \"*\"", "is no host for a credential"},
		"several variables":   {"env = \"X*\"", "is no name of a variable"},
		"a file nowhere":      {"file = \"token\"", "is no file"},
		"a header for others": {"env = \"X\"\nheaders = \"Host\"", "is no header that carries a credential"},
		"two headers":         {"env = \"X\"\nheaders = \"A: b\"", "is no name of a header"},
		"a parameter":         {"env = \"X\"\nquery = \"a=b\"", "is no name of a query parameter"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load([]Layer{{Name: "p.toml", Kind: User, Data: []byte("profile = \"open\"\n[credentials.x]\n" + c.text + "\n")}}, Flags{})
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.want)
		})
	}
}
