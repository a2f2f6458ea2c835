package page

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// browser is a headless Chromium that the test controls through a pipe, by Chromium's own
// protocol.
type browser struct {
	to      *os.File
	from    *bufio.Reader
	number  int
	session string
}

// newBrowser starts a browser with one tab.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("needs chromium")
	}
	if testing.Short() {
		t.Skip("starts a browser")
	}
	in, to, err := os.Pipe()
	require.NoError(t, err)
	from, out, err := os.Pipe()
	require.NoError(t, err)
	dir, err := os.MkdirTemp("", "browser")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	c := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
		"--user-data-dir="+dir, "--remote-debugging-pipe")
	c.ExtraFiles = []*os.File{in, out} // 3 and 4
	c.WaitDelay = time.Second
	require.NoError(t, c.Start())
	in.Close()
	out.Close()
	b := &browser{to: to, from: bufio.NewReader(from)}
	t.Cleanup(func() {
		cancel()
		to.Close()
		_ = c.Wait() // it was killed
		from.Close()
		for range 50 { // processes that the browser has started still write for a moment
			if os.RemoveAll(dir) == nil {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	target := b.must(t, "Target.createTarget", map[string]any{"url": "about:blank"})
	b.session, _ = b.must(t, "Target.attachToTarget", map[string]any{"targetId": target["targetId"], "flatten": true})["sessionId"].(string)
	require.NotEmpty(t, b.session)
	return b
}

// must is call for a call that has to succeed.
func (b *browser) must(t *testing.T, method string, params map[string]any) map[string]any {
	t.Helper()
	result, failed := b.call(t, method, params)
	require.Nil(t, failed, method)
	return result
}

// call calls a method of the protocol. It ignores events.
func (b *browser) call(t *testing.T, method string, params map[string]any) (result map[string]any, failed any) {
	t.Helper()
	b.number++
	message := map[string]any{"id": b.number, "method": method, "params": params}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	require.NoError(t, err)
	_, err = b.to.Write(append(text, 0))
	require.NoError(t, err)
	for {
		text, err := b.from.ReadBytes(0)
		require.NoError(t, err, "the browser is gone")
		var answer struct {
			ID     int            `json:"id"`
			Result map[string]any `json:"result"`
			Error  any            `json:"error"`
		}
		require.NoError(t, json.Unmarshal(text[:len(text)-1], &answer))
		if answer.ID == b.number {
			return answer.Result, answer.Error
		}
	}
}

// eval returns the value of an expression in the page, or nil between two pages.
func (b *browser) eval(t *testing.T, expression string) any {
	t.Helper()
	result, _ := b.call(t, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true})
	value, _ := result["result"].(map[string]any)
	return value["value"]
}

// until waits until an expression is true.
func (b *browser) until(t *testing.T, expression string) {
	t.Helper()
	for end := time.Now().Add(40 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if b.eval(t, expression) == true {
			return
		}
		require.True(t, time.Now().Before(end), "%s never was so: %v", expression, b.eval(t, "document.documentElement.outerHTML"))
	}
}

// click clicks with the mouse on an element, as a person does.
func (b *browser) click(t *testing.T, selector string) {
	t.Helper()
	at, ok := b.eval(t, `(() => { const e = document.querySelector(`+"`"+selector+"`"+`); e.scrollIntoView(); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`).([]any)
	require.True(t, ok, selector)
	for _, what := range []string{"mousePressed", "mouseReleased"} {
		b.must(t, "Input.dispatchMouseEvent", map[string]any{"type": what, "x": at[0], "y": at[1], "button": "left", "clickCount": 1})
	}
}

// A person behind a proxy opens the list, looks at an ask and clicks on yes. The browser
// renders all of it under the page's own policy, runs no script and contacts nobody else.
func TestInABrowser(t *testing.T) {
	b := newBrowser(t)
	s := newScene(t)
	inner, err := url.Parse(s.web.URL)
	require.NoError(t, err)
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(inner)
		r.Out.Host = r.In.Host
		r.Out.Header.Set("X-Forwarded-User", "ann")
	}})
	defer proxy.Close()
	s.Origin, err = url.Parse(proxy.URL)
	require.NoError(t, err)
	var foreign []string
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { foreign = append(foreign, r.URL.String()) }))
	defer elsewhere.Close()

	b.must(t, "Page.navigate", map[string]any{"url": proxy.URL + "/"})
	b.until(t, `document.readyState === "complete" && document.title === "shimgen: 1 waiting" && document.querySelectorAll("#asks tr").length === 2`)
	for why, is := range map[string]string{
		"the style sheet is allowed": `getComputedStyle(document.querySelector("table")).borderCollapse === "collapse"`,
		"decisions, and no endings":  `document.querySelectorAll("#decisions tr:not(:first-child)").length === 4`,
		"the policy in force":        `document.querySelector("#machines").textContent.includes("0123456789ab")`,
		"hostile texts are text":     `document.querySelectorAll("script, img, [onclick]").length === 0 && document.querySelector("#asks").textContent.includes("<script>")`,
	} {
		t.Log(why)
		b.until(t, is) // the page may be between two states at the moment of a call
	}

	// the list shows new asks by itself
	_, err = s.JS.Publish(t.Context(), "shimgen.red.audit.laptop", []byte(`{"ts":"2026-11-26T10:00:00Z","event":"command","command":"echo news","action":"allow"}`))
	require.NoError(t, err)
	b.until(t, `document.querySelector("#decisions") !== null && document.querySelector("#decisions").textContent.includes("echo news")`)

	b.until(t, `document.readyState === "complete" && document.querySelector("#asks a") !== null`)
	b.must(t, "Page.navigate", map[string]any{"url": proxy.URL + "/ask/" + id})
	b.until(t, `document.readyState === "complete" && document.querySelector("button.yes") !== null`)
	text, _ := b.eval(t, `document.querySelector("#text").textContent`).(string)
	assert.True(t, strings.HasPrefix(text, `echo \u202e'</pre></title><script>alert(1)</script><img src=//evil.example`), text)
	assert.Contains(t, text, `\u001b[2K`)
	b.must(t, "Runtime.evaluate", map[string]any{"expression": `for (const kind of ["img", "iframe"]) { const e = document.createElement(kind); e.src = "` + elsewhere.URL + `/x"; document.body.append(e); }`})
	assert.False(t, s.isAnswered(t))
	b.click(t, "button.yes")
	b.until(t, `document.querySelector("#answered") !== null`)
	assert.True(t, s.isAnswered(t))
	assert.Equal(t, []string{"ann says yes to " + id + " of red.laptop"}, s.said)
	assert.Empty(t, foreign, "not even what a script puts into the page is loaded")

	// a page of another site submits the form of this one
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<form method="post" action="` + proxy.URL + "/ask/" + id + `"><input name="answer" value="yes"><button>x</button></form>`))
	}))
	defer evil.Close()
	b.must(t, "Page.navigate", map[string]any{"url": evil.URL})
	b.until(t, `document.readyState === "complete" && document.querySelector("button") !== null`)
	b.click(t, "button")
	b.until(t, `document.body !== null && document.body.textContent.includes("you may not answer here")`)
	assert.Len(t, s.said, 1)
}
