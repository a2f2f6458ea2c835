package page

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/ask"
	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/pull"
	"github.com/agent-loop/shimgen/fleet/wire"
)

func TestMain(m *testing.M) {
	broker.Serve()
	os.Exit(m.Run())
}

// hostileText would break out of any place of a page that does not escape it, and hides a
// part of itself.
const hostileText = "echo \u202e'</pre></title><script>alert(1)</script><img src=//evil.example onerror=alert(1)>\" onclick=\"x'\x1b[2K\n\trm\u200b -r x"

const id = "abcdefghijklmnop"

// scene is a server with an ask, decisions and machines, all of them hostile.
type scene struct {
	*Server
	web  *httptest.Server
	said []string
}

func newScene(t *testing.T) *scene {
	t.Helper()
	server := broker.Start(t, broker.Config{})
	conn, err := nats.Connect(server.URL())
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	require.NoError(t, wire.Prepare(t.Context(), conn, wire.Records(0, time.Minute)))
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	put := func(bucket, key string, what any) {
		b, err := js.KeyValue(t.Context(), bucket)
		require.NoError(t, err)
		text, err := json.Marshal(what)
		require.NoError(t, err)
		_, err = b.Put(t.Context(), key, text)
		require.NoError(t, err)
	}
	now := time.Now().UTC()
	put(wire.Asks, "red.laptop."+id, ask.Ask{ID: id, Team: "red", Machine: "laptop", User: "u", Text: hostileText, Dir: "/w" + hostileText, Asked: []string{hostileText}, Rules: []string{"git.reset-hard"}, From: "hook", Agent: hostileText, Session: hostileText, Decision: "00000000000000ff", At: now, Until: now.Add(time.Hour)})
	put(wire.States, "red.laptop", pull.State{Group: "all", Version: 7, Hash: "0123456789abcdef", Problem: hostileText, At: now})
	for _, record := range []map[string]any{
		{"ts": now, "event": "command", "command": hostileText, "action": "block", "rules": []string{"fs.rm-root"}, "agent": hostileText},
		{"ts": now, "event": "command", "action": "allow"},
		{"ts": now, "event": "path_proxy", "command": "git", "argv": []string{"git", "status"}, "action": "allow"},
		{"ts": now, "event": "outcome", "exit": 0},
		{"ts": now, "event": "consent", "step": "refused", "command": "ls", "by": "bob", "reason": "it has expired"},
	} {
		text, err := json.Marshal(record)
		require.NoError(t, err)
		_, err = js.Publish(t.Context(), "shimgen.red.audit.laptop", text)
		require.NoError(t, err)
	}
	private, _, err := envelope.NewKey("page")
	require.NoError(t, err)
	s := &scene{}
	s.Server = &Server{
		JS: js, Names: wire.Machine{Team: "red", Name: "page"}, Header: "X-Forwarded-User", Approvers: []string{"ann", "bob@example.com"},
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Say: func(what string) { s.said = append(s.said, what) },
	}
	s.Key, err = envelope.PrivateKey(private)
	require.NoError(t, err)
	s.web = httptest.NewServer(s.Handler())
	t.Cleanup(s.web.Close)
	s.Origin, err = url.Parse(s.web.URL)
	require.NoError(t, err)
	s.Listen = s.Origin.Host
	return s
}

// try sends a request as a proxy sends it for somebody, modified by a function.
func (s *scene) try(t *testing.T, method, path string, form url.Values, change func(*http.Request)) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.web.URL+path, strings.NewReader(form.Encode()))
	require.NoError(t, err)
	r.Header.Set("X-Forwarded-User", "ann")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", s.web.URL)
	}
	if change != nil {
		change(r)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	assert.Equal(t, "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'", answer.Header.Get("Content-Security-Policy"))
	assert.Equal(t, "no-store", answer.Header.Get("Cache-Control"))
	return answer.StatusCode, string(body)
}

// from makes a request come from another person; "" means that it names nobody.
func from(person string) func(*http.Request) {
	return func(r *http.Request) {
		if r.Header.Del("X-Forwarded-User"); person != "" {
			r.Header.Set("X-Forwarded-User", person)
		}
	}
}

// tokenOf returns the token in the form on the ask's page.
func (s *scene) tokenOf(t *testing.T, change func(*http.Request)) string {
	t.Helper()
	status, text := s.try(t, "GET", "/ask/"+id, nil, change)
	require.Equal(t, 200, status)
	found := regexp.MustCompile(`name="token" value="([0-9a-f]{64})"`).FindStringSubmatch(text)
	require.Len(t, found, 2)
	return found[1]
}

