package variables

import (
	"slices"
	"strings"
)

// proxies are the variables that "*_proxy" in a grammar means.
var proxies = [...]string{
	"http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy",
	"HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "ALL_PROXY", "NO_PROXY",
}

// ignored are variables that grammars and rules name but that are ignored here. The gate and the
// judge handle HOME, PATH and our own variables themselves. SHELL and the agent's socket are in
// every session, differ between sessions, and run nothing by themselves.
var ignored = [...]string{"HOME", "PATH", "SHELL", "SSH_AUTH_SOCK"}

// own is the prefix of our own variables.
const own = "AGENT_LOOP_"

// Proxies returns the names of the variables that "*_proxy" in a grammar means.
func Proxies() []string { return proxies[:] }

// IsRelevant reports whether a name that a grammar or a rule mentions is a variable that matters,
// or a prefix of such names with a star.
func IsRelevant(name string) bool {
	return isVariable(name) && !strings.HasPrefix(name, own) && !slices.Contains(ignored[:], name)
}

// Prefix reduces a pattern to a prefix with a star, the form that a table supports.
func Prefix(pattern string) string {
	if before, after, star := strings.Cut(pattern, "*"); star && before != "" && after != "" {
		return before + "*"
	}
	return pattern
}

// isVariable reports whether a name can be a variable, or a prefix with a star. Rules also name
// settings in lower case, such as "core.pager"; the only variables in lower case are the proxies
// and those that npm passes on (npm config).
func isVariable(name string) bool {
	stem := strings.TrimSuffix(name, "*")
	if stem == "" || slices.Contains(proxies[:], name) || strings.HasPrefix(stem, "npm_config_") {
		return stem != ""
	}
	return strings.Trim(stem, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}
