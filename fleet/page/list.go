package page

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/fleet/ask"
	"github.com/agent-loop/shimgen/fleet/pull"
	"github.com/agent-loop/shimgen/verdict"
)

// functions are those of the pages. Each makes text that hides nothing; the pages escape it.
func functions() template.FuncMap {
	return template.FuncMap{
		"line":  verdict.Line,
		"short": func(text string) string { return verdict.Line(verdict.Shorten(text)) },
		"lines": verdict.Visible,
		"ago":   func(at time.Time) string { return max(time.Since(at), 0).Truncate(time.Second).String() },
		"clock": func(at time.Time) string { return at.UTC().Format("15:04:05") },
		"join":  func(all []string) string { return verdict.Line(strings.Join(all, " ")) },
	}
}

// list shows everything.
func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	var shown struct {
		Person    string
		Asks      []ask.Pending
		Decisions []Decision
		Machines  []pull.Reported
	}
	w.Header().Set("Refresh", "5") // also after an error: the server comes back
	var err error
	shown.Person, _ = s.person(r)
	if shown.Asks, err = ask.Waiting(r.Context(), s.JS, time.Now()); err == nil {
		shown.Machines, err = pull.States(r.Context(), s.JS)
	}
	if err == nil {
		shown.Decisions, err = s.decisions(r.Context(), time.Now())
	}
	if err != nil {
		s.fail(w, err)
		return
	}
	s.show(w, http.StatusOK, "list", shown)
}

// one shows an ask, and the form to whoever may answer it.
func (s *Server) one(w http.ResponseWriter, r *http.Request) {
	all, err := ask.Waiting(r.Context(), s.JS, time.Now())
	if err != nil {
		s.fail(w, err)
		return
	}
	p, err := ask.Find(all, r.PathValue("id"))
	if err != nil || p.ID != r.PathValue("id") {
		s.gone(w)
		return
	}
	shown := struct {
		Person, Token string
		ask.Pending
	}{Pending: p}
	if shown.Person, _ = s.person(r); s.mayAnswer(shown.Person) && !p.IsAnswered {
		shown.Token = s.token(shown.Person, p)
	}
	s.show(w, http.StatusOK, "one", shown)
}

// gone shows that an ask waits no more.
func (s *Server) gone(w http.ResponseWriter) { s.show(w, http.StatusNotFound, "gone", nil) }

// show writes a page, whole or not at all.
func (s *Server) show(w http.ResponseWriter, status int, name string, what any) {
	var text bytes.Buffer
	if err := s.pages.ExecuteTemplate(&text, name, what); err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = text.WriteTo(w) // a reader that is gone needs no page
}
