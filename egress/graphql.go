package egress

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// longestQuery limits a body that is read for a decision.
const longestQuery = 1 << 20

var errQuery = errors.New("the body of a GraphQL request is JSON of at most 1 MiB, and not encoded")

// onlyQueries returns an error unless every server would read only GraphQL queries in the
// body of a request.
func (q *request) onlyQueries(client side) error {
	isJSON, err := q.saysJSON()
	if err != nil || len(q.values("Content-Encoding")) > 0 || strings.Contains(q.line[1], "?") { // servers prefer the parameters of a query string
		return errQuery
	}
	text, err := q.read(client, longestQuery, errQuery)
	if err != nil {
		return err
	}
	if !utf8.Valid(text) || !isJSON && bytes.ContainsAny(text, "&;") { // otherwise a form, whose parameters begin there
		return errQuery
	}
	var several []json.RawMessage
	if json.Unmarshal(text, &several) != nil {
		several = []json.RawMessage{text}
	}
	for _, one := range several {
		if document, err := documentOf(one); err != nil || !isQuery(document) {
			return ErrRequest
		}
	}
	if len(several) == 0 {
		return errQuery
	}
	return nil
}

// saysJSON reports whether a request says that its body is JSON. Without a content type, or
// with curl's default, it may be; any other type is an error.
func (q *request) saysJSON() (bool, error) {
	said := q.values("Content-Type")
	if len(said) == 0 {
		return false, nil
	}
	kind, parameter, more := strings.Cut(strings.ToLower(strings.ReplaceAll(said[0], `"`, "")), ";")
	if len(said) > 1 || more && strings.TrimSpace(parameter) != "charset=utf-8" {
		return false, errQuery
	}
	switch strings.TrimSpace(kind) {
	case "application/json", "application/graphql+json":
		return true, nil
	case "application/x-www-form-urlencoded":
		return false, nil
	}
	return false, errQuery
}

// requestKeys are the members of a request in the GraphQL over HTTP specification. Any other
// member could name a document that the server has stored.
var requestKeys = [...]string{"query", "variables", "operationName", "extensions"}

// documentOf returns the document of a request. A duplicate name is an error, because two JSON
// readers could take different documents.
func documentOf(text []byte) (document string, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return "", errQuery
	}
	var seen []string
	for d.More() {
		key, err := d.Token()
		name, _ := key.(string)
		if err != nil || !slices.Contains(requestKeys[:], name) || slices.Contains(seen, name) {
			return "", errQuery
		}
		seen = append(seen, name)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return "", errQuery
		}
		switch name {
		case "query":
			err = json.Unmarshal(value, &document)
		case "extensions":
			if names := map[string]json.RawMessage{}; json.Unmarshal(value, &names) != nil || names["persistedQuery"] != nil {
				err = errQuery
			}
		}
		if err != nil {
			return "", errQuery
		}
	}
	if _, err := d.Token(); err != nil {
		return "", errQuery
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "", errQuery
	}
	return document, nil
}

// isQuery reports whether a GraphQL document has a query and no operation of another kind:
// specification of October 2021, sections 2.1 to 2.3.
func isQuery(document string) bool {
	found, depth := false, 0
	for i := 0; i < len(document); {
		rest := document[i:]
		switch c := document[i]; {
		case c == '#':
			n := strings.IndexAny(rest, "\r\n")
			if n < 0 {
				n = len(rest)
			}
			i += n
			continue
		case c == '"':
			n := stringLength(rest)
			if n == 0 {
				return false
			}
			i += n
			continue
		case c == '{' || c == '(' || c == '[':
			found = found || c == '{' && depth == 0
			depth++
		case c == '}' || c == ')' || c == ']':
			if depth--; depth < 0 {
				return false
			}
		case depth == 0 && isNameByte(c):
			n := 1
			for n < len(rest) && isNameByte(rest[n]) {
				n++
			}
			if word := rest[:n]; word == "mutation" || word == "subscription" {
				return false // also refused as a name: a client that names an operation so can choose another name
			}
			i += n
			continue
		}
		i++
	}
	return found && depth == 0
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// stringLength returns the length of the string at the beginning of text, or 0 if it has no
// end.
func stringLength(text string) int {
	const block = `"""`
	if rest, is := strings.CutPrefix(text, block); is {
		for at := 0; ; {
			end := strings.Index(rest[at:], block)
			if end < 0 {
				return 0
			}
			if at += end; at == 0 || rest[at-1] != '\\' {
				return len(block) + at + len(block)
			}
			at += len(block)
		}
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n', '\r':
			return 0
		case '"':
			return i + 1
		}
	}
	return 0
}
