package credential_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/credential"
	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/policy"
)

// loaded are the credentials of a policy.
func loaded(t *testing.T, text string) []policy.Credential {
	t.Helper()
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte("profile = \"open\"\n" + text)}}, policy.Flags{})
	require.NoError(t, err)
	return p.Credentials
}

// machine has some variables, and files by their paths.
func machine(files map[string]string, env ...string) credential.Machine {
	return credential.Machine{
		Env:  env,
		Path: func(name string) string { return strings.Replace(name, "~", "/home/u", 1) },
		Read: func(name string) ([]byte, error) {
			text, is := files[name]
			if !is {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		},
	}
}

const aToken = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"

func TestVariables(t *testing.T) {
	s, err := credential.Open(loaded(t, "[credentials.github]\nprovider = \"github\""), machine(nil, "A=1", "GITHUB_TOKEN="+aToken, "URL=https://x:"+aToken+"@github.com/"))
	require.NoError(t, err)
	require.Len(t, s.Credentials, 1)
	c := s.Credentials[0]
	assert.Equal(t, aToken, c.Value)
	assert.Regexp(t, regexp.MustCompile(`^ghp_[0-9A-Za-z]{36}$`), c.StandIn)
	assert.Contains(t, c.Origins, egress.Origin{Host: "api.github.com", Port: 443})
	assert.Equal(t, []string{"GITHUB_TOKEN"}, s.Variables)
	env := s.Environ([]string{"A=1", "GITHUB_TOKEN=" + aToken, "URL=https://x:" + aToken + "@github.com/"})
	assert.Equal(t, []string{"A=1", "GITHUB_TOKEN=" + c.StandIn, "URL=https://x:" + c.StandIn + "@github.com/"}, env)
	assert.Contains(t, s.Names(), "api.github.com")
}

// A variable that is there twice, and a value that another begins with, are hidden as a whole.
func TestVariablesThatOverlap(t *testing.T) {
	const longer = aToken + "AndMore"
	env := []string{"A=" + aToken, "B=" + longer, "A=" + longer + "1", "C=" + aToken + longer}
	for range 20 { // the order of maps
		s, err := credential.Open(loaded(t, "[credentials.x]\nenv = [\"A\", \"B\"]"), machine(nil, env...))
		require.NoError(t, err)
		require.Len(t, s.Credentials, 3)
		out := strings.Join(s.Environ(env), " ")
		for _, part := range []string{aToken, "AndMore"} {
			assert.NotContains(t, out, part)
		}
	}
}

func TestShapes(t *testing.T) {
	for name, c := range map[string]struct{ secret, want string }{
		"a prefix":               {aToken, `^ghp_[A-Za-z0-9]{36}$`},
		"several words":          {"github_pat_11ABCDEFG0aBcDeFgHiJkLm_NoPqRsTuVwXyZ0123456789", `^github_pat_[0-9A-Za-z]+_[0-9A-Za-z]+$`},
		"a provider's own":       {"sk-ant-api03-R2D2c3poAbCdEfGhIjKlMnOp-QrStUv", `^sk-ant-api03-[0-9A-Za-z]{24}-[0-9A-Za-z]{6}$`},
		"a kind of key":          {"AKIAIOSFODNN7EXAMPLE", `^AKIA[0-9A-Z]{16}$`},
		"classes and signs":      {"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", `^[a-z][A-Z][a-z]{3}[A-Z]{2}[a-z]{2}[A-Z]{4}/[A-Z][0-9][A-Z]{5}\+[a-z][A-Z][a-z][A-Z][a-z]{2}[A-Z]+$`},
		"a number":               {"1234567890", `^[0-9]{10}$`},
		"a token with a payload": {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.AbCdEfGhIjKlMnOpQr", `^eyJhbGciOiJIUzI1NiJ9\.eyJzdWIiOiIxIn0\.[A-Za-z]{18}$`},
		"words all through":      {"correct-horse-battery-staple", `^[a-z]+-[a-z]+-[a-z]+-[a-z]+$`},
		"groups of a key":        {"a1b2-c3d4-e5f6-a7b8-c9d0e1f2a3b4c5d6e7f8", `^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{20}$`},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := credential.Open(loaded(t, "[credentials.x]\nenv = \"X\"\nhosts = \"x.example\""), machine(nil, "X="+c.secret))
			require.NoError(t, err)
			got := s.Credentials[0].StandIn
			assert.Regexp(t, c.want, got)
			assert.Len(t, got, len(c.secret))
			assert.NotEqual(t, c.secret, got)
			if name == "groups of a key" {
				assert.NotContains(t, got, "a1b2-", "which are the secret itself")
			}
		})
	}
}

