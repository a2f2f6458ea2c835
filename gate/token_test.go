package gate

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shown is a text as a Line writes it.
func shown(t *testing.T, text string, item bool) string {
	t.Helper()
	var l Line
	l.Begin(0, 0, "e")
	l.Open("s")
	if item {
		l.Item(text)
	} else {
		l.quote(text)
	}
	l.Close()
	require.True(t, l.End())
	var got struct{ S []string }
	require.NoError(t, json.Unmarshal(l.Bytes(), &got), "%s", l.Bytes())
	return got.S[0]
}

// Each shape is recognized alone, within a text and in an argument; anything shorter is
// not.
func TestEveryShapeOfAKeyIsKnown(t *testing.T) {
	fill := map[charset]string{
		inPaths: "aB3/x_", inWords: "aB3-x_", withDots: "aB3.x_", inBase64: "aB3+x/=", inHex: "0a1b2c", inCapitals: "A2B7", inDashedCapitals: "A2-B7",
	}
	type shape struct {
		begins string
		of     charset
		least  int
	}
	count := 0
	for at := 0; at < len(shapes); count++ {
		var s shape
		s.begins, s.of, s.least, at = shapeAt(at)
		key := s.begins
		for len(key) < s.least {
			key += fill[s.of][:min(len(fill[s.of]), s.least-len(key))]
		}
		if strings.HasSuffix(key, ".") {
			key = key[:len(key)-1] + "a"
		}
		if s.begins == "eyJ" {
			key += ".aa"
		}
		assert.Equal(t, "[redacted]", shown(t, key, true), s.begins)
		assert.Equal(t, "x [redacted] y", shown(t, "x "+key+" y", false), s.begins)
		assert.NotContains(t, shown(t, `f("`+key+`")`, false), key, s.begins)
		if s.of != withDots {
			assert.Equal(t, "a"+key, shown(t, "a"+key, false), "the end of another word")
		}
		if len(s.begins) < 16 && len(s.begins) < s.least-6 {
			short := key[:len(s.begins)+2]
			assert.Equal(t, short, shown(t, short, false), "too short for one")
		}
	}
	assert.Greater(t, count, 150)
}

// Shapes with their mark elsewhere.
func TestOtherShapesOfKeys(t *testing.T) {
	word := strings.Repeat("aB3", 20)
	for _, key := range []string{
		"123456789:A" + word[:34], "abc8Q~" + word[:34], strings.Repeat("0a", 16) + "-us12", "abcdefghijklmn.atlasv1." + word,
		"hooks.slack.com/services/T0/B0/" + word, "acme.webhook.office.com/webhookb2/1-2@3/IncomingWebhook/" + word,
		"M" + word[:23] + "." + word[:6] + "." + word[:27], "N" + word[:25] + ".Gh-_4x." + word[:38], word[:6] + "_" + word[:29] + "_mmk",
	} {
		assert.Equal(t, "x [redacted] y", shown(t, "x "+key+" y", false), key)
	}
	for _, address := range []string{"hooks.slack.com/services/T0/B0/", "hooks.slack.com/workflows/", "discord.com/api/webhooks/1/", "hooks.zapier.com/hooks/catch/1/"} {
		assert.Equal(t, "curl https://[redacted] y", shown(t, "curl https://"+address+word+" y", false), address)
	}
	for _, text := range []string{
		"https://discord.com/api/v10/gateway", "https://hooks.slack.com/", "git switch sk-fix-the-thing-that-broke", "MyLongModuleNameOfLetters.method.of",
		"https://example.com/a/b", "12:34:56", "2026-11-22T19:00:00.000Z", "path/to/some/long/file-name.tar.gz", "sk-learn", "npm_config_cache", "API-documentation-of-it",
		"pattern.of.words", "patches/very/long/path/that/goes/on/and/on/for/more/than/seventy/letters/in/all.patch", "SKIP_TESTS_IN_DIRECTORY=1", "live_reload_server_with_hot_modules", "secret_santa_list_for_everybody",
		strings.Repeat("0123456789abcdef", 4), "key-value-store", "e2e_tests", "r8_optimizer", "cioran",
	} {
		assert.Equal(t, text, shown(t, text, false))
	}
}

