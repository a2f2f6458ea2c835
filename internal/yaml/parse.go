package yaml

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/excerpt"
)

// maxDepth bounds how deep values may stand in one another.
const maxDepth = 100

// Parse reads a text that is one document.
func Parse(text string) (*Node, error) {
	docs, err := read(text, true)
	if err != nil {
		return nil, err
	}
	return docs[0], nil
}

// Documents reads all documents of a text, each with names of its own.
func Documents(text string) ([]*Node, error) { return read(text, false) }

// read reads the documents of a text. What only separates or ends them behind the first is
// none more if the text may only have one.
func read(text string, single bool) (docs []*Node, err error) {
	p := &parser{text: text}
	defer func() {
		if fault := recover(); fault != nil {
			e, ok := fault.(*Error)
			if !ok {
				panic(fault)
			}
			docs, err = nil, e
		}
	}()
	if err := CheckBreaks(text); err != nil {
		return nil, err
	}
	p.pos = len(text) - len(strings.TrimPrefix(text, "\ufeff"))
	for {
		docs = append(docs, p.document())
		for p.atEnd() && p.pos < len(p.text) && (single || p.marker("...")) {
			p.pos += len("---")
			p.skip()
		}
		switch {
		case p.pos >= len(p.text):
			return docs, nil
		case single:
			p.fail(p.pos, "a second document is not read")
		}
	}
}

// document reads one document, up to the line that ends it or begins the next.
func (p *parser) document() *Node {
	p.anchors = map[string]anchor{}
	p.head()
	n := p.value(-1, p.pos, false)
	if p.skip(); !p.atEnd() {
		p.fail(p.pos, "this does not belong to the value before it")
	}
	return n
}

// CheckBreaks returns an Error where a text has a sign that ends a line for some readers and
// for others does not. What is a comment to one of them is a value to another.
func CheckBreaks(text string) error {
	for at, c := range text {
		switch {
		case c == '\r' && !strings.HasPrefix(text[at+1:], "\n"), c == '\u0085', c == '\u2028', c == '\u2029':
			return &Error{at, "readers do not agree whether a line ends here"}
		}
	}
	return nil
}

// parser is a text that is being read. What it cannot read is a panic with an Error, which
// Parse returns.
type parser struct {
	text    string
	pos     int
	depth   int
	anchors map[string]anchor
	aliased int // bytes that aliases stand for
}

// anchor is a value with a name.
type anchor struct {
	node *Node
	size int // in bytes, with what its own aliases stand for
}

// maxAliased bounds the bytes that aliases stand for: few of them can make a value of any size.
const maxAliased = 4 << 20

func (p *parser) fail(at int, text string) { panic(&Error{at, text}) }

// enter counts how deep values stand in one another.
func (p *parser) enter() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.pos, "values stand too deep in one another")
	}
	return func() { p.depth-- }
}

// head passes directives and the line that begins a document.
func (p *parser) head() {
	for {
		p.skip()
		switch {
		case p.pos < len(p.text) && p.text[p.pos] == '%' && p.column() == 0:
			p.pos = p.lineEnd(p.pos)
		case p.marker("---"):
			p.pos += len("---")
			return
		default:
			return
		}
	}
}

// marker reports whether a line of three signs that ends or begins a document is here.
func (p *parser) marker(sign string) bool {
	rest := p.text[p.pos:]
	return strings.HasPrefix(rest, sign) && (p.pos == 0 || p.text[p.pos-1] == '\n') && (len(rest) == 3 || strings.IndexByte(" \t\r\n", rest[3]) >= 0)
}

// atEnd reports whether the document ends here.
func (p *parser) atEnd() bool { return p.pos >= len(p.text) || p.marker("---") || p.marker("...") }

// column is how many bytes of the line stand before.
func (p *parser) column() int { return p.pos - (strings.LastIndexByte(p.text[:p.pos], '\n') + 1) }

// lineEnd is where the line of a place ends: at its newline or the end of the text.
func (p *parser) lineEnd(at int) int {
	if n := strings.IndexByte(p.text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(p.text)
}

func (p *parser) peek(n int) byte {
	if p.pos+n < len(p.text) {
		return p.text[p.pos+n]
	}
	return 0
}

// isBlank reports whether a byte separates words; the end of the text is 0.
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0 }

// spaces passes blanks within a line.
func (p *parser) spaces() {
	for p.peek(0) == ' ' || p.peek(0) == '\t' || p.peek(0) == '\r' && p.peek(1) == '\n' {
		p.pos++
	}
}

