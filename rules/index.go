package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
)

// Index returns the index that [Indexed] takes: the rules of the set by the programs they name.
// After a line with the number of rows come lines with a name and places, sorted by bytes. The
// first line has an empty name: its rules name no program. A place is
// PACK.ROW.KINDS.ZONES.STATES.BEGINS. The last four are in base 36, and the last three are empty
// if the rule does not restrict them. They are the kinds of effect that the rule matches, the
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
			place := fmt.Sprintf("%d.%d", p, r)
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

// fromIndex appends, in their order, the indexed rules that name a program, or no program.
func (s Set) fromIndex(some []candidate, program string) []candidate {
	_, lines, _ := strings.Cut(s.index, "\n")
	general, _, _ := strings.Cut(lines, "\n")
	own := ""
	if at := strings.Index(lines, "\n"+program+" "); at >= 0 && !strings.Contains(program, " ") {
		own, _, _ = strings.Cut(lines[at+len(program)+2:], "\n")
	}
	for general != "" || own != "" {
		from := &general
		if general == "" || own != "" && before(own, general) {
			from = &own
		}
		var place string
		place, *from, _ = strings.Cut(*from, " ")
		some = append(some, s.at(place))
	}
	return some
}

// before reports whether the first place in one line comes before that in another.
func before(a, b string) bool {
	pack, row, _ := split(a)
	otherPack, otherRow, _ := split(b)
	return pack < otherPack || pack == otherPack && row < otherRow
}

// at returns the rule at a place.
func (s Set) at(place string) candidate {
	pack, row, rest := split(place)
	c := candidate{filter: filter{begins: anySub}, rule: &s.packs[pack][row]}
	kinds, rest, _ := strings.Cut(rest, ".")
	zones, rest, _ := strings.Cut(rest, ".")
	state, begin, some := strings.Cut(rest, ".")
	c.kinds, c.zones, c.states = grammar.Kind(number(kinds)), Zone(number(zones)), states(number(state))
	if some {
		c.begins = begins(number(begin))
	}
	return c
}

// number parses a number in base 36; "" is 0. The input is our own and often empty: strconv would
// make an error for each empty one.
func number(digits string) (n uint64) {
	for i := range len(digits) {
		digit := digits[i] - '0'
		if digit > 9 {
			digit = digits[i] - 'a' + 10
		}
		n = n*36 + uint64(digit)
	}
	return n
}

// split parses the first place in a line.
func split(line string) (pack, row int, rest string) {
	place, _, _ := strings.Cut(line, " ")
	first, rest, _ := strings.Cut(place, ".")
	second, rest, _ := strings.Cut(rest, ".")
	pack, _ = strconv.Atoi(first)
	row, _ = strconv.Atoi(second)
	return pack, row, rest
}
