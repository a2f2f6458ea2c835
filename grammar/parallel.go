package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// template reads words that are a command template. The program appends arguments, or replaces a marker
// by them: those after ":::", or the lines of standard input. If there is no template, the arguments
// are commands themselves: parallel(1).
func (r *reader) template(u use) {
	words := append([]parser.Word{u.word}, u.rest...)
	args, own := r.fed(lines), false
	var files []parser.Word // that hold the arguments
	if file, given := r.inv.Value("-a"); given == parser.Yes {
		files, own = append(files, file), true
	}
	for i, w := range words {
		if text, _ := w.Text(); strings.HasPrefix(text, ":::") {
			args, files = r.sources(words[i:])
			words, own = words[:i], true
			break
		}
	}
	if len(words) == 0 {
		for _, f := range files {
			r.script(use{word: f, lang: "sh", truth: u.truth})
		}
		for _, a := range args {
			if len(files) > 0 && !a.Known() {
				continue // in one of them
			}
			r.code("sh", a, u.truth, r.cmd.Stdin)
		}
		return
	}
	if r.given("-q") != parser.No {
		words = quoted(words)
	}
	source := concat(u.word.Span, spaced(words)...)
	if text, known := source.Text(); known && r.given("--pipe") == parser.No {
		if rest, is := r.withoutMarker(text); is { // the arguments are the command
			for _, a := range args {
				r.code("sh", concat(u.word.Span, a, parser.Text(rest)), u.truth, r.cmd.Stdin)
			}
			return
		}
		source = parser.Text(r.marked(text))
		r.params = append([]parser.Word{parser.Text(r.inv.Name)}, args...)
	}
	stdin := r.cmd.Stdin
	if !own && r.given("--pipe") == parser.No {
		stdin = parser.Stdin{Kind: parser.FromFile, Word: parser.Text("/dev/null")}
	}
	r.code("sh", source, u.truth, stdin)
	r.params = nil
}

// withoutMarker returns what stands behind a marker in the place of the command: parallel '{} -v' ::: ls.
func (r *reader) withoutMarker(text string) (rest string, is bool) {
	for _, m := range r.markers() {
		if rest, is := strings.CutPrefix(text, m); is && m != "" {
			return rest, true
		}
	}
	return "", false
}

// markers returns what stands for a whole argument.
func (r *reader) markers() []string {
	marker := "{}"
	if w, given := r.inv.Value("-I"); given != parser.No {
		marker = w.Prefix()
	}
	return []string{marker, "{.}", "{1}", "{2}", "{1.}", "{2.}"}
}

// marked returns a source with "$@" in place of each marker, or at its end.
func (r *reader) marked(text string) string {
	out := text
	for _, m := range r.markers() {
		if m != "" {
			out = strings.ReplaceAll(out, m, `"$@"`)
		}
	}
	for _, m := range []string{"{/}", "{//}", "{/.}", "{1/}", "{1//}", "{1/.}"} {
		out = strings.ReplaceAll(out, m, `"$_"`)
	}
	if out == text {
		out += ` "$@"`
	}
	return out
}

// sources returns the arguments after ":::", and the files after "::::", which hold one per line.
func (r *reader) sources(words []parser.Word) (out, held []parser.Word) {
	files := false
	for _, w := range words {
		text, _ := w.Text()
		switch {
		case strings.HasPrefix(text, ":::"):
			files = strings.HasPrefix(text, "::::")
		case files:
			held = append(held, w)
			names := r.namesIn(w)
			if len(names) == 0 {
				names = []parser.Word{unknown()}
				names[0].Parts[0].Split = true
			}
			out = append(out, names...)
		default:
			out = append(out, w)
		}
	}
	return out, held
}
