package zone

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// Map returns the zones of paths, hosts and ports, for one request.
type Map struct {
	Dir  string // where the request starts, or permit.Nowhere
	Work string // the work directory, without links; "" if nothing counts as inside
	Top  string // the same, even if nothing counts as inside

	policy  *policy.Policy
	machine Machine
	allowed []userPath
	blocked []userPath
	own     []placePattern // patterns of this request only, made when first needed
	inHomes []placePattern // the homes among them

	direct   bool   // no link leads to Dir
	straight string // a path with no link in it, resolved before; or ""

	placed       [8]placed    // the last results of Zone: several effects and commands share paths
	placedSoFar  int          // how many results there were
	matched      [4]zoneMatch // the last results of matchPatterns
	matchedSoFar int          // how many results there were

	linksUnknown bool // the request may create links under names that are not known

	linked *Map // a Map with the links that the request creates, or nil if it creates none
}

// placed is a result of Zone.
type placed struct {
	path string
	zone rules.Zone
}

// userPath is a resolved entry of the user's.
type userPath struct {
	path     string
	override bool
	lasts    bool // it names files that others run or load later, and not a directory that contains such files
}

// New returns the map for a request that starts in dir, which is absolute or permit.Nowhere. Its
// work directory is work, or dir if that is "".
func New(p *policy.Policy, machine Machine, dir, work string) *Map {
	m := &Map{policy: p, machine: machine, Dir: rooted(dir)}
	top := m.Dir
	if work != "" {
		top = rooted(work)
	}
	real, err := m.Resolve(top, true)
	if m.Top = real; err != nil {
		m.Top = top
	}
	m.direct = err == nil && m.Top == m.Dir && m.Dir != permit.Nowhere
	if m.Top != permit.Nowhere && m.mayWorkIn(m.Top) {
		m.Work = m.Top
	}
	for _, e := range p.Paths.Allowed {
		if m.leadsAsWritten(m.absolutePath(e)) {
			m.allowed = append(m.allowed, m.entry(e))
		}
	}
	for _, e := range p.Paths.Blocked {
		m.blocked = append(m.blocked, m.entry(e))
		if written := m.absolutePath(e); written != m.blocked[len(m.blocked)-1].path {
			m.blocked = append(m.blocked, userPath{path: written}) // a blocked link: replacing it would change the place
		}
	}
	if p.HasLongPaths() && machine.Mac { // names that differ only in case are the same file there
		for _, e := range p.BlockedPaths()[len(p.Paths.Blocked):] {
			m.blocked = append(m.blocked, userPath{path: m.absolutePath(e)})
		}
	}
	return m
}

// rooted returns a path as a clean absolute one.
func rooted(name string) string {
	if !strings.HasPrefix(name, "/") {
		name = "/" + name
	}
	return pathname.Clean(name)
}

// entry resolves a user's path entry.
func (m *Map) entry(e policy.PathEntry) userPath {
	p := m.Resolved(m.absolutePath(e))
	return userPath{path: p, override: e.Override, lasts: m.Zone(p)&rules.Persist != 0}
}

// absolutePath converts a user's path entry to an absolute path: ~ is the first home, and a
// relative path starts at the work directory.
func (m *Map) absolutePath(e policy.PathEntry) string {
	p := m.machine.Expand(e.Path)
	if !strings.HasPrefix(p, "/") {
		p = path.Join(m.Top, p)
	}
	return pathname.Clean(p)
}

// Resolved follows all links of a clean absolute path. It returns a path with a loop unchanged.
func (m *Map) Resolved(p string) string {
	if r, err := m.Resolve(p, true); err == nil {
		return r
	}
	return p
}

// Zones implements the rules' question about an effect.
func (m *Map) Zones(v *grammar.Invocation, e *grammar.Effect) (is, may rules.Zone) {
	if m.linked != nil && !v.HasTrait(spec.LinksFiles) { // a link is made where its name says
		is, may = m.linked.Zones(v, e)
	}
	here, maybe := m.zones(v, e)
	is, may = is|here, may|maybe
	if !m.blocksPaths() {
		may &^= rules.Blocked
	}
	return is, may
}

// blocksPaths reports whether the policy blocks any path at all. If not, no unknown word leads to one.
func (m *Map) blocksPaths() bool { return len(m.policy.Paths.Blocked) > 0 || m.policy.HasLongPaths() }

