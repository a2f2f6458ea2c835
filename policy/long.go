package policy

import (
	"encoding/binary"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// The first letters of an index's keys.
const (
	keyPath     = 'p' // a blocked path
	keyAbove    = 'a' // a directory that contains one
	keyEnd      = 'l' // a blocked path in lower case
	keyIn       = 'd' // a directory in lower case; the value is a name in it on the way to a blocked path
	keyRefused  = 'B' // a program; the value is a blocked entry for it
	keyAdmitted = 'C' // the same for an allowed entry
	keyHost     = 'h' // a domain
	keyRule     = 'r' // a program; the value is a rule for it
	keyRuleWord = 'R' // a program and a word that the rule requires
	keyRuleID   = 'i' // the name of a rule; the value is its program
	keyPack     = 'k' // a pack of rules
)

// An entry for a command has a second key, with the lower-case letter: its program and its first
// few words, either as written or, if the entry was read through a grammar, its operands.
const (
	withWords    = 'a' - 'A'
	maxKeyed     = 4 // how many words
	ofArguments  = "\x00v"
	ofOperands   = "\x00o"
	betweenWords = "\x00"
)

// The second part of a rule's key, after its program: a required operand, a required option, or none.
const (
	anOperand = "\x00o"
	anOption  = "\x00a"
	noWord    = "\x00"
)

// longLists moves the long lists out of the document and returns them as the rows of an index. It
// moves only paths that direct reports as free of links: others are resolved for each decision.
func (d *document) longLists(direct func(path string) bool) (rows []row, n lists) {
	w := rowWriter{seen: map[row]bool{}}
	if len(d.blocked) > few && direct != nil {
		var rest []PathEntry
		for _, e := range d.blocked {
			if (strings.HasPrefix(e.Path, "/") || strings.HasPrefix(e.Path, "~")) && direct(e.Path) {
				n.Paths++
				w.path(e.Path, n.Paths)
			} else {
				rest = append(rest, e)
			}
		}
		d.blocked = rest
	}
	if len(d.refused) > few {
		var rest []CommandEntry
		for _, e := range d.refused {
			if e.like == nil || e.like.Name == "" {
				rest = append(rest, e)
				continue
			}
			n.Refused++
			w.command(keyRefused, e, n.Refused)
		}
		d.refused = rest
	}
	if len(d.admitted) > few {
		var rest []said[CommandEntry]
		for _, e := range d.admitted {
			if e.it.like == nil || e.it.like.Name == "" || e.it.Dir != "" {
				rest = append(rest, e)
				continue
			}
			n.Admitted++
			w.command(keyAdmitted, e.it, n.Admitted)
		}
		d.admitted = rest
	}
	if d.domains != nil && len(d.domains.it) > few {
		rest := []string{}
		for _, host := range d.domains.it {
			if _, port := portOf(host); port != 0 {
				rest = append(rest, host)
				continue
			}
			n.Hosts++
			w.add(keyHost, host, numbered(n.Hosts, ""))
		}
		d.domains.it = rest
	}
	if len(d.rules) > few {
		for _, r := range d.rules {
			n.Rules++
			w.rule(r.it, n.Rules)
		}
		d.rules = nil
	}
	return w.rows, n
}

// longLists are the long lists of a policy's layers.
type longLists struct {
	paths, refused, admitted []*Index
	hosts                    *Index // of the layer that lists the hosts
	all                      []*Index
}

// Damage returns an error if a long list was found damaged since the policy was loaded. No
// decision made with it may be used then.
func (p *Policy) Damage() error {
	for _, ix := range p.long.all {
		if ix.rows.damaged.Load() {
			return fmt.Errorf("%s: its index, policy.bin, is damaged: write the file anew", ix.name)
		}
	}
	return nil
}

// BlocksLong reports whether a path is on a long list of blocked paths, which are not in
// Paths.Blocked, or below one that is; with tree set, also whether it contains one. "~" on a list
// means home. It follows no links.
func (p *Policy) BlocksLong(name, home string, tree bool) bool {
	return slices.ContainsFunc(p.long.paths, func(ix *Index) bool { return ix.blocks(name, home, tree) })
}

// LongNames returns the names in a directory that lead to paths of the long lists, in lower case,
// and whether the directory itself is such a path. The root is "/", a home is "~".
func (p *Policy) LongNames(dir string) (names []string, end bool) {
	for _, ix := range p.long.paths {
		ix.rows.each(lookup{kind: keyIn, a: dir}, func(name []byte) bool { names = append(names, string(name)); return true })
		end = end || ix.rows.has(keyEnd, dir)
	}
	return names, end
}

// HasLongPaths reports whether there are any.
func (p *Policy) HasLongPaths() bool { return len(p.long.paths) > 0 }

// BlockedPaths returns all blocked paths, including the long lists.
func (p *Policy) BlockedPaths() []PathEntry {
	all := slices.Clip(p.Paths.Blocked)
	for _, ix := range p.long.paths {
		for _, r := range ix.rows.all(keyPath) {
			all = append(all, PathEntry{Path: r.key})
		}
	}
	return all
}

// AllBlockedCommands returns the blocked entries, including the long lists.
func (p *Policy) AllBlockedCommands() []CommandEntry {
	return allEntries(p.Commands.Blocked, p.long.refused, keyRefused)
}

// AllAllowedCommands returns the allowed entries, including the long lists.
func (p *Policy) AllAllowedCommands() []CommandEntry {
	return allEntries(p.Commands.Allowed, p.long.admitted, keyAdmitted)
}

func allEntries(short []CommandEntry, long []*Index, kind byte) []CommandEntry {
	all := slices.Clip(short)
	for _, ix := range long {
		all = append(all, ix.allCommands(kind)...)
	}
	return all
}

// BlocksCommands reports whether any command is blocked.
func (p *Policy) BlocksCommands() bool { return len(p.Commands.Blocked)+len(p.long.refused) > 0 }

// ForgetAllowedCommands removes all allowed commands.
func (p *Policy) ForgetAllowedCommands() { p.Commands.Allowed, p.long.admitted = nil, nil }

// AllowedDomains returns the listed hosts, including a long list.
func (p *Policy) AllowedDomains() []string {
	all := slices.Clip(p.Network.Domains)
	if p.long.hosts != nil {
		for _, r := range p.long.hosts.rows.all(keyHost) {
			all = append(all, r.key)
		}
	}
	return all
}

// lists reports whether a host is on the long list, by itself or below a listed domain.
func (ix *Index) lists(host string) bool {
	if ix.rows.has(keyHost, host) {
		return true
	}
	for _, parent, more := strings.Cut(host, "."); more; _, parent, more = strings.Cut(parent, ".") {
		if _, found := ix.rows.first(lookup{keyHost, "*.", parent}); found {
			return true
		}
	}
	return false
}

// rowWriter collects the rows of an index.
type rowWriter struct {
	rows []row
	seen map[row]bool // shared rows that are written already
}

func (w *rowWriter) add(kind byte, key, value string) {
	w.rows = append(w.rows, row{string(kind) + key, value})
}

// once adds a row unless it exists already.
func (w *rowWriter) once(kind byte, key, value string) {
	r := row{string(kind) + key, value}
	if !w.seen[r] {
		w.seen[r] = true
		w.rows = append(w.rows, r)
	}
}

// numbered prefixes a value with a number.
func numbered(n int, text string) string {
	return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) + text
}

