package main

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A walker is at work on one image.
type walker struct {
	m        *image
	home     string // the entry's package
	also     string // a package that the same holds for, or ""
	limit    int64
	reached  []*node // in the order they were met
	nodes    map[uint64]*node
	left     map[string]bool // leaves reached
	offences []string
	deepest  int64
}

// A node is a function that can be reached.
type node struct {
	symbol
	from  *node // by whom first
	entry bool
	frame int64
	calls []*node
	depth int64 // of the stack, from here on down
	state state
}

// state is how far the search for cycles has come with a node.
type state uint8

const (
	untouched state = iota
	open
	closed
)

// walk looks at all that can be reached from the image's entry.
func walk(m *image, entry, also string, limit int64) *walker {
	w := &walker{m: m, home: packageOf(entry), also: also, limit: limit, nodes: map[uint64]*node{}, left: map[string]bool{}}
	start, ok := m.function(m.entry)
	if !ok || start.name != entry || start.addr != m.entry {
		w.offences = append(w.offences, fmt.Sprintf("the ELF entry is %q, not %q: built with -ldflags '-E %s' and without cgo?", start.name, entry, entry))
		return w
	}
	for name := range m.names {
		if w.early(name) && isInit(name) {
			w.offences = append(w.offences, fmt.Sprintf("%s: variables of the package are set by code that runs after the entry", name))
		}
	}
	w.node(start, nil).entry = true
	for i := 0; i < len(w.reached); i++ {
		w.look(w.reached[i])
	}
	root := w.reached[0]
	w.descend(root)
	if w.deepest = root.depth; w.deepest > limit {
		w.tooDeep(root)
	}
	return w
}

// early reports whether a name belongs to a package that is written to run before the
// runtime.
func (w *walker) early(name string) bool {
	of := packageOf(name)
	return of == w.home || w.also != "" && of == w.also
}

// isInit reports whether a symbol is code that sets variables of its package.
func isInit(name string) bool {
	rest := strings.TrimPrefix(name, packageOf(name)+".")
	return rest == "init" || strings.HasPrefix(rest, "init.") || strings.HasPrefix(rest, "map.init.")
}

// packageOf returns the package of a symbol's name.
func packageOf(name string) string {
	name, _, _ = strings.Cut(name, "[") // type arguments
	at := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[at:], '.')
	if dot < 0 {
		return ""
	}
	return name[:at+dot]
}

// node returns the node of a function, made at its first call.
func (w *walker) node(s symbol, from *node) *node {
	n, ok := w.nodes[s.addr]
	if !ok {
		n = &node{symbol: s, from: from}
		w.nodes[s.addr] = n
		w.reached = append(w.reached, n)
	}
	return n
}

// look decodes a function.
func (w *walker) look(n *node) {
	for _, s := range w.m.decode(n.symbol, n.entry) {
		n.frame += s.down
		if s.wrong != "" {
			w.refuse(n, s, s.wrong)
		}
		if s.kind != next {
			w.follow(n, s)
		}
		if s.data != 0 {
			w.data(n, s)
		}
	}
}

// follow decides about a direct call or jump.
func (w *walker) follow(n *node, s step) {
	if s.kind == jump && s.target >= n.addr && s.target < n.addr+n.size {
		return
	}
	to, ok := w.m.function(s.target)
	switch {
	case !ok:
		w.refuse(n, s, "leads out of the program's code")
	case to.addr != s.target:
		w.refuse(n, s, "leads into the middle of "+to.name)
	case w.early(to.name):
		n.calls = append(n.calls, w.node(to, n))
	default:
		l, known := leafOf(to.name)
		if !known || l.exit && (!n.entry || s.kind != jump) {
			w.refuse(n, s, "leads to "+to.name+", which may not be used before the runtime")
			return
		}
		w.left[to.name] = true
	}
}

