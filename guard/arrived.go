package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
)

// readArrived reads a script that an invocation runs on another machine or in a container if the request has
// copied it there: scp w.sh h:/tmp && ssh h sh /tmp/w.sh.
func (j *judge) readArrived(v *grammar.Invocation, e grammar.Effect) {
	starts := v.Starts(&e)
	there, known := e.Word.Text()
	if !known || !starts && e.Kind != grammar.Runs|grammar.Reads || checksSyntax(v) {
		return
	}
	if dir, _ := v.Command.Dir.Text(); !strings.HasPrefix(there, "/") {
		there = dir + "/" + there
	}
	there = path.Clean(there)
	for u := range grammar.All(j.Invocations) {
		if u == v {
			break
		}
		if u.Away {
			continue
		}
		for _, a := range u.Arrivals() {
			to, known := a.To.Text()
			at, here := j.locateFrom(u.Command, a.From)
			if known && here && path.Clean(to) == there && !j.isRunning(v, keyOf(v, &e, at)) {
				j.addArrived(v, e, at, starts)
			}
		}
	}
}

// addArrived adds what a file of this machine does that has been copied to where v runs it.
func (j *judge) addArrived(v *grammar.Invocation, e grammar.Effect, at string, starts bool) {
	found, _ := j.readVersions(v, e, at)
	for _, c := range found {
		if starts {
			words, ok := interpreter(c.word.Prefix())
			if !ok {
				continue
			}
			e.Kind, e.Lang = grammar.Runs|grammar.Reads, languageOf(words[0])
		}
		j.addContent(v, e, at, c)
	}
}

// languageOf returns the language of the scripts that a program runs.
func languageOf(program string) string {
	if p := grammar.Lookup(program); p != nil {
		return p.Lang
	}
	return ""
}
