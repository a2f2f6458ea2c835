package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// places answers where paths, hosts and ports lie, for one request.
type places struct {
	policy  *policy.Policy
	machine Machine
	dir     string // where the request starts
	work    string // the work directory, "" if nothing counts as inside
	top     string // the work directory even where nothing counts as inside
	allowed []userPath
	blocked []userPath
}

// userPath is one of the user's own entries, resolved.
type userPath struct {
	path     string
	override bool
}

func newPlaces(p *policy.Policy, m Machine, req Request) *places {
	pl := &places{policy: p, machine: m, dir: path.Clean("/" + req.Dir)}
	work := req.Work
	if work == "" {
		work = req.Dir
	}
	pl.top = pl.resolved(path.Clean("/" + work))
	if pl.mayWorkIn(pl.top) {
		pl.work = pl.top
	}
	for _, e := range p.Paths.Allowed {
		pl.allowed = append(pl.allowed, pl.entry(e))
	}
	for _, e := range p.Paths.Blocked {
		pl.blocked = append(pl.blocked, pl.entry(e))
	}
	return pl
}

// entry resolves a user's path entry: ~ is the first home, and a relative path
// counts from the work directory.
func (pl *places) entry(e policy.PathEntry) userPath {
	p := e.Path
	if rest, ok := strings.CutPrefix(p, "~"); ok && (rest == "" || rest[0] == '/') && len(pl.machine.Homes) > 0 {
		p = pl.machine.Homes[0] + rest
	}
	if !strings.HasPrefix(p, "/") {
		p = path.Join(pl.top, p)
	}
	return userPath{pl.resolved(path.Clean(p)), e.Override}
}

// mayWorkIn reports whether a directory can be a work directory: not the root,
// not a home or above one, not a directory for temporary files itself, not a
// system path.
func (pl *places) mayWorkIn(dir string) bool {
	if dir == "/" || pl.zone(dir)&(rules.Home|rules.System|rules.SystemDir|rules.Own) != 0 {
		return false
	}
	for _, t := range pl.machine.Temp {
		if below(t, dir) {
			return false
		}
	}
	return true
}

// resolved follows all links of a clean absolute path; a loop stays as it is.
func (pl *places) resolved(p string) string {
	if r, err := resolve(pl.machine.Files, p, true); err == nil {
		return r
	}
	return p
}

// zones is the rules' view of an effect.
func (pl *places) zones(c *parser.Command, e grammar.Effect) (is, may rules.Zone) {
	switch {
	case e.Kind&grammar.Connects != 0:
		return pl.host(e.Word)
	case e.Kind&grammar.Listens != 0:
		return pl.port(e.Word)
	case e.Kind&(grammar.Reads|grammar.Writes|grammar.Deletes|grammar.Changes|grammar.Runs) != 0:
		return pl.path(c, e)
	}
	return 0, 0
}

// host is Foreign for a host that the policy does not allow, and for one that
// cannot be told where the policy allows only some.
func (pl *places) host(w parser.Word) (is, may rules.Zone) {
	if pl.policy.Network.Mode == policy.Full {
		return 0, 0
	}
	text, known := w.Text()
	if !known {
		// The host is known where the unknown part comes after it.
		text = w.Prefix()
		if i := strings.Index(text, "://"); i < 0 || !strings.Contains(text[i+3:], "/") {
			return 0, rules.Foreign
		}
	}
	host, err := hostIn(text)
	if err != nil || !pl.policy.HostAllowed(host) {
		return rules.Foreign, rules.Foreign
	}
	return 0, 0
}

// hostIn returns the host in a URL, in user@host:path as ssh takes it, or in
// a bare host.
func hostIn(text string) (string, error) {
	if !strings.Contains(text, "://") {
		if at := strings.LastIndexByte(text, '@'); at >= 0 && !strings.ContainsAny(text[:at], "/:\\") {
			text = text[at+1:]
		}
		if h, p, ok := strings.Cut(text, ":"); ok && !isPort(p) && !strings.Contains(h, "/") {
			text = h
		}
	}
	_, host, err := Host(text)
	return host, err
}

// port is Public unless the address that is listened on is this machine's own.
func (pl *places) port(w parser.Word) (is, may rules.Zone) {
	text, known := w.Text()
	if !known {
		return 0, rules.Public
	}
	host, _, ok := strings.Cut(text, ":")
	if !ok {
		host = text
	}
	if host == "localhost" || strings.HasPrefix(host, "127.") || strings.HasPrefix(text, "[::1]") || text == "::1" || strings.HasPrefix(text, "/") {
		return 0, 0
	}
	return rules.Public, rules.Public
}

// start is the directory a command runs in, and whether it is known.
func (pl *places) start(c *parser.Command) (string, bool) {
	text, known := c.Dir.Text()
	switch {
	case !known:
		return "", false
	case text == "":
		return pl.dir, true
	case strings.HasPrefix(text, "/"):
		return text, true
	}
	return pl.dir + "/" + text, true
}

