package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// calls returns what a request tells the server to do, each as words in lower case joined by "_":
// DeleteTable is delete_table, issueDelete is issue_delete, host.delete is host_delete, and the
// statement "DROP TABLE t" is sql_drop_table. A request that fetches calls nothing by its path: a GET of
// /x/delete shows the form.
func (q *request) calls(address string, fetches bool) []string {
	path, query, _ := strings.Cut(address, "?")
	last := path[strings.LastIndexByte(path, '/')+1:]
	if last == "" && strings.Count(path, "/") > 1 {
		path = strings.TrimSuffix(path, "/")
		last = path[strings.LastIndexByte(path, '/')+1:]
	}
	var names []string
	if !fetches {
		names = append(names, last[strings.LastIndexByte(last, ':')+1:])
		for _, h := range q.headers {
			name, value, _ := strings.Cut(h, ":")
			switch name = strings.ToLower(name); {
			case wordlist.Among(name, catalogue.OverridingHeaders):
				names = append(names, strings.TrimSpace(value))
			case wordlist.Among(name, catalogue.CallingHeaders):
				names = append(names, value[strings.LastIndexByte(value, '.')+1:])
			}
		}
	}
	searches := isSearch(path)
	for _, m := range members(query, q.body) {
		name := strings.ToLower(m.name)
		switch {
		case wordlist.Among(name, catalogue.CallingParameters), !fetches && wordlist.Among(name, catalogue.OverridingParameters):
			names = append(names, m.value)
		case wordlist.Among(name, catalogue.Stating) && !searches:
			names = append(names, stated(m.value)...)
		}
	}
	for i := range names {
		names[i] = snake(names[i])
	}
	return names
}

// isSearch reports whether a path is of a search, where a statement is only words that somebody looks for.
func isSearch(path string) bool {
	for part := range strings.SplitSeq(strings.ToLower(path), "/") {
		for begin := range wordlist.Each(catalogue.Searching) {
			if strings.HasPrefix(part, begin) {
				return true
			}
		}
	}
	return false
}

// member is a parameter of a query or a form, or a member of the outermost object of a JSON text.
type member struct{ name, value string }

// members returns the parameters of a query and of a body.
func members(query, body string) []member {
	all := pairs(query)
	body = strings.TrimSpace(body)
	switch {
	case body == "":
	case body[0] == '{', body[0] == '[':
		all = append(all, outermost(body)...)
	case strings.HasPrefix(body, "mutation"): // application/graphql
		all = append(all, member{"query", body})
	default:
		all = append(all, pairs(decoded(strings.ReplaceAll(body, "+", " ")))...)
	}
	return all
}

// pairs splits name=value&name=value.
func pairs(text string) []member {
	var all []member
	for pair := range strings.SplitSeq(text, "&") {
		if name, value, found := strings.Cut(pair, "="); found {
			all = append(all, member{name, value})
		}
	}
	return all
}

// outermost returns the members of the outermost object of a JSON text, or of the objects in its
// outermost list, that are strings.
func outermost(text string) []member {
	var all []member
	depth, key, isKey := 0, "", false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
			isKey = true
		case '}':
			depth--
		case ',':
			isKey = true
		case ':':
			isKey = false
		case '"':
			value, n := jsonString(text[i+1:])
			i += n
			switch {
			case depth != 1:
			case isKey:
				key = value
			default:
				all = append(all, member{key, value})
			}
		}
	}
	return all
}

// jsonString returns a JSON string without its escapes, and its length with the closing quote.
func jsonString(text string) (string, int) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return b.String(), i + 1
		case c == '\\' && i+1 < len(text):
			i++
			if strings.IndexByte("ntrbf", text[i]) >= 0 {
				b.WriteByte(' ')
			} else {
				b.WriteByte(text[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), len(text)
}

// compact removes the blanks between the tokens of a JSON text, so that patterns need not allow for
// them.
func compact(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			_, n := jsonString(text[i+1:])
			b.WriteString(text[i:min(i+1+n, len(text))])
			i += n
		case strings.IndexByte(" \t\r\n", c) < 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// stated returns what the statements of a text do: the first two words of each statement of SQL, or
// the fields of a mutation of GraphQL.
func stated(text string) []string {
	text = strings.TrimSpace(text)
	if rest, is := strings.CutPrefix(text, "mutation"); is {
		return mutated(rest)
	}
	var all []string
	for statement := range strings.SplitSeq(text, ";") {
		if words := strings.Fields(statement); len(words) > 1 && isNamed(words[0][0]) {
			all = append(all, "sql_"+words[0]+"_"+words[1])
		}
	}
	return all
}

// mutated returns the fields that a mutation selects, without their aliases.
func mutated(text string) []string {
	var all []string
	braces, brackets := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '{':
			braces++
		case c == '}':
			braces--
		case c == '(':
			brackets++
		case c == ')':
			brackets--
		case c == ':' && braces == 1 && brackets == 0 && len(all) > 0:
			all = all[:len(all)-1]
		case c == '"':
			_, n := jsonString(text[i+1:])
			i += n
		case braces == 1 && brackets == 0 && isNamed(c):
			from := i
			for i+1 < len(text) && isNamed(text[i+1]) {
				i++
			}
			all = append(all, text[from:i+1])
		}
	}
	return all
}

// isNamed reports whether a byte is part of a name, and does not separate its words.
func isNamed(c byte) bool { return c != '.' && isNameByte(c) }

// snake returns a name as words in lower case joined by "_".
func snake(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		upper := c >= 'A' && c <= 'Z'
		switch {
		case !isNamed(c):
			b.WriteByte('_')
			continue
		case upper && i > 0 && (name[i-1] >= 'a' && name[i-1] <= 'z' || name[i-1] >= '0' && name[i-1] <= '9'):
			b.WriteByte('_')
		}
		if upper {
			c |= 0x20
		}
		b.WriteByte(c)
	}
	return b.String()
}