// comment passes a comment, if one is here.
func (p *parser) comment() {
	if p.peek(0) == '#' && (p.pos == 0 || isBlank(p.text[p.pos-1])) {
		p.pos = p.lineEnd(p.pos)
	}
}

// skip passes blanks, ends of lines and comments.
func (p *parser) skip() {
	for {
		p.spaces()
		if p.comment(); p.peek(0) != '\n' {
			return
		}
		p.pos++
	}
}

// rest passes blanks and a comment, and reports whether the line ends there.
func (p *parser) rest() bool {
	p.spaces()
	p.comment()
	return p.pos >= len(p.text) || p.text[p.pos] == '\n'
}

// value reads a value behind something in a column: a key, a dash, or -1 for the beginning. A
// mapping may begin on the same line only behind a dash. Behind a key a list may stand in the
// key's own column.
func (p *parser) value(parent, at int, isKey bool) *Node {
	defer p.enter()()
	line := p.pos
	n := p.properties(false, func() *Node {
		if p.rest() {
			p.skip()
		}
		sameLine := !strings.Contains(p.text[line:p.pos], "\n")
		col := p.column()
		isList := p.peek(0) == '-' && isBlank(p.peek(1))
		switch {
		case p.atEnd(), col < parent, col == parent && !(isKey && isList && !sameLine):
			return &Node{At: at}
		case !sameLine || parent < 0:
			p.indented()
		}
		switch {
		case isList && !(sameLine && isKey):
			return p.list(col)
		case p.peek(0) == '|' || p.peek(0) == '>':
			return p.block(parent)
		case !(sameLine && isKey) && p.isKeyHere():
			return p.mapping(col)
		}
		return p.scalar(parent, false)
	})
	return n
}

// indented refuses a tab before a value that begins a line.
func (p *parser) indented() {
	from := p.pos - p.column()
	if n := strings.IndexByte(p.text[from:p.pos], '\t'); n >= 0 && strings.Trim(p.text[from:p.pos], " \t") == "" && p.peek(0) != '{' && p.peek(0) != '[' {
		p.fail(from+n, "a tab indents this line")
	}
}

// properties reads a tag and an anchor before a value, and an alias in its place.
func (p *parser) properties(inFlow bool, read func() *Node) *Node {
	name := ""
	for count := 0; ; count++ {
		start := p.pos
		p.skip()
		c := p.peek(0)
		if c != '&' && c != '!' && c != '*' {
			p.pos = start
			break
		}
		from := p.pos
		if count > 1 && c != '*' {
			p.fail(from, "a value has one tag and one name")
		}
		for !isBlank(p.peek(0)) && strings.IndexByte(",[]{}", p.peek(0)) < 0 {
			p.pos++
		}
		word := p.text[from:p.pos]
		switch {
		case c == '&' && strings.HasSuffix(word, ":"):
			p.fail(from, "a key of this kind is not read")
		case c == '*':
			named := p.anchors[word[1:]]
			if named.node == nil {
				p.fail(from, "no value has this name; a text that begins with * needs quotes")
			}
			if p.aliased += named.size; p.aliased > maxAliased {
				p.fail(from, "aliases stand for too much")
			}
			return named.node
		case c == '&':
			name = word[1:]
		}
		if !inFlow && p.isPropertyOfKey(from) {
			p.pos, name = start, ""
			break
		}
	}
	start, before := p.pos, p.aliased
	n := read()
	if name != "" {
		p.anchors[name] = anchor{n, p.pos - start + p.aliased - before}
	}
	return n
}

// isPropertyOfKey reports whether an anchor belongs to a key and not to the mapping: it
// stands on the line of the key. Who reads the key passes it.
func (p *parser) isPropertyOfKey(from int) bool {
	at := p.pos
	defer func() { p.pos = at }()
	if p.rest() {
		return false
	}
	before := p.text[strings.LastIndexByte(p.text[:from], '\n')+1 : from]
	return strings.Trim(before, " -") == "" && p.isKeyHere()
}

// list reads a list whose dashes stand in a column.
func (p *parser) list(col int) *Node {
	n := &Node{Kind: Sequence, At: p.pos}
	for !p.atEnd() && p.column() == col && p.peek(0) == '-' && isBlank(p.peek(1)) {
		at := p.pos
		p.pos++
		n.Items = append(n.Items, p.value(col, at, false))
		p.next(col)
	}
	return n
}

