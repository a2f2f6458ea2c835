package grammar

import "strings"

// loaded are the variables by which any program may be made to load code, or to
// read what its libraries read elsewhere. Sources: ld.so(8), dyld(1),
// openssl-env(7), resolver(3), gconv in iconv(3).
const loaded = "LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LOCPATH NLSPATH TERMINFO TERMINFO_DIRS HOSTALIASES RES_OPTIONS " +
	"OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES SSLKEYLOGFILE SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE"

// Loaded returns the variables that matter to every program, separated by
// blanks; "LD_*" is a prefix.
func Loaded() string { return loaded }

// ReadsVariable reports whether a program is known to read a variable in a way
// that makes it run code, or find its configuration elsewhere: as every program
// does, or as its row says.
func (p *Program) ReadsVariable(name string) bool {
	return listsVariable(loaded, name) || p != nil && listsVariable(p.Env, name)
}

// listsVariable reports whether a list holds a name, or a pattern of it.
func listsVariable(list, name string) bool {
	for n := range Listed(list) {
		if FitsVariable(n, name) {
			return true
		}
	}
	return false
}

// FitsVariable reports whether a name is one of those that a pattern with at most
// one star stands for, or the pattern itself.
func FitsVariable(pattern, name string) bool {
	before, after, star := strings.Cut(pattern, "*")
	return pattern == name || star && len(name) >= len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}
