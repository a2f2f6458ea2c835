package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// methodNames are the methods of HTTP as clients of services take them for a word.
const methodNames = "get head post put patch delete options"

// wordRequest is what the words of a client say of its request.
type wordRequest struct {
	request
	fields   []string
	urls     []parser.Word
	operands []parser.Word
	live     bool
}

// wordRequest reads the words of a client of a service by their form: such a client may have no grammar. read is
// false if the words are of another subcommand.
func (r *reader) wordRequest(c *catalogue.Client) (q wordRequest, read bool) {
	q.live = c.Live == ""
	words := r.cmd.Args[1:]
	for i := 0; i < len(words); i++ {
		text := withPlaceholders(words[i])
		if len(text) < 2 || text[0] != '-' {
			q.operands = append(q.operands, words[i])
			continue
		}
		name, value, joined := optionWord(text, c)
		word := withUnknowns(value, words[i].Span)
		if !joined && c.TakesValue(name) && i+1 < len(words) {
			i++
			word = words[i]
		}
		r.wordOption(&q, c, name, word)
	}
	if !q.live || !q.subcommand(c) {
		return q, false
	}
	if len(q.operands) > 0 && c.Base != "" {
		q.urls = append(q.urls, underBase(c.Base, q.operands[0]))
	}
	if len(q.fields) == 0 && c.Stdin && r.cmd.Stdin.Kind != parser.Inherited && q.method != "GET" {
		q.fields = append(q.fields, withPlaceholders(r.inputOrPrinted()))
	}
	q.finish(q.fields, true)
	return q, true
}

// wordOption adds what an option says of a request.
func (r *reader) wordOption(q *wordRequest, c *catalogue.Client, name string, word parser.Word) {
	value := withPlaceholders(word)
	switch {
	case wordlist.Among(name, c.Live):
		q.live = true
	case wordlist.Among(name, c.Method):
		q.method = strings.ToUpper(value)
	case wordlist.Among(name, c.Body):
		q.fields = append(q.fields, r.bodyText(word))
	case wordlist.Among(name, c.File):
		q.fields = append(q.fields, placeholder)
	case wordlist.Among(name, c.Query):
		q.query = append(q.query, value)
	case wordlist.Among(name, c.URL):
		q.urls = append(q.urls, word)
	case wordlist.Among(name, c.Typed), wordlist.Among(name, c.Texts):
		q.fields = append(q.fields, jsonField(value, wordlist.Among(name, c.Typed)))
	}
}

// subcommand takes the subcommand and the method off the operands. It reports whether the subcommand is the one that
// sends requests.
func (q *wordRequest) subcommand(c *catalogue.Client) bool {
	if c.Sub != "" {
		if len(q.operands) == 0 || withPlaceholders(q.operands[0]) != c.Sub {
			return false
		}
		q.operands = q.operands[1:]
	}
	if !c.Verb {
		return true
	}
	if len(q.operands) > 0 {
		if verb := strings.ToLower(withPlaceholders(q.operands[0])); wordlist.Among(verb, methodNames) {
			q.method, q.operands = strings.ToUpper(verb), q.operands[1:]
			return true
		}
	}
	return c.Sub != ""
}

// optionWord splits a word that is an option into its name and the value in the same word.
func optionWord(text string, c *catalogue.Client) (name, value string, joined bool) {
	if name, value, joined = strings.Cut(text, "="); joined {
		return name, value, true
	}
	if len(text) > 2 && text[1] != '-' && c.TakesValue(text[:2]) {
		return text[:2], text[2:], true
	}
	return text, "", false
}

// underBase returns a path below a host and what of the path a client puts before it.
func underBase(base string, path parser.Word) parser.Word {
	text := withPlaceholders(path)
	if strings.Contains(text, "://") {
		return path
	}
	_, begin, _ := strings.Cut(base, "/")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "/"), begin)
	return withUnknowns(base+text, path.Span)
}

// finish sets the body from its fields, and the method that it implies. Fields of JSON make an object if objects says
// so.
func (q *request) finish(fields []string, objects bool) {
	q.body = strings.Join(fields, "&")
	if objects && len(fields) > 0 && fields[0] != "" && fields[0][0] == '"' {
		q.body = "{" + strings.Join(fields, ",") + "}"
	}
	switch {
	case q.method != "":
	case len(fields) > 0:
		q.method = "POST"
	default:
		q.method = "GET"
	}
}
