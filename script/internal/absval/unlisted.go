package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// unlisted is what an Interp knows of libraries that are in no list: whether the code imports one, and
// with what it could prove to a service who asks.
type unlisted struct {
	roots      map[string]bool // first parts of the names of imported modules, of which neither a list nor the language has any
	credential bool            // an option or a variable of the environment is a credential
	remote     bool            // a text names another host
	loopback   bool            // a text names this machine
	read       map[*lex.Token]bool
}

// harmsUnlisted reports whether a call deletes or pays something by a client of a service that no list has: an
// object made with an imported library, in code that has a credential.
func (r *Interp) harmsUnlisted(c *call) bool {
	if len(r.Toks) == 0 || !sink.DestroysByName(c.method) {
		return false
	}
	u := r.readUnlisted()
	if !u.credential && !u.remote || u.loopback && !u.remote || len(u.roots) == 0 {
		return false
	}
	if c.owner == unknownObject { // the values of libraries have no name in the languages that name classes
		return !r.FreeNames && !r.DeleteAlone && sink.DestroysNamed(c.method)
	}
	root := c.owner
	if i := strings.IndexAny(root, `.:\(`); i > 0 {
		root = root[:i]
	}
	made := strings.Contains(c.owner, "(")
	if root == "package" { // of Node, whose packages have no names of their own here
		return made && (c.owner != "package()" || sink.DestroysNamed(c.method))
	}
	return made && u.roots[strings.ToLower(root)]
}

// readUnlisted reads the tokens at hand once, and returns what all that were read have.
func (r *Interp) readUnlisted() *unlisted {
	u := &r.unlisted
	if u.read[&r.Toks[0]] {
		return u
	}
	if u.read == nil {
		u.read, u.roots = map[*lex.Token]bool{}, map[string]bool{}
	}
	u.read[&r.Toks[0]] = true
	for i := range r.Toks {
		if name := r.moduleAt(i); name != "" && sink.LibraryOf(r.Libraries, name) == nil && !sink.HarmlessModule(name) {
			if j := strings.IndexAny(name, `.:\/`); j > 0 && name[0] != '@' {
				name = name[:j]
			}
			u.roots[strings.ToLower(name)] = true
		}
		u.readCredential(r.Toks, i)
	}
	return u
}

// moduleAt returns the module that a token names where code imports it, or "".
func (r *Interp) moduleAt(i int) string {
	t := &r.Toks[i]
	before := ""
	if i > 0 {
		before = r.Toks[i-1].Text
	}
	if before == "(" && i > 1 {
		before = r.Toks[i-2].Text
	}
	switch before {
	case "import", "from", "use", "require", "import_module", "__import__":
	case ",":
		if t.Kind == lex.Name && isImportList(r.Toks[:i-1]) {
			return t.Text
		}
		return ""
	case "new", `\`:
		if t.Kind == lex.Name && strings.Contains(t.Text, `\`) {
			return strings.TrimPrefix(t.Text, `\`) // new Foo\Client
		}
		return ""
	default:
		return ""
	}
	switch {
	case t.Kind == lex.String && len(t.Pieces) == 1:
		return strings.TrimPrefix(strings.TrimPrefix(t.Pieces[0].Text, "node:"), "npm:")
	case t.Kind == lex.Name && before != "require":
		if next := i + 1; before == "import" && next < len(r.Toks) && r.Toks[next].Text == "from" || i > 2 && r.Toks[i-1].Text == "import" && isFromImport(r.Toks[:i-1]) {
			return "" // import X from 'foo', from foo import X
		}
		return strings.TrimPrefix(t.Text, `\`)
	}
	return ""
}

// farthest is how many tokens before a name are looked at for the statement that imports it.
const farthest = 64

// isImportList reports whether tokens begin, at their last statement, a list of modules of Python: import os, foo.
func isImportList(toks []lex.Token) bool {
	toks = toks[max(0, len(toks)-farthest):]
	i := len(toks) - 1
	for i > 0 && (toks[i].Kind == lex.Name && toks[i].Text != "import" || toks[i].Text == "." || toks[i].Text == ",") {
		i--
	}
	return i >= 0 && toks[i].Text == "import" && !isFromImport(toks[:i])
}

// isFromImport reports whether tokens end with the module of a statement of Python: from foo.bar.
func isFromImport(toks []lex.Token) bool {
	toks = toks[max(0, len(toks)-farthest):]
	i := len(toks) - 1
	for i > 0 && (toks[i].Kind == lex.Name && toks[i].Text != "from" && toks[i].Text != "import" || toks[i].Text == ".") {
		i--
	}
	return i >= 0 && toks[i].Text == "from"
}

// readCredential notes whether a token is a credential's name, or names a host.
func (u *unlisted) readCredential(toks []lex.Token, i int) {
	t := &toks[i]
	next := ""
	if i+1 < len(toks) {
		next = toks[i+1].Text
	}
	names := func(text string) bool {
		return sink.IsCredentialOption(text) && (next == "=" || next == ":" || next == "=>") || sink.IsCredentialVariable(text)
	}
	if t.Kind == lex.Name || t.Kind == lex.Op {
		u.credential = u.credential || names(strings.TrimRight(strings.TrimLeft(t.Text, ":$"), ":"))
	}
	for _, p := range t.Pieces {
		if names(p.Text) {
			u.credential = true
		}
		if isLoopback(p.Text) {
			u.loopback = true
		}
		if scheme, _, ok := strings.Cut(p.Text, "://"); ok && lex.Words("http https wss grpc").Has(scheme) {
			if isLoopback(p.Text) {
				continue
			}
			u.remote = true
		}
	}
}
