package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules"
)

// Load merges layers and flags, weakest first: the built-in rules, the profile, the system's
// files, the user's, the projects', the flags. Layers of one kind are merged in the given order.
//
// The error names a file and a line, or a flag. A policy with an error must not be used at all:
// it is unknown what it forbids.
func Load(layers []Layer, flags Flags) (*Policy, error) {
	for _, l := range layers {
		if l.Kind > System {
			return nil, fmt.Errorf("%s: a layer of no known kind", l.Name)
		}
	}
	m := merger{locks: locks{}}
	for _, kind := range []LayerKind{System, User, Project} {
		for _, l := range layers {
			if l.Kind != kind {
				continue
			}
			d, err := readDocument(l)
			if err != nil {
				return nil, err
			}
			m.documents = append(m.documents, d)
		}
	}
	return m.merge(flags)
}

// merger is one Load in progress.
type merger struct {
	documents []*document
	locks     locks
	policy    *Policy
	spoken    bool // a trusted file sets the action for other hosts
	narrowed  bool // a file lists hosts
	trusted   bool // the project's file being merged is trusted
}

func (m *merger) merge(flags Flags) (*Policy, error) {
	for _, d := range m.documents {
		if err := m.locks.add(d); err != nil {
			return nil, err
		}
	}
	if key, file, any := m.locks.first(); any && flags.NoCheck {
		return nil, fmt.Errorf("--no-check: %q is locked by %s", key, file)
	}
	if flags.NoSecurity {
		return m.unprotected()
	}
	var notices []string
	profile, chosen, err := m.profile(flags.Profile, &notices)
	if err != nil {
		return nil, err
	}
	m.policy, err = m.begin(profile)
	if err != nil {
		return nil, fmt.Errorf("--security-profile: %s", err)
	}
	m.policy.Notices = notices
	m.policy.chosen, m.policy.locks = chosen, m.locks
	for _, d := range m.documents {
		if err := m.add(d); err != nil {
			return nil, err
		}
	}
	m.settle()
	if err := m.flags(flags); err != nil {
		return nil, err
	}
	if m.policy.Observe && m.policy.Audit.Level == gate.Off {
		return nil, fmt.Errorf("profile %s records what would be refused, and audit.level is off", Observe)
	}
	return m.policy, nil
}

// unprotected returns the policy of --no-security. Any locked setting forbids it.
func (m *merger) unprotected() (*Policy, error) {
	if key, file, any := m.locks.first(); any {
		return nil, fmt.Errorf("--no-security: %q is locked by %s", key, file)
	}
	p, err := Builtin(Open)
	if err == nil {
		p.chosen = "--no-security"
	}
	return p, err
}

// byDefault is the reason for a profile that nobody chose.
const byDefault = "the default"

// profile returns the initial profile, and how it was chosen.
func (m *merger) profile(flag string, notices *[]string) (profile, chosen string, err error) {
	profile, chosen = Default, byDefault
	for _, d := range m.documents {
		if d.profile == nil {
			continue
		}
		want := d.profile.it
		if c, _ := m.own(want); c == nil && rank(want) < 0 && !isDerived(want) {
			names := m.names()
			return "", "", d.profile.errorf("unknown profile %q%s: use %s", want, didYouMean(want, names), strings.Join(names, ", "))
		}
		if want == profile {
			if chosen == byDefault {
				chosen = d.profile.where()
			}
			continue
		}
		file, locked := m.locks["profile"]
		switch {
		case locked && d.source.Kind != System && want == Default: // written by install, and not a user's choice
		case locked && d.source.Kind != System:
			*notices = append(*notices, fmt.Sprintf("%s: ignored: profile = %q: locked by %s", d.profile.where(), want, file))
		case d.source.Kind == Project && profile == Observe: // refusing is stricter than observing
			profile, chosen = want, d.profile.where()
		case d.source.Kind == Project && profile == Recoverable && rank(want) >= rank(Cautious): // asking is stricter than the trash
			profile, chosen = want, d.profile.where()
		case d.source.Kind == Project && (rank(profile) < 0 || rank(want) < rank(profile)): // a user-defined profile may be stricter than any
			*notices = append(*notices, loosens(d.source.Trusted, d.profile.value, "profile = %q", want))
		default:
			profile, chosen = want, d.profile.where()
		}
	}
	if flag == "" || flag == profile {
		return profile, chosen, nil
	}
	if file, locked := m.locks["profile"]; locked {
		return "", "", fmt.Errorf("--security-profile %s: \"profile\" is locked by %s", flag, file)
	}
	return flag, "--security-profile", nil
}