// mapping reads a mapping whose keys stand in a column.
func (p *parser) mapping(col int) *Node {
	n := &Node{Kind: Mapping, At: p.pos}
	for !p.atEnd() && p.column() == col && p.isKeyHere() {
		at := p.pos
		n.Keys = append(n.Keys, p.key())
		n.Items = append(n.Items, p.value(col, at, true))
		p.next(col)
	}
	p.merge(n)
	return n
}

// merge puts the pairs of the mappings that are to be merged in the place of the merge keys,
// and refuses a key that stands in a mapping twice: some readers take the first, others the
// last.
func (p *parser) merge(n *Node) {
	own := make(map[string]bool, len(n.Keys))
	var merged []*Node
	keys, items := n.Keys[:0:0], n.Items[:0:0]
	for i, k := range n.Keys {
		if name := k.Text.String; own[name] {
			p.fail(k.At, "this key stands here twice")
		} else {
			own[name] = true
		}
		if k.Text.String == "<<" && k.IsPlain {
			merged = append(merged, n.Items[i].List()...)
			continue
		}
		keys, items = append(keys, k), append(items, n.Items[i])
	}
	if !own["<<"] {
		return
	}
	for _, m := range merged {
		if m.Kind != Mapping {
			p.fail(m.At, "only mappings can be merged")
		}
		for i, k := range m.Keys {
			if !own[k.Text.String] {
				own[k.Text.String] = true
				keys, items = append(keys, k), append(items, m.Items[i])
			}
		}
	}
	n.Keys, n.Items = keys, items
}

// next goes to what stands behind an item, which must begin a line. What stands deeper than
// the items is nobody's.
func (p *parser) next(col int) {
	if !p.rest() && !p.beginsLine() {
		p.fail(p.pos, "this does not belong to the value before it")
	}
	if p.skip(); !p.atEnd() && p.column() > col {
		p.fail(p.pos, "this stands deeper than what it would belong to")
	}
	if p.column() == col && !p.atEnd() {
		p.indented()
	}
}

// key reads the key of a mapping, and the colon behind it.
func (p *parser) key() *Node {
	var n *Node
	for p.peek(0) == '&' || p.peek(0) == '!' {
		from := p.pos
		for !isBlank(p.peek(0)) {
			p.pos++
		}
		if name := p.text[from+1 : p.pos]; p.text[from] == '&' {
			defer func() { p.anchors[name] = anchor{n, len(n.Text.String)} }()
		}
		p.spaces()
	}
	switch p.peek(0) {
	case '"', '\'':
		n = p.quoted()
	default:
		from := p.pos
		for !(p.peek(0) == ':' && isBlank(p.peek(1))) {
			p.pos++
		}
		end := from + len(strings.TrimRight(p.text[from:p.pos], " \t"))
		n = &Node{Kind: Scalar, At: from, IsPlain: true, Text: excerpt.Whole(p.text).Slice(from, end)}
	}
	p.spaces()
	p.pos++ // the colon
	return n
}

// isKeyHere reports whether a key and its colon are on this line.
func (p *parser) isKeyHere() bool {
	at := p.pos
	defer func() { p.pos = at }()
	for p.peek(0) == '&' || p.peek(0) == '!' {
		for !isBlank(p.peek(0)) {
			p.pos++
		}
		p.spaces()
	}
	switch c := p.peek(0); {
	case c == '"' || c == '\'':
		end := p.quoteEnd()
		if end < 0 || strings.Contains(p.text[p.pos:end], "\n") {
			return false
		}
		p.pos = end
		p.spaces()
		return p.peek(0) == ':' && isBlank(p.peek(1))
	case c == '?' && isBlank(p.peek(1)):
		p.fail(p.pos, "a key of this kind is not read")
	case c == 0 || strings.IndexByte("[{|>@`%,]}", c) >= 0, c == '#':
		return false
	}
	for end := p.lineEnd(p.pos); p.pos < end; p.pos++ {
		switch {
		case p.peek(0) == ':' && isBlank(p.peek(1)):
			return true
		case p.peek(0) == '#' && isBlank(p.text[p.pos-1]):
			return false
		}
	}
	return false
}

// beginsLine reports whether nothing but blanks stands before on the line.
func (p *parser) beginsLine() bool {
	return strings.Trim(p.text[p.pos-p.column():p.pos], " \t") == ""
}
