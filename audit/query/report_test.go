package query

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostileText would leave any place of a page in which it stood as it is.
const hostileText = `</script><img src=//evil.example onerror=alert(1)><!--<script>`

// reportTrail is a trail with a hostile record.
func reportTrail(t *testing.T) string {
	t.Helper()
	quoted, err := json.Marshal(hostileText)
	require.NoError(t, err)
	raw := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(quoted))
	return logs(t, map[string]string{
		"20250309.jsonl": `{"ts":"2025-03-09T10:00:00.000000Z","event":"command","command":"/bin/rm -r x","action":"block","rules":["fs.rm-root"],"agent":"claude","session":"s1","cwd":"/w"}
{"ts":"2025-03-09T11:00:00.000000Z","event":"command","command":"ls; id","action":"allow","rules":[],"agent":"codex"}
{"ts":"2025-03-09T12:00:00.000000Z","event":"command","command":"ls","action":"block","rules":["x.y"],"source":"doctor"}
{broken
`,
		"20250310.jsonl": `{"ts":"2025-03-10T01:00:00.000000Z","event":"path_proxy","command":"git","argv":["git","reset"],"action":"ask","rules":["git.reset-hard"],"cwd":"/w"}
{"ts":"2025-03-10T01:00:00.000000Z","event":"deferred","command":"git","findings":1,"rules":["git.push"],"end":"blocked"}
{"ts":"2025-03-10T02:00:00.000000Z","event":"command","command":` + raw + `,"action":"block","rules":[` + raw + `],"agent":` + raw + `,"session":` + raw + `}
{"ts":"2025-03-10T02:00:00.000000Z","event":"outcome","exit":0}
`,
	})
}

func TestReportCounts(t *testing.T) {
	r, seen, err := NewReport(reportTrail(t), time.Time{}, now)
	require.NoError(t, err)
	assert.Equal(t, 1, seen.Damaged)
	assert.Len(t, r.Cells, 5, "doctor's calls and endings are none")
	assert.Contains(t, r.Cells, Cell{Day: "2025-03-09", Action: "block", Agent: "claude", Program: "rm", Rule: "fs.rm-root", Count: 1})
	assert.Contains(t, r.Cells, Cell{Day: "2025-03-09", Action: "allow", Agent: "codex", Program: "ls", Count: 1})
	assert.Contains(t, r.Cells, Cell{Day: "2025-03-10", Action: "blocked", Program: "git", Rule: "git.push", Deferred: true, Count: 1})
	require.Len(t, r.Records, 3)
	assert.Equal(t, "git reset", r.Records[1].What)
	assert.Equal(t, "/bin/rm -r x", r.Records[2].What, "the last one first")

	late, _, err := NewReport(reportTrail(t), time.Date(2025, 3, 10, 1, 30, 0, 0, time.UTC), now)
	require.NoError(t, err)
	assert.Len(t, late.Cells, 1)
	none, _, err := NewReport(filepath.Join(t.TempDir(), "none"), time.Time{}, now)
	require.NoError(t, err)
	assert.Empty(t, none.Cells)
}

func TestReportIsBounded(t *testing.T) {
	var text strings.Builder
	for n := range 3 * maxCells {
		fmt.Fprintf(&text, `{"event":"command","command":"c%d","action":"a%d","agent":"%s"}`+"\n", n, n, strings.Repeat("x", 500))
	}
	r, _, err := NewReport(logs(t, map[string]string{"20250310.jsonl": text.String()}), time.Time{}, now)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(r.Cells), 2*maxCells+1)
	sum := 0
	for _, c := range r.Cells {
		sum += c.Count
	}
	assert.Equal(t, 3*maxCells, sum, "each record counts")
}

// html returns the page for the hostile trail.
func html(t *testing.T) string {
	t.Helper()
	r, _, err := NewReport(reportTrail(t), time.Time{}, now)
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, r.WriteHTML(&out))
	return out.String()
}

func TestReportPageHoldsTextsAsData(t *testing.T) {
	text := html(t)
	assert.NotContains(t, text, "<img")
	assert.NotContains(t, text, "onerror=alert(1)>")
	assert.Equal(t, strings.Count(reportPage, "<script"), strings.Count(text, "<script"))
	assert.NotRegexp(t, `innerHTML|insertAdjacent|document\.write|eval\(|Function\(|fetch\(|XMLHttp|import\(`, text)
	assert.NotRegexp(t, `(src|href|action)=|url\(|@import`, reportPage, "nothing to load")
}

