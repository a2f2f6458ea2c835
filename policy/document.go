package policy

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules"
)

// document is one policy file, parsed but not merged. Settings that the file does not have are nil or
// empty.
type document struct {
	source      Source
	profile     *said[string]
	blocked     []PathEntry
	allowed     []said[PathEntry]
	refused     []CommandEntry
	admitted    []said[CommandEntry]
	mode        *said[Mode]
	domains     *said[[]string]
	requests    *said[[]Request]
	upload      *said[int64]
	actions     []said[rules.Action] // each under its key
	rules       []said[rules.Rule]
	level       *said[gate.Level]
	required    *said[bool]
	days        *said[int]
	mib         *said[int]
	sandbox     *said[Sandbox]
	access      accessTable
	credentials []said[Credential]
	judging     *said[time.Duration]
	asking      *said[time.Duration]
	limits      [limitCount]*said[int64]
	observed    *said[string] // the profile that profile observe judges as
	locks       []value
	profiles    []custom

	index *Index // its long lists

	expressions int // bytes of regular expressions so far
}

// said is a setting with its place in the file.
type said[T any] struct {
	value
	it T
}

// topFields are the keys of a policy file.
func topFields() []field[document] {
	fields := []field[document]{
		{"profile", readProfile},
		{"lock", readLocks},
		{"observe", readObserve},
		{"profiles", readProfiles},
		{"credentials", readCredentials},
		{"actions", readActions},
		{"rule", readRules},
	}
	for _, s := range sections() {
		fields = append(fields, field[document]{s.name, s.read})
	}
	return fields
}

// section is a table of the document with its own fields.
type section struct {
	name   string
	fields []field[document]
}

func (s section) read(d *document, v value) error { return fill(d, v, s.fields) }

// sections returns these tables.
func sections() []section {
	return []section{
		{"paths", []field[document]{
			{"blocked", readBlockedPaths},
			{"blocked_path_prefixes", readBlockedPaths},
			{"blocked_home_patterns", readBlockedHome},
			{"allowed", readAllowedPaths},
		}},
		{"commands", []field[document]{
			{"blocked", readBlockedCommands},
			{"allowed", readAllowedCommands},
		}},
		{"network", []field[document]{
			{"mode", func(d *document, v value) error { return read(&d.mode, v, readMode) }},
			{"allowed_domains", func(d *document, v value) error { return read(&d.domains, v, readDomains) }},
			{"allowed_requests", func(d *document, v value) error { return read(&d.requests, v, readRequests) }},
			{"max_upload_kib", func(d *document, v value) error { return read(&d.upload, v, readUpload) }},
		}},
		{"audit", []field[document]{
			{"level", func(d *document, v value) error { return read(&d.level, v, readLevel) }},
			{"required", func(d *document, v value) error { return read(&d.required, v, value.truth) }},
			{"keep_days", func(d *document, v value) error { return read(&d.days, v, readBound) }},
			{"keep_mib", func(d *document, v value) error { return read(&d.mib, v, readBound) }},
		}},
		{"sandbox", append(accessFields(), field[document]{"mode", func(d *document, v value) error { return read(&d.sandbox, v, readSandbox) }})},
		{"limits", limitFields()},
		{"ask", []field[document]{
			{"timeout", func(d *document, v value) error { return read(&d.asking, v, readAsking) }},
		}},
		{"judge", []field[document]{
			{"cpu_ms", func(d *document, v value) error { return read(&d.judging, v, readJudging) }},
		}},
	}
}

// read reads one setting and records its place.
func read[T any](into **said[T], v value, as func(value) (T, error)) error {
	it, err := as(v)
	if err == nil {
		*into = &said[T]{v, it}
	}
	return err
}

// readDocument reads one layer.
func readDocument(l Layer) (*document, error) {
	if l.Index == nil {
		ix, d, err := newIndex(l)
		if ix == nil {
			return d, err
		}
		l.Index = ix
	}
	return l.Index.document(l)
}

// newDocument reads a decoded layer.
func newDocument(l Layer, v value) (*document, error) {
	d := &document{source: Source{Name: l.Name, Kind: l.Kind, Trusted: l.Trusted && l.Kind == Project}}
	if err := fill(d, v, topFields()); err != nil {
		return d, err
	}
	if l.Kind != Project && l.Index == nil && saysNothing(v.data) {
		return nil, v.errorf("says nothing: a policy has at least a profile, as shimgen policy init prints it")
	}
	return d, nil
}

// saysNothing reports whether a file has no key with a value: a truncated file may end after the
// name of a section.
func saysNothing(data any) bool {
	table, ok := data.(map[string]any)
	if !ok {
		return false
	}
	for _, in := range table {
		if !saysNothing(in) {
			return false
		}
	}
	return true
}

// word reads a string that must be one of some words, and returns its index.
func (v value) word(what string, words []string) (int, error) {
	s, err := v.text()
	if err != nil {
		return 0, err
	}
	i := slices.Index(words, s)
	if i < 0 {
		return 0, v.errorf("unknown %s %q%s: use %s", what, s, didYouMean(s, words), strings.Join(words, ", "))
	}
	return i, nil
}

