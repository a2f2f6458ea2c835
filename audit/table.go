package audit

import (
	"slices"

	"github.com/agent-loop/shimgen/gate"
)

// A shape is the type of a field's value.
type shape uint8

const (
	text    shape = iota // string
	list                 // []string
	flag                 // bool
	whole                // int64, not negative
	decimal              // float64, finite, not negative
	hexID                // uint64, a decision's id
)

// A source is who reports a record, given in its member "from".
type source string

const (
	judge  source = ""       // shimgen itself: no member
	loop   source = "loop"   // the agent's loop, through ParseEvent
	inside source = "inside" // a shim in the sandbox, through ParseInside
)

// A column is one field of an event: its name, its type, whether it is optional, the
// level from which it is written, and the maximum of characters kept, 0 for as many as
// fit. An empty optional field ("", 0, false) is left out.
type column struct {
	name     string
	shape    shape
	optional bool
	from     gate.Level
	limit    int
}

// A schema describes one kind of event.
type schema struct {
	event   string
	from    gate.Level // the level from which it is written …
	denied  gate.Level // … and where it tells of a refusal
	source  source     // who besides the judge may report it
	columns []column
}

// Character limits of fields that may be long and are not themselves judged.
const (
	outputLimit = 4096
	argsLimit   = 512
	agentLimit  = 64
	contextRoom = 128 // of each text of a context
)

// Whether a field is always there, or only if it is not empty.
const (
	always = false
	maybe  = true
)

// Short names for the table.
const (
	basic    = gate.Basic
	detailed = gate.Detailed
	forensic = gate.Forensic
)

// schemas decides which events and which fields are written at which level. Every record
// has ts and event before these fields, then from if its source is not the judge, and run
// if it happened during a command. The gate writes path_proxy too.
var schemas = []schema{
	{"path_proxy", basic, basic, inside, []column{
		{"command", text, always, basic, 0},
		{"argv", list, always, basic, 0},
		{"action", text, always, basic, 0},
		{"rules", list, always, basic, 0},
		{"profile", text, always, basic, 0},
		{"id", hexID, always, basic, 0},
		{"pid", whole, always, basic, 0},
		{"ppid", whole, always, basic, 0},
		{"uid", whole, always, basic, 0},
		{"cwd", text, maybe, basic, 0},
		{"ring", text, always, basic, 0},
		{"path", text, maybe, basic, 0},
		{"findings", list, maybe, basic, 0},
		{"changed", list, maybe, detailed, 0},
		{"would", text, maybe, basic, 0},
	}},
	{"command", basic, basic, inside, []column{
		{"command", text, always, basic, 0},
		{"action", text, always, basic, 0},
		{"allowed", flag, always, basic, 0},
		{"reason", text, maybe, basic, 0},
		{"rules", list, always, basic, 0},
		{"id", hexID, maybe, basic, 0},
		{"agent", text, maybe, basic, agentLimit},
		{"findings", list, maybe, basic, 0},
		{"changed", list, maybe, detailed, 0},
		{"would", text, maybe, basic, 0},
	}},
	{"deferred", basic, basic, judge, []column{
		{"id", hexID, always, basic, 0},
		{"command", text, always, basic, 0},
		{"findings", whole, always, basic, 0},
		{"rules", list, always, basic, 0},
		{"end", text, always, basic, 0},
		{"shim", hexID, maybe, basic, 0},
		{"times", whole, maybe, basic, 0},
	}},
	{"consent", basic, basic, judge, []column{
		{"step", text, always, basic, 0},
		{"code", text, maybe, basic, 0},
		{"id", hexID, maybe, basic, 0},
		{"command", text, maybe, basic, 0},
		{"dir", text, maybe, basic, 0},
		{"rules", list, maybe, basic, 0},
		{"until", text, maybe, basic, 0},
		{"path", text, maybe, basic, 0},
		{"sha256", text, maybe, basic, 0},
		{"by", text, maybe, basic, contextRoom},
		{"machine", text, maybe, basic, contextRoom},
		{"reason", text, maybe, basic, 0},
	}},
	{"outcome", basic, basic, inside, []column{
		{"id", hexID, always, basic, 0},
		{"exit", whole, always, basic, 0},
		{"signal", text, maybe, basic, 0},
		{"timeout", flag, maybe, basic, 0},
		{"ms", whole, always, basic, 0},
		{"output", text, maybe, forensic, outputLimit},
		{"sandbox", text, maybe, basic, 0},
		{"pid", whole, maybe, basic, 0},
		{"stdout_bytes", whole, maybe, detailed, 0},
		{"stderr_bytes", whole, maybe, detailed, 0},
		{"violations", whole, maybe, detailed, 0},
		{"withheld", list, maybe, detailed, 0},
		{"cpu_ms", whole, maybe, forensic, 0},
		{"rss_kib", whole, maybe, forensic, 0},
	}},
	{"file_access", detailed, basic, loop, []column{
		{"path", text, always, basic, 0},
		{"operation", text, always, basic, 0},
		{"allowed", flag, always, basic, 0},
		{"reason", text, maybe, basic, 0},
		{"bytes", whole, maybe, detailed, 0},
	}},
	{"network", basic, basic, judge, []column{
		{"host", text, always, basic, 0},
		{"port", whole, maybe, basic, 0},
		{"method", text, maybe, basic, 0},
		{"path", text, maybe, basic, argsLimit},
		{"allowed", flag, always, basic, 0},
		{"would", text, maybe, basic, 0},
		{"reason", text, maybe, basic, 0},
		{"fix", text, maybe, basic, 0},
		{"entry", text, maybe, basic, 0},
		{"count", whole, always, basic, 0},
	}},
	{"tool_call", basic, basic, loop, []column{
		{"tool", text, always, basic, 0},
		{"success", flag, always, basic, 0},
		{"args", text, maybe, basic, argsLimit},
	}},
	{"api_call", detailed, detailed, loop, []column{
		{"backend", text, always, detailed, 0},
		{"model", text, always, detailed, 0},
		{"tokens", whole, always, detailed, 0},
		{"cost", decimal, always, detailed, 0},
	}},
	{"session_start", basic, basic, loop, []column{
		{"session_id", text, always, basic, 0},
		{"user_id", text, always, basic, 0},
		{"security_profile", text, always, basic, 0},
	}},
	{"session_end", basic, basic, loop, []column{
		{"session_id", text, always, basic, 0},
	}},
}

// contextColumns has the members that follow an event's own, if its schema does not have a column
// of that name. The gate's lines have those that path_proxy has, and no more.
var contextColumns = []column{
	{"source", text, maybe, basic, contextRoom},
	{"agent", text, maybe, basic, agentLimit},
	{"session", text, maybe, basic, contextRoom},
	{"host", text, maybe, basic, contextRoom},
	{"uid", whole, always, basic, 0},
	{"cwd", text, maybe, basic, 0},
	{"profile", text, maybe, basic, contextRoom},
	{"policy", text, maybe, basic, contextRoom},
}

// has reports whether a schema has a column of a name.
func (s *schema) has(name string) bool {
	return slices.ContainsFunc(s.columns, func(c column) bool { return c.name == name })
}

// find returns the schema of an event, or nil.
func find(event string) *schema {
	for i := range schemas {
		if schemas[i].event == event {
			return &schemas[i]
		}
	}
	return nil
}

// written reports whether an event of this kind is written at level: the fuller a level,
// the lower its number.
func (s *schema) written(level gate.Level, denied bool) bool {
	if denied {
		return level <= s.denied
	}
	return level <= s.from
}
