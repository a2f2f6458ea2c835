package policy

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/policy/place"
)

// Access is what a confined command may touch in addition to the defaults: its work directory and
// temporary files. It applies to commands that exec and the server start.
type Access struct {
	Caches Caches
	Reads  Reads

	// Write are writable directories, Read credentials that are not hidden, and Hidden places
	// that are hidden in addition to the built-in ones.
	Write, Read, Hidden []PathEntry

	// Reduced says that credentials, and variables that lead to a caller's services, are removed
	// from the environment: see [Policy.Passes]. Env are the names of variables that are kept;
	// one that ends in * is a prefix.
	Reduced bool
	Env     []string

	// Sockets are the Unix sockets that stay accessible if those of the machine are hidden: one
	// of SocketNames, or a path.
	Sockets []string
}

// Caches says how commands access the directories in which package managers and compilers keep
// files that they can fetch or make again. The zero Caches is CachesKept; a smaller value is
// stricter.
type Caches uint8

// The settings.
const (
	CachesKept    Caches = iota // readable, not writable
	CachesPrivate               // if a tool must write, it gets an empty directory for the duration of the command
	CachesShared                // writable
)

// cacheWords are the names in policies, by setting.
var cacheWords = [...]string{CachesKept: "none", CachesPrivate: "private", CachesShared: "shared"}

// String returns the word that policies use.
func (c Caches) String() string {
	if int(c) < len(cacheWords) {
		return cacheWords[c]
	}
	return cacheWords[CachesKept]
}

// A Cache is a directory in a home in which a program keeps files that it can fetch or make again.
type Cache struct {
	Path     string // relative to a home
	Programs string // the names of its programs, separated by blanks; "" means many
	Private  bool   // a program fails if it cannot write there, so that CachesPrivate replaces it
	Reason   string // where this is documented
}

// cacheDirs is the default list. None of them contains files that run automatically later: the
// programs' settings and start-up files are elsewhere, and stay read-only.
var cacheDirs = [...]Cache{
	{".cache", "", false, "XDG Base Directory: what programs can make again, pip, uv, yarn, poetry and pre-commit among them"},
	{".cache/go-build", "go", true, "go help cache: go build ends where it cannot write there"},
	{".cache/ccache", "ccache", true, "ccache(1)"},
	{".ccache", "ccache", true, "ccache(1), as it was before 4.0"},
	{".cache/pip", "pip pip3", true, "pip cache: it warns and goes on without"},
	{"go/pkg/mod", "go", false, "go help modules: sources of modules"},
	{"go/pkg/sumdb", "go", false, "go help module-auth: what the checksum database said"},
	{".config/go/telemetry", "go", false, "go help telemetry: counters on this machine"},
	{".npm", "npm npx", false, "npm help cache, and its logs"},
	{".npm/_logs", "npm npx", true, "npm help logging"},
	{".node-gyp", "node-gyp", false, "node-gyp: headers"},
	{".yarn/berry/cache", "yarn", false, "yarn cache"},
	{".local/share/pnpm/store", "pnpm", false, "pnpm store"},
	{".bun/install/cache", "bun", false, "bun pm cache"},
	{".deno", "deno", false, "deno: DENO_DIR before 1.26"},
	{".cargo/registry", "cargo", false, "The Cargo Book, Cargo Home"},
	{".cargo/git", "cargo", false, "The Cargo Book, Cargo Home"},
	{".rustup/tmp", "rustup", false, "rustup: downloads"},
	{".m2/repository", "mvn", false, "Maven: the local repository"},
	{".gradle/caches", "gradle", false, "Gradle user home"},
	{".gradle/daemon", "gradle", false, "Gradle user home"},
	{".gradle/native", "gradle", true, "Gradle user home: it ends where it cannot write there"},
	{".gradle/wrapper/dists", "gradle", false, "Gradle wrapper"},
	{".ivy2/cache", "sbt ivy", false, "Ivy: defaultCacheDir"},
	{".cache/coursier", "cs sbt", false, "Coursier cache"},
	{".nuget/packages", "dotnet nuget", false, "NuGet: global packages"},
	{".composer/cache", "composer", false, "Composer: cache-dir"},
	{".gem/specs", "gem", false, "gem: what sources offer"},
	{".bundle/cache", "bundle", false, "Bundler"},
	{".cabal/packages", "cabal", false, "Cabal"},
	{".stack/pantry", "stack", false, "Stack"},
	{".hex/packages", "mix", false, "Hex"},
	{".pub-cache", "dart flutter", false, "dart pub cache"},
	{".conan2/p", "conan", false, "Conan"},
	{".cache/bazel", "bazel bazelisk", false, "Bazel: output user root"},
	{".cache/R", "R Rscript", false, "R: R_user_dir"},
	{"Library/Caches", "", false, "macOS: File System Programming Guide"},
}

