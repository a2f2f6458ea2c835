package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
)

// Index returns what [Indexed] takes: which rules of the set name a program. After a line
// with the number of rules come lines of a name, by their bytes, and of places; the first
// of them has no name, for its rules name no program. A place is PACK.ROW.KINDS.ZONES.STATES.BEGINS,
// the last four in base 36, and the last three only where the rule demands something: by what
// kinds of effect it speaks of, where these lie, and what else must be so, most rules need not be read.
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

// fromIndex adds the indexed rules that name a program, or none, in their order.
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

// before tells whether the first place of one line comes before that of another.
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

// number reads a number in base 36; none is 0. It reads what this program has written, and
// many of it are empty: strconv would make an error of each.
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

// split reads the first place of a line.
func split(line string) (pack, row int, rest string) {
	place, _, _ := strings.Cut(line, " ")
	first, rest, _ := strings.Cut(place, ".")
	second, rest, _ := strings.Cut(rest, ".")
	pack, _ = strconv.Atoi(first)
	row, _ = strconv.Atoi(second)
	return pack, row, rest
}
