package policy

import (
	"slices"
	"strings"
)

// A Request is an entry of the list of allowed requests to a host: METHOD HOST/PATH.
type Request struct {
	Text    string   // as written in the file
	Methods []string // in capitals; empty means all
	Host    string   // a plain name, or one with *. for all below it
	Port    uint16   // 0 is any
	Path    string   // * matches within one segment, and ** whole segments

	WebSocket bool // requests that upgrade to a WebSocket
	Queries   bool // GraphQL requests whose body contains only queries

	Project bool // from a project's file, whose text nobody has checked
}

// Words of an entry that are not HTTP methods, and the methods that the first one means.
const (
	wordRead      = "READ"
	wordAny       = "*"
	wordWebSocket = "WEBSOCKET"
	wordQuery     = "query"
)

var readMethods = [...]string{"GET", "HEAD", "OPTIONS"}

const requestForm = "write METHOD HOST/PATH, as \"GET api.example.com/repos/**\": several methods with commas, READ for GET, HEAD and OPTIONS, * for all, WEBSOCKET; " +
	"* in a path for what stands in one segment, ** for whole ones; \"POST api.example.com/graphql query\" for GraphQL that only reads"

// readRequest reads one entry.
func readRequest(text string) (r Request, ok bool) {
	words := strings.Fields(text)
	if len(words) == 3 && words[2] == wordQuery {
		r.Queries = true
		words = words[:2]
	}
	if len(words) != 2 {
		return r, false
	}
	host, at, found := strings.Cut(words[1], "/")
	entry, err := readDomain(host)
	if !found || err != nil || strings.ContainsAny(at, "?#%\\;") || !isRequestPath(at) {
		return r, false
	}
	r.Text, r.Path = text, "/"+at
	r.Host, r.Port = portOf(entry)
	for word := range strings.SplitSeq(words[0], ",") {
		switch {
		case word == wordAny:
			return r, words[0] == wordAny
		case word == wordWebSocket:
			r.WebSocket = true
			return r, words[0] == wordWebSocket && !r.Queries
		case word == wordRead:
			r.Methods = append(r.Methods, readMethods[:]...)
		case word == "" || strings.ContainsFunc(word, func(c rune) bool { return (c < 'A' || c > 'Z') && c != '-' }):
			return r, false
		default:
			r.Methods = append(r.Methods, word)
		}
	}
	return r, true
}

// isRequestPath reports whether a path pattern can match: ** must be a whole segment, and no
// segment may lead upwards.
func isRequestPath(at string) bool {
	for segment := range strings.SplitSeq(at, "/") {
		if segment != "**" && strings.Contains(segment, "**") || segment == "." || segment == ".." {
			return false
		}
	}
	return true
}

func readRequests(v value) ([]Request, error) {
	requests := []Request{}
	err := eachText(v, func(e value, text string) error {
		r, ok := readRequest(text)
		if !ok {
			return e.errorf("%q is no request: %s", text, requestForm)
		}
		requests = append(requests, r)
		return nil
	})
	return requests, err
}

// mostUpload is far more than any request, in KiB.
const mostUpload = 1 << 40

func readUpload(v value) (int64, error) {
	n, ok := v.data.(int64)
	if !ok || n < 0 || n > mostUpload {
		return 0, v.errorf("%s must be a whole number of KiB; 0 is any number", v.key)
	}
	return n, nil
}

// RequestHosts returns the hosts that any list of requests mentions.
func (p *Policy) RequestHosts() (hosts []string) {
	for _, list := range p.Requests {
		for _, r := range list {
			if !slices.Contains(hosts, r.Host) {
				hosts = append(hosts, r.Host)
			}
		}
	}
	return hosts
}

// trustRequests merges a trusted layer's list: it replaces that of an earlier one.
func (m *merger) trustRequests(d *document, user bool) {
	var list []Request
	if assign(m, &list, d.requests, "network.allowed_requests", user) {
		m.policy.Requests = [][]Request{list}
	}
	assign(m, &m.policy.MaxUpload, d.upload, "network.max_upload_kib", user)
}

// tightenRequests adds a project's list: only requests that both lists allow are allowed. This
// also restricts hosts that the other list does not mention.
func (m *merger) tightenRequests(d *document) {
	n := m.policy
	if d.requests != nil {
		list := slices.Clone(d.requests.it)
		for i := range list {
			list[i].Project = true
		}
		n.Requests = append(n.Requests, list)
	}
	if d.upload == nil {
		return
	}
	if d.upload.it == 0 || n.MaxUpload != 0 && d.upload.it > n.MaxUpload {
		m.loosening(d.upload.value, "network.max_upload_kib = %d", d.upload.it)
		return
	}
	n.MaxUpload = d.upload.it
	n.came("network.max_upload_kib", Project, d.upload.value)
}