// add merges one document.
func (m *merger) add(d *document) error {
	m.policy.Sources = append(m.policy.Sources, d.source)
	m.policy.Paths.Blocked = append(m.policy.Paths.Blocked, d.blocked...)
	m.policy.Commands.Blocked = append(m.policy.Commands.Blocked, d.refused...)
	if err := m.addRules(d.rules); err != nil {
		return err
	}
	if err := m.addLong(d); err != nil {
		return err
	}
	if err := m.known(d.actions); err != nil {
		return err
	}
	if d.source.Kind == Project {
		m.settle()
		m.trusted = d.source.Trusted
		m.tighten(d)
		return nil
	}
	return m.trust(d)
}

// addRules adds a layer's rules. Each name may be used once.
func (m *merger) addRules(added []said[rules.Rule]) error {
	pack, seen := make([]rules.Rule, 0, len(added)), map[string]bool{}
	for _, r := range added {
		if seen[r.it.ID] || m.policy.Rules.Find(r.it.ID) != nil {
			return r.errorf("rule %s: there is a rule of that name already", r.it.ID)
		}
		seen[r.it.ID] = true
		pack = append(pack, r.it)
	}
	if len(pack) > 0 {
		m.policy.Rules = m.policy.Rules.With(pack...)
	}
	return nil
}

// known checks that every key of [actions] names a class, a pack or a rule.
func (m *merger) known(actions []said[rules.Action]) error {
	if len(actions) == 0 {
		return nil // as in most policies, and the names are many
	}
	names := classNames()
	for r := range m.policy.Rules.Listed() {
		keys := keysOf(r)
		names = append(names, keys[:3]...)
	}
	for _, a := range actions {
		if !slices.Contains(names, a.key) && !m.indexed(a.key) {
			return a.errorf("unknown class or rule %q%s", a.key, didYouMean(a.key, names))
		}
	}
	return nil
}

// indexed reports whether a long list has a rule or a pack with that name.
func (m *merger) indexed(key string) bool {
	return slices.ContainsFunc(m.policy.long.all, func(ix *Index) bool {
		return ix.rows.has(keyRuleID, key) || ix.rows.has(keyPack, key)
	})
}

// addLong adds a layer's long lists. Names used by others are rejected.
func (m *merger) addLong(d *document) error {
	ix := d.index
	if ix == nil {
		return nil
	}
	long := &m.policy.long
	if n := ix.head.Lists; n.Rules > 0 {
		for _, other := range m.documents {
			if other == d {
				break
			}
			if id := ix.sharesRule(other); id != "" {
				return fmt.Errorf("%s: rule %s: there is a rule of that name already", d.source.Name, id)
			}
		}
		m.policy.Rules = m.policy.Rules.WithShelf(ix.shelf())
	}
	for _, l := range []struct {
		n    int
		into *[]*Index
	}{{ix.head.Lists.Paths, &long.paths}, {ix.head.Lists.Refused, &long.refused}, {1, &long.all}} {
		if l.n > 0 {
			*l.into = append(*l.into, ix)
		}
	}
	user := d.source.Kind != System
	at := value{file: &file{name: d.source.Name, lines: ix.head.Lines}, path: join("commands", "allowed"), key: "allowed"}
	if n := ix.head.Lists.Admitted; n > 0 && (!user || m.unlocked("commands.allowed", at, fmt.Sprintf("%d entries", n))) {
		long.admitted = append(long.admitted, ix)
	}
	return nil
}

// sharesRule returns the name of a rule that both the long list and another layer have.
func (ix *Index) sharesRule(other *document) string {
	for _, r := range other.rules {
		if ix.rows.has(keyRuleID, r.it.ID) {
			return r.it.ID
		}
	}
	if other.index == nil {
		return ""
	}
	for _, r := range other.index.rows.all(keyRule) {
		if rule := other.index.rule(r.value); ix.rows.has(keyRuleID, rule.ID) {
			return rule.ID
		}
	}
	return ""
}