// zones is Zones without the links that the request creates.
func (m *Map) zones(v *grammar.Invocation, e *grammar.Effect) (is, may rules.Zone) {
	switch {
	case e.Kind&grammar.Connects != 0:
		return m.host(e.Word)
	case e.Kind&grammar.Listens != 0:
		return m.port(v, e.Word)
	case e.Kind&(grammar.Reads|grammar.Writes|grammar.Deletes|grammar.Changes|grammar.Runs|grammar.Mentions) != 0:
		is, may = m.path(v, e)
		if (is|may)&rules.Secret != 0 && m.losesNoSecret(v, e) {
			is, may = is&^rules.Secret, may&^rules.Secret
		}
		switch {
		case e.Cause != grammar.ByArgs:
		case v.HasTrait(spec.MakesDirs):
			return asNewDir(is), asNewDir(may)
		case grantsNothing(v):
			return asPrivate(is), asPrivate(may)
		case v.HasTrait(spec.OwnerIsUser) && is&rules.Home != 0 && isGivenBack(v, e):
			return is&^rules.Home | rules.Outside, may&^rules.Home | rules.Outside
		default:
			return m.asNamesIn(v, e, is), m.asNamesIn(v, e, may)
		}
	}
	return is, may
}

// losesNoSecret reports whether an effect only writes or removes a file with what was in memory: that
// shows nothing of it, and nobody misses it. A file that gets another name can be read by that.
func (m *Map) losesNoSecret(v *grammar.Invocation, e *grammar.Effect) bool {
	if e.Kind&^(grammar.Writes|grammar.Deletes) != 0 || v.HasTrait(spec.Moves) {
		return false
	}
	file, known := m.File(v, e)
	return known && place.IsMemory(file)
}

// asNewDir returns the zones that count for creating a directory. Existing files stay, and nobody
// runs or loads an empty directory (mkdir(2)): within system or scheduler directories it is no
// more than Outside.
func asNewDir(z rules.Zone) rules.Zone {
	if z&(rules.System|rules.Shared|rules.Persist) == 0 {
		return z
	}
	return z&^(rules.System|rules.SystemDir|rules.Shared|rules.Persist) | rules.Outside
}

// asPrivate returns the zones that count for a mode that grants nothing to others: for
// credentials that is the best mode. Files that run later stay in their zone, since their owner
// may run them.
func asPrivate(z rules.Zone) rules.Zone {
	if z&rules.Secret != 0 {
		z &^= rules.Secret | rules.Persist
	}
	return z
}

// clauseGrantsNothing is grantsNothing for a clause of a symbolic mode: chmod(1).
func clauseGrantsNothing(clause string) bool {
	at := strings.IndexAny(clause, "+-=")
	if at < 0 {
		return false
	}
	who, operator, permissions := clause[:at], clause[at], clause[at+1:]
	switch {
	case strings.ContainsAny(permissions, "+-=st"):
		return false
	case operator == '-' || permissions == "":
		return true
	}
	return who == "u"
}

// grantsNothing reports whether a mode grants nothing to anybody but the owner, so that the file
// becomes no more accessible.
func grantsNothing(v *grammar.Invocation) bool {
	for _, o := range v.Operands {
		if o.Role != spec.Mode {
			continue
		}
		switch mode, known := o.Word.Text(); {
		case !known || mode == "":
			return false
		case strings.Trim(mode, "01234567") == "":
			return strings.HasSuffix(mode, "00") && len(mode) < len("4700")
		default:
			for clause := range strings.SplitSeq(mode, ",") {
				if !clauseGrantsNothing(clause) {
					return false
				}
			}
			return true
		}
	}
	return false
}

// Exists reports whether the file that an effect is on exists. For a pattern it reports whether the
// directory of the names exists that the pattern may match.
func (m *Map) Exists(v *grammar.Invocation, e *grammar.Effect) bool {
	on := *e
	at := slices.IndexFunc(e.Word.Parts, func(p parser.Part) bool { return p.Kind == parser.Glob })
	if at >= 0 {
		before := parser.Word{Parts: e.Word.Parts[:at]}.String()
		on.Word = parser.Text(before[:strings.LastIndexByte(before, '/')+1] + ".")
	}
	file, known := m.File(v, &on)
	if !known {
		return false
	}
	mode, err := m.machine.Files.Lstat(file)
	return err == nil && (at < 0 || mode.IsDir())
}

// File returns the path of an effect's file with all links followed; false if it is unknown.
func (m *Map) File(v *grammar.Invocation, e *grammar.Effect) (string, bool) {
	name, known := m.target(v, e)
	if !known {
		return "", false
	}
	if e.Away {
		here, mounted := m.mountedPath(v, name)
		return m.Resolved(here), mounted
	}
	return m.Resolved(name), true
}

// target returns the path of an effect as it is written, where the command runs; false if it is
// unknown.
func (m *Map) target(v *grammar.Invocation, e *grammar.Effect) (string, bool) {
	text, known := e.Word.Text()
	if !known || text == "" {
		return "", false
	}
	if !strings.HasPrefix(text, "/") {
		dir, placed := m.Start(v.Command)
		if e.Away {
			dir, placed = remoteStart(v.Command)
		}
		if !placed {
			return "", false
		}
		text = dir + "/" + text
	}
	return pathname.Clean(text), true
}