// path adds a blocked path, and the directories that lead to it.
func (w *rowWriter) path(name string, n int) {
	w.add(keyPath, name, numbered(n, ""))
	w.once(keyEnd, strings.ToLower(name), "")
	for at := name; at != "/" && at != "~"; {
		dir := path.Dir(at)
		w.once(keyAbove, dir, "")
		w.once(keyIn, strings.ToLower(dir), strings.ToLower(path.Base(at)))
		at = dir
	}
}

// blocks reports whether a path is on a long list of blocked paths or below one; with tree set,
// also whether it contains one. "~" means home.
func (ix *Index) blocks(name, home string, tree bool) bool {
	if covered, holds := ix.along("", name); covered || tree && holds {
		return true
	}
	home = path.Clean("/" + home)
	if rest, below := strings.CutPrefix(name, strings.TrimSuffix(home, "/")); below && (rest == "" || rest[0] == '/') {
		if rest == "/" {
			rest = "" // the home is the root
		}
		covered, holds := ix.along("~", rest)
		return covered || tree && holds
	}
	if !tree || !strings.HasPrefix(home, strings.TrimSuffix(name, "/")+"/") {
		return false
	}
	return ix.rows.has(keyAbove, "~") || ix.rows.has(keyPath, "~")
}

// along descends the directories of a path, from "~" or the root, as long as they contain blocked
// paths. It reports whether the path is covered by a blocked one, and whether it contains one.
func (ix *Index) along(from, name string) (covered, holds bool) {
	for end := 0; ; {
		at := lookup{a: from, b: name[:end]}
		if from == "" && end == 0 {
			at.b = "/"
		}
		at.kind = keyPath
		if _, found := ix.rows.first(at); found {
			return true, true
		}
		at.kind = keyAbove
		if _, found := ix.rows.first(at); !found {
			return false, false
		}
		if end == len(name) || name == "/" {
			return false, true
		}
		next := strings.IndexByte(name[end+1:], '/')
		if end += 1 + next; next < 0 {
			end = len(name)
		}
	}
}

// command adds an entry under each name of its program: among all its entries, and among those
// with the same first words.
func (w *rowWriter) command(kind byte, e CommandEntry, n int) {
	override := "-"
	if e.Override {
		override = "!"
	}
	value := numbered(n, override+e.Text)
	words, _ := keyWords(e.like.Command.Args[1:]) // none where one is not known: these are always looked up
	form := ofArguments
	if e.like.Program != nil && !e.like.Open {
		form = ofOperands
		words, _ = keyOperands(e.like)
	}
	program, _ := e.like.Command.Program().Text()
	for i, name := range [...]string{e.like.Name, program} {
		if i > 0 && name == e.like.Name {
			continue
		}
		w.add(kind, name, value)
		w.add(kind+withWords, name+form+strings.Join(words, betweenWords), value)
	}
}

// keyWords returns the first words of an argument vector for a key, and whether all are known.
func keyWords(args []parser.Word) (words []string, known bool) {
	for _, w := range args[:min(len(args), maxKeyed)] {
		text, known := w.Text()
		if !known || w.Splits() {
			return nil, false
		}
		words = append(words, text)
	}
	return words, true
}
