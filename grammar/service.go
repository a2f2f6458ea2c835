package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// unlisted looks at the value of an option that the grammar does not have. It may be a file, such as
// file://x and fileb://x in aws.
func (r *reader) unlisted(g *OptionUse) {
	w := g.Value
	if r.syntax.Style&spec.Free == 0 {
		return
	}
	r.shares(parser.Word{}, parser.Text(g.Name))
	if len(w.Parts) == 0 {
		return
	}
	for _, scheme := range []string{"file://", "fileb://"} {
		if strings.HasPrefix(w.Prefix(), scheme) {
			r.touch(Reads, use{word: w.Tail(len(scheme)), truth: parser.Yes})
			return
		}
	}
	r.look(w)
	r.coded([]parser.Word{parser.Text(g.Name), w})
	r.shares(parser.Text(g.Name), w)
}

// behindDashes reads the words after "--" that a service's client takes in a subcommand of which the grammar
// does not say that they are a command: heroku ps:exec -- rm -rf x.
func (r *reader) behindDashes() {
	if r.syntax.Style&spec.Service == 0 || len(r.inv.Nested) > 0 {
		return
	}
	words := r.cmd.Args[1:]
	at := slices.IndexFunc(words, func(w parser.Word) bool { return w.Is("--") == parser.Yes })
	if at >= 0 && at+1 < len(words) && begins(words[at+1]) {
		r.inner(words[at+1:], parser.Yes)
	}
}

// entry returns the program that takes the words of a nested command as its arguments.
func (r *reader) entry() []parser.Word {
	for i := len(r.inv.Options) - 1; i >= 0; i-- {
		g := &r.inv.Options[i]
		if g.Option != nil && g.Option.Role == spec.Entry && len(g.Value.Parts) > 0 {
			return []parser.Word{g.Value}
		}
	}
	return nil
}

// bind records a host's path that is shared with a container: host:inside:options. A single path
// is inside the container, unless it is a device.
func (r *reader) bind(u use) {
	host, rest, two := cut(u.word, ':')
	if !two && !strings.HasPrefix(u.word.Prefix(), "/dev/") {
		return
	}
	_, options, _ := cut(rest, ':')
	r.lend(host, wordlist.Among("ro", strings.ReplaceAll(options.Prefix(), ",", " ")), u.truth)
}

// mount records the same, given as a list of keys and values.
func (r *reader) mount(u use) {
	host, _, readOnly := mountFields(u.word)
	r.lend(host, readOnly, u.truth)
}

// mountFields returns the host's path in such a list, the path inside, and whether the mount is
// read-only.
func mountFields(list parser.Word) (host, inside parser.Word, readOnly bool) {
	if text, known := list.Text(); known {
		list = parser.Text(strings.ReplaceAll(text, `"`, "")) // it is a line of CSV
	}
	for rest, more := list, true; more; {
		var field parser.Word
		field, rest, more = cut(rest, ',')
		key, value, _ := cut(field, '=')
		switch name, _ := key.Text(); name {
		case "source", "src":
			host = value
		case "target", "destination", "dst":
			inside = value
		case "readonly", "ro":
			readOnly = value.Is("false") != parser.Yes
		}
	}
	return host, inside, readOnly
}

// lend records that a path is shared with a container. A name without a slash is the name of a volume.
func (r *reader) lend(host parser.Word, readOnly bool, truth parser.Truth) {
	prefix := host.Prefix()
	if host.Known() && !strings.Contains(prefix, "/") && !strings.HasPrefix(prefix, ".") {
		return
	}
	name := "mount"
	if readOnly {
		name = "mount:ro"
	}
	r.effect(Effect{Kind: Reads, Name: name, Word: host}, truth)
}

// cut splits a word at the first literal byte sep.
func cut(w parser.Word, sep byte) (before, after parser.Word, found bool) {
	before.Span, after.Span = w.Span, w.Span
	for i, p := range w.Parts {
		n := strings.IndexByte(p.Text, sep)
		if p.Kind != parser.Literal || n < 0 {
			continue
		}
		before.Parts = append(before.Parts, w.Parts[:i]...)
		if n > 0 {
			before.Parts = append(before.Parts, parser.Part{Kind: parser.Literal, Text: p.Text[:n]})
		}
		if n+1 < len(p.Text) {
			after.Parts = append(after.Parts, parser.Part{Kind: parser.Literal, Text: p.Text[n+1:]})
		}
		after.Parts = append(after.Parts, w.Parts[i+1:]...)
		return before, after, true
	}
	return w, parser.Word{}, false
}
