package hook

import (
	"errors"
	"net/url"
	"slices"
	"strings"
)

// ErrFileURL is about a URL that names a file in a way that tools read differently.
var ErrFileURL = errors.New("tools may take this URL of a file for different paths (another host, a query, a fragment, an escape, ..): pass the path itself")

// isURL reports whether a text is a URL with // and nothing else.
func isURL(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && isScheme(scheme) && !strings.ContainsAny(text, " \t\r\n")
}

// isScheme reports whether a text can be a URL's scheme: RFC 3986, 3.1.
func isScheme(text string) bool {
	for i, r := range strings.ToLower(text) {
		letter := r >= 'a' && r <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", r)) {
			return false
		}
	}
	return text != ""
}

// namesFile reports whether a text is a URL that names a file: a file URL, or one of VS Code's own,
// such as vscode-remote://HOST/PATH.
func namesFile(text string) bool {
	scheme, _, ok := strings.Cut(strings.ToLower(text), ":")
	return ok && (scheme == "file" || strings.HasPrefix(scheme, "vscode-")) && isScheme(scheme)
}

// files returns what a call's paths may be, those in file URLs included. It makes Read refuse the
// call if that is in doubt.
func (c *Call) files(texts []string) []string {
	var all []string
	for _, text := range texts {
		names, err := filesOf(text)
		if err != nil {
			c.err = err
		}
		all = append(all, names...)
	}
	return all
}

// directoryOf returns a directory, which may be in a file URL.
func directoryOf(text string) (string, error) {
	names, err := filesOf(text)
	if err == nil && len(names) > 1 {
		err = ErrFileURL
	}
	if err != nil {
		return "", err
	}
	return names[0], nil
}

// filesOf returns the paths that a text may be. A path is itself. A file URL is its path with the
// escapes decoded, or the text behind file://, to tools that only cut that off. It returns
// ErrFileURL for a URL that may be still another path.
func filesOf(text string) ([]string, error) {
	if !namesFile(text) {
		return []string{text}, nil
	}
	u, err := url.Parse(text)
	switch {
	case err != nil, u.Scheme != "file", u.User != nil, strings.ContainsAny(text, "?#"):
		return nil, ErrFileURL
	case u.Host != "" && !strings.EqualFold(u.Host, "localhost"), !strings.HasPrefix(u.Path, "/"):
		return nil, ErrFileURL
	case slices.Contains(strings.Split(u.Path, "/"), ".."): // as a relative path, file:///.. leads elsewhere
		return nil, ErrFileURL
	}
	rest := strings.TrimPrefix(text[len("file:"):], "//")
	if rest == u.Path {
		return []string{rest}, nil
	}
	return []string{u.Path, rest}, nil
}
