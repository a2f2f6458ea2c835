package rules

import (
	"errors"
	"iter"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Table is a list of rules as text, which [Encode] makes. A process reads only those rules of it that
// it needs: a judge starts anew for every command, and as values of Go the built-in rules would be
// two thirds of the data that the Go runtime, and on Android the dynamic linker, prepare at each start.
type Table struct {
	text  string // as Encode made it
	count int
	index string                 // lines of places by program, see Encode
	ids   string                 // lines of places by id
	rows  string                 // a line for each rule
	read  []atomic.Pointer[Rule] // those read so far, by their numbers
}

// errTable says that the text of a table is not what Encode makes of its rules.
var errTable = errors.New("rules: the encoded rules are not as this program encodes them: go test ./rules/catalogue -run TestIndex -update")

// NewTable returns the table with a text. A text that Encode has not made is an empty table, or makes
// a rule panic when it is read: [Table.Check] finds that out.
func NewTable(text string) *Table {
	head, rest, _ := strings.Cut(text, "\n")
	var n [3]int
	for i, field := range strings.Fields(head) {
		size, err := strconv.Atoi(field)
		if i >= len(n) || err != nil || size < 0 || size > len(rest) {
			return &Table{text: text}
		}
		n[i] = size
	}
	if n[1]+n[2] > len(rest) {
		return &Table{text: text}
	}
	t := &Table{text: text, count: n[0], read: make([]atomic.Pointer[Rule], n[0])}
	t.index, t.ids, t.rows = rest[:n[1]], rest[n[1]:n[1]+n[2]], rest[n[1]+n[2]:]
	return t
}

// Check returns an error if the text is not what this program makes of the rules in it. Then some
// would never be tried, or not be read as they were written, and nothing may be judged. It reads all
// rules: it is for installers, and for programs that run without installation.
func (t *Table) Check() (err error) {
	defer func() {
		if recover() != nil {
			err = errTable
		}
	}()
	var all []Rule
	for r := range t.all() {
		all = append(all, *r)
	}
	if Encode(all) != t.text {
		return errTable
	}
	return nil
}

// Set returns the rules of the table as a set. Its callers share them and must not change them.
func (t *Table) Set() Set { return Set{table: t, known: new(memory)} }

// all yields all rules, in their order.
func (t *Table) all() iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		for n, at := 0, 0; t != nil && n < t.count; n++ {
			if !yield(t.rule(n, at)) {
				return
			}
			at += strings.IndexByte(t.rows[at:], '\n') + 1
		}
	}
}

// rule returns the rule with a number, whose line begins at an offset.
func (t *Table) rule(number, at int) *Rule {
	if r := t.read[number].Load(); r != nil {
		return r
	}
	line, _, _ := strings.Cut(t.rows[at:], "\n")
	r := &Rule{lists: new(patternLists)}
	r.decode(line)
	if !t.read[number].CompareAndSwap(nil, r) {
		return t.read[number].Load()
	}
	return r
}

// find returns the rule with an id, or nil.
func (t *Table) find(id string) *Rule {
	if strings.HasPrefix(id, "=") {
		return nil // the keys of former ids begin so
	}
	return t.byKey(id)
}

// findFormer returns the rule with a former id, or nil.
func (t *Table) findFormer(id string) *Rule { return t.byKey("=" + id) }

// byKey returns the rule with a key in the index of ids, or nil.
func (t *Table) byKey(key string) *Rule {
	if t == nil || strings.Contains(key, " ") {
		return nil
	}
	_, place, found := strings.Cut(wordlist.Line(t.ids, key), " ")
	if !found {
		return nil
	}
	c := t.places(place)[0]
	return t.rule(int(c.number), int(c.offset))
}

// about returns the candidates that name a program, in their order.
func (t *Table) about(program string) []candidate {
	if t == nil || strings.Contains(program, " ") {
		return nil
	}
	_, named, _ := strings.Cut(t.index, "\n")
	line := wordlist.Line(named, program)
	return t.places(line[min(len(line), len(program)+1):])
}

// general returns the rules that name no program, which are candidates for every command.
func (t *Table) general() []candidate {
	if t == nil {
		return nil
	}
	line, _, _ := strings.Cut(t.index, "\n")
	return t.places(line)
}

// len returns the number of rules.
func (t *Table) len() int {
	if t == nil {
		return 0
	}
	return t.count
}

// places returns the rules at some places of the index. It reads their text byte by byte, since the
// list of general rules is long.
func (t *Table) places(places string) []candidate {
	if places == "" {
		return nil
	}
	all := make([]candidate, 0, strings.Count(places, " ")+1)
	var part [6]uint64
	n := 0
	for i := 0; i <= len(places); i++ {
		switch {
		case i == len(places) || places[i] == ' ':
			all = append(all, t.at(part))
			part, n = [6]uint64{}, 0
		case places[i] == '.':
			n++
		default:
			part[n] = part[n]*36 + digit(places[i])
		}
	}
	return all
}

// at returns the candidate at a place, of which these are the parts.
func (t *Table) at(part [6]uint64) candidate {
	c := candidate{number: uint16(part[0]), offset: uint32(part[1]), kinds: grammar.Kind(part[2]), zones: Zone(part[3])}
	if c.filter = (filter{states(part[4]), begins(part[5])}); c.begins == 0 {
		c.begins = anySub
	}
	return c
}

