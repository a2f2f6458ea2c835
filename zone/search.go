package zone

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// Places below which a search must not delete, by how it selects.
const (
	ofAny   = ofAKind | rules.Here
	ofAKind = byNames | rules.Home | rules.Above
	byNames = rules.Root | rules.SystemDir
)

// searchRoot returns the directory below which a word represents the results of a search, and the
// places for which that is too much.
func searchRoot(w parser.Word) (string, rules.Zone) {
	for i, p := range w.Parts {
		if i == 0 || p.Kind != parser.Unknown {
			continue
		}
		some := rules.Zone(0)
		switch p.Text {
		case grammar.Whatever:
			some = ofAny
		case grammar.OfAKind:
			some = ofAKind
		case grammar.ByName:
			some = byNames
		}
		under, known := parser.Word{Parts: w.Parts[:i]}.Text()
		if !known {
			some = 0
		}
		return under, some
	}
	return "", 0
}

// zonesOfSearch returns Swept for the results of a search below one of some places, and
// SweptOutside for an unrestricted search below another place outside.
func (m *Map) zonesOfSearch(under string, some rules.Zone, e *grammar.Effect) rules.Zone {
	z, all := m.At(under, e), some == ofAny
	if e.Kind&grammar.Deletes == 0 {
		some &^= rules.Here // changing files there is ordinary work
	}
	if some != ofAny && (z&rules.Home == 0 && m.IsInTemp(path.Clean(under)) || slices.Contains(m.machine.Temp, path.Clean(under))) {
		return 0 // old files there may be deleted by anybody
	}
	if some != byNames && z&(rules.Root|rules.Home) != 0 {
		return rules.Swept | rules.SweptHome
	}
	switch {
	case z&some != 0:
		return rules.Swept
	case all && z&(rules.Outside|rules.Shared) != 0:
		return rules.SweptOutside
	}
	return 0
}

// seeksSecrets reports whether a word represents what a search of all of a home, or of more, finds by a
// name that secrets have there.
func (m *Map) seeksSecrets(w parser.Word, dir string, e *grammar.Effect) bool {
	at := slices.IndexFunc(w.Parts, func(p parser.Part) bool { return p.Kind == parser.Unknown && p.Text == grammar.SecretName })
	if at < 0 {
		return false
	}
	under, known := parser.Word{Parts: w.Parts[:at]}.Text()
	if !strings.HasPrefix(under, "/") {
		under = dir + "/" + under
	}
	return known && m.At(under, e)&(rules.Root|rules.Home) != 0
}

// endsInFound reports whether a word is a found path as it is, and not a name made of it: $f.bak.
func endsInFound(w parser.Word) bool { return w.Parts[len(w.Parts)-1].Kind == parser.Unknown }

// leftovers are endings of the files that programs leave behind, or can make again. All others are of
// files that somebody made: *.docx.
const leftovers = generatedFiles + " .tmp .temp .bak .old .orig .rej .swp .swo .part .crdownload .partial .pid .lock .core .dmp .stackdump .elc .d .gcda .gcno .profraw .map .min.js .cache .thumb .torrent .aux .toc .out"

// endsInKindOfFile reports whether a word's last name is a pattern for all files with an ending that people
// give to theirs.
func endsInKindOfFile(w parser.Word) bool {
	last := w.Parts[len(w.Parts)-1]
	ending, any := strings.CutPrefix(strings.ToLower(last.Text), "*")
	return any && last.Kind == parser.Glob && strings.HasPrefix(ending, ".") && !strings.ContainsAny(ending, "*?[") && !wordlist.Among(ending, leftovers)
}

// zonesOfRewrite returns SweptHere for everything below the whole work directory if it is written and
// nothing of it is kept. Changing files there is ordinary work, emptying all of them is not.
func (m *Map) zonesOfRewrite(under string, e *grammar.Effect) rules.Zone {
	if e.Kind&grammar.Writes == 0 || e.Kind&grammar.Deletes != 0 || e.Appends || m.At(under, e)&rules.Here == 0 {
		return 0
	}
	return rules.SweptHere
}

// zonesOfReading returns SweptHere for everything below the whole work directory if it is only read, as code
// does that sends it somewhere.
func (m *Map) zonesOfReading(under string, e *grammar.Effect) rules.Zone {
	if e.Kind&(grammar.Writes|grammar.Deletes|grammar.Changes) != 0 || m.At(under, e)&rules.Here == 0 {
		return 0
	}
	return rules.SweptHere
}

// zonesOfDescent returns the zones of a pattern that begins with **, as those of a search below dir. With
// a name behind it, it selects in the work directory, but elsewhere it still goes into everything.
func (m *Map) zonesOfDescent(dir string, rest []component, e *grammar.Effect) rules.Zone {
	if everything(rest) {
		return m.zonesOfSearch(dir, ofAny, e) | m.zonesOfRewrite(dir, e)
	}
	return m.zonesOfSearch(dir, ofAny, e) &^ m.onlyAtWork(dir, e)
}

// onlyAtWork returns Swept for a directory that is the work directory and nothing graver.
func (m *Map) onlyAtWork(dir string, e *grammar.Effect) rules.Zone {
	if z := m.At(dir, e); z&rules.Here != 0 && z&(rules.Root|rules.Home|rules.Above|rules.SystemDir) == 0 {
		return rules.Swept
	}
	return 0
}
