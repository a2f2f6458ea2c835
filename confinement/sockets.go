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

// hideSockets hides the machine's Unix sockets that a command could connect to, and the
// directories with sessions' sockets. It leaves those that the policy allows, and those below
// writable directories, which belong to the project. An empty file over a socket makes
// connections fail.
func (s *Site) hideSockets(b *sandbox.Box) {
	let := s.letIn()
	for _, dir := range sessionDirs() {
		if !host.Exists(dir) {
			continue // lstat is cheap, resolving links is not
		}
		if real, err := host.Canonical(dir); err == nil && opens(real) {
			b.Hide = append(b.Hide, real)
		}
	}
	for _, name := range s.sockets() {
		inWritable := func(dir string) bool { return pathname.In(name, dir) }
		if !slices.Contains(let, name) && !slices.ContainsFunc(b.Write, inWritable) {
			b.Hide = append(b.Hide, name)
		}
	}
	uncover(b, let)
}

// sessionDirs returns the directories that systemd-logind(8) and others create for each user's sockets.
func sessionDirs() []string { return []string{fmt.Sprintf("/run/user/%d", host.UID())} }

// sockets returns the sockets with a listener, from proc_pid_net(5), and those of known services,
// as far as we could connect to them. proc only lists the machine's own network namespace; a
// listener in another one is found by its path only.
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

// letIn returns the resolved paths of the sockets that the policy allows.
func (s *Site) letIn() (let []string) {
	for _, name := range s.Policy.Access.Sockets {
		paths := []string{name}
		for _, service := range policy.Sockets() {
			if service.Name == name {
				paths = s.socketsOf(service)
			}
		}
		for _, path := range paths {
			if real, exists := host.Target(path); exists {
				let = append(let, real)
			}
		}
	}
	return let
}

// socketsOf returns the possible paths of a service's socket.
func (s *Site) socketsOf(service policy.Socket) (paths []string) {
	if service.Variable != "" {
		paths = socketsIn(environ.Get(s.Env, service.Variable))
	}
	for path := range strings.FieldsSeq(service.Paths) {
		paths = append(paths, strings.ReplaceAll(path, "%d", fmt.Sprint(host.UID())))
	}
	return paths
}

// socketsIn returns the paths in the value of a variable: SSH_AUTH_SOCK is one, a D-Bus address
// has it after "path=", DOCKER_HOST after "unix://".
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
