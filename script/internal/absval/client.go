package absval

import (
	"slices"
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
	Libraries   []sink.Client       // of the language; nil if it has none
	DeleteAlone bool                // the language's own collections have no method named delete
	FreeNames   bool                // a name that is not bound may be anything, and not a module
	JSONBodies  bool                // an object that is given as the body of a request is sent as JSON, not as a form
	handle      request             // what the code has set of the request of curl's handle
	carried     request             // the request that an object was made for last, without a body that is given when it is sent
	late        Value               // the body that the code gave last to a request that is not sent yet
	used        uint8               // a bit for each kind of service that the code has called
	scanned     map[*lex.Token]bool // the first of the tokens whose imports are among used
	held        map[heldText]bool   // whether strings of the code contain a text
	unlisted    unlisted            // libraries that are in no list
}

// heldText is a text that may be in some tokens, which are named by their first.
type heldText struct {
	toks *lex.Token
	text string
}

// unknownObject is the owner of a method whose object is unknown.
const unknownObject = "?"

// call is a call of a function or method.
type call struct {
	lib    *sink.Client // that it belongs to, or nil
	full   string       // the function's full name; "" for a method of an unknown object
	method string       // its last part
	owner  string       // what stands before it
	of     Value        // the object of a method, or what it was made from
	args   Arguments
}

// name returns the full name of the function.
func (c *call) name() string {
	if c.full == "" {
		return lex.ClipName(unknownObject + "." + c.method)
	}
	return c.full
}

// isUnbound reports whether the object of a method has a name that the code does not bind.
func (c *call) isUnbound() bool {
	if c.owner == "" || hasPath(c.owner) && !strings.HasPrefix(c.owner, "this.") {
		return false
	}
	return c.owner != "list" && c.owner != "str" && c.owner != "function"
}

// hasPath reports whether a name has several parts, or is that of a result.
func hasPath(name string) bool {
	for i := range len(name) {
		switch name[i] {
		case '.', ':', '(', '/':
			return true
		}
	}
	return false
}

