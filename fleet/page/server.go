package page

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed" // the style sheet and the pages
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/fleet/ask"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// Server serves the page.
type Server struct {
	JS        jetstream.JetStream
	Names     wire.Machine       // of the server's own machine
	Key       ed25519.PrivateKey // the server's, for answers; nil if nobody can answer
	Origin    *url.URL           // the URL that browsers use
	Listen    string             // the address on which the server listens
	Header    string             // the header with a person's name; "" if nobody is identified
	Proxies   []netip.Prefix     // the proxies whose header is believed
	Secret    string             // the proxy sends it as SecretHeader; "" for none
	Approvers []string           // who may answer
	Say       func(string)       // reports who answers what

	secret [32]byte // for the tokens; new in each process
	recent recent
	shown  shown
	pages  *template.Template
}

// SecretHeader is the header with the secret that only the proxy knows.
const SecretHeader = "X-Proxy-Secret"

//go:embed page.css
var style []byte

//go:embed page.html
var pages string

// Handler serves the page.
func (s *Server) Handler() http.Handler {
	rand.Read(s.secret[:]) // it never fails
	s.pages = template.Must(template.New("").Funcs(functions()).Parse(pages))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.list)
	mux.HandleFunc("GET /ask/{id}", s.one)
	mux.HandleFunc("POST /ask/{id}", s.answer)
	mux.HandleFunc("GET /page.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(style) // a reader that has gone away needs no style
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // with a stricter policy a browser does not send the form's origin
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if _, err := s.person(r); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), longestWait)
		defer cancel()
		r.Body = http.MaxBytesReader(w, r.Body, longestForm)
		mux.ServeHTTP(w, r.WithContext(ctx))
	})
}

// longestWait is how long a page waits for the fleet's NATS server.
const longestWait = 10 * time.Second

// longestForm is larger than any form of ours.
const longestForm = 4 << 10

// The reasons to refuse a request.
var (
	errHost   = errors.New("this page has another name")
	errProxy  = errors.New("this page answers its proxy alone")
	errPerson = errors.New("the proxy does not say who you are")
)

// person returns who sends a request, as the proxy says, or "" if nobody is identified.
func (s *Server) person(r *http.Request) (string, error) {
	if r.Host != s.Origin.Host && r.Host != s.Listen { // otherwise another name that leads here would share our origin
		return "", errHost
	}
	if s.Header == "" {
		return "", nil
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(from.Addr().Unmap()) }) {
		return "", errProxy
	}
	if s.Secret != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get(SecretHeader)), []byte(s.Secret)) != 1 {
		return "", errProxy
	}
	names := r.Header.Values(s.Header)
	if len(names) != 1 || !ask.IsName(names[0]) { // with two, one may be the proxy's and one the browser's
		return "", errPerson
	}
	return names[0], nil
}

// mayAnswer reports whether a person may answer.
func (s *Server) mayAnswer(person string) bool {
	return person != "" && s.Key != nil && slices.Contains(s.Approvers, person)
}

// token returns the token that a form must have: it is for one person and one ask as it was
// shown.
func (s *Server) token(person string, p ask.Pending) string {
	mac := hmac.New(sha256.New, s.secret[:])
	fmt.Fprintf(mac, "%q %q %q", person, p.ID, p.Hash)
	return hex.EncodeToString(mac.Sum(nil))
}

// answer signs the person's choice.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	person, _ := s.person(r)
	if origin := r.Header.Get("Origin"); origin != s.Origin.Scheme+"://"+s.Origin.Host || !s.mayAnswer(person) {
		http.Error(w, "you may not answer here", http.StatusForbidden)
		return
	}
	p, err := ask.One(r.Context(), s.JS, r.PathValue("id"), time.Now())
	choice := r.PostFormValue("answer")
	switch {
	case errors.Is(err, ask.ErrNone):
		s.gone(w)
	case err != nil:
		s.fail(w, err)
	case !hmac.Equal([]byte(s.token(person, p)), []byte(r.PostFormValue("token"))):
		http.Error(w, "this form is not for you, or the ask is another now: look at it again", http.StatusForbidden)
	case choice != "yes" && choice != "no":
		http.Error(w, "answer yes or no", http.StatusBadRequest)
	default:
		o := ask.Answerer{JS: s.JS, Names: s.Names, Key: s.Key, By: person, For: ask.AnswerFor}
		if err := o.Answer(r.Context(), p, choice == "yes", time.Now()); err != nil && !errors.Is(err, ask.ErrAnswered) {
			s.fail(w, err)
			return
		} else if err == nil {
			s.Say(fmt.Sprintf("%s says %s to %s of %s.%s", person, choice, p.ID, p.Team, p.Machine))
		}
		http.Redirect(w, r, "/ask/"+p.ID, http.StatusSeeOther)
	}
}

// fail reports a failure of ours. The browser need not know which.
func (s *Server) fail(w http.ResponseWriter, err error) {
	s.Say(err.Error())
	http.Error(w, "the server does not answer; what waits, waits on", http.StatusBadGateway)
}

// shown caches the last overview.
type shown struct {
	sync.Mutex
	overview
}

// recent caches the last decisions, so that many readers cost no more than one.
type recent struct {
	sync.Mutex
	all []Decision
	at  time.Time
}