// Start returns the directory a command runs in, and whether it is known.
func (m *Map) Start(c *parser.Command) (string, bool) {
	text, known := c.Dir.Text()
	switch {
	case !known:
		return "", false
	case strings.HasPrefix(text, "/"):
		return text, true
	case m.Dir == permit.Nowhere:
		return "", false
	case text == "":
		return m.Dir, true
	}
	return m.Dir + "/" + text, true
}

// anyPath are the possible zones of an unknown path.
const anyPath = rules.Root | rules.Home | rules.Above | rules.Here | rules.Git | rules.History | rules.SystemDir | rules.System | rules.Shared |
	rules.Disk | rules.Secret | rules.Persist | rules.Own | rules.Outside | rules.Blocked

// byName are the zones that depend only on a path's names, in any directory.
const byName = rules.Secret | rules.Persist | rules.Git | rules.History

// path returns the certain and the possible zones of an effect on a path.
func (m *Map) path(v *grammar.Invocation, e *grammar.Effect) (is, may rules.Zone) {
	if w, ok := m.temporary(e.Word); ok && !e.Away {
		made := *e
		made.Word = w
		is, may = m.path(v, &made)
		if text, ok := withoutUnknown(e.Word); ok {
			dir, known := m.Start(v.Command)
			is |= m.ifEmpty(text, dir, known, e)
		}
		return is, may | is
	}
	s := shapeOf(e.Word)
	if s.exact() && s.dir == "" {
		return 0, 0 // the empty name names nothing
	}
	dir, known := m.Start(v.Command)
	if e.Away {
		dir, known = remoteStart(v.Command)
	}
	rooted := strings.HasPrefix(s.dir, "/")
	switch {
	case s.dir == "" && s.rest[0].kind == unknown && s.rest[0].open, !rooted && !known:
		is, may = m.zonesByNames(s), anyPath
		if !rooted && !known && coversStart(s, e.Word) {
			is |= zonesOfUnknownStart(v, e)
		}
	case e.Away && rooted:
		return m.remotePath(v, s, e)
	case e.Away:
		return m.remoteRelative(v, s, e, dir)
	case rooted:
		is, may = m.zonesOfShape(s.dir, s, e)
	default:
		is, may = m.zonesOfShape(dir+"/"+s.dir, s, e)
	}
	if may == anyPath && !e.Away {
		is |= m.zonesOfClimb(v, e)
	}
	if !rooted && !known && m.Dir == permit.Nowhere {
		is |= zonesFromNowhere(e)
	}
	if text, ok := withoutUnknown(e.Word); ok && !(v.HasTrait(spec.Moves) && isRootItself(text, e.Word)) { // which nobody can move
		is |= m.ifEmpty(text, dir, known, e)
	}
	if e.Kind&(grammar.Reads|grammar.Uploads) != 0 && m.seeksSecrets(e.Word, dir, e) {
		is |= rules.Secret
	}
	if under, some := searchRoot(e.Word); some != 0 && (known || strings.HasPrefix(under, "/")) {
		if !strings.HasPrefix(under, "/") {
			under = dir + "/" + under
		}
		if some == byNames && e.Kind&grammar.Deletes != 0 && endsInKindOfFile(e.Word) {
			some = ofAKind
		}
		is |= m.zonesOfSearch(under, some, e)
		if some == ofAny && endsInFound(e.Word) {
			is |= m.zonesOfRewrite(under, e)
		}
		if some != byNames && endsInFound(e.Word) {
			is |= m.zonesOfReading(under, e)
		}
	}
	return is, may | is
}

// coversStart reports whether a relative path stands for everything in the directory in which a
// command starts, for a directory above that one, or for what a search finds there.
func coversStart(s shape, w parser.Word) bool {
	if under, some := searchRoot(w); some == ofAny {
		return pathname.Clean(under) == "."
	}
	rest, _, ok := fold(append(literals(s.dir, len(s.rest)), s.rest...))
	return ok && (len(rest) == 0 || everything(rest))
}

// zonesOfUnknownStart returns the zones of everything in an unknown start directory, and of what a
// search finds there. Elsewhere a text that changes its directory first has chosen one by a name:
// cd tmp && rm -rf *.
func zonesOfUnknownStart(v *grammar.Invocation, e *grammar.Effect) rules.Zone {
	_, some := searchRoot(e.Word)
	switch {
	case e.Away && grammar.IsAtUnknownStart(v.Command):
		return rules.Remote
	case e.Away:
		return 0
	case some == ofAny && e.Kind&grammar.Deletes != 0:
		return rules.UnknownDir | rules.Swept
	}
	return rules.UnknownDir
}