// digit returns the value of a digit in base 36.
func digit(c byte) uint64 {
	if c <= '9' {
		return uint64(c - '0')
	}
	return uint64(c-'a') + 10
}

// decode sets the fields that a line has. It panics for a field that there is not.
func (r *Rule) decode(line string) {
	r.Hits, r.Misses = room(line, "\tHits="), room(line, "\tMisses=")
	for field := range strings.SplitSeq(strings.Trim(line, "\t"), "\t") {
		name, value, valued := strings.Cut(field, "=")
		if strings.HasPrefix(value, `"`) {
			value, _ = strconv.Unquote(value)
		}
		switch text := r.text(name); {
		case name == "Hits":
			r.Hits = append(r.Hits, value)
		case name == "Misses":
			r.Misses = append(r.Misses, value)
		case text != nil:
			*text = value
		case valued:
			n, err := strconv.Atoi(value)
			if err != nil {
				panic("rules: " + field)
			}
			r.setNumber(name, n)
		default:
			*r.flag(name) = true
		}
	}
}

// room returns an empty list with room for the values of a field that a line has several times.
func room(line, field string) []string {
	if n := strings.Count(line, field); n > 0 {
		return make([]string, 0, n)
	}
	return nil
}

// text returns the field of text with a name, or nil.
func (r *Rule) text(name string) *string {
	switch name {
	case "ID":
		return &r.ID
	case "Former":
		return &r.Former
	case "Class":
		return (*string)(&r.Class)
	case "Reason":
		return &r.Reason
	case "Hint":
		return &r.Hint
	case "Program":
		return &r.Program
	case "Except":
		return &r.Except
	case "Sub":
		return &r.Sub
	case "ExceptSub":
		return &r.ExceptSub
	case "PossibleIn":
		return &r.PossibleIn
	case "Verbs":
		return &r.Verbs
	case "Any":
		return &r.Any
	case "None":
		return &r.None
	}
	return r.textOfValue(name)
}

// textOfValue is text for the fields about operands, input and effects.
func (r *Rule) textOfValue(name string) *string {
	switch name {
	case "Operand":
		return &r.Operand
	case "Says":
		return &r.Says
	case "NotBeside":
		return &r.NotBeside
	case "Beside":
		return &r.Beside
	case "NotOperand":
		return &r.NotOperand
	case "StdinFrom":
		return &r.StdinFrom
	case "Lang":
		return &r.Lang
	case "Name":
		return &r.Name
	case "Value":
		return &r.Value
	case "Variable":
		return &r.Variable
	case "Not":
		return &r.Not
	}
	return nil
}

// setNumber sets the field with a number and a name. It panics if there is none.
func (r *Rule) setNumber(name string, n int) {
	switch name {
	case "Role":
		r.Role = spec.Role(n)
	case "Count":
		r.Count = n
	case "Mode":
		r.Mode = ModeTest(n)
	case "Exempt":
		r.Exempt = Exemption(n)
	case "Effect":
		r.Effect = grammar.Kind(n)
	case "Zone":
		r.Zone = Zone(n)
	case "From":
		r.From = flow.Source(n)
	case "Least":
		r.Least = Action(n)
	case "Undone":
		r.Undone = Undo(n)
	default:
		panic("rules: no field " + name)
	}
}

// flag returns the field with a name that is true or false. It panics if there is none.
func (r *Rule) flag(name string) *bool {
	switch name {
	case "First":
		return &r.First
	case "Unnamed":
		return &r.Unnamed
	case "Dashes":
		return &r.Dashes
	case "ForkBomb":
		return &r.ForkBomb
	case "Background":
		return &r.Background
	case "Unwatched":
		return &r.Unwatched
	case "NotLeftovers":
		return &r.NotLeftovers
	case "Restores":
		return &r.Restores
	case "EveryProcess":
		return &r.EveryProcess
	case "EndlessInput":
		return &r.EndlessInput
	case "ExceptPicked":
		return &r.ExceptPicked
	case "OutputUnkept":
		return &r.OutputUnkept
	case "OutputSeen":
		return &r.OutputSeen
	case "OutputSent":
		return &r.OutputSent
	case "OutputPosted":
		return &r.OutputPosted
	case "NoGrammar":
		return &r.NoGrammar
	case "LoggedIn":
		return &r.LoggedIn
	case "NotBuiltHere":
		return &r.NotBuiltHere
	case "GlobProgram":
		return &r.GlobProgram
	case "EveryRow":
		return &r.EveryRow
	}
	return r.flagOfPlace(name)
}

// flagOfPlace is flag for the fields about places, effects and actions.
func (r *Rule) flagOfPlace(name string) *bool {
	switch name {
	case "Certain":
		return &r.Certain
	case "NotContained":
		return &r.NotContained
	case "NotMade":
		return &r.NotMade
	case "InRepository":
		return &r.InRepository
	case "NotForTests":
		return &r.NotForTests
	case "NotLocal":
		return &r.NotLocal
	case "NotStashed":
		return &r.NotStashed
	case "Tree":
		return &r.Tree
	case "NotMadeHere":
		return &r.NotMadeHere
	case "StripStrings":
		return &r.StripStrings
	case "Incomplete":
		return &r.Incomplete
	case "Floored":
		return &r.Floored
	case "Mild":
		return &r.Mild
	case "Local":
		return &r.Local
	case "Strict":
		return &r.Strict
	}
	panic("rules: no field " + name)
}