// path places what an effect does to a path.
func (pl *places) path(c *parser.Command, e grammar.Effect) (is, may rules.Zone) {
	s := shapeOf(e.Word)
	dir, known := pl.start(c)
	if e.Away {
		dir, known = "", false
	}
	abs := s.dir
	switch {
	case strings.HasPrefix(abs, "/"):
	case !known:
		return pl.relative(e), anyPath
	default:
		abs = dir + "/" + abs
	}
	switch {
	case s.exact && s.dir == "":
		return 0, 0 // the empty name names nothing
	case s.exact:
		is = pl.both(abs, e)
		return is, is
	case s.everything():
		is = pl.both(abs, e)
		return is, is
	case s.dir == "" && s.rest[0] == "":
		is, may = 0, anyPath
	default:
		is, may = pl.partly(abs, s)
	}
	if text, ok := emptied(e.Word); ok {
		is |= pl.ifEmpty(text, dir, known, e)
	}
	return is, may | is
}

// anyPath are the zones that a path may lie in of which nothing is known.
const anyPath = rules.Root | rules.Home | rules.Above | rules.Here | rules.Git | rules.SystemDir | rules.System |
	rules.Disk | rules.Secret | rules.Persist | rules.Own | rules.Outside | rules.Blocked

// relative places a relative path below a directory that is not known, by what
// its own components say.
func (pl *places) relative(e grammar.Effect) rules.Zone {
	text, known := e.Word.Text()
	if !known || text == "" {
		return 0
	}
	const byName = rules.Secret | rules.Persist | rules.Git
	return pl.zone(path.Clean("/\x00/"+text)) & byName
}

// ifEmpty places what an effect would hit if its unknown parts were empty.
func (pl *places) ifEmpty(text, dir string, known bool, e grammar.Effect) rules.Zone {
	if !strings.HasPrefix(text, "/") {
		if !known {
			return 0
		}
		text = dir + "/" + text
	}
	if pl.both(text, e)&(rules.Root|rules.Home|rules.Above|rules.SystemDir) != 0 {
		return rules.IfEmpty
	}
	return 0
}

// both places a path as it is written and as the links in it lead, and takes
// the user's own entries into account. Only where it leads counts as inside
// the work directory, and only that can be allowed.
func (pl *places) both(abs string, e grammar.Effect) rules.Zone {
	follow := e.Kind&grammar.Deletes == 0
	real, err := resolve(pl.machine.Files, abs, follow)
	lexical := path.Clean(abs)
	if err != nil {
		real = lexical
	}
	z := pl.zone(real) | pl.zone(lexical)&^(rules.Outside|rules.Here)
	return pl.user(z, real, lexical)
}

// user applies the user's entries: allowed first, then blocked. An allowed
// path is no exception from what is catastrophic unless it says override, and
// never from our own state.
func (pl *places) user(z rules.Zone, real, lexical string) rules.Zone {
	const grave = rules.Root | rules.Home | rules.Above | rules.SystemDir | rules.Disk
	for _, a := range pl.allowed {
		if below(real, a.path) {
			if a.override {
				return z & rules.Own
			}
			return z & (rules.Own | grave)
		}
	}
	for _, b := range pl.blocked {
		if below(real, b.path) || below(lexical, b.path) {
			return z | rules.Blocked
		}
	}
	return z
}

// zone places one clean absolute path.
func (pl *places) zone(p string) rules.Zone {
	z := pl.personal(p) | known(p, pl.machine.Homes)
	inside := pl.inside(p)
	if inside || z&rules.Home != 0 || pl.inHome(p) {
		z &^= rules.System // a home or a work directory may lie below /root or /var
	}
	if z&rules.SystemDir != 0 && (pl.inHome(p) || pl.isTemp(p)) {
		z &^= rules.SystemDir
	}
	if pre := pl.machine.Prefix; pre != "" && !pl.inTemp(p) && below(p, pre) {
		z |= rules.System
		if p == pre || path.Dir(p) == pre {
			z |= rules.SystemDir
		}
	}
	const special = rules.Root | rules.Home | rules.Above | rules.SystemDir | rules.System | rules.Disk | rules.Own
	if z&special == 0 && !inside && !pl.inTemp(p) && !policy.IsHarmless(p) {
		z |= rules.Outside
	}
	return z
}

// personal places a path by the homes, the work directory and our own state.
func (pl *places) personal(p string) rules.Zone {
	var z rules.Zone
	if p == "/" {
		z |= rules.Root
	}
	for _, h := range pl.machine.Homes {
		if h != "/" && p != "/" && below(h, p) {
			z |= rules.Home
		}
	}
	if own := pl.machine.Own; own != "" && below(p, own) {
		z |= rules.Own
	}
	if pl.top != "" && p != "/" && above(p, pl.top) {
		z |= rules.Above
	}
	if p == pl.top {
		z |= rules.Here
	}
	if path.Base(p) == ".git" {
		z |= rules.Git
	}
	return z
}

// inside reports whether a path lies in the work directory.
func (pl *places) inside(p string) bool { return pl.work != "" && below(p, pl.work) }

func (pl *places) inHome(p string) bool {
	for _, h := range pl.machine.Homes {
		if h != "/" && below(p, h) {
			return true
		}
	}
	return false
}

func (pl *places) inTemp(p string) bool {
	for _, t := range pl.machine.Temp {
		if below(p, t) {
			return true
		}
	}
	return false
}

func (pl *places) isTemp(p string) bool {
	for _, t := range pl.machine.Temp {
		if p == t {
			return true
		}
	}
	return false
}