// CacheDirs returns the default list of caches.
func CacheDirs() []Cache { return cacheDirs[:] }

// SocketNames are the names of sockets for [Access.Sockets].
func SocketNames() []string {
	names := make([]string, len(sockets))
	for i, s := range sockets {
		names[i] = s.Name
	}
	return names
}

// A Socket is a service that a user's session offers at a Unix socket.
type Socket struct {
	Name     string
	Variable string // the variable that names it, or ""
	Paths    string // its other possible paths, separated by blanks; %d is the user's number
	Reason   string // what a client gets from it
}

// sockets are the services that a policy can make accessible by name.
var sockets = [...]Socket{
	{"ssh-agent", "SSH_AUTH_SOCK", "", "signs with the user's keys"},
	{"gpg-agent", "", "/run/user/%d/gnupg/S.gpg-agent", "signs and decrypts with the user's keys"},
	{"dbus", "DBUS_SESSION_BUS_ADDRESS", "/run/user/%d/bus", "starts programs outside, opens the keyring"},
	{"docker", "DOCKER_HOST", "/run/docker.sock /var/run/docker.sock /run/user/%d/docker.sock", "is root on the machine"},
	{"podman", "CONTAINER_HOST", "/run/podman/podman.sock /run/user/%d/podman/podman.sock", "starts programs outside"},
	{"x11", "", "/tmp/.X11-unix", "types into other windows, reads what is shown"},
	{"wayland", "", "/run/user/%d/wayland-0 /run/user/%d/wayland-1", "opens windows"},
	{"pulse", "PULSE_SERVER", "/run/user/%d/pulse/native", "listens to the microphone"},
	{"postgres", "", "/run/postgresql /var/run/postgresql", "a database of the machine"},
	{"mysql", "", "/run/mysqld", "a database of the machine"},
}

// Sockets returns the named services.
func Sockets() []Socket { return sockets[:] }

// accessTable holds the settings of a file for Access.
type accessTable struct {
	caches      *said[Caches]
	reads       *said[Reads]
	write, read []said[PathEntry]
	hidden      []PathEntry
	env         []said[string]
	sockets     []said[string]
}

// accessFields are the keys of [sandbox] except mode.
func accessFields() []field[document] {
	return []field[document]{
		{"caches", func(d *document, v value) error { return read(&d.access.caches, v, readCaches) }},
		{"reads", func(d *document, v value) error { return read(&d.access.reads, v, readReads) }},
		{"write", func(d *document, v value) (err error) { d.access.write, err = readAccess(v, mayWrite); return err }},
		{"read", func(d *document, v value) (err error) { d.access.read, err = readAccess(v, mayRead); return err }},
		{"deny_read", func(d *document, v value) error {
			return eachText(v, func(e value, text string) error {
				entry, err := newPath(text)
				if err != nil {
					return e.errorf("%s", err)
				}
				if why := never(entry.Path); why != "" {
					return e.errorf("%q %s", text, why)
				}
				entry.From = e.where()
				d.access.hidden = append(d.access.hidden, entry)
				return nil
			})
		}},
		{"env", func(d *document, v value) (err error) { d.access.env, err = readNames(v, variableName); return err }},
		{"sockets", func(d *document, v value) (err error) { d.access.sockets, err = readNames(v, socketName); return err }},
	}
}

func readCaches(v value) (Caches, error) {
	i, err := v.word("setting for caches", cacheWords[:])
	return Caches(i), err
}

// readAccess reads a list of paths. refuse may reject a path unless its entry has override.
func readAccess(v value, refuse func(path string) string) ([]said[PathEntry], error) {
	list, err := exceptions(v, "path")
	if err != nil {
		return nil, err
	}
	out := make([]said[PathEntry], len(list))
	for i, x := range list {
		entry, err := newPath(x.it.text)
		if err != nil {
			return nil, x.errorf("%s", err)
		}
		if why := refuse(entry.Path); why != "" && !x.it.override {
			return nil, x.errorf(`%q %s: to allow it all the same, write { path = %q, override = true }`, x.it.text, why, x.it.text)
		}
		if why := never(entry.Path); why != "" {
			return nil, x.errorf("%q %s", x.it.text, why)
		}
		entry.Override, entry.From = x.it.override, x.where()
		out[i] = said[PathEntry]{x.value, entry}
	}
	return out, nil
}

// ownHome represents the home in a path relative to it.
var ownHome = []string{"~"}

// mayWrite returns why a directory needs an override to be writable.
func mayWrite(name string) string {
	switch {
	case place.IsSystem(name) && !strings.HasPrefix(name, "/root/"): // whose home it is, is checked where it is used
		return "is the system's"
	case place.IsSecret(name, ownHome):
		return "holds credentials"
	case place.IsPersistent(name, ownHome):
		return "holds what others run or load later"
	}
	return ""
}