// data decides about an address that is formed or read.
func (w *walker) data(n *node, s step) {
	if f, ok := w.m.function(s.data); ok {
		if w.mayTake(n, f) {
			return
		}
		w.refuse(n, s, "takes the address of the code of "+f.name)
		return
	}
	if p := w.m.pointer(s.data); p != 0 {
		if f, ok := w.m.function(p); ok && f.addr == p {
			w.refuse(n, s, "reads the address of the code of "+f.name)
			return
		}
	}
	if w.m.constant(s.data) {
		return
	}
	if v, ok := w.m.variable(s.data); !ok {
		w.refuse(n, s, fmt.Sprintf("uses an address that nothing is known of, %#x", s.data))
	} else if !w.early(v.name) {
		w.refuse(n, s, "uses the variable "+v.name+" of another package, which nobody has set yet")
	}
}

// refuse notes an offence at a step.
func (w *walker) refuse(n *node, s step, why string) {
	w.offences = append(w.offences, fmt.Sprintf("%s at %#x (%s): %s; path: %s", w.short(n.name), s.at, s.text, why, w.path(n)))
}

// path tells how a node is reached.
func (w *walker) path(n *node) string {
	var names []string
	for ; n != nil; n = n.from {
		names = append(names, w.short(n.name))
	}
	slices.Reverse(names)
	return strings.Join(names, " > ")
}

// short leaves the directory of the entry's package out of a name.
func (w *walker) short(name string) string {
	return strings.TrimPrefix(name, w.home[:strings.LastIndexByte(w.home, '/')+1])
}

// descend computes depths, and refuses what calls itself.
func (w *walker) descend(n *node) {
	n.state = open
	n.depth = n.frame
	if n.frame > w.limit {
		w.offences = append(w.offences, fmt.Sprintf("%s: its frame alone is %d bytes, %d are allowed; path: %s", w.short(n.name), n.frame, w.limit, w.path(n)))
	}
	for _, c := range n.calls {
		if c.state == untouched {
			w.descend(c)
		}
		if c.state == open {
			w.offences = append(w.offences, fmt.Sprintf("%s: recursion, by %s; path: %s", w.short(c.name), w.short(n.name), w.path(n)))
			continue
		}
		n.depth = max(n.depth, n.frame+w.link()+c.depth)
	}
	n.state = closed
}

// link is what a call itself puts on the stack.
func (w *walker) link() int64 {
	if w.m.machine == elf.EM_X86_64 {
		return 8
	}
	return 0
}

// tooDeep tells of the deepest path, with the frames on it.
func (w *walker) tooDeep(n *node) {
	var path []string
	for n != nil {
		path = append(path, fmt.Sprintf("%s (%d)", w.short(n.name), n.frame))
		var deepest *node
		for _, c := range n.calls {
			if deepest == nil || c.depth > deepest.depth {
				deepest = c
			}
		}
		n = deepest
	}
	w.offences = append(w.offences, fmt.Sprintf("the stack may get %d bytes deep, %d are allowed; path: %s", w.deepest, w.limit, strings.Join(path, " > ")))
}

// size is how many bytes of code were walked.
func (w *walker) size() (total uint64) {
	for _, n := range w.reached {
		total += n.size
	}
	return total
}

// leaves are the names of those that were reached.
func (w *walker) leaves() []string { return slices.Sorted(maps.Keys(w.left)) }

// compare reports whether a stripped binary holds the same code.
func (w *walker) compare(name string) error {
	f, err := elf.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if f.Entry != w.m.entry || f.Machine != w.m.machine {
		return fmt.Errorf("starts at %#x, not at %#x as the binary that was walked", f.Entry, w.m.entry)
	}
	stripped := &image{machine: f.Machine, pointers: map[uint64]uint64{}}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			stripped.segments = append(stripped.segments, p)
		}
	}
	for _, n := range w.reached {
		if !bytes.Equal(stripped.read(n.addr, n.size), w.m.read(n.addr, n.size)) {
			return errors.New(w.short(n.name) + ": the code differs from the binary that was walked")
		}
	}
	return nil
}