// readProfile reads the name of a profile. Whether it exists is checked once all files are read;
// a project's file may only choose built-in ones.
func readProfile(d *document, v value) error {
	if d.source.Kind == Project && v.data != any(Observe) && v.data != any(Recoverable) { // which are ignored as open is
		return read(&d.profile, v, readBuiltin)
	}
	return read(&d.profile, v, value.text)
}

func readMode(v value) (Mode, error) {
	i, err := v.word("network mode", modes[:])
	return Mode(i), err
}

// levels are the audit levels by name.
var levels = [...]string{gate.Forensic: "forensic", gate.Detailed: "detailed", gate.Basic: "basic", gate.Off: "off"}

func readLevel(v value) (gate.Level, error) {
	i, err := v.word("audit level", levels[:])
	return gate.Level(i), err
}

// readBound reads a bound of the audit trail.
func readBound(v value) (int, error) {
	const most = 1 << 20 // a TiB in MiB, and more days than there will be
	n, ok := v.data.(int64)
	if !ok || n < 0 || n > most {
		return 0, v.errorf("%s must be a whole number from 0, which is no bound, to %d", v.key, most)
	}
	return int(n), nil
}

func readSandbox(v value) (Sandbox, error) {
	i, err := v.word("sandbox mode", sandboxWords[:])
	return Sandbox(i), err
}

func readJudging(v value) (time.Duration, error) {
	n, ok := v.data.(int64)
	if !ok {
		return 0, v.mistyped("a number")
	}
	if n < MinJudging.Milliseconds() || n > MaxJudging.Milliseconds() {
		return 0, v.errorf("cpu_ms must be from %d to %d", MinJudging.Milliseconds(), MaxJudging.Milliseconds())
	}
	return time.Duration(n) * time.Millisecond, nil
}

// readAsking reads the timeout of a question.
func readAsking(v value) (time.Duration, error) {
	ms, err := readLimit(LimitTime, v)
	if err != nil {
		return 0, v.errorf(`timeout must be a time as "90s" or "5m", or a number of seconds`)
	}
	limit := time.Duration(ms) * time.Millisecond
	if limit < MinAskTimeout || limit > MaxAskTimeout {
		return 0, v.errorf("timeout must be from %s to %s", MinAskTimeout, MaxAskTimeout)
	}
	return limit, nil
}

// readActions reads [actions]. Whether a key names anything is checked once the rules are known.
func readActions(d *document, v value) error {
	table, ok := v.data.(map[string]any)
	if !ok {
		return v.mistyped("a table")
	}
	words := make([]string, rules.Allow+1)
	for a := range rules.Action(len(words)) {
		words[a] = a.String()
	}
	words = append(words, trashWord)
	for _, in := range v.entries(table) {
		if _, nested := in.data.(map[string]any); nested {
			return in.errorf("%q: write the name of a rule or pack in quotes, as \"git.push\" or \"git.*\"", in.key)
		}
		i, err := in.word("action", words)
		if err != nil {
			return err
		}
		named := in.key
		in.key = currentKey(named)
		if slices.ContainsFunc(d.actions, func(a said[rules.Action]) bool { return a.key == in.key }) {
			return in.errorf("%q: %s is the same rule, and has an action already", named, in.key)
		}
		action := rules.Action(i)
		if i == len(words)-1 {
			action = rules.Ask // saysTrash tells it from a plain ask
		}
		d.actions = append(d.actions, said[rules.Action]{in, action})
	}
	return nil
}

func readLocks(d *document, v value) error {
	if d.source.Kind != System {
		return v.errorf("lock is for the system's file alone")
	}
	list, err := v.list()
	if err != nil {
		return err
	}
	for _, e := range list {
		if _, err := e.text(); err != nil {
			return err
		}
	}
	d.locks = list
	return nil
}

func readDomains(v value) ([]string, error) {
	list, err := v.list()
	if err != nil {
		return nil, err
	}
	domains := make([]string, len(list))
	for i, e := range list {
		s, err := e.text()
		if err != nil {
			return nil, err
		}
		if domains[i], err = readDomain(s); err != nil {
			return nil, e.errorf("%q is no host: write a name as example.com, *.example.com for all below it, or an address, with :PORT where it is none of 22, 80 and 443; ASCII, without scheme or path", s)
		}
	}
	return domains, nil
}

// errNoHost says that a text does not name a host.
var errNoHost = errors.New("no host")

// readDomain reads one entry of the list of hosts.
func readDomain(s string) (string, error) {
	pattern, port := portOf(s)
	bare, below := strings.CutPrefix(pattern, "*.")
	host, ok := plainHost(bare)
	if !ok {
		return "", errNoHost
	}
	if port != 0 && strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if below {
		host = "*." + host
	}
	if port != 0 {
		host += ":" + strconv.Itoa(int(port))
	}
	return host, nil
}
