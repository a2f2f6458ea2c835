package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// local is the name of what is known to need no server elsewhere: a client of this machine, a database in
// a file, plain data.
const local = "local()"

// clients is what an Interp knows of the client libraries that code uses.
type clients struct {
	Libraries   []sink.Client // of the language; nil if it has none
	DeleteAlone bool          // the language's own collections have no method named delete
	used        uint8         // a bit for each kind of service that the code has called
	scanned     *lex.Token    // the first of the tokens whose imports are among used
}

// unknownObject is the owner of a method whose object is unknown.
const unknownObject = "?"

// isUnbound reports whether the owner of a method is unknown, or a name that no library is known by.
func isUnbound(owner string) bool {
	return owner == unknownObject || owner != "" && strings.IndexAny(owner, ".:(/") < 0 && owner != "list" && owner != "str" && owner != "function"
}

// CallClient emits what a call does at a service elsewhere, by the full name of its function: deletions,
// grants, payments and messages, requests that delete, and statements for databases. It returns the name of
// what the call returns if that differs from the usual one, or "".
func (r *Interp) CallClient(full string, args Arguments, at lex.Span) string {
	owner := full[:max(strings.LastIndexByte(full, '.'), 0)]
	if strings.HasPrefix(owner, local) {
		return local
	}
	lib := sink.LibraryOf(r.Libraries, strings.TrimPrefix(full, `\`))
	if lib != nil {
		r.used |= 1 << lib.Service
	}
	switch {
	case lib == nil && !isUnbound(owner) && !sink.TakesStatement(full):
		return ""
	case lib != nil && lib.Service == sink.File:
		return local
	}
	r.queries(lib, full, owner, args, at)
	if harm := r.harmOf(lib, full, owner, args); harm != "" {
		r.Emit(effect.Act{Kind: effect.Alters, Call: string(harm), Args: []effect.Arg{{Text: full, Known: true}}}, at)
		r.connects(harm, full, args, at)
	}
	switch {
	case lib == nil:
		return ""
	case sink.ToData(full), sink.Makes(full) && r.isLocal(lib, args):
		return local
	}
	return lex.ClipName(full + "()")
}

// harmOf returns the harm of a call, or "".
func (r *Interp) harmOf(lib *sink.Client, full, owner string, args Arguments) sink.Harm {
	switch {
	case flushes(lib, full, owner, args):
		return sink.Flushes
	case lib != nil && lib.Service == sink.Web || lib == nil && owner == unknownObject && hasURL(args):
		if asksToDelete(full, args) && (lib != nil || r.uses(sink.Web)) {
			return sink.Requests
		}
		return ""
	case lib != nil:
		if asksToDelete("", args) && strings.HasSuffix(full, ".request") {
			return sink.Requests
		}
		for _, name := range append(commands(args), full) {
			if h := sink.HarmOf(lib, name, r.holds); h != "" && (name != full || !sink.IsCommand(full)) {
				return h
			}
		}
		return ""
	}
	if !isUnbound(owner) || !r.uses(sink.Remote) {
		return ""
	}
	return sink.HarmOfAny(full, r.DeleteAlone && owner == unknownObject, r.holds)
}

// flushes reports whether a call deletes all keys of a store.
func flushes(lib *sink.Client, full, owner string, args Arguments) bool {
	if lib != nil && lib.Service != sink.Keys {
		return false
	}
	if sink.IsFlush(full[strings.LastIndexAny(full, ".:")+1:]) {
		return true
	}
	if !sink.SendsCommand(full) {
		return false
	}
	text := ""
	if len(args.Pos) > 0 {
		for _, a := range args.Pos[0].Args() {
			text, _, _ = strings.Cut(a.Text, " ")
		}
		if a := args.Pos[0]; len(a) == 1 && a[0].Kind == Sequence && len(a[0].Items) > 0 {
			text = One(a[0].Items[0]).Text
		}
	}
	return sink.IsFlush(text)
}

// commands returns the names of the commands among the arguments, which a client sends: new DeleteBucketCommand().
func commands(args Arguments) []string {
	var names []string
	for _, v := range args.Pos {
		for _, a := range v {
			if a.Kind == Ref && sink.IsCommand(a.Text) {
				names = append(names, a.Text)
			}
		}
	}
	return names
}

// asksToDelete reports whether a call makes a request with the method DELETE: its own name says so, or an
// argument.
func asksToDelete(full string, args Arguments) bool {
	if i := strings.LastIndexAny(full, ".:"); full != "" && strings.EqualFold(strings.TrimRight(full[i+1:], "!"), "delete") || strings.Contains(full, "::Delete.") {
		return true
	}
	says := func(v Value) bool {
		for _, a := range v {
			if a.Kind != Constant {
				continue
			}
			if method, _, _ := strings.Cut(a.Text, " /"); strings.EqualFold(strings.TrimPrefix(method, ":"), "delete") {
				return true
			}
		}
		return false
	}
	for i, v := range args.Pos {
		if (i < 3) && says(v) || len(v) == 1 && says(entry(v[0], "method")) {
			return true
		}
	}
	for _, k := range args.Keys {
		if k.Name == "method" && says(k.Value) {
			return true
		}
	}
	return false
}

// entry returns the value of a key of a mapping, or nil.
func entry(a Atom, key string) Value {
	for i, k := range a.Keys {
		if k == key && i < len(a.Items) {
			return a.Items[i]
		}
	}
	return nil
}

// connects emits the connections of a request, as far as its arguments say where it goes.
func (r *Interp) connects(harm sink.Harm, full string, args Arguments, at lex.Span) {
	if harm != sink.Requests {
		return
	}
	for _, text := range texts(args) {
		if strings.Contains(text.value, "://") || text.key == "host" || text.key == "hostname" {
			r.Emit(effect.Act{Kind: effect.Connects, Call: full, Args: []effect.Arg{{Text: text.value, Known: true}}}, at)
		}
	}
}

// queries emits the statements among the arguments of a call that a database gets. Those of a database in a
// file are left to the file.
func (r *Interp) queries(lib *sink.Client, full, owner string, args Arguments, at lex.Span) {
	switch {
	case lib != nil && lib.Service != sink.Tables, lib == nil && !sink.TakesStatement(full):
		return
	}
	if last := full[strings.LastIndexByte(full, '.')+1:]; wraps.Has(last) {
		return
	}
	for _, v := range args.Pos[:min(len(args.Pos), 3)] {
		for _, a := range unwrapped(v).Args() {
			if sink.IsStatement(a.Text) && (lib != nil || r.uses(sink.Tables) || !r.uses(sink.File)) {
				r.Emit(effect.Act{Kind: effect.Queries, Call: full, Args: []effect.Arg{a}}, at)
			}
		}
	}
}

// wraps are the functions that only mark a text as a statement.
const wraps lex.Words = "text SQL DDL"

// unwrapped returns the texts that such functions got.
func unwrapped(v Value) Value {
	if len(v) == 1 && v[0].Kind == Ref && v[0].Of != nil {
		if name := strings.TrimSuffix(v[0].Text, "()"); wraps.Has(name[strings.LastIndexByte(name, '.')+1:]) {
			return v[0].Of
		}
	}
	return v
}

// uses reports whether the code uses a kind of service: it has called one, or imports its library.
func (r *Interp) uses(s sink.Service) bool {
	if r.used&(1<<s) == 0 && len(r.Toks) > 0 && r.scanned != &r.Toks[0] && r.Spend(len(r.Toks)) {
		r.scanned = &r.Toks[0]
		for i := range r.Toks {
			if lib := r.importedAt(i); lib != nil {
				r.used |= 1 << lib.Service
			}
		}
	}
	return r.used&(1<<s) != 0
}

// importedAt returns the library that a token imports, or nil.
func (r *Interp) importedAt(i int) *sink.Client {
	t := &r.Toks[i]
	if t.Kind != lex.String && t.Kind != lex.Name || i == 0 || !imports(r.Toks[i-1].Text) {
		return nil
	}
	switch {
	case t.Kind == lex.String && len(t.Pieces) == 1 && (r.Toks[i-1].Text != "(" || i > 1 && imports(r.Toks[i-2].Text)):
		return sink.LibraryOf(r.Libraries, strings.TrimPrefix(t.Pieces[0].Text, "node:"))
	case t.Kind == lex.Name && r.Toks[i-1].Text != "(":
		name := t.Text
		if i+2 < len(r.Toks) && r.Toks[i+1].Text == "." {
			name += "." + r.Toks[i+2].Text
		}
		return sink.LibraryOf(r.Libraries, name)
	}
	return nil
}

// imports reports whether a word stands before what code imports.
func imports(word string) bool {
	switch word {
	case "import", "from", "use", "require", "require_once", "__import__", "import_module", ",", "(":
		return true
	}
	return false
}

// holds reports whether a string of the code contains a text.
func (r *Interp) holds(text string) bool {
	for i := range r.Toks {
		for _, p := range r.Toks[i].Pieces {
			if strings.Contains(p.Text, text) {
				return true
			}
		}
	}
	return false
}

// argument is a text among the arguments of a call. The key is "" for one without.
type argument struct{ key, value string }

// texts returns the known texts among the arguments of a call, in objects too.
func texts(args Arguments) []argument {
	var out []argument
	var add func(key string, v Value, depth int)
	add = func(key string, v Value, depth int) {
		for _, a := range v {
			switch {
			case a.Kind == Constant:
				out = append(out, argument{key, a.Text})
			case a.Kind == Ref && a.Text == local:
				out = append(out, argument{"", "localhost"})
			case a.Kind == Ref && a.Of != nil && depth > 0 && strings.HasSuffix(a.Text, "()"):
				add(key, a.Of, depth-1)
			case a.Kind == Sequence && a.Keys != nil && depth > 0:
				for i, k := range a.Keys {
					if i < len(a.Items) {
						add(k, a.Items[i], depth-1)
					}
				}
			}
		}
	}
	for _, v := range args.Pos {
		add("", v, 2)
	}
	for _, k := range args.Keys {
		add(k.Name, k.Value, 2)
	}
	return out
}

// hasURL reports whether an argument of a call is a URL.
func hasURL(args Arguments) bool {
	for _, t := range texts(args) {
		if strings.Contains(t.value, "://") {
			return true
		}
	}
	return false
}

// isLocal reports whether the arguments that make a client name a server of this machine, or a database in a
// file. A database's own server is as valuable on this machine as elsewhere.
func (r *Interp) isLocal(lib *sink.Client, args Arguments) bool {
	const places lex.Words = "endpoint endpoint_url endpointUrl host hostname url uri base_url baseURL baseUrl prefixUrl api_endpoint address server target apiEndpoint broker"
	for _, t := range texts(args) {
		scheme, _, _ := strings.Cut(strings.ToLower(t.value), ":")
		switch {
		case lib.Service == sink.Tables:
			if _, rest, _ := strings.Cut(strings.ToLower(t.value), "dbi:"); scheme == "sqlite" || scheme == "duckdb" || strings.HasPrefix(scheme, "sqlite+") || strings.HasPrefix(rest, "sqlite") {
				return true
			}
		case lib.Service == sink.Keys:
		case (t.key == "" || places.Has(t.key)) && isLoopback(t.value):
			return true
		}
	}
	return false
}

// isLoopback reports whether a host or URL is this machine.
func isLoopback(host string) bool {
	if _, rest, ok := strings.Cut(host, "://"); ok {
		host = rest
	}
	host, _, _ = strings.Cut(host, "/")
	host = strings.TrimPrefix(host, "[::1]")
	if name, _, ok := strings.Cut(host, ":"); ok && strings.Count(host, ":") == 1 {
		host = name
	}
	switch host {
	case "localhost", "127.0.0.1", "::1", "0.0.0.0":
		return true
	}
	return false
}
