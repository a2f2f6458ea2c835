package yaml

// flowList reads a list in brackets.
func (p *parser) flowList() *Node {
	defer p.enter()()
	n := &Node{Kind: Sequence, At: p.pos}
	p.pos++
	for p.flowNext(']') {
		item := p.flowValue()
		if p.skip(); p.peek(0) == ':' { // a mapping of one pair
			at := p.pos
			p.pos++
			item = &Node{Kind: Mapping, At: item.At, Keys: []*Node{item}, Items: []*Node{p.pairValue(at)}}
		}
		n.Items = append(n.Items, item)
		p.separator(']')
	}
	return n
}

// flowMapping reads a mapping in braces.
func (p *parser) flowMapping() *Node {
	defer p.enter()()
	n := &Node{Kind: Mapping, At: p.pos}
	p.pos++
	for p.flowNext('}') {
		key := p.flowValue()
		if key.Kind != Scalar {
			p.fail(key.At, "a key of this kind is not read")
		}
		value := &Node{At: p.pos}
		if p.skip(); p.peek(0) == ':' {
			at := p.pos
			p.pos++
			value = p.pairValue(at)
		}
		n.Keys, n.Items = append(n.Keys, key), append(n.Items, value)
		p.separator('}')
	}
	p.merge(n)
	return n
}

// flowNext goes to the next item in brackets. It passes the bracket that ends them, and
// reports whether there was none.
func (p *parser) flowNext(end byte) bool {
	p.skip()
	if p.pos >= len(p.text) {
		p.fail(p.pos, "a bracket without its end")
	}
	if p.peek(0) == end {
		p.pos++
		return false
	}
	return true
}

// separator passes the comma behind an item.
func (p *parser) separator(end byte) {
	switch p.skip(); p.peek(0) {
	case ',':
		p.pos++
	case end:
	default:
		p.fail(p.pos, "no comma or bracket behind a value")
	}
}

// flowValue reads a value in brackets.
func (p *parser) flowValue() *Node {
	return p.properties(true, func() *Node {
		p.skip()
		if p.atEnd() {
			p.fail(p.pos, "a bracket without its end")
		}
		return p.scalar(-1, true)
	})
}

// pairValue reads the value of a pair in brackets, which may be left out.
func (p *parser) pairValue(at int) *Node {
	switch p.skip(); p.peek(0) {
	case ',', ']', '}':
		return &Node{At: at}
	}
	return p.flowValue()
}
