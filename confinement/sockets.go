package confinement

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
)

// hideSockets hides the Unix sockets of the machine that a command could connect to, and
// the directories in which sessions have theirs, but for what the policy lets in and for
// those below writable directories, which are the project's own. Where an empty file lies
// over a socket, to connect is refused.
func (s *Site) hideSockets(b *sandbox.Box) {
	let := s.letIn()
	for _, dir := range sessionDirs() {
		if !host.Exists(dir) {
			continue // a look is cheap, to follow links is not
		}
		if real, err := host.Canonical(dir); err == nil && opens(real) {
			b.Hide = append(b.Hide, real)
		}
	}
	for _, name := range s.sockets() {
		own := func(dir string) bool { return pathname.In(name, dir) }
		if !slices.Contains(let, name) && !slices.ContainsFunc(b.Write, own) {
			b.Hide = append(b.Hide, name)
		}
	}
	uncover(b, let)
}

// sessionDirs are the directories that systemd-logind(8) and others give each user for
// sockets.
func sessionDirs() []string { return []string{fmt.Sprintf("/run/user/%d", host.UID())} }

// sockets are those that somebody listens at, as proc_pid_net(5) tells, and those of known
// services, as far as we could connect to them. Of the machine's own network that is: what
// listens in another one is there by its path alone.
func (s *Site) sockets() (names []string) {
	table, _ := os.ReadFile("/proc/net/unix")
	for line := range strings.Lines(string(table)) {
		if fields := strings.Fields(line); len(fields) >= 8 && strings.HasPrefix(fields[7], "/") {
			names = append(names, strings.Join(fields[7:], " "))
		}
	}
	for _, service := range policy.Sockets() {
		names = append(names, s.socketsOf(service)...)
	}
	var there []string
	for _, name := range names {
		if !host.Exists(name) {
			continue
		}
		real, err := host.Canonical(name)
		if err == nil && isSocket(real) && unix.Access(real, unix.W_OK) == nil {
			there = append(there, real)
		}
	}
	slices.Sort(there)
	return slices.Compact(there)
}

// letIn are the sockets that the policy lets in, where they lead.
func (s *Site) letIn() (let []string) {
	for _, name := range s.Policy.Reach.Sockets {
		paths := []string{name}
		for _, service := range policy.Sockets() {
			if service.Name == name {
				paths = s.socketsOf(service)
			}
		}
		for _, path := range paths {
			if real, err := host.Canonical(path); err == nil && host.Exists(real) {
				let = append(let, real)
			}
		}
	}
	return let
}

// socketsOf are the paths that a service may have its socket at.
func (s *Site) socketsOf(service policy.Socket) (paths []string) {
	if service.Variable != "" {
		paths = socketsIn(environ.Get(s.Env, service.Variable))
	}
	for path := range strings.FieldsSeq(service.Paths) {
		paths = append(paths, strings.ReplaceAll(path, "%d", fmt.Sprint(host.UID())))
	}
	return paths
}

// socketsIn are the paths in the value of a variable: SSH_AUTH_SOCK has one, the address of
// a D-Bus has it behind "path=", DOCKER_HOST behind "unix://".
func socketsIn(value string) (paths []string) {
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ',' || r == ';' || r == '=' }) {
		part = strings.TrimPrefix(strings.TrimPrefix(part, "unix:"), "//")
		if filepath.IsAbs(part) {
			paths = append(paths, filepath.Clean(part))
		}
	}
	return paths
}

func isSocket(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSocket != 0
}
