package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Index returns the index that [Indexed] takes: the rules of the set by the programs they name.
// After a line with the number of rows come lines with a name and places, sorted by bytes. The
// first line has an empty name: its rules name no program. A place is
// PACK.ROW.KINDS.ZONES.STATES.BEGINS, in base 36, and the last three are left out if the rule does not
// restrict them. They are the kinds of effect that the rule matches, the
// zones of such effects, and its filter; with them most rules need not be read.
func (s Set) Index() string {
	places := map[string]string{}
	for p, pack := range s.packs {
		for r := range pack {
			rule := &pack[r]
			if !rule.conditional() {
				continue
			}
			c := rule.candidate()
			asked := []uint64{uint64(c.kinds), uint64(c.zones), uint64(c.states), uint64(c.begins)}
			if c.begins == anySub {
				asked[3] = 0
			}
			place := strconv.FormatUint(uint64(p), 36) + "." + strconv.FormatUint(uint64(r), 36)
			for _, n := range asked {
				place += "." + strconv.FormatUint(n, 36)
			}
			for strings.HasSuffix(place, ".0") && strings.Count(place, ".") > 2 {
				place = strings.TrimSuffix(place, ".0")
			}
			names := strings.Fields(rule.Program)
			if len(names) == 0 {
				names = []string{""}
			}
			for _, name := range names {
				places[name] += " " + place
			}
		}
	}
	text := fmt.Sprintln(s.Len())
	for _, name := range slices.Sorted(maps.Keys(places)) {
		text += strings.TrimSpace(name+places[name]) + "\n"
	}
	return text
}

// entry is what the index has: a candidate and where its rule is.
type entry struct {
	pack, row int
	candidate
}

// before reports whether a rule comes before another.
func (x *entry) before(y *entry) bool { return x.pack < y.pack || x.pack == y.pack && x.row < y.row }

// fromIndex appends, in their order, the indexed rules that name a program, or no program.
func (s Set) fromIndex(some []candidate, program string) []candidate {
	var few [64]entry
	own := few[:0]
	if !strings.Contains(program, " ") {
		_, lines, _ := strings.Cut(s.index, "\n")
		_, named, _ := strings.Cut(lines, "\n")
		line := wordlist.Line(named, program)
		own = s.appendPlaces(own, line[min(len(line), len(program)+1):])
	}
	for _, g := range s.general() {
		for len(own) > 0 && own[0].before(&g) {
			some, own = append(some, own[0].candidate), own[1:]
		}
		some = append(some, g.candidate)
	}
	for i := range own {
		some = append(some, own[i].candidate)
	}
	return some
}

// general returns the indexed rules that name no program. It keeps them: all programs have them.
func (s Set) general() []entry {
	if s.known != nil {
		if kept := s.known.general.Load(); kept != nil {
			return *kept
		}
	}
	_, lines, _ := strings.Cut(s.index, "\n")
	line, _, _ := strings.Cut(lines, "\n")
	all := s.appendPlaces(make([]entry, 0, strings.Count(line, " ")+1), line)
	if s.known != nil {
		s.known.general.Store(&all)
	}
	return all
}

// appendPlaces appends the rules at some places. The text is our own and long: it is read once, byte by
// byte.
func (s Set) appendPlaces(all []entry, places string) []entry {
	var part [6]uint64
	n := 0
	for i := 0; places != "" && i <= len(places); i++ {
		switch {
		case i == len(places) || places[i] == ' ':
			all = append(all, s.at(part))
			part, n = [6]uint64{}, 0
		case places[i] == '.':
			n++
		default:
			part[n] = part[n]*36 + digit(places[i])
		}
	}
	return all
}

// at returns the rule at a place, of which these are the parts.
func (s Set) at(part [6]uint64) entry {
	x := entry{pack: int(part[0]), row: int(part[1])}
	x.rule = &s.packs[x.pack][x.row]
	x.kinds, x.zones, x.states, x.begins = grammar.Kind(part[2]), Zone(part[3]), states(part[4]), begins(part[5])
	if x.begins == 0 {
		x.begins = anySub
	}
	return x
}

// digit returns the value of a digit in base 36.
func digit(c byte) uint64 {
	if c <= '9' {
		return uint64(c - '0')
	}
	return uint64(c-'a') + 10
}
