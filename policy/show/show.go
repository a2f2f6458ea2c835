package show

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy"
)

// Summary is the policy in force, in the terms of a policy file.
type Summary struct {
	Profile     string                       `json:"profile"`
	Base        string                       `json:"base,omitempty"`
	Sources     []string                     `json:"sources"`
	Actions     map[string]string            `json:"actions"`
	Local       map[string]string            `json:"local,omitempty"`
	Paths       pathLists                    `json:"paths"`
	Commands    commandLists                 `json:"commands"`
	Network     networkSummary               `json:"network"`
	Credentials map[string]credentialSummary `json:"credentials,omitempty"`
	Sandbox     string                       `json:"sandbox"`
	Access      accessSummary                `json:"reach"`
	Limits      map[string]string            `json:"limits"`
	Audit       auditSummary                 `json:"audit"`
	SafeOnly    bool                         `json:"safe_only"`
	MaxRead     int64                        `json:"max_read"`
	MaxWrite    int64                        `json:"max_write"`
	Judging     int64                        `json:"judge_cpu_ms"`
	AskTimeout  string                       `json:"ask_timeout"`
	Rules       int                          `json:"rules"`
}

type pathLists struct {
	Blocked []string `json:"blocked"`
	Allowed []string `json:"allowed"`
}

type commandLists struct {
	Blocked []string `json:"blocked"`
	Allowed []string `json:"allowed"`
}

type networkSummary struct {
	Mode      string     `json:"mode"`
	Domains   []string   `json:"allowed_domains"`
	Requests  [][]string `json:"allowed_requests,omitempty"` // all lists that mention a host must allow a request to it
	MaxUpload int64      `json:"max_upload_kib,omitempty"`
}

type accessSummary struct {
	Caches   string   `json:"caches"`
	Reads    string   `json:"reads"`
	Write    []string `json:"write"`
	Read     []string `json:"read"`
	DenyRead []string `json:"deny_read"`
	Env      []string `json:"env"`
	Sockets  []string `json:"sockets"`
}

type credentialSummary struct {
	Env   []string `json:"env"`
	Files []string `json:"file"`
	Hosts []string `json:"hosts"`
}

type auditSummary struct {
	Level    string `json:"level"`
	Required bool   `json:"required"`
	KeepDays int    `json:"keep_days"`
	KeepMiB  int    `json:"keep_mib"`
}

// Summarize returns the summary of a policy.
func Summarize(p *policy.Policy) Summary {
	s := Summary{
		Profile: p.Profile, Base: p.Base, Actions: map[string]string{}, Sandbox: p.Sandbox.String(), SafeOnly: p.SafeOnly,
		Network: networkSummary{p.Network.Mode.String(), append([]string{}, p.AllowedDomains()...), nil, p.MaxUpload},
		Audit:   auditSummary{p.Audit.Level.String(), p.Audit.Required, p.Audit.KeepDays, p.Audit.KeepMiB},
		MaxRead: p.MaxRead, MaxWrite: p.MaxWrite, Rules: p.Rules.Len(), Sources: []string{}, Limits: Limits(p.Limits),
	}
	r := p.Access
	s.Access = accessSummary{
		r.Caches.String(), r.Reads.String(), pathTexts(r.Write), pathTexts(r.Read), pathTexts(r.Hidden),
		append([]string{}, r.Env...), append([]string{}, r.Sockets...),
	}
	s.Judging, s.AskTimeout = p.Judging.Milliseconds(), p.AskTimeout.String()
	for _, src := range p.Sources {
		from := src.Kind.String() + " " + src.Name
		if src.Kind == policy.Project && !src.Trusted {
			from += " (not trusted: it only tightens)"
		} else if src.Trusted {
			from += " (trusted)"
		}
		s.Sources = append(s.Sources, from)
	}
	for _, list := range p.Requests {
		texts := []string{}
		for _, r := range list {
			texts = append(texts, r.Text)
		}
		s.Network.Requests = append(s.Network.Requests, texts)
	}
	for _, c := range p.Credentials {
		if s.Credentials == nil {
			s.Credentials = map[string]credentialSummary{}
		}
		shown := credentialSummary{append([]string{}, c.Env...), append([]string{}, c.Files...), []string{}}
		for _, o := range c.Origins {
			shown.Hosts = append(shown.Hosts, o.String())
		}
		s.Credentials[c.Name] = shown
	}
	for key := range p.Actions {
		s.Actions[key] = p.ActionWord(key)
	}
	for class, a := range p.Inside {
		if s.Local == nil {
			s.Local = make(map[string]string, len(p.Inside))
		}
		s.Local[string(class)] = a.String()
	}
	s.Paths = pathLists{pathTexts(p.BlockedPaths()), pathTexts(p.Paths.Allowed)}
	s.Commands = commandLists{commandTexts(p.AllBlockedCommands()), commandTexts(p.AllAllowedCommands())}
	return s
}