func TestFiles(t *testing.T) {
	https := func(host string) []egress.Origin { return []egress.Origin{{Host: host, Port: 443}} }
	for name, c := range map[string]struct {
		policy, path, text string
		secrets            map[string][]egress.Origin // by value
		copied             string                     // with X for each character of a stand-in
	}{
		"npm: by registry": {
			"provider = \"npm\"", ".npmrc",
			"registry=https://a.example/\n//a.example/:_authToken=npm_0123456789abcdefghijABCDEFGHIJ012345\n//b.example:8443/x/:_authToken = \"0123456789abcdef\"\n//c.example/:_authToken=${NPM_TOKEN}\n",
			map[string][]egress.Origin{"npm_0123456789abcdefghijABCDEFGHIJ012345": https("a.example"), "0123456789abcdef": {{Host: "b.example", Port: 8443}}},
			"registry=https://a.example/\n//a.example/:_authToken=XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX\n//b.example:8443/x/:_authToken = \"XXXXXXXXXXXXXXXX\"\n//c.example/:_authToken=${NPM_TOKEN}\n",
		},
		"npm: a pair": {
			"provider = \"npm\"", ".npmrc", "//a.example/:_auth=dXNlcjpzZWNyZXRzZWNyZXQx\n",
			map[string][]egress.Origin{"secretsecret1": https("a.example")},
			"",
		},
		"npm: a registry that the policy says is spoken to in the clear": {
			"provider = \"npm\"\nhosts = [\"http://localhost:4873\", \"other.example\"]", ".npmrc", "//localhost:4873/:_authToken=0123456789abcdef\n",
			map[string][]egress.Origin{"0123456789abcdef": {{Host: "localhost", Port: 4873, Clear: true}}},
			"//localhost:4873/:_authToken=XXXXXXXXXXXXXXXX\n",
		},
		"npm: a registry that the policy does not list": {
			"provider = \"npm\"\nhosts = [\"other.example\"]", ".npmrc", "//a.example/:_authToken=0123456789abcdef\n",
			map[string][]egress.Origin{"0123456789abcdef": nil},
			"//a.example/:_authToken=XXXXXXXXXXXXXXXX\n",
		},
		"netrc": {
			"provider = \"git\"", ".netrc", "machine a.example login me password s3cretS3cret\nmachine b.example\n  login me\n  password an0therS3cret\n",
			map[string][]egress.Origin{"s3cretS3cret": https("a.example"), "an0therS3cret": https("b.example")},
			"machine a.example login me password XXXXXXXXXXXX\nmachine b.example\n  login me\n  password XXXXXXXXXXXXX\n",
		},
		"git's store": {
			"provider = \"git\"", ".git-credentials", "https://me:" + aToken + "@github.com\nhttps://me:s3cret%2FS3cret@b.example\n",
			map[string][]egress.Origin{aToken: https("github.com"), "s3cret/S3cret": https("b.example")},
			"",
		},
		"gh": {
			"provider = \"github\"\nhosts = \"api.github.com\"", ".config/gh/hosts.yml", "github.com:\n    user: me\n    oauth_token: " + aToken + "\n    git_protocol: https\n",
			map[string][]egress.Origin{aToken: https("api.github.com")},
			"github.com:\n    user: me\n    oauth_token: " + strings.Repeat("X", len(aToken)) + "\n    git_protocol: https\n",
		},
		"docker": {
			"provider = \"docker\"", ".docker/config.json", `{"auths": {"https://r.example/v1/": {"auth": "dXNlcjpzZWNyZXRzZWNyZXQx"}, "s.example:5000": {"auth": "dXNlcjphbm90aGVyc2VjcmV0", "email": "x"}}}`,
			map[string][]egress.Origin{"secretsecret1": https("r.example"), "anothersecret": {{Host: "s.example", Port: 5000}}},
			"",
		},
		"AWS": {
			"provider = \"aws\"\nhosts = \"*.amazonaws.com\"", ".aws/credentials", "[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY\n[other]\naws_secret_access_key=AbcdEfghIjklMnopQrst/uvwxYZ0123456789+Ab\naws_access_key_id=AKIAI44QH8DHBEXAMPLE\n",
			map[string][]egress.Origin{"AKIAIOSFODNN7EXAMPLE": https("*.amazonaws.com"), "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY": nil, "AbcdEfghIjklMnopQrst/uvwxYZ0123456789+Ab": nil, "AKIAI44QH8DHBEXAMPLE": https("*.amazonaws.com")},
			"[default]\naws_access_key_id = XXXXXXXXXXXXXXXXXXXX\naws_secret_access_key = XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX\n[other]\naws_secret_access_key=XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX\naws_access_key_id=XXXXXXXXXXXXXXXXXXXX\n",
		},
		"git's store: a user alone": {
			"provider = \"git\"", ".git-credentials", "https://me@github.com\nhttps://me:" + aToken + "@github.com\n",
			map[string][]egress.Origin{aToken: https("github.com")},
			"https://me@github.com\nhttps://me:" + strings.Repeat("X", len(aToken)) + "@github.com\n",
		},
		"git's store: a token as the name of a user": {
			"provider = \"git\"", ".git-credentials", "https://0123456789abcdef0123:x-oauth-basic@a.example\nhttps://abcdef0123456789abcd@b.example\n",
			map[string][]egress.Origin{"0123456789abcdef0123": https("a.example"), "x-oauth-basic": https("a.example"), "abcdef0123456789abcd": https("b.example")},
			"",
		},
		"npm: for all registries": {
			"provider = \"npm\"", ".npmrc", "_auth = dXNlcjpzZWNyZXRzZWNyZXQx\n_authToken=0123456789abcdef\n",
			map[string][]egress.Origin{"secretsecret1": nil, "0123456789abcdef": nil},
			"",
		},
		"netrc: for all machines": {
			"provider = \"git\"", ".netrc", "machine a.example login me password s3cretS3cret\ndefault login me password an0therS3cret\n",
			map[string][]egress.Origin{"s3cretS3cret": https("a.example"), "an0therS3cret": nil},
			"",
		},
		"netrc: one secret begins another": {
			"provider = \"git\"", ".netrc", "machine a.example login me password s3cretS3cret\nmachine b.example login me password s3cretS3cretAndMore\n",
			map[string][]egress.Origin{"s3cretS3cret": https("a.example"), "s3cretS3cretAndMore": https("b.example")},
			"machine a.example login me password XXXXXXXXXXXX\nmachine b.example login me password XXXXXXXXXXXXXXXXXXX\n",
		},
		"AWS: in capitals, and with colons": {
			"provider = \"aws\"\nhosts = \"*.amazonaws.com\"", ".aws/credentials", "[default]\nAWS_ACCESS_KEY_ID: AKIAIOSFODNN7EXAMPLE\nAWS_Secret_Access_Key: wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY\naws_security_token = FwoGZXIvYXdzEBYaDHqa0APxyz\n",
			map[string][]egress.Origin{"AKIAIOSFODNN7EXAMPLE": https("*.amazonaws.com"), "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY": nil, "FwoGZXIvYXdzEBYaDHqa0APxyz": https("*.amazonaws.com")},
			"",
		},
		"glab: a token that gets others": {
			"provider = \"gitlab\"", ".config/glab-cli/config.yml", "hosts:\n    gitlab.com:\n        token: 0123456789abcdef0123\n        oauth2_refresh_token: abcdef0123456789abcd\n",
			map[string][]egress.Origin{"0123456789abcdef0123": https("gitlab.com"), "abcdef0123456789abcd": https("gitlab.com")},
			"",
		},
		"a file that is the secret": {
			"file = \"~/token\"\nhosts = \"a.example\"", "token", "s3cretS3cret\n",
			map[string][]egress.Origin{"s3cretS3cret": https("a.example")},
			"XXXXXXXXXXXX\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := credential.Open(loaded(t, "[credentials.x]\n"+c.policy), machine(map[string]string{"/home/u/" + c.path: c.text}))
			require.NoError(t, err)
			got, text := map[string][]egress.Origin{}, ""
			require.Len(t, s.Files, 1)
			assert.Equal(t, "/home/u/"+c.path, s.Files[0].Path)
			text = string(s.Files[0].Text)
			for _, held := range s.Credentials {
				got[held.Value] = held.Origins
				assert.NotContains(t, text, held.Value)
				text = strings.ReplaceAll(text, held.StandIn, strings.Repeat("X", len(held.StandIn)))
			}
			assert.Equal(t, c.secrets, got)
			if c.copied != "" {
				assert.Equal(t, c.copied, text)
			}
			assert.Len(t, text, len(c.text))
		})
	}
}

