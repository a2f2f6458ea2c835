package export

import (
	"encoding/json"
	"strconv"
)

// The types below are those of OpenTelemetry's protocol, opentelemetry/proto/logs/v1, in its
// JSON encoding: 64-bit integers are strings.
type (
	otlpLogs struct {
		ResourceLogs []otlpResourceLogs `json:"resourceLogs"`
	}
	otlpResourceLogs struct {
		Resource  otlpResource    `json:"resource"`
		ScopeLogs []otlpScopeLogs `json:"scopeLogs"`
	}
	otlpResource struct {
		Attributes []otlpAttribute `json:"attributes"`
	}
	otlpScopeLogs struct {
		Scope      otlpScope    `json:"scope"`
		LogRecords []otlpRecord `json:"logRecords"`
	}
	otlpScope struct {
		Name string `json:"name"`
	}
	otlpRecord struct {
		TimeUnixNano   string          `json:"timeUnixNano,omitempty"`
		SeverityNumber int             `json:"severityNumber"`
		SeverityText   string          `json:"severityText"`
		EventName      string          `json:"eventName,omitempty"`
		Body           otlpValue       `json:"body"`
		Attributes     []otlpAttribute `json:"attributes,omitempty"`
	}
	otlpAttribute struct {
		Key   string    `json:"key"`
		Value otlpValue `json:"value"`
	}
	otlpValue struct {
		String *string    `json:"stringValue,omitempty"`
		Int    *string    `json:"intValue,omitempty"`
		Array  *otlpArray `json:"arrayValue,omitempty"`
	}
	otlpArray struct {
		Values []otlpValue `json:"values"`
	}
)

// Severities of the log data model, "Field: SeverityNumber".
const (
	otlpInfo  = 9
	otlpInfo2 = 10
	otlpWarn  = 13
)

// otlpOf is a record as a message with one log record.
func otlpOf(r fields, record []byte) otlpLogs {
	machine := r.Host
	if r.Event == "network" {
		machine = ""
	}
	return otlpLogsOf(otlpResourceOf("", machine), []otlpRecord{otlpRecordOf(r, record)})
}

// Identified is a record with an id that no other record has.
type Identified struct {
	ID     string
	Record []byte
}

// Logs is the body of a request of OTLP over HTTP, in its JSON encoding, with records of one
// machine of a team. Each has its id as log.record.uid, by which a receiver can tell a record
// that comes twice. The error is that of a record that is none of the trail.
func Logs(team, machine string, records []Identified) ([]byte, error) {
	logs := make([]otlpRecord, len(records))
	for i, record := range records {
		r, err := read(record.Record)
		if err != nil {
			return nil, err
		}
		logs[i] = otlpRecordOf(r, record.Record)
		logs[i].add("log.record.uid", record.ID)
	}
	return json.Marshal(otlpLogsOf(otlpResourceOf(team, machine), logs))
}

func otlpLogsOf(r otlpResource, logs []otlpRecord) otlpLogs {
	return otlpLogs{[]otlpResourceLogs{{r, []otlpScopeLogs{{otlpScope{"shimgen"}, logs}}}}}
}

// otlpResourceOf says whose records they are. What is empty is left out.
func otlpResourceOf(team, machine string) otlpResource {
	r := otlpResource{[]otlpAttribute{{"service.name", otlpText("shimgen")}}}
	for _, a := range [][2]string{{"service.namespace", team}, {"host.name", machine}} {
		if a[1] != "" {
			r.Attributes = append(r.Attributes, otlpAttribute{a[0], otlpText(a[1])})
		}
	}
	return r
}

// otlpRecordOf is a record as a log record, whose body is the record. Attributes have the names
// of the semantic conventions where these have one.
func otlpRecordOf(r fields, record []byte) otlpRecord {
	log := otlpRecord{SeverityNumber: otlpInfo, SeverityText: "INFO", EventName: "shimgen." + r.Event, Body: otlpText(string(record))}
	if at := r.at(); !at.IsZero() {
		log.TimeUnixNano = strconv.FormatInt(at.UnixNano(), 10)
	}
	switch {
	case r.isRefused():
		log.SeverityNumber, log.SeverityText = otlpWarn, "WARN"
	case r.isWarned():
		log.SeverityNumber, log.SeverityText = otlpInfo2, "INFO2"
	}
	if r.Event == "network" {
		log.add("server.address", r.Host)
		log.addNumber("server.port", r.Port)
	}
	log.add("shimgen.action", r.Action)
	log.addList("shimgen.rules", r.Rules)
	log.add("shimgen.id", r.ID)
	log.add("shimgen.run", r.Run)
	log.add("shimgen.source", r.Source)
	log.add("shimgen.agent", r.Agent)
	log.add("shimgen.profile", r.Profile)
	log.add("session.id", r.Session)
	log.add("process.command_line", r.Command)
	log.addList("process.command_args", r.Argv)
	log.add("process.working_directory", r.Dir)
	log.addNumber("process.pid", r.PID)
	if r.Exit != nil {
		n := strconv.FormatInt(*r.Exit, 10)
		log.Attributes = append(log.Attributes, otlpAttribute{"process.exit.code", otlpValue{Int: &n}})
	}
	return log
}

func otlpText(text string) otlpValue { return otlpValue{String: &text} }

// add adds an attribute, unless it is empty.
func (l *otlpRecord) add(key, text string) {
	if text != "" {
		l.Attributes = append(l.Attributes, otlpAttribute{key, otlpText(text)})
	}
}

func (l *otlpRecord) addNumber(key string, n int64) {
	if n != 0 {
		text := strconv.FormatInt(n, 10)
		l.Attributes = append(l.Attributes, otlpAttribute{key, otlpValue{Int: &text}})
	}
}

func (l *otlpRecord) addList(key string, all []string) {
	if len(all) == 0 {
		return
	}
	list := &otlpArray{}
	for _, text := range all {
		list.Values = append(list.Values, otlpText(text))
	}
	l.Attributes = append(l.Attributes, otlpAttribute{key, otlpValue{Array: list}})
}
