package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// AwayPath returns a path on another machine from the home of the user there, where copies begin: scp(1),
// sftp(1).
func AwayPath(path parser.Word) parser.Word {
	prefix := path.Prefix()
	if strings.HasPrefix(prefix, "/") {
		return path
	}
	if user, is := strings.CutPrefix(prefix, "~"); is {
		user, _, _ = strings.Cut(user, "/")
		home := AwayHome
		if user != "" {
			home, _ = awayHomes(user)
		}
		path = path.Tail(len("~") + len(user))
		return concat(path.Span, parser.Text(home), path)
	}
	return join(parser.Text(AwayHome), path)
}

// Arrival is a file that a copy brings to another machine or into a container.
type Arrival struct {
	From parser.Word // here; nothing if it is not known which file it is
	To   parser.Word // there: absolute, unless it begins where nobody knows
}

// Arrivals returns the files that an invocation copies to another machine or into a container, by its last
// operand: scp(1), docker cp.
func (v *Invocation) Arrivals() []Arrival {
	last := len(v.Operands) - 1
	if last < 1 || v.Operands[last].Role != spec.Remote && v.Operands[last].Role != spec.ContainerPath {
		return nil
	}
	colon := strings.IndexByte(v.Operands[last].Word.Prefix(), ':')
	if colon <= 0 {
		return nil
	}
	var from []parser.Word
	for _, o := range v.Operands[:last] {
		from = append(from, o.Word)
	}
	return v.arrivals(from, v.Operands[last].Word.Tail(colon+1))
}

// someName represents the names of files that nobody knows, where only their directory matters.
const someName = "?"

// arrivals returns where a copy of some files arrives.
func (v *Invocation) arrivals(files []parser.Word, path parser.Word) (all []Arrival) {
	at := AwayPath(path)
	if !namesDirectory(path) {
		a := Arrival{To: at}
		if len(files) == 1 {
			a.From = files[0]
		}
		return []Arrival{a}
	}
	for _, from := range files {
		switch name, known := v.arrivingName(from); {
		case known:
			all = append(all, Arrival{From: from, To: join(at, name)})
		case at.Is(AwayHome) != parser.Yes && at.Is(AwayHome+"/") != parser.Yes: // a home mostly gets a project's files
			all = append(all, Arrival{To: join(at, parser.Text(someName))})
		}
	}
	return all
}

// arrivesAway records what a copy writes on another machine: the file that its last operand names, or those
// that it puts into the directory that this is.
func (r *reader) arrivesAway(path parser.Word, truth parser.Truth) {
	dry := r.dry()
	if dry == parser.Yes {
		return
	}
	for _, a := range r.inv.arrivals(r.operands[:max(0, len(r.operands)-1)], path) {
		r.writesAway(a.To, truth.And(dry.Not()))
	}
}

// IsArrival reports whether an effect is on another machine than the invocation: what a copy reads or writes
// there.
func (v *Invocation) IsArrival(e *Effect) bool { return e.Away && !v.Away }

// writesAway records the write of a path on another machine.
func (r *reader) writesAway(path parser.Word, truth parser.Truth) {
	r.effect(Effect{Kind: Writes, Word: path}, truth)
	r.inv.Effects[len(r.inv.Effects)-1].Away = true
}

// namesDirectory reports whether a path is written as one of a directory.
func namesDirectory(path parser.Word) bool {
	switch text, known := path.Text(); {
	case !known:
		return strings.HasSuffix(path.Suffix(), "/")
	case text == "" || text == "." || text == "~":
		return true
	default:
		return strings.HasSuffix(text, "/") || strings.HasSuffix(text, "/.")
	}
}

// arrivingName returns the name that a copied file keeps. rsync(1) copies what is in a directory with a slash
// at its end.
func (v *Invocation) arrivingName(from parser.Word) (parser.Word, bool) {
	text := from.Suffix()
	if whole, known := from.Text(); known {
		text = whole
	}
	if trimmed := strings.TrimRight(text, "/"); trimmed != text {
		if v.Name == "rsync" {
			return parser.Word{}, false
		}
		text = trimmed
	}
	name := text[strings.LastIndexByte(text, '/')+1:]
	if name == "" || name == "." || name == ".." || len(name) == len(text) && !from.Known() {
		return parser.Word{}, false
	}
	return parser.Text(name), true
}

// The schemes of URLs whose path is a file of a user of the other machine, of one that logs in there: curl(1).
const (
	fileSchemes = "scp sftp ftp ftps"
	fromHome    = "ftp ftps" // whose path begins in the home of the user there
)

// uploadsTo records what an upload to a URL writes on another machine.
func (r *reader) uploadsTo(u use) {
	scheme, _, is := strings.Cut(strings.ToLower(u.word.Prefix()), "://")
	if !is || !wordlist.Among(scheme, fileSchemes) {
		return
	}
	slash := strings.IndexByte(u.word.Prefix()[len(scheme)+len("://"):], '/')
	if slash < 0 {
		return
	}
	path := u.word.Tail(len(scheme) + len("://") + slash)
	if prefix := path.Prefix(); wordlist.Among(scheme, fromHome) || strings.HasPrefix(prefix, "/~") {
		path = path.Tail(len("/"))
	}
	for i := range r.inv.Options {
		g := &r.inv.Options[i]
		if g.Option == nil || g.Option.Role != spec.Upload {
			continue
		}
		to := AwayPath(path)
		if name, known := r.inv.arrivingName(g.Value); known && namesDirectory(path) {
			to = join(to, name)
		}
		r.writesAway(to, u.truth)
	}
}
