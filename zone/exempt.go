package zone

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/hostname"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// Exempt implements the rules' question about places that are exempt.
func (m *Map) Exempt(v *grammar.Invocation, e *grammar.Effect, place rules.Exemption) bool {
	if m.linked != nil && !m.linked.Exempt(v, e, place) {
		return false
	}
	if place == rules.OwnPorts {
		return isOwnPort(e.Word)
	}
	if place == rules.Renamed {
		return m.staysInside(v, e)
	}
	if place == rules.InCaches {
		at := *e
		if n := len(e.Word.Parts); n > 1 && picksAny(e.Word.Parts[n-1]) {
			at.Word = parser.Word{Parts: append(e.Word.Parts[:n-1:n-1], parser.Text("x").Parts...), Span: e.Word.Span} // whatever the pattern picks there
		}
		file, known := m.File(v, &at)
		return known && (m.isFree(file) || m.isCache(file))
	}
	is, may := m.path(v, e)
	return is|may == 0 && (place == rules.AtWork || m.isTemporary(v, e) || place == rules.InOutputs && m.isOutput(v, e))
}

// picksAny reports whether a part of a word is a pattern or the result of a search.
func picksAny(p parser.Part) bool {
	return p.Kind == parser.Glob || p.Kind == parser.Unknown && p.Text == grammar.Whatever
}

// outputs are the names of directories that a build, a test or a package manager creates anew.
const outputs = "build _build dist out output public site _site target htdocs coverage htmlcov .next .output .vitepress .docusaurus tmp .tmp node_modules __pycache__" +
	" .pytest_cache .mypy_cache .ruff_cache .hypothesis .tox .nox .eggs .cache .parcel-cache .turbo .nuxt .svelte-kit .angular .nyc_output .gradle storybook-static"

// isOutput reports whether a path is in a build's output directory within the work directory.
func (m *Map) isOutput(v *grammar.Invocation, e *grammar.Effect) bool {
	file, known := m.File(v, e)
	rest, inside := strings.CutPrefix(file, m.Dir+"/")
	if !known || !inside {
		return false
	}
	for name := range strings.SplitSeq(rest, "/") {
		if wordlist.Among(name, outputs) {
			return true
		}
	}
	return false
}

// staysInside reports whether a name, as far as it is known, is in the work directory.
func (m *Map) staysInside(v *grammar.Invocation, e *grammar.Effect) bool {
	if file, known := m.File(v, e); known {
		return m.IsInside(file)
	}
	for _, p := range e.Word.Parts {
		if p.Kind == parser.Literal && strings.Contains(p.Text, "..") {
			return false
		}
	}
	at := *e
	at.Word = parser.Text(e.Word.Prefix() + "x")
	file, known := m.File(v, &at)
	return known && m.IsInside(file)
}

// isTemporary reports whether a path is certainly in a directory for temporary files.
func (m *Map) isTemporary(v *grammar.Invocation, e *grammar.Effect) bool {
	file, known := m.File(v, e)
	return known && m.IsInTemp(file)
}

// ownPorts are the default ports of frameworks' development servers. Ports of databases and of
// administration are not among them.
const ownPorts = "3000 3001 3002 3003 4000 4200 4321 4567 5000 5001 5002 5173 8000 8080 8888"

// isOwnPort reports whether a URL is on this machine, at a port of a project under development.
// Its path may be unknown.
func isOwnPort(w parser.Word) bool {
	text, known := w.Text()
	if !known {
		text = w.Prefix()
	}
	rest := strings.TrimPrefix(text, "http://")
	if strings.HasPrefix(rest, ":") {
		text, rest = "localhost"+rest, "localhost"+rest // http(1)
	}
	end := strings.IndexByte(rest, '/')
	switch {
	case end < 0 && !known: // what follows may be the rest of a name
		return false
	case end < 0:
		end = len(rest)
	}
	_, port, _ := strings.Cut(rest[:end], ":")
	_, host, err := Host(text)
	if err != nil || !hostname.IsLoopback(host) {
		return false
	}
	if known && isForTrials(rest[end:]) {
		return true
	}
	return wordlist.Among(port, ownPorts) && !isAdministration(port, rest[end:])
}