func TestReportPolicyAllowsItsOwnPartsAlone(t *testing.T) {
	for part, tag := range map[string]string{"script-src": "script", "style-src": "style"} {
		own := regexp.MustCompile(`(?s)<`+tag+`>(.*?)</`+tag+`>`).FindAllStringSubmatch(reportPage, -1)
		require.Len(t, own, 1)
		sum := sha256.Sum256([]byte(own[0][1]))
		assert.Contains(t, reportPage, part+" 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'", "write it into report.html")
	}
	assert.Contains(t, reportPage, `content="default-src 'none'; `)
}

// TestReportFilters runs the page's script in Node, on the least of a document that it needs.
func TestReportFilters(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs node")
	}
	text := html(t)
	data := regexp.MustCompile(`(?s)id="data">(.*?)</script>`).FindStringSubmatch(text)[1]
	script := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindStringSubmatch(text)[1]
	quoted, err := json.Marshal(data)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "page.js")
	require.NoError(t, os.WriteFile(file, []byte("const DATA = "+string(quoted)+";\n"+stage+script+scene), 0o600))
	out, err := exec.Command(node, file).CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, `all: 2025-03-10 2 | 2025-03-09 2; ends: git: blocked 1; records 3
block: 2025-03-10 1 | 2025-03-09 1; ends: ; records 2
block of claude: 2025-03-09 1; ends: ; records 1
text: records 1
`, string(out))
}

// TestReportInABrowser opens the page in Chromium, which must draw it under its own policy
// and ask nobody for anything.
func TestReportInABrowser(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("needs chromium")
	}
	if testing.Short() {
		t.Skip("starts a browser")
	}
	server, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer server.Close()
	var asked atomic.Int32
	go func() {
		for {
			c, err := server.Accept()
			if err != nil {
				return
			}
			asked.Add(1)
			c.Close()
		}
	}()
	file := filepath.Join(t.TempDir(), "report.html")
	text := strings.ReplaceAll(html(t), "//evil.example", "http://"+server.Addr().String())
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
		"--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+file)
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	require.NoError(t, err)
	dom := string(out)
	assert.Contains(t, dom, `<div class="row"><span>2025-03-10</span><span class="bar"><span class="ask" style="width: 50%;"></span>`, "the script and its styles are allowed")
	assert.Contains(t, dom, `<div class="what">&lt;/script&gt;&lt;img src=http://`, "a hostile text is text")
	assert.NotContains(t, dom, "<img")
	assert.Zero(t, asked.Load(), "requests")
}

// stage is a document with what the script calls: setting innerHTML, or anything else that
// it lacks, fails.
const stage = `
class Node {
	constructor(tag) { this.tag = tag; this.children = []; this.style = {}; this.heard = {}; this.own = ""; Object.preventExtensions(this); }
	get textContent() { return this.own + this.children.map(c => c.textContent).join(" "); }
	set textContent(t) { this.own = String(t); this.children = []; }
	set className(c) {} set name(n) { names[n] = this; } set type(t) {} set value(v) { values.set(this, v); } get value() { return values.get(this); }
	appendChild(c) { this.children.push(c); return c; }
	addEventListener(what, f) { this.heard[what] = f; }
}
const names = {}, values = new Map(), byID = {data: {textContent: DATA}};
const document = {
	getElementById: id => byID[id] || (byID[id] = new Node(id)),
	createElement: tag => new Node(tag),
};
`

// scene sets the filters, and prints what the page shows.
const scene = `
const rows = id => byID[id].children.filter(c => c.tag === "div").map(r => r.children[0].textContent + " " + r.children[2].textContent).join(" | ");
const shows = what => console.log(what + ": " + rows("days") + "; ends: " + rows("ends") + "; records " + byID.records.children.filter(c => c.tag === "div").length);
const set = (name, value, event) => { names[name].value = value; names[name].heard[event](); };
shows("all");
set("action", "block", "change"); shows("block");
set("agent", "claude", "change"); shows("block of claude");
set("agent", "", "change"); set("text", "ONERROR", "input");
console.log("text: records " + byID.records.children.filter(c => c.tag === "div").length);
`