// mayRead accepts every path: entries exist because their paths are hidden.
func mayRead(string) string { return "" }

// never returns why no policy can make a path accessible: the system as a whole, and homes.
func never(name string) string {
	switch {
	case name == "/" || name == "~" || name == "." || name == ".." || strings.HasPrefix(name, "../"):
		return "is too much: name a directory in it"
	case slices.Contains(place.SystemDirs(), name) || place.IsKernel(name):
		return "is the system's"
	}
	return ""
}

// readNames reads a list of names.
func readNames(v value, wrong func(name string) string) ([]said[string], error) {
	var names []said[string]
	err := eachText(v, func(e value, text string) error {
		if why := wrong(text); why != "" {
			return e.errorf("%q %s", text, why)
		}
		names = append(names, said[string]{e, text})
		return nil
	})
	return names, err
}

// variableName returns why a text is not the name of a variable, optionally with * at its end.
func variableName(name string) string {
	stem := strings.TrimSuffix(name, "*")
	for i := range len(stem) {
		if c := stem[i]; c != '_' && (c < '0' || c > '9' || i == 0) && (c|0x20 < 'a' || c|0x20 > 'z') {
			return "is no name of a variable: write NAME, or NAME* for all that begin so"
		}
	}
	if stem == "" {
		return "is no name of a variable: write NAME, or NAME* for all that begin so"
	}
	return ""
}

// socketName returns why a text does not name a socket.
func socketName(name string) string {
	if slices.Contains(SocketNames(), name) || strings.HasPrefix(name, "/") && path.Clean(name) == name {
		return ""
	}
	return fmt.Sprintf("is no socket%s: use a path, or %s", didYouMean(name, SocketNames()), strings.Join(SocketNames(), ", "))
}

// trustReach merges what a trusted layer says.
func (m *merger) trustReach(d *document, user bool) {
	r := &m.policy.Access
	assign(m, &r.Caches, d.access.caches, "sandbox.caches", user)
	assign(m, &r.Reads, d.access.reads, "sandbox.reads", user)
	add(m, &r.Write, d.access.write, "sandbox.write", user)
	add(m, &r.Read, d.access.read, "sandbox.read", user)
	add(m, &r.Env, d.access.env, "sandbox.env", user)
	add(m, &r.Sockets, d.access.sockets, "sandbox.sockets", user)
	r.Hidden = append(r.Hidden, d.access.hidden...)
}

// add adds a trusted layer's entries unless the list is locked.
func add[T any](m *merger, into *[]T, list []said[T], key string, user bool) {
	for _, e := range list {
		if !user || m.unlocked(key, e.value, fmt.Sprint(e.data)) {
			*into = append(*into, e.it)
			m.policy.came(key, map[bool]LayerKind{true: User, false: System}[user], e.value)
		}
	}
}

// tightenReach takes a project's settings as far as they are stricter.
func (m *merger) tightenReach(d *document) {
	r := &m.policy.Access
	lower(m, &r.Caches, d.access.caches, "sandbox.caches")
	lower(m, &r.Reads, d.access.reads, "sandbox.reads")
	r.Hidden = append(r.Hidden, d.access.hidden...)
	for key, list := range map[string][]said[PathEntry]{"write": d.access.write, "read": d.access.read} {
		for _, e := range list {
			m.loosening(e.value, "sandbox.%s %q", key, e.it.Path)
		}
	}
	for key, list := range map[string][]said[string]{"env": d.access.env, "sockets": d.access.sockets} {
		for _, e := range list {
			m.loosening(e.value, "sandbox.%s %q", key, e.it)
		}
	}
}

// flagReach adds the paths of flags. The caller resolves them on this machine.
func (m *merger) flagReach(f Flags) error {
	for _, list := range []struct {
		flag, key string
		paths     []string
		into      *[]PathEntry
	}{
		{"--allow-read", "sandbox.read", f.AllowReads, &m.policy.Access.Read},
		{"--allow-write", "sandbox.write", f.AllowWrites, &m.policy.Access.Write},
	} {
		for _, text := range list.paths {
			if file, locked := m.locks[list.key]; locked {
				return fmt.Errorf("%s: %q is locked by %s", list.flag, list.key, file)
			}
			entry, err := newPath(text)
			if err != nil {
				return fmt.Errorf("%s: %s", list.flag, err)
			}
			entry.From = list.flag
			*list.into = append(*list.into, entry)
		}
	}
	for _, text := range f.AllowWrites {
		if err := m.except("--allow-write", text); err != nil {
			return err
		}
	}
	return nil
}
