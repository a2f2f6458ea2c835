package explain

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/verdict"
	"github.com/agent-loop/shimgen/zone"
)

// effect is one thing that a command would do.
type effect struct {
	Verbs     []string `json:"verbs"`
	What      string   `json:"what"`
	Name      string   `json:"name"` // of the variable or key that is set
	Lang      string   `json:"lang"` // of the code
	Path      string   `json:"path"` // canonical
	Zones     []string `json:"zones"`
	Perhaps   []string `json:"zones_perhaps"`
	Tree      bool     `json:"tree"`
	Certainty string   `json:"certainty"`
	Away      bool     `json:"away"`
	Cause     string   `json:"cause"`

	word string // What, quoted where it is known
}

// causes name the parts of a command that an effect comes from.
var causes = [...]string{
	grammar.ByArgs: "its words", grammar.ByAssign: "an assignment", grammar.ByRedirect: "a redirection", grammar.ByStdin: "its standard input",
}

// aboutPaths are the kinds of effects on a path.
const aboutPaths = grammar.Reads | grammar.Writes | grammar.Deletes | grammar.Changes | grammar.Runs

func (b *builder) effectsOf(s *guard.Step) []effect {
	out := make([]effect, len(s.Locations))
	for i, p := range s.Locations {
		e := &s.Invocation.Effects[i]
		out[i] = effect{
			Verbs: e.Kind.Verbs(), What: truncate(b.redactor.Effect(s.Invocation.Command, e)), Name: e.Name, Lang: e.Lang, Path: p.Path, Zones: zonesOf(e, p),
			Perhaps: (p.May &^ p.Is).Names(), Tree: e.Recursive == parser.Yes, Certainty: verdict.Certainty(e.Truth), Away: e.Away, Cause: causes[e.Cause],
		}
		if out[i].word = out[i].What; e.Word.Known() && e.Kind&aboutPaths != 0 {
			out[i].word = shellquote.Word(out[i].What)
		}
		if out[i].Perhaps == nil {
			out[i].Perhaps = []string{}
		}
	}
	return out
}

// zonesOf names the zones of a place, including those that no rule asks about.
func zonesOf(e *grammar.Effect, p zone.Location) []string {
	names := p.Is.Names()
	switch {
	case p.Inside && !slices.Contains(names, "the work directory itself"):
		names = append(names, "in the work directory")
	case p.Temp:
		names = append(names, "temporary")
	}
	if names == nil || e.Away {
		names = []string{}
	}
	return names
}
