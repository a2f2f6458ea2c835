package variables

import (
	"slices"
	"strings"
)

// proxies are the variables that stand for "*_proxy" in a grammar.
var proxies = [...]string{
	"http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy",
	"HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "ALL_PROXY", "NO_PROXY",
}

// ignored are variables that grammars and rules name but that are not looked
// at here. HOME and PATH are the gate's and the judge's own business, and so is
// all that begins with own. SHELL and the agent's socket are in every session, change from
// one to the next, and run nothing unasked.
var ignored = [...]string{"HOME", "PATH", "SHELL", "SSH_AUTH_SOCK"}

// own is the prefix of our own variables.
const own = "AGENT_LOOP_"

// Proxies returns the names of the variables that stand for "*_proxy" in a grammar.
func Proxies() []string { return proxies[:] }

// IsRelevant reports whether a name that a grammar or a rule mentions is that of a variable
// that counts, or the prefix of such names with a star behind it.
func IsRelevant(name string) bool {
	return isVariable(name) && !strings.HasPrefix(name, own) && !slices.Contains(ignored[:], name)
}

// Prefix returns a pattern with its star at the end: what a table can say.
func Prefix(pattern string) string {
	if before, after, star := strings.Cut(pattern, "*"); star && before != "" && after != "" {
		return before + "*"
	}
	return pattern
}

// isVariable reports whether a name can be a variable's, or a prefix of some
// with a star behind it. Rules name settings in lower case too, as
// "core.pager"; of the variables in lower case there are the proxies and those
// that npm hands on (npm config).
func isVariable(name string) bool {
	stem := strings.TrimSuffix(name, "*")
	if stem == "" || slices.Contains(proxies[:], name) || strings.HasPrefix(stem, "npm_config_") {
		return stem != ""
	}
	return strings.Trim(stem, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}
