package authority

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
)

// bundles are the files of authorities that programs believe: Debian's and Alpine's, Fedora's,
// SUSE's, and the one that LibreSSL has.
var bundles = [...]string{
	"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
}

// SystemBundles are those that there are, without links.
func SystemBundles() (found []string) {
	for _, name := range bundles {
		if real, exists := host.Target(name); exists && !slices.Contains(found, real) {
			found = append(found, real)
		}
	}
	return found
}

// trusting are variables that lead programs to a file of authorities in the place of the one they
// would read, by the manuals of OpenSSL, curl, requests, pip, git, Node, npm, the AWS CLI, cargo
// and deno.
var trusting = [...]string{
	"SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "PIP_CERT", "GIT_SSL_CAINFO", "NODE_EXTRA_CA_CERTS", "NPM_CONFIG_CAFILE", "AWS_CA_BUNDLE", "CARGO_HTTP_CAINFO",
	"DENO_CERT",
}

// ErrNone says that no file with certificate authorities was found.
var ErrNone = errors.New("this machine has no bundle of certificate authorities: no server's certificate can be verified")

// Bundle are what the caller's programs believe: the machine's file, and those that variables
// of its environment name.
func Bundle(env []string) ([]byte, error) {
	found := SystemBundles()
	if len(found) == 0 {
		return nil, ErrNone
	}
	named := found[:1:1]
	for _, variable := range trusting {
		if file := environ.Get(env, variable); filepath.IsAbs(file) && !slices.Contains(named, file) {
			named = append(named, file)
		}
	}
	var all []byte
	for i, name := range named {
		text, err := os.ReadFile(name)
		if err != nil && i == 0 {
			return nil, err
		}
		all = append(append(all, text...), '\n')
	}
	return all, nil
}

// Trusting has programs read the file of authorities in which that of this run is.
func Trusting(env []string) []string {
	at := SystemBundles()[0]
	out := slices.DeleteFunc(slices.Clone(env), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return slices.Contains(trusting[:], strings.ToUpper(name))
	})
	for _, name := range trusting {
		out = append(out, name+"="+at)
	}
	return out
}
