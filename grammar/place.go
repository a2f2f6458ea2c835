package grammar

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// url records a fetch; a file: URL is a path.
func (r *reader) url(u use) {
	prefix := strings.ToLower(u.word.Prefix())
	if strings.HasPrefix(prefix, "file:") {
		u.word = PathOfURL(u.word)
		r.touch(Reads, u)
		return
	}
	r.effect(Effect{Kind: Connects, Word: u.word}, u.truth)
	r.land(u)
	r.uploadsTo(u)
}

// PathOfURL returns the path in a file: URI, as sqlite3 accepts in place of a path: without its
// query, and percent-decoded (RFC 3986).
func PathOfURL(w parser.Word) parser.Word {
	prefix := w.Prefix()
	if len(prefix) < len("file:/") || !strings.EqualFold(prefix[:len("file:")], "file:") {
		return w
	}
	from := len("file:")
	for _, lead := range [...]string{"///", "//localhost/", "//127.0.0.1/"} {
		if strings.HasPrefix(prefix[from:], lead) {
			from += len(lead) - 1
			break
		}
	}
	text, known := w.Tail(from).Text()
	if !known {
		return w.Tail(from)
	}
	text, _, _ = strings.Cut(text, "?")
	text, _, _ = strings.Cut(text, "#")
	return concat(w.Span, parser.Text(decoded(text)))
}

// decoded percent-decodes a text.
func decoded(text string) string {
	plain := ""
	for {
		before, after, found := strings.Cut(text, "%")
		plain += before
		if !found {
			return plain
		}
		text = after
		if len(after) < 2 {
			return plain + "%" + after
		}
		if b, err := strconv.ParseUint(after[:2], 16, 8); err == nil {
			plain, text = plain+string([]byte{byte(b)}), after[2:]
		} else {
			plain += "%"
		}
	}
}

// remote records scp's [user@]host:path or local path. The last operand is written.
func (r *reader) remote(u use) {
	prefix := u.word.Prefix()
	colon, slash := strings.IndexByte(prefix, ':'), strings.IndexByte(prefix, '/')
	switch {
	case colon > 0 && (slash < 0 || colon < slash):
		r.effect(Effect{Kind: Connects, Word: u.word}, u.truth)
		switch {
		case strings.HasPrefix(prefix[colon:], "://") || strings.HasPrefix(prefix[colon:], "::"): // rsync's modules
		case u.last:
			r.arrivesAway(u.word.Tail(colon+1), u.truth)
		default:
			r.readsAway(u.word.Tail(colon+1), u.truth)
		}
	case u.last:
		r.touch(Writes, u)
	case r.sends():
		r.touch(Reads|Uploads, u)
	default:
		r.touch(Reads, u)
	}
	if _, path, found := cut(u.word, ':'); found && prefix == "" && u.last && path.Prefix() != "" { // $HOST:PATH
		r.arrivesAway(path, u.truth)
	}
	if slash < 0 && colon < 0 && !u.word.Known() {
		r.effect(Effect{Kind: Connects, Word: u.word}, parser.Maybe)
	}
}

// containerPath records an operand of docker cp: container:path, or a path of this machine. The last is written.
// Files inside a container on this machine do not matter.
func (r *reader) containerPath(u use) {
	prefix := u.word.Prefix()
	colon, slash := strings.IndexByte(prefix, ':'), strings.IndexByte(prefix, '/')
	if colon > 0 && (slash < 0 || colon < slash || slash > 0 && r.syntax.Away && prefix[0] != '.') { // of a cluster: NAMESPACE/POD:PATH
		path := u.word.Tail(colon + 1)
		switch {
		case !u.last:
			r.readsAway(path, u.truth)
		case r.syntax.Away && strings.HasPrefix(path.Prefix(), "/"): // where a relative one begins is unknown
			r.arrivesAway(path, u.truth)
		}
		return
	}
	if u.last {
		r.touch(Writes, u)
		return
	}
	r.touch(Reads, u)
}

// readsAway records the read of a path on another machine or in another root, relative to the
// home of the user there.
func (r *reader) readsAway(path parser.Word, truth parser.Truth) {
	r.effect(Effect{Kind: Reads, Word: AwayPath(path)}, truth)
	r.inv.Effects[len(r.inv.Effects)-1].Away = true
}

// sends reports whether the last operand may be on another host.
func (r *reader) sends() bool {
	if len(r.operands) == 0 { // the word is an option's
		return false
	}
	last := r.operands[len(r.operands)-1]
	prefix := last.Prefix()
	colon, slash := strings.IndexByte(prefix, ':'), strings.IndexByte(prefix, '/')
	return colon > 0 && (slash < 0 || colon < slash)
}

// dataURL returns what a data: URL holds (RFC 2397). It is unknown if the word is.
func dataURL(w parser.Word) (content parser.Word, is bool) {
	prefix := w.Prefix()
	if len(prefix) < len("data:") || !strings.EqualFold(prefix[:len("data:")], "data:") {
		return parser.Word{}, false
	}
	text, known := w.Text()
	kind, data, separated := strings.Cut(text, ",")
	if !known || !separated {
		return unknown(), true
	}
	data = decoded(data)
	if strings.HasSuffix(strings.ToLower(kind), ";base64") {
		plain, err := base64.StdEncoding.DecodeString(data)
		if err != nil {
			return unknown(), true
		}
		data = string(plain)
	}
	return concat(w.Span, parser.Text(data)), true
}
