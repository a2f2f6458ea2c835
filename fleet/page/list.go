package page

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/fleet/ask"
	"github.com/agent-loop/shimgen/fleet/pull"
	"github.com/agent-loop/shimgen/internal/printable"
)

// functions are the templates' functions. Each makes text that hides nothing; the templates
// escape it.
func functions() template.FuncMap {
	return template.FuncMap{
		"line":  printable.VisibleLine,
		"short": func(text string) string { return printable.VisibleLine(printable.Shorten(text)) },
		"lines": printable.Visible,
		"ago":   func(at time.Time) string { return max(time.Since(at), 0).Truncate(time.Second).String() },
		"clock": func(at time.Time) string { return at.UTC().Format("15:04:05") },
		"join":  func(all []string) string { return printable.VisibleLine(strings.Join(all, " ")) },
	}
}

// list shows the overview.
func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	var shown struct {
		Person string
		overview
		Decisions []Decision
	}
	w.Header().Set("Refresh", "5") // also after an error: the server comes back
	var err error
	shown.Person, _ = s.person(r)
	if shown.overview, err = s.overview(r.Context(), time.Now()); err == nil {
		shown.Decisions, err = s.decisions(r.Context(), time.Now())
	}
	if err != nil {
		s.fail(w, err)
		return
	}
	s.show(w, http.StatusOK, "list", shown)
}

// overview is the list's data from the buckets.
type overview struct {
	Asks     []ask.Pending
	More     int // asks that the overview leaves out
	Machines []pull.Reported
	Others   int // machines that it leaves out

	at time.Time
}

// mostMachines is how many machines are shown; the verb status lists all.
const mostMachines = 500

// overview reads the buckets, at most once per listedFor: many readers cost no more than
// one.
func (s *Server) overview(ctx context.Context, now time.Time) (overview, error) {
	s.shown.Lock()
	defer s.shown.Unlock()
	if !s.shown.at.IsZero() && now.Sub(s.shown.at) < listedFor {
		return s.shown.overview, nil
	}
	var o overview
	var err error
	if o.Asks, o.More, err = ask.Overview(ctx, s.JS, now); err == nil {
		o.Machines, err = pull.States(ctx, s.JS)
	}
	if err != nil {
		return overview{}, err
	}
	slices.SortStableFunc(o.Machines, func(a, b pull.Reported) int { // machines with problems come first
		return cmp.Compare(min(len(b.Problem), 1), min(len(a.Problem), 1))
	})
	if o.Others = max(len(o.Machines)-mostMachines, 0); o.Others > 0 {
		o.Machines = slices.Clone(o.Machines[:mostMachines])
	}
	o.at = now
	s.shown.overview = o
	return o, nil
}

// listedFor is how old the list may be. The page of an ask always reads it anew.
const listedFor = time.Second

// one shows an ask, and the form if the person may answer it.
func (s *Server) one(w http.ResponseWriter, r *http.Request) {
	p, err := ask.One(r.Context(), s.JS, r.PathValue("id"), time.Now())
	if errors.Is(err, ask.ErrNone) {
		s.gone(w)
		return
	}
	if err != nil {
		s.fail(w, err)
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

// gone shows that an ask no longer waits.
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
	_, _ = text.WriteTo(w) // a reader that has gone away needs no page
}
