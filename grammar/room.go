package grammar

// room is memory for what is read of the commands of one script: the next command uses what is left, so that few need
// some of their own.
type room struct {
	invocations []Invocation // not yet used
	options     []OptionUse  // empty, with the capacity that is left
	operands    []Operand    // the same
	single      [1]Invocation
}

// newRoom returns room for some commands.
func newRoom(commands int) *room {
	m := new(room)
	if m.invocations = m.single[:]; commands > len(m.single) {
		m.invocations = make([]Invocation, commands)
	}
	return m
}

// The least that is taken of the memory at once.
const (
	fewOptions  = 4
	fewOperands = 8
)

// invocation returns a new invocation.
func (m *room) invocation() *Invocation {
	if len(m.invocations) == 0 {
		return new(Invocation) // of a nested command
	}
	v := &m.invocations[0]
	m.invocations = m.invocations[1:]
	return v
}

// operandsFor returns no operands, with room for n.
func (m *room) operandsFor(n int) []Operand {
	if n > cap(m.operands) {
		m.operands = make([]Operand, 0, max(n, fewOperands))
	}
	all := m.operands[:0:n]
	m.operands = m.operands[n:n]
	return all
}

// borrow gives an invocation, which has no options, all room that there is for some.
func (m *room) borrow(v *Invocation) { v.Options = m.options }

// giveBack takes the room that an invocation's options leave.
func (m *room) giveBack(v *Invocation) {
	n := len(v.Options)
	m.options, v.Options = v.Options[n:], v.Options[:n:n]
}

// add adds an option to an invocation.
func (v *Invocation) add(g OptionUse) {
	if cap(v.Options) == 0 {
		v.Options = make([]OptionUse, 0, fewOptions)
	}
	v.Options = append(v.Options, g)
}