// zonesFromNowhere returns the certain zones of a relative path in a directory without a name. A
// removed directory has no entries; but its parents are reachable, and a directory that is too
// deep to have a name is not empty.
func zonesFromNowhere(e *grammar.Effect) rules.Zone {
	if e.Kind&(grammar.Writes|grammar.Deletes|grammar.Changes) == 0 {
		return 0
	}
	text := e.Word.Prefix()
	if strings.Trim(text, "./") == "" {
		return rules.Outside | rules.Above | rules.Home // the directory itself, or one above it
	}
	return rules.Outside
}

// isRootItself reports whether a path is the root, and not something in it.
func isRootItself(text string, w parser.Word) bool {
	return pathname.Clean(text) == "/" && w.Parts[len(w.Parts)-1].Kind != parser.Glob
}

// zonesByNames returns the zones of a path with an unknown start, by its names.
func (m *Map) zonesByNames(s shape) rules.Zone {
	return m.ZoneAnywhere(s.dir+samples(s.rest)) & byName
}

// zonesOfShape returns the zones of a path below a known directory.
func (m *Map) zonesOfShape(dir string, s shape, e *grammar.Effect) (is, may rules.Zone) {
	if s.exact() {
		is = m.At(dir, e)
		return is, is
	}
	rest, up, ok := fold(s.rest)
	if !ok {
		return m.zonesByNames(s), anyPath
	}
	if up > 0 {
		dir += strings.Repeat("/..", up)
	}
	if len(rest) == 0 || everything(rest) {
		is = m.At(dir, e)
		if len(rest) > 0 && is&(rules.Outside|rules.Shared) != 0 {
			is |= rules.SweptOutside
		}
	}
	if descends(rest) {
		is |= m.zonesOfDescent(dir, rest, e)
	}
	if len(rest) > 0 {
		below := *e
		below.Kind &^= grammar.Deletes // a name in between may be a link
		is |= m.At(strings.TrimSuffix(dir, "/")+"/"+samples(rest), &below)
		fit, maybe := m.matchZones(dir, rest)
		is, may = is|fit, maybe
	}
	if (is|may)&rules.Secret != 0 && meansPublic(rest) {
		is, may = is&^rules.Secret, may&^rules.Secret
	}
	return is, may | is
}

// ifEmpty returns the zones of an effect if the unknown parts of its word were empty.
func (m *Map) ifEmpty(text, dir string, known bool, e *grammar.Effect) rules.Zone {
	if !strings.HasPrefix(text, "/") {
		if !known {
			return 0
		}
		text = dir + "/" + text
	}
	if m.At(text, e)&(rules.Root|rules.Home|rules.Above|rules.SystemDir) != 0 {
		return rules.IfEmpty
	}
	return 0
}

// At returns the zones of a path as written and as resolved, with the user's own entries applied.
// Only the resolved path can be inside the work directory or allowed; the path as written can
// only add refusals.
func (m *Map) At(abs string, e *grammar.Effect) rules.Zone {
	lexical := pathname.Clean(abs)
	real, err := m.Resolve(abs, e.Kind&grammar.Deletes == 0)
	if err != nil {
		real = lexical
	}
	z := m.Zone(real)
	if real != lexical {
		z |= m.Zone(lexical) &^ rules.Outside
	}
	tree := e.Kind&(grammar.Deletes|grammar.Changes) != 0 && e.Recursive != parser.No
	if tree && m.machine.Own != "" && pathname.Below(m.machine.Own, real) {
		z |= rules.Own
	}
	z = m.withUserEntries(z, real, lexical, tree)
	if other := m.inMachineCase(real); other != real {
		z |= m.withUserEntries(m.Zone(other)&^rules.Outside, other, m.inMachineCase(lexical), tree)
	}
	return z
}

// withUserEntries applies the user's entries: allowed first, then blocked. Without override, an
// allowed path is no exception for catastrophic effects, nor for credentials; it never is one for
// our own state; and an allowed directory that contains start-up files is no exception for them.
// An effect on a tree touches a blocked path in it.
func (m *Map) withUserEntries(z rules.Zone, real, lexical string, tree bool) rules.Zone {
	const grave = rules.Root | rules.Home | rules.Above | rules.SystemDir | rules.Disk | rules.Secret | rules.HoldsSecrets
	allowed, left := false, grave|rules.Persist
	for _, a := range m.allowed {
		if !pathname.In(real, a.path) {
			continue
		}
		if a.override {
			return z & rules.Own
		}
		allowed = true
		if a.lasts {
			left = grave
		}
	}
	if allowed {
		return z & (rules.Own | left)
	}
	for _, b := range m.blocked {
		if pathname.In(real, b.path) || pathname.In(lexical, b.path) || tree && pathname.Below(b.path, real) {
			return z | rules.Blocked
		}
	}
	if m.policy.HasLongPaths() && m.blocksLong(real, lexical, tree) {
		return z | rules.Blocked
	}
	return z
}
