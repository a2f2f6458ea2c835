package query

import (
	_ "embed" // the page of a report
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/audit"
)

// Bounds on what a report holds, however long the trail is.
const (
	maxCells   = 5000
	maxRecords = 500 // refusals and questions shown as such
	maxWhat    = 400 // characters of what one was about
)

// reportPage is the report without its data. Its policy allows its own script and style by their
// hashes, and nothing else: no request leaves it. A test checks the hashes.
//
//go:embed report.html
var reportPage string

// A Report is the trail in counts, and its last refusals and questions.
type Report struct {
	Made    string     `json:"made"`
	Since   string     `json:"since"` // "" for all of the trail
	Lines   int        `json:"lines"`
	Files   int        `json:"files"`
	Damaged int        `json:"damaged"`
	Skipped int        `json:"skipped"`
	Cells   []Cell     `json:"cells"`
	Records []Decision `json:"records"` // the last one first
}

// A Cell counts records that are alike. A value beyond the report's bounds is [Other].
type Cell struct {
	Day      string `json:"day"`
	Action   string `json:"action"` // of a deferral how it ended
	Agent    string `json:"agent"`
	Program  string `json:"program"`
	Rule     string `json:"rule"` // the first that decided
	Deferred bool   `json:"deferred"`
	Count    int    `json:"count"`
}

// A Decision is a refusal or a question.
type Decision struct {
	Day     string   `json:"day"`
	Time    string   `json:"ts"`
	Action  string   `json:"action"`
	Agent   string   `json:"agent"`
	Session string   `json:"session"`
	Program string   `json:"program"`
	What    string   `json:"what"`
	Dir     string   `json:"cwd"`
	Rules   []string `json:"rules"`
}

// NewReport reads the trail from since on; all of it if that is zero. Doctor's own calls are
// left out.
func NewReport(dir string, since, now time.Time) (Report, Coverage, error) {
	r := reporter{since: since, cells: map[Cell]int{}}
	t, err := openTrail(dir, since.UTC().Truncate(24*time.Hour))
	if err != nil {
		return Report{}, r.Coverage, err
	}
	defer t.close()
	for _, d := range slices.Backward(t.files) {
		r.Coverage.read(t, d, func(f *os.File) (bool, error) {
			st, err := f.Stat()
			if err != nil {
				return false, err
			}
			return false, backward(f, st.Size(), func(start int64, block []byte) bool {
				r.block(d.Day.Format(time.DateOnly), start, block)
				return true
			})
		})
	}
	made := Report{
		Made: now.UTC().Format(time.RFC3339), Lines: r.Lines, Files: r.Files, Damaged: r.Damaged, Skipped: len(r.Skipped),
		Cells: []Cell{}, Records: append([]Decision{}, r.records...),
	}
	if !since.IsZero() {
		made.Since = since.UTC().Format(time.RFC3339)
	}
	for c, n := range r.cells {
		c.Count = n
		made.Cells = append(made.Cells, c)
	}
	slices.SortFunc(made.Cells, func(a, b Cell) int {
		return strings.Compare(a.Day+"\x00"+a.Action+"\x00"+a.Agent+"\x00"+a.Program+"\x00"+a.Rule, b.Day+"\x00"+b.Action+"\x00"+b.Agent+"\x00"+b.Program+"\x00"+b.Rule)
	})
	return made, r.Coverage, nil
}

// WriteHTML writes the report as one page. Texts of the trail are in it as JSON without
// any character that HTML knows.
func (r Report) WriteHTML(to io.Writer) error {
	data, err := json.Marshal(r) // which escapes <, > and &
	if err != nil {
		return err
	}
	before, after, _ := strings.Cut(reportPage, ">DATA<")
	for _, part := range []string{before, ">", string(data), "<", after} {
		if _, err := io.WriteString(to, part); err != nil {
			return err
		}
	}
	return nil
}

// reporter counts the trail for a report.
type reporter struct {
	Coverage
	since   time.Time
	cells   map[Cell]int
	records []Decision
}

// block counts the records of a block.
func (r *reporter) block(day string, start int64, block []byte) {
	var found []Decision
	eachLine(start, block, func(at span, line []byte) {
		_, rec, ok := r.record(at, line)
		if !ok || string(rec.source) == `"doctor"` || r.tooOld(audit.Record(line)) {
			return
		}
		event, action := string(rec.event), str(rec.action)
		deferred := event == `"deferred"`
		if event != `"command"` && event != `"path_proxy"` && !deferred {
			return
		}
		if deferred {
			action = str(rec.end)
		}
		rule := ""
		if rules := decode[[]string](rec.rules); len(rules) > 0 {
			rule = short(rules[0], maxKey)
		}
		c := Cell{Day: day, Action: short(action, maxKey), Agent: short(str(rec.agent), maxKey), Program: program(str(rec.command)), Rule: rule, Deferred: deferred}
		r.count(c)
		if (action == "ask" || action == "block") && !deferred && len(r.records) < maxRecords {
			found = append(found, decisionOf(c, audit.Record(line)))
		}
	})
	slices.Reverse(found)
	r.records = append(r.records, found[:min(len(found), maxRecords-len(r.records))]...)
}

// tooOld reports whether a record is from before the moment that the report begins with.
// All of a file that begins later are not.
func (r *reporter) tooOld(line []byte) bool {
	if r.since.Equal(r.since.UTC().Truncate(24 * time.Hour)) {
		return false
	}
	var is struct {
		Time time.Time `json:"ts"`
	}
	return json.Unmarshal(line, &is) != nil || is.Time.Before(r.since)
}

// count counts a record, or one of the others if the report is full.
func (r *reporter) count(c Cell) {
	if _, known := r.cells[c]; !known && len(r.cells) >= maxCells {
		c.Program, c.Agent, c.Rule = Other, Other, Other
		if _, known := r.cells[c]; !known && len(r.cells) >= 2*maxCells {
			c.Day, c.Action = Other, Other
		}
	}
	r.cells[c]++
}

// decisionOf is a record as the report shows it.
func decisionOf(c Cell, line []byte) Decision {
	var r map[string]json.RawMessage
	_ = json.Unmarshal(line, &r) // it has been parsed before
	what := str(r["command"])
	if argv := decode[[]string](r["argv"]); len(argv) > 0 {
		what = strings.Join(argv, " ")
	}
	d := Decision{
		Day: c.Day, Action: c.Action, Agent: c.Agent, Program: c.Program, What: short(what, maxWhat),
		Time: short(str(r["ts"]), maxKey), Session: short(str(r["session"]), maxKey), Dir: short(str(r["cwd"]), maxWhat), Rules: []string{},
	}
	for _, rule := range decode[[]string](r["rules"]) {
		if len(d.Rules) < 20 {
			d.Rules = append(d.Rules, short(rule, maxKey))
		}
	}
	return d
}

// program is the first word of a command, without a directory.
func program(command string) string {
	word := strings.TrimLeft(command, " \t\n")
	if i := strings.IndexAny(word, " \t\n;|&<>()"); i >= 0 {
		word = word[:i]
	}
	return short(word[strings.LastIndexByte(word, '/')+1:], maxKey/2)
}

// short returns at most n characters of a text.
func short(text string, n int) string {
	if len(text) <= n {
		return text
	}
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n]) + ellipsis
	}
	return text
}