// Forms in which a value is beside its name.
func TestFormsOfCredentials(t *testing.T) {
	const r = "[redacted]"
	for _, tt := range []struct{ why, in, want string }{
		{"a header in the option's own word", "curl -HAuthorization:\\ x", "curl -HAuthorization:" + r},
		{"a header behind the option", "-HAuthorization: Bearer S", "-HAuthorization: " + r},
		{"a header with quotes in it", `-H 'Authorization: Token token="S"' u`, `-H 'Authorization: ` + r + `' u`},
		{"a header with quotes and none around it", `Authorization: Token token="S"`, "Authorization: " + r},
		{"a header in quotes", `-H "X-Api-Key: S" u`, `-H "X-Api-Key: ` + r + `" u`},
		{"a value in single quotes", `SECRET_KEY='S T' make`, `SECRET_KEY='` + r + `' make`},
		{"a value in double quotes", `SECRET_KEY="S T" make`, `SECRET_KEY="` + r + `" make`},
		{"a value in C's quotes", `SECRET_KEY=$'S' make`, `SECRET_KEY=$'` + r + `' make`},
		{"a quote around all", `env "PASSWORD=a S" make`, `env "PASSWORD=` + r + `" make`},
		{"a quote that is never closed", `PASSWORD="S T`, `PASSWORD="` + r},
		{"JSON", `-d '{"password": "S"}'`, `-d '{"password": "` + r + `"}'`},
		{"JSON without blanks", `{"user":"a","api_key":"S","b":1}`, `{"user":"a","api_key":"` + r + `","b":1}`},
		{"JSON in quotes", `"{\"password\": \"S\"}"`, `"{\"password\": \"` + r + `\"}"`},
		{"JSON whose value has a quote", `{"token":"S\"T","b":1}`, `{"token":"` + r + `","b":1}`},
		{"YAML", "password: S", "password: " + r},
		{"an option and its value", "x --password S y", "x --password " + r + " y"},
		{"an option without one", "x --password --y", "x --password --y"},
		{"an @ in a password", "postgres://a:x@S@h/d", "postgres://" + r + "@h/d"},
		{"more names", "DB_PASS=S MYSQL_PWD=S PASSPHRASE=S SSHPASS=S", "DB_PASS=" + r + " MYSQL_PWD=" + r + " PASSPHRASE=" + r + " SSHPASS=" + r},
		{"names that are none", "PWD=/x OLDPWD=/y SSH_ASKPASS=/z compass=n bypass=1", "PWD=/x OLDPWD=/y SSH_ASKPASS=/z compass=n bypass=1"},
		{"a command behind it", "TOKEN=S; git push", "TOKEN=" + r + "; git push"},
		{"words about one", `echo "the password is long"`, `echo "the password is long"`},
		{"a blank in a value", `PASSWORD=a\ S make`, `PASSWORD=` + r + ` make`},
		{"a value that goes on", `PASSWORD+=S make`, `PASSWORD+=` + r + ` make`},
		{"a member of an array", `m[password]=S`, `m[password]=` + r},
		{"a word for where it is not set", `${TOKEN:-S}/x`, `${TOKEN:-` + r + `}/x`},
		{"a substitution", `TOKEN=$(echo S (x)) make`, `TOKEN=` + r + ` make`},
		{"a number behind the name", `TOKEN_2=S PASSWORD1=S`, `TOKEN_2=` + r + ` PASSWORD1=` + r},
		{"an option of one dash", `x -password S -token S`, `x -password ` + r + ` -token ` + r},
		{"a short one", `ffmpeg -pass 1`, `ffmpeg -pass 1`},
		{"an option that asks for it", `x --ask-become-pass y --no-password z`, `x --ask-become-pass y --no-password z`},
		{"the name of a build's secret", `docker build --secret id=S,src=x .`, `docker build --secret id=S,src=x .`},
		{"the path of a key", `x --private-key ~/.ssh/S --credentials=/x/S.json`, `x --private-key ~/.ssh/S --credentials=/x/S.json`},
		{"a key that is none of a path", `SECRET_KEY=/S`, `SECRET_KEY=` + r},
		{"SQL", `ALTER USER a PASSWORD 'S'; ALTER USER a IDENTIFIED WITH x BY 'S'`, `ALTER USER a PASSWORD '` + r + `'; ALTER USER a IDENTIFIED WITH x BY '` + r + `'`},
		{"a line of .netrc", `machine h login a password S port 1`, `machine h login a password ` + r + ` port 1`},
		{"words that begin like one", `echo login to set password`, `echo login to set password`},
		{"a header of one's own", `-H 'X-Custom-Token: S' u`, `-H 'X-Custom-Token: ` + r + `' u`},
		{"a subject", `git commit -m "token: fix the parser"`, `git commit -m "token: fix the parser"`},
		{"a scope", "Token::new", "Token::new"},
	} {
		assert.Equal(t, tt.want, shown(t, tt.in, false), tt.why)
	}
	assert.Equal(t, "PASSWORD=[redacted]", shown(t, "PASSWORD=a S", true), "an argument with blanks is one value")
	assert.Equal(t, "--password=[redacted]", shown(t, "--password=a S", true))
	var l Line
	l.Begin(0, 0, "e")
	l.Open("argv")
	for _, word := range []string{"x", "--password", "a S", "--token", "--", "y", "-token", "S"} {
		l.Item(word)
	}
	l.Close()
	assert.Contains(t, string(l.Bytes()), `["x","--password","[redacted]","--token","--","y","-token","[redacted]"]`, "the next argument")
}
