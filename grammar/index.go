package grammar

import (
	"cmp"
	_ "embed" // for the index
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// index maps names to rows. After a line with the number of rows come the names that end in "*", in the
// order of the tables, an empty line, and the other names, sorted by bytes: lines NAME FAMILY ROW.
//
// A process that judges one command looks up only a few names. Without an index it would have to read
// every row, which is most of the program's data. To rebuild it after a change of names or rows:
//
//	go test ./grammar ./policy/variables -run 'TestIndex$' -update
//
// An index with another number of rows is ignored; CheckIndex detects other differences.
//
//go:embed index.txt
var index string

// secretPlacesIndex maps the names of programs to the rows about their credentials: after a line with the
// number of rows, lines NAME ROW…, sorted by the bytes of the names. It is used for each recorded
// command.
//
//go:embed credentials.txt
var secretPlacesIndex string

// CheckIndex returns an error if the index does not match the program's rows, in which case programs
// would be read by the wrong rows. It is meant for installers, and for programs that run without
// installation: it costs as much as the index saves.
func CheckIndex() error {
	if index != makeIndex() {
		return errors.New("grammar: index.txt is of other rows: go test ./grammar -run TestIndex -update")
	}
	if secretPlacesIndex != makeSecretPlacesIndex() {
		return errors.New("grammar: credentials.txt is of other rows: go test ./grammar -run TestIndex -update")
	}
	return nil
}

// makeIndex builds the index of the tables.
func makeIndex() string {
	var names, stems []string
	for f, family := range catalogue.Families {
		for r := range family {
			for name := range strings.FieldsSeq(family[r].Names) {
				line := fmt.Sprintf("%s %d %d\n", name, f, r)
				if strings.HasSuffix(name, "*") {
					stems = append(stems, line)
				} else {
					names = append(names, line)
				}
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(strings.Fields(a)[0], strings.Fields(b)[0]) })
	return fmt.Sprintf("%d\n%s\n%s", count(), strings.Join(stems, ""), strings.Join(names, ""))
}

// makeSecretPlacesIndex builds the index of the rows about credentials.
func makeSecretPlacesIndex() string {
	rows := map[string]string{}
	for i, row := range catalogue.SecretPlaces {
		for name := range wordlist.Each(row.Programs) {
			rows[name] += fmt.Sprintf(" %d", i)
		}
	}
	text := fmt.Sprintln(len(catalogue.SecretPlaces))
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		text += name + rows[name] + "\n"
	}
	return text
}

// rowNamed returns the row with a name, or else one with a matching name that ends in "*", or nil.
func rowNamed(name string) *spec.Row {
	have, lines, _ := strings.Cut(index, "\n")
	stems, names, _ := strings.Cut(lines, "\n\n")
	if decimal(have) != count() {
		return search(name)
	}
	if line := wordlist.Line(names, name); line != "" {
		return at(line)
	}
	for stems != "" {
		var line string
		line, stems, _ = strings.Cut(stems, "\n")
		if stem, _, _ := strings.Cut(line, "*"); strings.HasPrefix(name, stem) && name != stem {
			return at(line)
		}
	}
	return nil
}

// search is rowNamed without the index.
func search(name string) *spec.Row {
	var fits *spec.Row
	for r := range rows() {
		if wordlist.Among(name, r.Names) && !strings.HasSuffix(name, "*") {
			return r
		}
		for stem := range wordlist.Each(r.Names) {
			stem, ok := strings.CutSuffix(stem, "*")
			if ok && fits == nil && strings.HasPrefix(name, stem) && name != stem {
				fits = r
			}
		}
	}
	return fits
}

// count returns the number of rows.
func count() int {
	n := 0
	for i := range catalogue.Families {
		n += len(catalogue.Families[i])
	}
	return n
}

// at returns the row that a line of the index refers to.
func at(line string) *spec.Row {
	name, place, _ := strings.Cut(line, " ")
	family, number, _ := strings.Cut(place, " ")
	r := &catalogue.Families[decimal(family)][decimal(number)]
	if !wordlist.Among(name, r.Names) {
		panic("grammar: index.txt is of other rows; go test ./grammar -run TestIndex -update")
	}
	return r
}

// decimal parses the digits of a number in the index.
func decimal(digits string) int {
	n := 0
	for i := range len(digits) {
		n = n*10 + int(digits[i]-'0')
	}
	return n
}