// isForTrials reports whether the path of a URL ends in the name of something that only tests use, such
// as an index of a search engine: /test-index.
func isForTrials(path string) bool {
	last := path[strings.LastIndexByte(path, '/')+1:]
	return !strings.ContainsAny(path, "?#,*%") && grammar.NamesOneTrial(last)
}

// administration are paths of the administrative interfaces of well-known services whose usual port is one of
// these: Grafana, Jenkins, Tomcat, and the API server of Kubernetes behind a proxy. At another port, the same
// words are of the project's own.
var administration = [...]struct{ ports, begins string }{
	{"3000 3001", "/api/dashboards /api/datasources /api/folders /api/org /api/admin/provisioning"},
	{"8080", "/job/ /manager/ /api/v1/namespaces /apis/"},
	{"8000 8888", "/api/v1/namespaces /apis/"},
}

// isAdministration reports whether the path of a URL at a port is an administrative interface of such a service.
func isAdministration(port, name string) bool {
	for _, a := range administration {
		for begins := range wordlist.Each(a.begins) {
			if wordlist.Among(port, a.ports) && strings.HasPrefix(name, begins) {
				return true
			}
		}
	}
	return false
}

// caches are the directories in a home for files that programs can make or fetch again.
var caches = [...]string{
	"/.cache/", "/Library/Caches/", "/.npm/_cacache", "/.npm/_npx", "/.gradle/caches", "/.m2/repository", "/.cargo/registry", "/.cargo/git", "/go/pkg/mod", "/.local/share/Trash/",
	"/Library/Developer/Xcode/DerivedData", "/.nuget/packages", "/.ivy2/cache", "/.pub-cache", "/.bun/install/cache", "/.yarn/cache", "/.deno", "/.ccache", "/.nvm/.cache",
	"/Library/Developer/CoreSimulator/Caches", "/.local/share/pnpm/store", "/Library/pnpm/store", "/.terraform.d/plugin-cache", "/.composer/cache", "/.bundle/cache", "/.node-gyp", "/.electron-gyp",
	"/.android/build-cache", "/.konan/cache", "/.konan/dependencies", "/.sbt/boot", "/.stack/snapshots", "/.cabal/packages", "/.conan2/p", "/.cocoapods/repos",
	"/.yarn/berry/cache", "/.pnpm-store", "/.coursier/cache", "/.swiftpm/cache", "/.conda/pkgs", "/miniconda3/pkgs", "/anaconda3/pkgs", "/miniforge3/pkgs", "/mambaforge/pkgs", "/.rustup/tmp", "/.rustup/downloads",
	"/.gem/ruby/*/cache", "/.sccache", "/.julia/compiled", "/.hex/packages", "/.android/cache", "/.config/Code/Cache", "/.config/Code/CachedData", "/.config/Code/GPUCache", "/.kube/cache", "/.docker/buildx/activity",
}

// isCache reports whether a path is in one of them.
func (m *Map) isCache(p string) bool {
	for _, dir := range [...]string{"/var/cache/", "/var/lib/apt/lists/", "/var/lib/dnf/", "/var/lib/pacman/sync/"} {
		if strings.HasPrefix(p, dir) {
			return true
		}
	}
	for _, home := range m.machine.EveryHome() {
		rest, inside := strings.CutPrefix(p, home)
		if !inside {
			continue
		}
		for _, c := range caches {
			if strings.HasPrefix(rest+"/", c) && len(rest) >= len(c) || strings.Contains(c, "*") && isBelowPattern(rest, c) {
				return true
			}
		}
	}
	return false
}

// isBelowPattern reports whether a path is one that a pattern fits, or is below it.
func isBelowPattern(p, pattern string) bool {
	names := strings.Split(p, "/")
	n := strings.Count(pattern, "/") + 1
	if len(names) < n {
		return false
	}
	fits, err := path.Match(pattern, strings.Join(names[:n], "/"))
	return fits && err == nil
}
