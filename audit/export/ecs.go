package export

import (
	"encoding/json"
	"strconv"
)

// ecsVersion is the version of the Elastic Common Schema whose fields are used
// (elastic/ecs, its field reference).
const ecsVersion = "8.11"

// ecsDocument is a record as a document of the Elastic Common Schema. What the schema has no
// field for is in shimgen.
type ecsDocument struct {
	Timestamp   string          `json:"@timestamp,omitempty"`
	ECS         map[string]any  `json:"ecs"`
	Event       ecsEvent        `json:"event"`
	Message     string          `json:"message"`
	Process     *ecsProcess     `json:"process,omitempty"`
	File        map[string]any  `json:"file,omitempty"`
	Rule        map[string]any  `json:"rule,omitempty"`
	Host        map[string]any  `json:"host,omitempty"`
	Destination map[string]any  `json:"destination,omitempty"`
	User        map[string]any  `json:"user,omitempty"`
	Record      json.RawMessage `json:"shimgen"`
}

type ecsEvent struct {
	Kind     string   `json:"kind"`
	Category []string `json:"category"`
	Type     []string `json:"type"`
	Action   string   `json:"action"`
	Outcome  string   `json:"outcome,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	ID       string   `json:"id,omitempty"`
	Duration int64    `json:"duration,omitempty"` // nanoseconds
	Dataset  string   `json:"dataset"`
	Provider string   `json:"provider,omitempty"`
}

type ecsProcess struct {
	CommandLine string         `json:"command_line,omitempty"`
	Args        []string       `json:"args,omitempty"`
	Executable  string         `json:"executable,omitempty"`
	Dir         string         `json:"working_directory,omitempty"`
	PID         int64          `json:"pid,omitempty"`
	ExitCode    *int64         `json:"exit_code,omitempty"`
	Parent      map[string]any `json:"parent,omitempty"`
}

// ecsOf is a record as a document.
func ecsOf(r fields, record []byte) ecsDocument {
	category, kind := ecsCategory(r)
	d := ecsDocument{
		Timestamp: r.TS, ECS: map[string]any{"version": ecsVersion}, Message: r.text(), Record: record,
		Event: ecsEvent{
			Kind: "event", Category: []string{category}, Type: []string{kind}, Action: r.Event, Reason: r.Reason, ID: r.ID,
			Outcome: ecsOutcome(r), Duration: r.Ms * 1e6, Dataset: "shimgen.audit", Provider: r.Source,
		},
	}
	if category == "process" {
		d.Process = ecsProcessOf(r)
	}
	if category == "file" && r.Path != "" {
		d.File = map[string]any{"path": r.Path}
	}
	if len(r.Rules) > 0 {
		d.Rule = map[string]any{"id": r.Rules, "ruleset": r.Profile}
	}
	switch {
	case r.Host == "":
	case category == "network":
		d.Destination = map[string]any{"domain": r.Host, "port": r.Port}
	default:
		d.Host = map[string]any{"name": r.Host}
	}
	if r.UID != nil {
		d.User = map[string]any{"id": strconv.FormatInt(*r.UID, 10)}
	}
	return d
}

// ecsCategory returns the category and the type of an event, of those that the schema allows.
func ecsCategory(r fields) (category, kind string) {
	isAllowed := "allowed"
	if r.isRefused() {
		isAllowed = "denied"
	}
	switch r.Event {
	case "network":
		return "network", isAllowed
	case "file_access":
		return "file", isAllowed
	case "session_start":
		return "session", "start"
	case "session_end":
		return "session", "end"
	case "outcome":
		return "process", "end"
	case "path_proxy", "command":
		return "process", isAllowed
	}
	return "process", "info"
}

// ecsOutcome is whether what a record tells of came to pass; "" where that is no question.
func ecsOutcome(r fields) string {
	switch {
	case r.isRefused() || r.Exit != nil && *r.Exit != 0:
		return "failure"
	case r.Action != "" || r.Allowed != nil || r.Exit != nil:
		return "success"
	}
	return ""
}

func ecsProcessOf(r fields) *ecsProcess {
	p := &ecsProcess{Args: r.Argv, Dir: r.Dir, PID: r.PID, ExitCode: r.Exit}
	if r.Event == "path_proxy" {
		p.Executable = r.Path
	} else {
		p.CommandLine = r.Command
	}
	if r.PPID > 0 {
		p.Parent = map[string]any{"pid": r.PPID}
	}
	return p
}
