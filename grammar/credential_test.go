package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// argvRead is a command as an argument vector.
func argvRead(argv ...string) *Invocation {
	return ReadCommand(parser.Argv(argv), parser.Options{})
}

// secretsOf are the texts of the credentials of a command.
func secretsOf(v *Invocation) (texts []string) {
	for s := range v.Secrets() {
		text, _ := s.Word.Text()
		texts = append(texts, text[s.From:])
	}
	return texts
}

// Each row finds what it says, for each of its programs, options and groups of words.
func TestRowsOfCredentials_A9(t *testing.T) {
	for i := range catalogue.SecretPlaces {
		row := &catalogue.SecretPlaces[i]
		for program := range wordlist.Each(row.Programs) {
			for group := range strings.SplitSeq(row.Under, "|") {
				argv := append([]string{program}, strings.Fields(strings.ReplaceAll(group, "*", "x"))...)
				if first := strings.Fields(row.With); len(first) > 0 {
					argv = append(argv, first[0])
				}
				testConfides(t, row, argv)
			}
		}
	}
}

func testConfides(t *testing.T, row *spec.SecretPlace, argv []string) {
	for option := range wordlist.Each(row.Options) {
		name := strings.TrimRight(option, "+!")
		if !strings.HasSuffix(option, "+") && !strings.HasSuffix(option, ":") {
			assert.Contains(t, secretsOf(argvRead(append(argv[:len(argv):len(argv)], name, "x y")...)), "x y", "%s %s", argv, option)
		}
		if !strings.HasSuffix(option, "!") && len(name) == 2 {
			assert.Contains(t, secretsOf(argvRead(append(argv[:len(argv):len(argv)], name+"x y")...)), "x y", "%s %s", argv, option)
		}
	}
	words := argv[:len(argv):len(argv)]
	for range row.From {
		words = append(words, "a")
	}
	switch row.Which {
	case spec.AllWords, spec.LastWord:
		words = append(words, "--json")
		if row.From == 0 && row.Which == spec.LastWord {
			words = append(words, "a")
		}
		assert.Contains(t, secretsOf(argvRead(append(words, "x y")...)), "x y", words)
	case spec.NamedWords:
		assert.Contains(t, secretsOf(argvRead(append(words, "a.token", "x y")...)), "x y", words)
	case spec.ValueWords:
		assert.Contains(t, secretsOf(argvRead(append(words, "a=x y")...)), "x y", words)
	case spec.LoginWords:
		assert.Contains(t, secretsOf(argvRead(append(words, "a/x y@h")...)), "x y@h", words)
	}
	for option := range wordlist.Each(row.Stdin) {
		words := argv[:len(argv):len(argv)]
		if option != "*" {
			words = append(words, option)
		}
		assert.True(t, argvRead(words...).ReadsSecret(), words)
	}
}

// Places where no credential stands.
func TestNoCredential_A9(t *testing.T) {
	for _, argv := range []string{
		"openssl rand -hex 32", "7z x x.7z", "ldapsearch -W -x", "mysql -p db", "net ads info", "git config user.name x", "npm config get _auth", "docker login r",
		"vault kv get x", "redis-cli get x", "mc cp a b", "az account show", "sqlplus /nolog", "aws configure set region x", "zip -r x d", "htpasswd -c f u",
	} {
		for s := range argvRead(strings.Fields(argv)...).Secrets() {
			text, _ := s.Word.Text()
			assert.NotEmpty(t, s.Name, "%s: %s", argv, text) // whose name decides
		}
		assert.False(t, argvRead(strings.Fields(argv)...).ReadsSecret(), argv)
	}
}
