// Package sarif writes what a scan found as a SARIF 2.1.0 log, which code hosts show beside
// the lines that it is about.
//
//	err := sarif.Write(os.Stdout, tree, "v1.2.3", func(id string) (reason, hint string) { … })
//
// A block is an error, an ask a warning, a warning a note. A finding's fingerprint is that of
// its file, rule and command, so that it stays the same when lines move.
package sarif

import (
	"cmp"
	"encoding/json"
	"io"
	"net/url"
	"path"
	"slices"
	"strconv"

	"github.com/agent-loop/shimgen/internal/fingerprint"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/scan"
)

// Unread is the rule of what could not be parsed or judged.
const Unread = "scan.unread"

// The parts of a log that are written (SARIF 2.1.0, section 3).
type (
	log struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}
	run struct {
		Tool        tool         `json:"tool"`
		Invocations []invocation `json:"invocations"`
		ColumnKind  string       `json:"columnKind"`
		Results     []result     `json:"results"`
	}
	tool struct {
		Driver driver `json:"driver"`
	}
	driver struct {
		Name           string `json:"name"`
		Version        string `json:"version"`
		InformationURI string `json:"informationUri"`
		Rules          []rule `json:"rules"`
	}
	rule struct {
		ID               string        `json:"id"`
		ShortDescription text          `json:"shortDescription"`
		Help             text          `json:"help"`
		Configuration    configuration `json:"defaultConfiguration"`
		Properties       properties    `json:"properties"`
	}
	configuration struct {
		Level string `json:"level"`
	}
	properties struct {
		Tags []string `json:"tags"`
	}
	text struct {
		Text string `json:"text"`
	}
	invocation struct {
		Successful    bool           `json:"executionSuccessful"`
		Notifications []notification `json:"toolExecutionNotifications"`
	}
	notification struct {
		Level     string     `json:"level"`
		Message   text       `json:"message"`
		Locations []location `json:"locations"`
	}
	result struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      text              `json:"message"`
		Locations    []location        `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	location struct {
		Physical physical `json:"physicalLocation"`
	}
	physical struct {
		Artifact artifact `json:"artifactLocation"`
		Region   *region  `json:"region,omitempty"`
	}
	artifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId,omitempty"`
	}
	region struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

// Write writes a log. The reason and the hint of a rule come from the policy's catalogue.
func Write(to io.Writer, t scan.Tree, version string, lookup func(id string) (reason, hint string)) error {
	r := run{
		Tool:        tool{driver{Name: "shimgen", Version: version, InformationURI: "https://github.com/agent-loop/shimgen", Rules: []rule{}}},
		Invocations: []invocation{{Successful: true, Notifications: []notification{}}},
		ColumnKind:  "unicodeCodePoints", Results: []result{},
	}
	index, seen := map[string]int{}, map[string]int{}
	for _, report := range t.Files {
		for _, f := range report.Findings {
			id := cmp.Or(f.Rule, Unread)
			if _, known := index[id]; !known {
				index[id] = len(r.Tool.Driver.Rules)
				r.Tool.Driver.Rules = append(r.Tool.Driver.Rules, ruleOf(id, f, lookup))
			}
			r.Results = append(r.Results, resultOf(id, index[id], f, seen))
		}
	}
	for _, s := range t.Skipped {
		r.Invocations[0].Notifications = append(r.Invocations[0].Notifications, notification{
			Level: "warning", Message: text{"not looked at: " + s.Why}, Locations: []location{{physical{Artifact: artifactOf(s.File)}}},
		})
	}
	e := json.NewEncoder(to)
	e.SetIndent("", " ")
	return e.Encode(log{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []run{r}})
}

// ruleOf is the row of a rule.
func ruleOf(id string, f scan.Finding, lookup func(string) (string, string)) rule {
	reason, hint := lookup(id)
	if id == Unread {
		reason, hint = "cannot be parsed or judged", "write it so that a shell reads it, or look at it yourself"
	}
	return rule{
		ID: id, ShortDescription: text{cmp.Or(reason, id)}, Help: text{cmp.Or(hint, reason, id)},
		Configuration: configuration{level(f.Decided())}, Properties: properties{slices.DeleteFunc([]string{"security", f.Class}, func(s string) bool { return s == "" })},
	}
}

// resultOf is a finding. Of several that are alike in one file, each has a number.
func resultOf(id string, index int, f scan.Finding, seen map[string]int) result {
	message := f.Error
	if message == "" {
		message = f.Command + " " + f.Reason
		if f.Hint != "" {
			message += ". Hint: " + f.Hint
		}
	}
	print := fingerprint.Hex(f.File + "\x00" + id + "\x00" + f.In + "\x00" + f.Command)[:32]
	seen[print]++
	begin, end := f.Chars()
	at := region{StartLine: f.Line, StartColumn: begin}
	if f.EndLine > f.Line || f.EndLine == f.Line && end > begin {
		at.EndLine, at.EndColumn = f.EndLine, end
	}
	return result{
		RuleID: id, RuleIndex: index, Level: level(f.Decided()), Message: text{message},
		Locations:    []location{{physical{artifactOf(f.File), &at}}},
		Fingerprints: map[string]string{"shimgenCommand/v1": print + ":" + strconv.Itoa(seen[print])},
	}
}

// level is how grave an action is.
func level(a rules.Action) string {
	switch a {
	case rules.Warn:
		return "note"
	case rules.Ask:
		return "warning"
	case rules.Allow:
		return "none"
	}
	return "error"
}

// artifactOf is a file, from the top of the repository on if it is below.
func artifactOf(name string) artifact {
	if path.IsAbs(name) {
		return artifact{URI: (&url.URL{Scheme: "file", Path: name}).String()}
	}
	return artifact{URI: (&url.URL{Path: name}).EscapedPath(), BaseID: "%SRCROOT%"}
}
