package export

import (
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

// otlpOf is a record as a message with one log record, whose body is the record. Attributes
// have the names of the semantic conventions where these have one.
func otlpOf(r fields, record []byte) otlpLogs {
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
	machine := ""
	if r.Event == "network" {
		log.add("server.address", r.Host)
		log.addNumber("server.port", r.Port)
	} else {
		machine = r.Host
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
	resource := otlpResource{Attributes: []otlpAttribute{{"service.name", otlpText("shimgen")}}}
	if machine != "" {
		resource.Attributes = append(resource.Attributes, otlpAttribute{"host.name", otlpText(machine)})
	}
	return otlpLogs{[]otlpResourceLogs{{resource, []otlpScopeLogs{{otlpScope{"shimgen"}, []otlpRecord{log}}}}}}
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