func (s *scene) isAnswered(t *testing.T) bool {
	t.Helper()
	all, err := ask.Waiting(t.Context(), s.JS, time.Now())
	require.NoError(t, err)
	require.Len(t, all, 1)
	return all[0].IsAnswered
}

func TestPagesHoldTextsAsData(t *testing.T) {
	s := newScene(t)
	for path, want := range map[string][]string{
		"/": {
			`<a href="/ask/` + id + `">`, "red.laptop", `\u202e`, "\\u200b", `<span class="tag block">block</span>`, "<i>not sent</i>", "git status",
			`<span class="tag refused">refused</span> by bob<td class="what">it has expired: ls`, "<td>all<td>7<td class=\"what\">0123456789ab<td>",
		},
		"/ask/" + id: {`\u202e`, `\u001b[2K`, `rm\u200b -r x`, "<li>echo", `, session <span class="what">echo`},
	} {
		status, text := s.try(t, "GET", path, nil, nil)
		require.Equal(t, 200, status, path)
		for _, w := range want {
			assert.Contains(t, text, w, path)
		}
		assert.NotRegexp(t, `<script|<img|onclick="|</pre></title>|[\x00-\x08\x0b-\x1f\x{200b}\x{202e}]`, text, path)
		assert.NotContains(t, text, "outcome")
	}
	assert.NotRegexp(t, `<script|<style|style=|\bon[a-z]+=|https?:`, pages, "nothing that the policy would have to allow")
	assert.NotRegexp(t, `url\(|@import`, string(style))
	status, _ := s.try(t, "GET", "/page.css", nil, nil)
	assert.Equal(t, 200, status)
	for _, path := range []string{"/ask/", "/ask/abcd", "/ask/zzzzzzzzzzzzzzzz", "/ask/../page.html", "/x"} {
		status, _ := s.try(t, "GET", path, nil, nil)
		assert.Contains(t, []int{404, 301, 307}, status, path)
	}
}

func TestWhoMayLook(t *testing.T) {
	s := newScene(t)
	for _, tt := range []struct {
		why    string
		change func(*http.Request)
		want   int
	}{
		{"somebody whom the proxy names", nil, 200},
		{"who may look and not answer", from("eve"), 200},
		{"nobody", from(""), 403},
		{"two names: one may be the browser's", func(r *http.Request) { r.Header.Add("X-Forwarded-User", "bob") }, 403},
		{"two names in one", from("eve, ann"), 403},
		{"a name with a space", from("ann smith"), 403},
		{"a name that is too long", from(strings.Repeat("x", 101)), 403},
		{"another host: a name that somebody has pointed here", func(r *http.Request) { r.Host = "evil.example" }, 403},
	} {
		status, _ := s.try(t, "GET", "/", nil, tt.change)
		assert.Equal(t, tt.want, status, tt.why)
	}
	s.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	status, _ := s.try(t, "GET", "/", nil, nil)
	assert.Equal(t, 403, status, "from elsewhere")
	s.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	s.Secret = "0123456789abcdef"
	status, _ = s.try(t, "GET", "/", nil, nil)
	assert.Equal(t, 403, status, "without the proxy's secret")
	status, _ = s.try(t, "GET", "/", nil, func(r *http.Request) { r.Header.Set(SecretHeader, s.Secret) })
	assert.Equal(t, 200, status)
	s.Secret, s.Header = "", ""
	status, text := s.try(t, "GET", "/ask/"+id, nil, nil)
	assert.Equal(t, 200, status)
	assert.Contains(t, text, "You may look, and not answer.", "where nobody is known")
}

