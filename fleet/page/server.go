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
	Key       ed25519.PrivateKey // of the server's, for answers; nil if nobody can answer
	Origin    *url.URL           // where browsers find the page
	Listen    string             // the address behind it
	Header    string             // that has a person's name; "" for a page where nobody is known
	Proxies   []netip.Prefix     // whose header is believed
	Secret    string             // that the proxy sends as SecretHeader; "" for none
	Approvers []string           // who may answer
	Say       func(string)       // is told who answers what

	secret [32]byte // of the tokens; anew with each process
	recent recent
	shown  shown
	pages  *template.Template
}

// SecretHeader is the header with what only the proxy knows.
const SecretHeader = "X-Proxy-Secret"

//go:embed page.css
var style []byte

//go:embed page.html
var pages string

// Handler is the page.
func (s *Server) Handler() http.Handler {
	rand.Read(s.secret[:]) // which never fails
	s.pages = template.Must(template.New("").Funcs(functions()).Parse(pages))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.list)
	mux.HandleFunc("GET /ask/{id}", s.one)
	mux.HandleFunc("POST /ask/{id}", s.answer)
	mux.HandleFunc("GET /page.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(style) // a reader that is gone needs no style
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // with less, a browser does not say where a form comes from
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

// longestWait is how long a page waits for the server of the fleet.
const longestWait = 10 * time.Second

// longestForm is more than a form of ours has.
const longestForm = 4 << 10

// Why a request is refused.
var (
	errHost   = errors.New("this page has another name")
	errProxy  = errors.New("this page answers its proxy alone")
	errPerson = errors.New("the proxy does not say who you are")
)

// person is who sends a request, as the proxy says; "" where nobody is known.
func (s *Server) person(r *http.Request) (string, error) {
	if r.Host != s.Origin.Host && r.Host != s.Listen { // or a name that leads here would share our origin
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
	if len(names) != 1 || !ask.IsName(names[0]) { // two may be the proxy's and the browser's own
		return "", errPerson
	}
	return names[0], nil
}

// mayAnswer reports whether a person may answer.
func (s *Server) mayAnswer(person string) bool {
	return person != "" && s.Key != nil && slices.Contains(s.Approvers, person)
}

// token is what a form must have: it is for one person and one ask as it was shown.
func (s *Server) token(person string, p ask.Pending) string {
	mac := hmac.New(sha256.New, s.secret[:])
	fmt.Fprintf(mac, "%q %q %q", person, p.ID, p.Hash)
	return hex.EncodeToString(mac.Sum(nil))
}

// answer signs what a person has chosen.
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

// fail says that something of ours failed; what, the browser need not know.
func (s *Server) fail(w http.ResponseWriter, err error) {
	s.Say(err.Error())
	http.Error(w, "the server does not answer; what waits, waits on", http.StatusBadGateway)
}

// shown keeps what the list had last.
type shown struct {
	sync.Mutex
	overview
}

// recent keeps what was decided of late, so that many readers cost no more than one.
type recent struct {
	sync.Mutex
	all []Decision
	at  time.Time
}