func TestKeysThatSign(t *testing.T) {
	s, err := credential.Open(loaded(t, "[credentials.aws]\nprovider = \"aws\""),
		machine(nil, "AWS_SESSION_TOKEN=FwoGZXIvYXdzEBYaDHqa0APxyz", "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "AWS_ACCESS_KEY_ID=ASIAIOSFODNN7EXAMPLE"))
	require.NoError(t, err)
	at := slices.IndexFunc(s.Credentials, func(c egress.Credential) bool { return c.Value == "ASIAIOSFODNN7EXAMPLE" })
	require.GreaterOrEqual(t, at, 0)
	assert.Equal(t, "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", s.Credentials[at].Secret)
	assert.Len(t, s.Credentials, 3)
}

// One value in several places, of several names, goes to all of their hosts.
func TestOneValue(t *testing.T) {
	s, err := credential.Open(loaded(t, "[credentials.a]\nenv = [\"A\", \"B\"]\nhosts = \"a.example\"\n[credentials.b]\nfile = \"~/t\"\nhosts = \"b.example\"\nheaders = \"X-B\""),
		machine(map[string]string{"/home/u/t": aToken}, "A="+aToken, "B="+aToken))
	require.NoError(t, err)
	require.Len(t, s.Credentials, 1)
	assert.Equal(t, []egress.Origin{{Host: "a.example", Port: 443}, {Host: "b.example", Port: 443}}, s.Credentials[0].Origins)
	assert.Equal(t, []string{"X-B"}, s.Credentials[0].Fields)
}

func TestNoStandIn(t *testing.T) {
	for name, c := range map[string]struct {
		policy string
		files  map[string]string
		env    string
		want   error
	}{
		"too short":                         {"env = \"X\"", nil, "X=hunter2", credential.ErrShort},
		"no secret of a header":             {"env = \"X\"", nil, "X=-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj", credential.ErrShort},
		"a key without its name":            {"provider = \"aws\"", nil, "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", credential.ErrSigner},
		"a file of which nothing is known":  {"file = \"~/x.conf\"", map[string]string{"/home/u/x.conf": "a = 1\nb = 2\n"}, "", credential.ErrForm},
		"another secret in a file":          {"provider = \"npm\"", map[string]string{"/home/u/.npmrc": "//a.example/:_authToken=0123456789abcdef\n# " + aToken + "\n"}, "", credential.ErrRest},
		"a password in another order":       {"provider = \"git\"", map[string]string{"/home/u/.netrc": "machine a.example login me password s3cretS3cret\nmachine b.example macdef x password an0therS3cret\n"}, "", credential.ErrRest},
		"a password of an index":            {"provider = \"pypi\"", map[string]string{"/home/u/.pypirc": "[pypi]\npassword = 0123456789abcdef\nold_password: abcdef0123456789\n"}, "", credential.ErrRest},
		"a key of another service":          {"provider = \"aws\"", map[string]string{"/home/u/.aws/credentials": "[x]\nother_secret = abcdef0123456789\n"}, "", credential.ErrRest},
		"a pair that is none":               {"provider = \"npm\"", map[string]string{"/home/u/.npmrc": "//a.example/:_auth=!!!!\n"}, "", credential.ErrForm},
		"git's store: a user alone":         {"provider = \"git\"", map[string]string{"/home/u/.git-credentials": "https://me@a.example\nhttps://somebody%40b.example@b.example\n"}, "", nil},
		"git's store: no password":          {"provider = \"git\"", map[string]string{"/home/u/.git-credentials": "https://me:@a.example\n"}, "", nil},
		"nothing is set":                    {"provider = \"github\"", nil, "", nil},
		"an empty file":                     {"file = \"~/x\"", map[string]string{"/home/u/x": "\n"}, "", nil},
		"a token that is not set":           {"provider = \"gitlab\"", map[string]string{"/home/u/.config/glab-cli/config.yml": "hosts:\n    gitlab.com:\n        token: !!null\n        api_host: gitlab.com\n"}, "", nil},
		"a file of a form without a secret": {"provider = \"npm\"", map[string]string{"/home/u/.npmrc": "fund=false\n"}, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := credential.Open(loaded(t, "[credentials.x]\n"+c.policy), machine(c.files, c.env))
			require.ErrorIs(t, err, c.want)
			if err == nil {
				assert.True(t, s.IsEmpty())
				return
			}
			assert.Regexp(t, `^policy.toml:2: credentials.x: `, err.Error())
			assert.NotContains(t, err.Error(), "0123456789abcdef")
		})
	}
}