func TestWhoMayAnswer(t *testing.T) {
	s := newScene(t)
	anns, bobs := s.tokenOf(t, nil), s.tokenOf(t, from("bob@example.com"))
	_, text := s.try(t, "GET", "/ask/"+id, nil, from("eve"))
	assert.Contains(t, text, "You may look, and not answer.")
	assert.NotContains(t, text, "token")
	for _, tt := range []struct {
		why           string
		token, answer string
		change        func(*http.Request)
		want          int
	}{
		{"no token", "", "yes", nil, 403},
		{"another's token", bobs, "yes", nil, 403},
		{"a token that was changed", "00" + anns[2:], "yes", nil, 403},
		{"who may look and not answer", anns, "yes", from("eve"), 403},
		{"nobody", anns, "yes", from(""), 403},
		{"from another site", anns, "yes", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		{"from nowhere", anns, "yes", func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		{"no browser", anns, "yes", func(r *http.Request) { r.Header.Del("Origin") }, 403},
		{"neither yes nor no", anns, "perhaps", nil, 400},
		{"too much", anns, strings.Repeat("x", longestForm), nil, 403},
	} {
		status, _ := s.try(t, "POST", "/ask/"+id, url.Values{"token": {tt.token}, "answer": {tt.answer}}, tt.change)
		assert.Equal(t, tt.want, status, tt.why)
		assert.False(t, s.isAnswered(t), tt.why)
	}
	status, _ := s.try(t, "GET", "/ask/"+id+"?token="+anns+"&answer=yes", nil, nil)
	assert.Equal(t, 200, status)
	assert.False(t, s.isAnswered(t), "a link answers nothing")
	status, _ = s.try(t, "POST", "/ask/zzzzzzzzzzzzzzzz", url.Values{"token": {anns}, "answer": {"yes"}}, nil)
	assert.Equal(t, 404, status)

	status, _ = s.try(t, "POST", "/ask/"+id, url.Values{"token": {anns}, "answer": {"no"}}, nil)
	assert.Equal(t, 303, status)
	assert.True(t, s.isAnswered(t))
	assert.Equal(t, []string{"ann says no to " + id + " of red.laptop"}, s.said)
	_, text = s.try(t, "GET", "/ask/"+id, nil, nil)
	assert.Contains(t, text, "Somebody has answered")
	assert.NotContains(t, text, "<form")
	status, _ = s.try(t, "POST", "/ask/"+id, url.Values{"token": {bobs}, "answer": {"yes"}}, from("bob@example.com"))
	assert.Equal(t, 303, status)
	assert.Len(t, s.said, 1, "the first answer counts")

	b, err := s.JS.KeyValue(t.Context(), wire.Answers)
	require.NoError(t, err)
	entry, err := b.Get(t.Context(), "red.laptop."+id)
	require.NoError(t, err)
	var sealed struct{ Signed []byte }
	require.NoError(t, json.Unmarshal(entry.Value(), &sealed))
	var a ask.Answer
	require.NoError(t, json.Unmarshal(sealed.Signed, &a))
	assert.Equal(t, ask.Answer{Team: "red", Machine: "laptop", Ask: id, Hash: a.Hash, By: "ann", Expires: a.Expires}, a)
	time.Sleep(freshFor)
	_, text = s.try(t, "GET", "/", nil, nil)
	assert.Contains(t, text, `<span class="tag no">no</span> by ann for red.laptop`, "it is in the audit")
}

// A form is valid for the ask as it was shown. If the machine changes the ask meanwhile, the
// answer is refused.
func TestAnAskThatChangedIsLookedAtAgain(t *testing.T) {
	s := newScene(t)
	token := s.tokenOf(t, nil)
	b, err := s.JS.KeyValue(t.Context(), wire.Asks)
	require.NoError(t, err)
	entry, err := b.Get(t.Context(), "red.laptop."+id)
	require.NoError(t, err)
	_, err = b.Put(t.Context(), "red.laptop."+id, []byte(strings.Replace(string(entry.Value()), "echo", "exec", 1)))
	require.NoError(t, err)
	status, text := s.try(t, "POST", "/ask/"+id, url.Values{"token": {token}, "answer": {"yes"}}, nil)
	assert.Equal(t, 403, status)
	assert.Contains(t, text, "look at it again")
	assert.False(t, s.isAnswered(t))
}

func TestManyDecisions(t *testing.T) {
	s := newScene(t)
	for i := range 2 * lookedAt {
		_, err := s.JS.Publish(t.Context(), "shimgen.red.audit.laptop", fmt.Appendf(nil, `{"ts":"2026-11-26T10:00:00Z","event":"command","command":"echo %d","action":"allow"}`, i))
		require.NoError(t, err)
	}
	all, err := s.decisions(t.Context(), time.Now())
	require.NoError(t, err)
	require.Len(t, all, mostShown)
	assert.Equal(t, fmt.Sprintf("echo %d", 2*lookedAt-1), all[0].Command, "the last one first")
}