// CallClient emits what a call does at a service elsewhere, by the full name of its function: deletions,
// grants, payments and messages, requests, and statements for databases. of is what the object of a method was
// made from. It returns the name of what the call returns if that differs from the usual one, or "", and what that
// is made from, or nil.
func (r *Interp) CallClient(full string, of Value, args Arguments, at lex.Span) (result string, from Value) {
	dot := strings.LastIndexByte(full, '.')
	c := call{full: full, method: full[dot+1:], owner: full[:max(dot, 0)], of: of, args: args}
	if strings.HasPrefix(c.owner, local) {
		return local, nil
	}
	if c.owner != "" && r.Libraries != nil {
		r.sendsFiles(c.method, args, at)
	}
	if c.lib = sink.LibraryOf(r.Libraries, strings.TrimPrefix(full, `\`)); c.lib == nil {
		r.callAny(&c, at)
		return "", nil
	}
	r.used |= 1 << c.lib.Service
	if c.lib.Service == sink.File {
		return local, nil
	}
	r.queries(&c, at)
	r.harms(&c, r.harmOf(&c), at)
	if c.lib.Service == sink.Web {
		from = r.callsWeb(&c, at)
	}
	if sink.ToData(full) || sink.Makes(full) && isLocal(c.lib, args) {
		return local, nil
	}
	return lex.ClipName(full + "()"), from
}

// CallMethod is CallClient for a method of an unknown object.
func (r *Interp) CallMethod(name string, args Arguments, at lex.Span) {
	if r.Libraries != nil {
		r.sendsFiles(name, args, at)
	}
	r.callAny(&call{method: name, owner: unknownObject, args: args}, at)
}

// callAny emits what a call does that is of no library that is known.
func (r *Interp) callAny(c *call, at lex.Span) {
	if r.Libraries == nil {
		return
	}
	if sink.TakesStatement(c.owner, c.method) {
		r.queries(c, at)
	}
	if c.owner == unknownObject && sink.MethodOf(c.method) != "" && r.uses(sink.Web) && hasURL(c.args) {
		r.callsWeb(c, at)
	}
	switch {
	case c.flushes():
		r.harms(c, sink.Flushes, at)
	case c.owner == unknownObject && asksToDelete(c.method, c.args) && r.uses(sink.Web) && hasURL(c.args):
		r.harms(c, sink.Requests, at)
	case (c.owner == unknownObject || r.FreeNames && c.isUnbound()) && r.uses(sink.Remote):
		r.harms(c, sink.HarmOfAny(c.method, r.DeleteAlone && c.owner == unknownObject, r.holds), at)
	case r.harmsUnlisted(c):
		r.harms(c, sink.Unlisted, at)
	}
}

// harms emits the harm that a call does, if any.
func (r *Interp) harms(c *call, harm sink.Harm, at lex.Span) {
	if harm == "" {
		return
	}
	r.Emit(effect.Act{Kind: effect.Alters, Call: string(harm), Args: []effect.Arg{{Text: c.name(), Known: true}}}, at)
	if harm != sink.Requests {
		return
	}
	for _, text := range texts(c.args) {
		if strings.Contains(text.value, "://") || text.key == "host" || text.key == "hostname" {
			r.Emit(effect.Act{Kind: effect.Connects, Call: c.name(), Args: []effect.Arg{{Text: text.value, Known: true}}}, at)
		}
	}
}

// harmOf returns the harm of a call of a library, or "".
func (r *Interp) harmOf(c *call) sink.Harm {
	switch {
	case c.lib.Service == sink.Keys && c.flushes():
		return sink.Flushes
	case c.lib.Service == sink.Web && asksToDelete(c.full, c.args), c.method == "request" && asksToDelete("", c.args):
		return sink.Requests
	case c.lib.Service == sink.Remote && c.publishes():
		return sink.Grants
	case c.lib.Service == sink.Remote && c.empties():
		return sink.Destroys
	case c.lib.Commands != "":
		if h := sink.HarmOfCommands(c.lib, c.full, commandTexts(c.args), namesGiven(c.args)); h != "" {
			return h
		}
	}
	for _, name := range commands(c.full, c.args) {
		if h := sink.HarmOf(c.lib, name, r.holds); h != "" {
			return h
		}
	}
	if sink.IsCommand(c.full) {
		return "" // until a client sends it
	}
	return sink.HarmOf(c.lib, c.full, r.holds)
}

// publishes reports whether a call makes what a service keeps readable for everybody: edit(private=False).
func (c *call) publishes() bool {
	const edits lex.Words = "edit update patch updaterepo updaterepository updaterepovisibility updatereposettings editrepository save"
	if !edits.Has(strings.ToLower(strings.ReplaceAll(c.method, "_", ""))) {
		return false
	}
	opens := func(key string, v Value) bool {
		if len(v) != 1 {
			return false
		}
		plain, _ := plainValue(v[0].Text)
		return key == "private" && v[0].Kind == Ref && plain == "false" || key == "visibility" && v[0].Kind == Constant && v[0].Text == "public"
	}
	for _, k := range c.args.Keys {
		if opens(k.Name, k.Value) {
			return true
		}
	}
	for _, v := range c.args.Pos {
		if a := mapping(v); a != nil && (opens("private", entry(*a, "private")) || opens("visibility", entry(*a, "visibility"))) {
			return true
		}
	}
	return false
}

// empties reports whether a call puts nothing in the place of a part of a tree that a service keeps: ref("/").set(null).
func (c *call) empties() bool {
	if c.method != "set" || !strings.Contains(c.owner, "ref(") && !strings.Contains(c.owner, "reference(") && !strings.Contains(c.owner, "child(") || len(c.args.Pos) == 0 || len(c.args.Pos[0]) != 1 {
		return false
	}
	a := c.args.Pos[0][0]
	plain, _ := plainValue(a.Text)
	return a.Kind == Ref && plain == "null" || a.Kind == Sequence && len(a.Items) == 0
}

// commandTexts returns the texts among the arguments of a call, in lists too.
func commandTexts(args Arguments) []string {
	var out []string
	add := func(v Value) {
		for _, a := range v {
			if a.Kind == Constant {
				out = append(out, a.Text)
			}
		}
	}
	for _, v := range args.Each() {
		add(v)
		for _, a := range v {
			for _, item := range a.Items {
				add(item)
			}
		}
	}
	return out
}

// namesGiven returns the names of the functions among the arguments of a call, unless it says that they only show what they
// would do.
func namesGiven(args Arguments) []string {
	var out []string
	for name, v := range args.Each() {
		if name == "dry_run" && len(v) == 1 && v[0].Text == "True" {
			return nil
		}
		for _, a := range v {
			if a.Kind == Ref {
				out = append(out, a.Text)
			}
		}
	}
	return out
}

// flushes reports whether a call deletes all keys of a store.
func (c *call) flushes() bool {
	if sink.IsFlush(c.method) {
		return true
	}
	if len(c.args.Pos) == 0 || len(c.args.Pos[0]) != 1 {
		return false
	}
	switch a := c.args.Pos[0][0]; {
	case a.Kind == Sequence && len(a.Items) > 0:
		return sink.IsFlush(One(a.Items[0]).Text) && sink.SendsCommand(c.method)
	case a.Kind == Constant && c.method == "eval":
		return sink.HoldsFlush(a.Text)
	case a.Kind == Constant:
		word, _, _ := strings.Cut(a.Text, " ")
		return sink.IsFlush(word) && sink.SendsCommand(c.method)
	}
	return false
}

// commands returns the names of the commands among the arguments, which a client sends: new
// DeleteBucketCommand(), or the text "DeleteBucket".
func commands(full string, args Arguments) []string {
	var names []string
	if strings.HasSuffix(full, "._make_api_call") && len(args.Pos) > 0 {
		for _, name := range args.Pos[0].Args() {
			names = append(names, full+"."+name.Text)
		}
	}
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
	if i := strings.LastIndexAny(full, ".:"); full != "" && lex.Words("delete del").Has(strings.ToLower(strings.TrimRight(full[i+1:], "!"))) || strings.Contains(full, "::Delete.") {
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
		if len(v) == 1 && v[0].Keys != nil && strings.Contains(full, "setopt") && slices.ContainsFunc(v[0].Items, says) {
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

// queries emits the statements among the arguments of a call that a database gets. Those of a database in a
// file are left to the file.
func (r *Interp) queries(c *call, at lex.Span) {
	if c.lib != nil && c.lib.Service != sink.Tables || wraps.Has(c.method) {
		return
	}
	given := c.args.Pos[:min(len(c.args.Pos), 3)]
	for _, k := range c.args.Keys {
		given = append(given[:len(given):len(given)], k.Value)
	}
	for _, v := range given {
		for _, a := range unwrapped(v).Args() {
			if sink.IsStatement(a.Text) && (c.lib != nil || r.uses(sink.Tables) || !r.uses(sink.File)) {
				r.Emit(effect.Act{Kind: effect.Queries, Call: c.name(), Args: []effect.Arg{a}}, at)
			}
		}
	}
}

// wraps are the functions that only mark a text as a statement.
const wraps lex.Words = "text SQL DDL"

// unwrapped returns the texts that such functions got.
func unwrapped(v Value) Value {
	if len(v) == 1 && v[0].Keys != nil { // {text: …}
		for _, key := range [...]string{"text", "sql", "query", "statement"} {
			if in := entry(v[0], key); in != nil {
				return in
			}
		}
	}
	if len(v) == 1 && v[0].Kind == Ref && v[0].Of != nil {
		if name := strings.TrimSuffix(v[0].Text, "()"); wraps.Has(name[strings.LastIndexByte(name, '.')+1:]) {
			return v[0].Of
		}
	}
	return v
}

// uses reports whether the code uses a kind of service: it has called one, or imports its library.
func (r *Interp) uses(s sink.Service) bool {
	if r.used&(1<<s) == 0 && len(r.Toks) > 0 && !r.scanned[&r.Toks[0]] {
		if r.scanned == nil {
			r.scanned = map[*lex.Token]bool{}
		}
		r.scanned[&r.Toks[0]] = true
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
		name := t.Pieces[0].Text
		return sink.LibraryOf(r.Libraries, strings.TrimPrefix(strings.TrimPrefix(name, "node:"), "npm:"))
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

// holds reports whether a string of the code contains a text, or a name is it.
func (r *Interp) holds(text string) bool {
	key := heldText{&r.Toks[0], text}
	held, known := r.held[key]
	if known {
		return held
	}
	held = slices.ContainsFunc(r.Toks, func(t lex.Token) bool {
		return t.Kind == lex.Name && t.Text == text || slices.ContainsFunc(t.Pieces, func(p lex.Piece) bool { return strings.Contains(p.Text, text) })
	})
	if r.held == nil {
		r.held = map[heldText]bool{}
	}
	r.held[key] = held
	return held
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
	for name, v := range args.Each() {
		add(name, v, 2)
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
func isLocal(lib *sink.Client, args Arguments) bool {
	const places lex.Words = "endpoint endpoint_url endpointUrl host hostname url uri base_url baseURL baseUrl prefixUrl api_endpoint address server target apiEndpoint broker"
	for i, t := range texts(args) {
		scheme, _, _ := strings.Cut(strings.ToLower(t.value), ":")
		switch {
		case lib.Service == sink.Tables:
			if _, rest, _ := strings.Cut(strings.ToLower(t.value), "dbi:"); scheme == "sqlite" || scheme == "duckdb" || strings.HasPrefix(scheme, "sqlite+") || strings.HasPrefix(rest, "sqlite") {
				return true
			}
		case lib.Service == sink.Keys:
		case t.key == "" && i > 0 && !strings.Contains(t.value, "://"): // a region may have any name
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
	host = host[strings.LastIndexByte(host, '@')+1:]
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