// Limits formats limits, by their keys.
func Limits(l policy.Limits) map[string]string {
	shown := map[string]string{}
	for _, limit := range policy.AllLimits() {
		shown[limit.Key()] = limit.Show(l[limit])
	}
	return shown
}

func pathTexts(entries []policy.PathEntry) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.Path
	}
	return out
}

func commandTexts(entries []policy.CommandEntry) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.String()
	}
	return out
}

// Print writes the summary in the form of a policy file.
func (s Summary) Print(w io.Writer) {
	for _, src := range s.Sources {
		fmt.Fprintf(w, "# from %s\n", printable.Line(src))
	}
	fmt.Fprintf(w, "profile = %q\n\n[paths]\nblocked = %s\nallowed = %s\n", s.Profile, quotedList(s.Paths.Blocked), quotedList(s.Paths.Allowed))
	fmt.Fprintf(w, "\n[commands]\nblocked = %s\nallowed = %s\n", quotedList(s.Commands.Blocked), quotedList(s.Commands.Allowed))
	fmt.Fprintf(w, "\n[network]\nmode = %q\nallowed_domains = %s\n", s.Network.Mode, quotedList(s.Network.Domains))
	for i, list := range s.Network.Requests {
		mark := map[bool]string{true: "", false: "# and of a project: "}[i == 0]
		fmt.Fprintf(w, "%sallowed_requests = %s\n", mark, quotedList(list))
	}
	if s.Network.MaxUpload > 0 {
		fmt.Fprintf(w, "max_upload_kib = %d\n", s.Network.MaxUpload)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Credentials)) {
		c := s.Credentials[name]
		fmt.Fprintf(w, "\n[credentials.%s]\nenv = %s\nfile = %s\nhosts = %s\n", name, quotedList(c.Env), quotedList(c.Files), quotedList(c.Hosts))
	}
	fmt.Fprintf(w, "\n[ask]\ntimeout = %q\n", s.AskTimeout)
	fmt.Fprintf(w, "\n[audit]\nlevel = %q\nrequired = %t\nkeep_days = %d\nkeep_mib = %d\n\n[actions]\n",
		s.Audit.Level, s.Audit.Required, s.Audit.KeepDays, s.Audit.KeepMiB)
	for _, key := range slices.Sorted(maps.Keys(s.Actions)) {
		fmt.Fprintf(w, "%q = %q\n", key, s.Actions[key])
	}
	if len(s.Local) > 0 {
		fmt.Fprint(w, "# of rules that act on this machine alone, outside the work directory:\n")
	}
	for _, class := range slices.Sorted(maps.Keys(s.Local)) {
		fmt.Fprintf(w, "# %q = %q\n", class, s.Local[class])
	}
	fmt.Fprint(w, "\n[limits]\n")
	for _, limit := range policy.AllLimits() {
		fmt.Fprintf(w, "# %s: %s\n", limit.Key(), s.Limits[limit.Key()])
	}
	if s.Base != "" {
		fmt.Fprintf(w, "\n[profiles.%s]\nbase = %q\n", s.Profile, s.Base)
	}
}

// quotedList formats a list as in a policy file.
func quotedList(items []string) string {
	quoted := make([]string, len(items))
	for i, item := range items {
		quoted[i] = strconv.Quote(item)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
