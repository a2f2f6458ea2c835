package credential

import (
	"encoding/base64"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A form says where secrets stand in a kind of file: pattern has a group "secret", and may have a
// group "host" for whom the secret is.
type form struct {
	files   string // names, separated by blanks
	pattern string
	coding  notation
	where   string // it is documented
}

// notation is how a secret is written.
type notation uint8

const (
	asItIs    notation = iota
	asBase64           // of the secret
	asPair             // base64 of NAME:SECRET
	asEscaped          // as in a URL
	asKeyID            // as it is; the name of the key that follows
	asSigner           // as it is; it signs, and is never sent
)

const hostPattern = `(?P<host>[A-Za-z0-9.-]+(?::[0-9]+)?)`

// forms are the files that are known.
var forms = [...]form{
	{".npmrc", `(?m)^[ \t]*//` + hostPattern + `[^=\n]*:_authToken[ \t]*=[ \t]*"?(?P<secret>[^"\s$][^"\s]*)`, asItIs, "npmrc: auth related configuration"},
	{".npmrc", `(?m)^[ \t]*//` + hostPattern + `[^=\n]*:_auth[ \t]*=[ \t]*"?(?P<secret>[^"\s$][^"\s]*)`, asPair, "npmrc: auth related configuration"},
	{".npmrc", `(?m)^[ \t]*//` + hostPattern + `[^=\n]*:_password[ \t]*=[ \t]*"?(?P<secret>[^"\s$][^"\s]*)`, asBase64, "npmrc: auth related configuration"},
	{".npmrc", `(?m)^[ \t]*_authToken[ \t]*=[ \t]*"?(?P<secret>[^"\s$][^"\s]*)`, asItIs, "npmrc: before npm 9, for all registries"},
	{".npmrc", `(?m)^[ \t]*_auth[ \t]*=[ \t]*"?(?P<secret>[^"\s$][^"\s]*)`, asPair, "npmrc: before npm 9, for all registries"},
	{".npmrc", `(?m)^[ \t]*_password[ \t]*=[ \t]*"?(?P<secret>[^"\s$][^"\s]*)`, asBase64, "npmrc: before npm 9, for all registries"},
	{".netrc _netrc", `default(?:\s+(?:login|account)\s+\S+)*\s+password\s+(?P<secret>\S+)`, asItIs, "netrc(5)"},
	{".netrc _netrc", `machine\s+` + hostPattern + `(?:\s+(?:login|account)\s+\S+)*\s+password\s+(?P<secret>\S+)`, asItIs, "netrc(5)"},
	{".git-credentials credentials", `(?m)^https?://[^:/@\s]*:(?P<secret>[^@\s]+)@` + hostPattern, asEscaped, "git-credential-store(1)"},
	{".git-credentials credentials", `(?m)^https?://(?P<secret>[^:/@\s%]{20,})(?::x-oauth-basic)?@` + hostPattern, asEscaped, "GitHub: a token as the name of a user"},
	{"config.json auth.json", `"(?:https?://)?` + hostPattern + `[^"]*"\s*:\s*\{[^{}]*?"auth"\s*:\s*"(?P<secret>[^"]+)"`, asPair, "docker login; containers-auth.json(5)"},
	{"config.json auth.json", `"(?:https?://)?` + hostPattern + `[^"]*"\s*:\s*\{[^{}]*?"(?:identitytoken|registrytoken)"\s*:\s*"(?P<secret>[^"]+)"`, asItIs, "docker login"},
	{"hosts.yml", `(?m)^[ \t]+oauth_token:[ \t]*"?(?P<secret>[^"\s]+)`, asItIs, "gh help environment"},
	{"config.yml", `(?m)^[ \t]+(?:[a-z0-9]+_)*token:[ \t]*(?:!!null[ \t]+)?"?(?P<secret>[^"\s!][^"\s]*)`, asItIs, "glab config"},
	{".pypirc", `(?mi)^[ \t]*password[ \t]*[=:][ \t]*(?P<secret>\S+)`, asItIs, "packaging: .pypirc"},
	{"credentials.toml", `(?m)^[ \t]*token[ \t]*=[ \t]*"(?P<secret>[^"\s]+)"`, asItIs, "cargo: credentials"},
	{"credentials", `(?mi)^[ \t]*aws_access_key_id[ \t]*[=:][ \t]*(?P<secret>\S+)`, asKeyID, "AWS CLI: shared credentials file"},
	{"credentials", `(?mi)^[ \t]*aws_secret_access_key[ \t]*[=:][ \t]*(?P<secret>\S+)`, asSigner, "AWS CLI: shared credentials file"},
	{"credentials", `(?mi)^[ \t]*aws_(?:session|security)_token[ \t]*[=:][ \t]*(?P<secret>\S+)`, asItIs, "AWS CLI: shared credentials file"},
}

// A mark is what stands before a secret in a kind of file. Where one stands outside of what the
// forms have found, the file holds a secret that no form knows.
type mark struct{ files, pattern string }

var marks = [...]mark{
	{".npmrc", `_(?:authToken|auth|password)[ \t]*=[ \t]*"?[^$\s"]`},
	{".netrc _netrc", `\bpassword\s+\S`},
	{".git-credentials credentials", `://[^/@\s]*:[^/@\s]+@|://[^/@\s%]{20,}@`},
	{"config.json auth.json", `"(?:auth|identitytoken|registrytoken|password)"\s*:\s*"[^"]`},
	{"hosts.yml", `token:[ \t]*"?[^"\s]`},
	{"config.yml", `token:[ \t]*(?:!!null[ \t]+)?"?[^"\s!]`},
	{".pypirc", `(?i)password[ \t]*[=:][ \t]*\S`},
	{"credentials.toml", `token[ \t]*=[ \t]*["'][^"']`},
	{"credentials", `(?i)(?:secret|token|access_key_id)[a-z_]*[ \t]*[=:][ \t]*\S`},
}

// hasMark reports whether a mark of a file's kind stands in a text.
func hasMark(name, text string) bool {
	return slices.ContainsFunc(marks[:], func(m mark) bool { return isOneOf(m.files, name) && regexp.MustCompile(m.pattern).MatchString(text) })
}

// isOneOf reports whether a path ends in one of some names.
func isOneOf(files, name string) bool {
	return slices.Contains(strings.Fields(files), path.Base(name))
}

// formsOf returns the forms of a file, by its name. None is a file that is a secret as a whole.
func formsOf(name string) (found []form) {
	for _, f := range forms {
		if isOneOf(f.files, name) {
			found = append(found, f)
		}
	}
	return found
}

// A place is where in a file a secret is written.
type place struct {
	from, to int
	whole    [2]int // with what stands around it
	host     string // it is for; "" is where the policy says
	coding   notation
}

// find returns the places of a form in a text.
func (f form) find(text string) (all []place) {
	pattern := regexp.MustCompile(f.pattern)
	secret, host := pattern.SubexpIndex("secret"), pattern.SubexpIndex("host")
	for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
		p := place{from: at[2*secret], to: at[2*secret+1], whole: [2]int(at[:2]), coding: f.coding}
		if host >= 0 {
			p.host = strings.ToLower(text[at[2*host]:at[2*host+1]])
		}
		all = append(all, p)
	}
	return all
}

// decode returns the secret in a text, and what puts another in its place.
func (c notation) decode(text string) (secret string, encode func(string) string, ok bool) {
	same := func(s string) string { return s }
	switch c {
	case asBase64:
		plain, err := base64.StdEncoding.DecodeString(text)
		return string(plain), func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }, err == nil
	case asPair:
		plain, err := base64.StdEncoding.DecodeString(text)
		name, secret, found := strings.Cut(string(plain), ":")
		return secret, func(s string) string { return base64.StdEncoding.EncodeToString([]byte(name + ":" + s)) }, err == nil && found
	case asEscaped:
		plain, err := url.PathUnescape(text)
		return plain, url.PathEscape, err == nil
	}
	return text, same, true
}
