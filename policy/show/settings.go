package show

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/policy"
)

// setting is a value of a policy with its key in a policy file.
type setting struct {
	key   string
	items []string // the value, or the entries of a list
	where []string // of each entry: FILE:LINE, or "" if unknown
	list  bool
	order order
	n     int64 // the value, if it is ordered as a number
}

// order says which of two values of a setting is looser. The zero order is unknown.
type order struct {
	words         string // the values, strictest first
	moreIsLooser  bool   // of a list: each additional entry
	fewerIsLooser bool   // of a list: each missing entry
	largerLooser  bool   // of a number; 0 is larger than all
}

// Orders that more than one key has.
var (
	ofActions = order{words: "block ask trash warn allow"}
	ofGrants  = order{moreIsLooser: true}
	ofDenials = order{fewerIsLooser: true}
	ofTruth   = order{words: "true false"}
	ofNumbers = order{largerLooser: true}
)

// settings returns all settings of a policy, in the order of a policy file.
func settings(p *policy.Policy) []setting {
	s := Summarize(p)
	all := []setting{
		one("profile", s.Profile, order{}),
		one("safe_only", strconv.FormatBool(s.SafeOnly), ofTruth),
		one("max_read", strconv.FormatInt(s.MaxRead, 10), order{}),
		one("max_write", strconv.FormatInt(s.MaxWrite, 10), order{}),
		paths("paths.blocked", p.BlockedPaths(), ofDenials),
		paths("paths.allowed", p.Paths.Allowed, ofGrants),
		commands("commands.blocked", p.AllBlockedCommands(), ofDenials),
		commands("commands.allowed", p.AllAllowedCommands(), ofGrants),
		one("network.mode", s.Network.Mode, order{words: "none localhost allowlist full"}),
		many("network.allowed_domains", s.Network.Domains, hostsOrder(p)),
		many("network.allowed_requests", slices.Concat(s.Network.Requests...), order{}),
		one("network.max_upload_kib", strconv.FormatInt(s.Network.MaxUpload, 10), order{}),
		one("audit.level", s.Audit.Level, order{words: "forensic detailed basic off"}),
		one("audit.required", strconv.FormatBool(s.Audit.Required), ofTruth),
		one("audit.keep_days", strconv.Itoa(s.Audit.KeepDays), order{}),
		one("audit.keep_mib", strconv.Itoa(s.Audit.KeepMiB), order{}),
		one("sandbox.mode", s.Sandbox, order{words: "required auto none"}),
		one("sandbox.caches", s.Access.Caches, order{words: "none private shared"}),
		one("sandbox.reads", s.Access.Reads, order{words: "listed all"}),
		paths("sandbox.write", p.Access.Write, ofGrants),
		paths("sandbox.read", p.Access.Read, ofGrants),
		paths("sandbox.deny_read", p.Access.Hidden, ofDenials),
		many("sandbox.env", s.Access.Env, ofGrants),
		many("sandbox.sockets", s.Access.Sockets, ofGrants),
		{key: "ask.timeout", items: []string{p.AskTimeout.String()}, order: ofNumbers, n: p.AskTimeout.Milliseconds()},
		{key: "judge.cpu_ms", items: []string{strconv.FormatInt(s.Judging, 10)}, order: ofNumbers, n: s.Judging},
	}
	for _, key := range slices.Sorted(maps.Keys(s.Actions)) {
		all = append(all, one("actions."+key, s.Actions[key], ofActions))
	}
	for _, class := range slices.Sorted(maps.Keys(s.Local)) {
		all = append(all, one("local."+class, s.Local[class], ofActions))
	}
	for _, limit := range policy.AllLimits() {
		all = append(all, setting{key: "limits." + limit.Key(), items: []string{s.Limits[limit.Key()]}, order: ofNumbers, n: p.Limits[limit]})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Credentials)) {
		c := s.Credentials[name]
		all = append(all, many("credentials."+name, slices.Concat(c.Env, c.Files, c.Hosts), ofGrants))
	}
	return all
}

// one returns a setting with a single value, many one with a list.
func one(key, value string, o order) setting {
	return setting{key: key, items: []string{value}, order: o}
}

func many(key string, items []string, o order) setting {
	return setting{key: key, items: items, list: true, order: o}
}

// paths and commands return lists whose entries have a place.
func paths(key string, entries []policy.PathEntry, o order) setting {
	s := many(key, pathTexts(entries), o)
	for _, e := range entries {
		s.where = append(s.where, e.From)
	}
	return s
}

func commands(key string, entries []policy.CommandEntry, o order) setting {
	s := many(key, commandTexts(entries), o)
	for _, e := range entries {
		s.where = append(s.where, e.From)
	}
	return s
}

// hostsOrder returns the order of the list of hosts: in mode full without a list, every host is
// allowed.
func hostsOrder(p *policy.Policy) order {
	if p.Network.Mode == policy.AllowList {
		return ofGrants
	}
	return order{}
}

// looser reports whether a setting allows more than before, and whether it allows less. Both are
// false if the order is unknown.
func looser(old, now setting, from, to string) (more, less bool) {
	if now.order.largerLooser {
		more = now.n == 0 || old.n != 0 && now.n > old.n
		return more, !more
	}
	words := strings.Fields(now.order.words)
	b, a := slices.Index(words, from), slices.Index(words, to)
	if a < 0 || b < 0 {
		return false, false
	}
	return a > b, a < b
}