// trust merges settings that only a trusted layer may make.
func (m *merger) trust(d *document) error {
	p, user := m.policy, d.source.Kind != System
	before, setters, kept := m.fixed(), maps.Clone(m.policy.setters), map[string]bool{}
	for key := range before {
		kept[key] = p.trashAt(key)
	}
	for _, a := range d.actions {
		if packOf(a.key) == self && a.it > p.lookup(&rules.Rule{ID: a.key}) {
			return a.errorf("%q: what protects the tool itself cannot be loosened", a.key)
		}
		if user && m.lockedAction(a) {
			continue
		}
		p.set(a.key, a.it, by(d, a.value))
		if saysTrash(a) {
			p.setTrash(a.key)
		}
		m.spoken = m.spoken || a.key == string(rules.Network)
	}
	if user {
		for key, action := range before {
			p.hold(key, action, setters)
			delete(p.trashed, key)
			if kept[key] {
				p.setTrash(key)
			}
		}
	}
	for _, e := range d.allowed {
		if !user || m.unlocked("paths.allowed", e.value, e.it.Path) {
			p.Paths.Allowed = append(p.Paths.Allowed, e.it)
		}
	}
	for _, e := range d.admitted {
		if !user || m.unlocked("commands.allowed", e.value, e.it.Text) {
			p.Commands.Allowed = append(p.Commands.Allowed, e.it)
		}
	}
	mode := assign(m, &p.Network.Mode, d.mode, "network.mode", user)
	domains := assign(m, &p.Network.Domains, d.domains, "network.allowed_domains", user)
	if domains {
		p.long.hosts = nil
		if d.index != nil && d.index.head.Lists.Hosts > 0 {
			p.long.hosts = d.index
		}
	}
	m.narrowed = m.narrowed || mode || domains
	assign(m, &p.Audit.Level, d.level, "audit.level", user)
	assign(m, &p.Audit.Required, d.required, "audit.required", user)
	assign(m, &p.Audit.KeepDays, d.days, "audit.keep_days", user)
	assign(m, &p.Audit.KeepMiB, d.mib, "audit.keep_mib", user)
	assign(m, &p.Sandbox, d.sandbox, "sandbox.mode", user)
	m.trustReach(d, user)
	m.trustCredentials(d, user)
	m.trustRequests(d, user)
	assign(m, &p.Judging, d.judging, "judge.cpu_ms", user)
	assign(m, &p.AskTimeout, d.asking, "ask.timeout", user)
	for _, l := range AllLimits() {
		assign(m, &p.Limits[l], d.limits[l], "limits."+l.Key(), user)
	}
	return nil
}

// assign takes a trusted layer's setting unless it is locked, and reports whether it did.
func assign[T any](m *merger, into *T, s *said[T], key string, user bool) bool {
	if s == nil || user && !m.unlocked(key, s.value, fmt.Sprint(s.it)) {
		return false
	}
	*into = s.it
	layer := System
	if user {
		layer = User
	}
	m.policy.came(key, layer, s.value)
	return true
}

// settle completes the network settings: a list of domains narrows mode full, a missing list
// means the default one, and if a file lists hosts, others are blocked.
func (m *merger) settle() {
	p := m.policy
	if p.Network.Mode == Full && p.Network.Domains != nil {
		p.Network.Mode = AllowList
	}
	if p.Network.Mode == AllowList && p.Network.Domains == nil {
		p.Network.Domains = slices.Clone(defaultDomains[:])
	}
	if m.narrowed && !m.spoken && p.Network.Mode < Full {
		p.set(string(rules.Network), rules.Block, setter{"network", "a file says which hosts there are"})
	}
}

// flags merges the command line.
func (m *merger) flags(f Flags) error {
	for _, text := range f.BlockedPaths {
		entry, err := newPath(text)
		if err != nil {
			return fmt.Errorf("--security-blocked-path: %s", err)
		}
		entry.From = "--security-blocked-path"
		m.policy.Paths.Blocked = append(m.policy.Paths.Blocked, entry)
	}
	for _, text := range f.AllowedPaths {
		if err := m.except("--security-allowed-path", text); err != nil {
			return err
		}
	}
	for _, text := range f.AllowDirs {
		if err := m.except("--allow-dir", text); err != nil {
			return err
		}
	}
	if err := m.flagReach(f); err != nil {
		return err
	}
	return m.flagLimits(f.Limits)
}

// except adds a flag's path to the allowed ones. The caller resolves it on this machine.
func (m *merger) except(flag, text string) error {
	if file, locked := m.locks["paths.allowed"]; locked {
		return fmt.Errorf("%s: \"paths.allowed\" is locked by %s", flag, file)
	}
	entry, err := newException(text, false)
	if err != nil {
		return fmt.Errorf("%s: %s", flag, err)
	}
	entry.From = flag
	m.policy.Paths.Allowed = append(m.policy.Paths.Allowed, entry)
	return nil
}

// loosens returns the notice for a project's setting that would loosen the policy. Agents read it
// too, so it does not say how to make the setting count.
func loosens(trusted bool, v value, format string, args ...any) string {
	what := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	why := "a project's file that is not trusted cannot loosen"
	if trusted {
		why = "a trusted project's file can lift asks and nothing else"
	}
	return fmt.Sprintf(`%s: ignored: %s (%s)`, v.where(), what, why)
}
