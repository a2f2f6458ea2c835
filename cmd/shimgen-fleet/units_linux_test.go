package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
)

// unit is a unit file: the values of each key, in order.
type unit map[string][]string

// units returns the units of fleet/systemd, by name.
func units(t *testing.T) map[string]unit {
	t.Helper()
	files, err := filepath.Glob("../../fleet/systemd/*.service")
	require.NoError(t, err)
	require.Len(t, files, 4)
	all := map[string]unit{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		u := unit{}
		for line := range strings.Lines(string(text)) {
			if key, value, is := strings.Cut(strings.TrimSpace(line), "="); is && !strings.HasPrefix(key, "#") {
				u[key] = append(u[key], value)
			}
		}
		name := strings.TrimPrefix(filepath.Base(file), "shimgen-fleet-")
		all[strings.TrimRight(strings.TrimSuffix(name, ".service"), "@")] = u
	}
	return all
}

// Every unit starts an existing command, is as hardened as the others, and reads its secrets
// from systemd's credentials directory.
func TestUnits(t *testing.T) {
	for name, u := range units(t) {
		require.Len(t, u["ExecStart"], 1, name)
		words := strings.Fields(u["ExecStart"][0])
		assert.Equal(t, []string{"/usr/bin/shimgen-fleet", name}, words[:2])
		understood(t, name, words[1:])
		for _, key := range []string{"NoNewPrivileges", "ProtectKernelTunables", "ProtectKernelModules", "ProtectControlGroups", "PrivateDevices", "PrivateTmp", "RestrictNamespaces", "RestrictSUIDSGID", "LockPersonality", "MemoryDenyWriteExecute"} {
			assert.Equal(t, []string{"yes"}, u[key], "%s: %s", name, key)
		}
		assert.Equal(t, []string{"strict"}, u["ProtectSystem"], name)
		assert.True(t, u["DynamicUser"] != nil || u["User"] != nil || name == "pull", "%s runs as root", name)
		var given []string
		for _, c := range u["LoadCredential"] {
			id, _, _ := strings.Cut(c, ":")
			given = append(given, "%d/"+id)
		}
		var used []string
		for _, w := range words {
			if strings.HasPrefix(w, "%d/") {
				used = append(used, w)
			}
		}
		assert.Equal(t, given, used, name)
	}
}

// systemd itself finds no fault with the units.
func TestUnitsAsSystemdReadsThem(t *testing.T) {
	systemd := needs(t, "systemd-analyze")
	dir := t.TempDir()
	args := []string{"verify"}
	files, err := filepath.Glob("../../fleet/systemd/*.service")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		text = bytes.ReplaceAll(text, []byte("/usr/bin/shimgen-fleet"), []byte(os.Args[0])) // it checks that the program exists
		at := filepath.Join(dir, strings.Replace(filepath.Base(file), "@", "@alice", 1))
		require.NoError(t, os.WriteFile(at, text, 0o644))
		args = append(args, at)
	}
	out, err := exec.Command(systemd, args...).CombinedOutput()
	assert.NoError(t, err)
	assert.Empty(t, string(out))
}

// needs returns the path of a program, or skips the test.
func needs(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("%s is not here: not checked against it", program)
	}
	return path
}

// hardened is what a unit allows its program.
type hardened struct {
	calls    map[string]bool
	families []string
	writable []string
}

// filter asks systemd which calls a unit's filter allows.
func filter(t *testing.T, systemd string, u unit) hardened {
	t.Helper()
	sets := func(names string) map[string]bool {
		all := map[string]bool{}
		for todo := strings.Fields(names); len(todo) > 0; todo = todo[1:] {
			if !strings.HasPrefix(todo[0], "@") {
				all[todo[0]] = true
				continue
			}
			out, err := exec.Command(systemd, "syscall-filter", todo[0]).Output()
			require.NoError(t, err, todo[0])
			for line := range strings.Lines(string(out)) {
				if word := strings.TrimSpace(line); word != todo[0] && word != "" && word[0] != '#' {
					todo = append(todo, word)
				}
			}
		}
		return all
	}
	h := hardened{calls: map[string]bool{}, families: strings.Fields(u["RestrictAddressFamilies"][0])}
	for _, line := range u["SystemCallFilter"] {
		taken, isTaken := strings.CutPrefix(line, "~")
		for call := range sets(taken) {
			h.calls[call] = !isTaken
		}
	}
	for call := range sets("@default") { // every allow-list includes it
		if _, is := h.calls[call]; !is {
			h.calls[call] = true
		}
	}
	return h
}

// traced are lines of strace: the call, and the rest.
var traced = regexp.MustCompile(`(?m)^(?:\[pid +\d+\] |\d+ +)?([a-z0-9_]+)\((.*)$`)

// forbids returns the operations in a trace that a unit does not allow its program.
func (h hardened) forbids(trace string) (all []string) {
	seen := map[string]bool{}
	for _, l := range traced.FindAllStringSubmatch(trace, -1) {
		call, rest := l[1], l[2]
		if !h.calls[call] && !seen[call] {
			seen[call] = true
			all = append(all, "call "+call)
		}
		if family, _, _ := strings.Cut(rest, ","); call == "socket" && !slices.Contains(h.families, family) {
			all = append(all, "socket "+family)
		}
		if strings.Contains(rest, "PROT_WRITE|PROT_EXEC") {
			all = append(all, "memory "+call)
		}
		for _, path := range written(call, rest) {
			if !slices.ContainsFunc(h.writable, func(dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }) {
				all = append(all, "write "+path)
			}
		}
	}
	return all
}

// forbids finds operations that would be forbidden.
func TestWhatHardeningForbids(t *testing.T) {
	systemd := needs(t, "systemd-analyze")
	h := filter(t, systemd, units(t)["serve"])
	h.writable = []string{"/state"}
	for _, tt := range []struct {
		why, line string
		want      []string
	}{
		{"an ordinary call", `12 read(3, "x", 1) = 1`, nil},
		{"a call of root's", `12 chroot("/x") = 0`, []string{"call chroot"}},
		{"a call that the second filter takes away", `12 setpriority(PRIO_PROCESS, 0, 5) = 0`, []string{"call setpriority"}},
		{"a family", `12 socket(AF_NETLINK, SOCK_RAW, 0) = 3`, []string{"socket AF_NETLINK"}},
		{"code that is written", `12 mmap(NULL, 4096, PROT_READ|PROT_WRITE|PROT_EXEC, 0, 0, 0) = 0x7f`, []string{"memory mmap"}},
		{"its own directory", `12 openat(AT_FDCWD, "/state/x", O_WRONLY|O_CREAT, 0600) = 3`, nil},
		{"another directory", `12 openat(AT_FDCWD, "/etc/x", O_WRONLY|O_CREAT, 0600) = 3`, []string{"write /etc/x"}},
		{"one of nearly the same name", `12 unlinkat(AT_FDCWD, "/states", 0) = 0`, []string{"write /states"}},
		{"reading", `12 openat(AT_FDCWD, "/etc/x", O_RDONLY|O_CLOEXEC) = 3`, nil},
	} {
		assert.Equal(t, tt.want, h.forbids(tt.line), tt.why)
	}
}

// named returns the paths in a line of strace.
var named = regexp.MustCompile(`"(/[^"]*)"`)

// written returns the paths that a call changes.
func written(call, rest string) []string {
	opens := (call == "open" || call == "openat") && strings.ContainsAny(rest, "|") && regexp.MustCompile(`O_WRONLY|O_RDWR|O_CREAT|O_TRUNC`).MatchString(rest)
	changes := regexp.MustCompile(`^(mkdir|rename|unlink|link|symlink|chmod|fchmodat|truncate|utime|rmdir)`).MatchString(call)
	if !opens && !changes {
		return nil
	}
	var all []string
	for _, p := range named.FindAllStringSubmatch(rest, -1) {
		if !strings.HasPrefix(p[1], "/dev/null") {
			all = append(all, p[1])
		}
	}
	return all
}

// Each unit's program does its work under strace, and does nothing that the unit's hardening
// forbids. systemd does not run here: the test compares the trace with what systemd would
// filter.
func TestHardeningLetsTheProgramsWork(t *testing.T) {
	if testing.Short() {
		t.Skip("traces every program of a fleet: .ci/run does it")
	}
	systemd, strace := needs(t, "systemd-analyze"), needs(t, "strace")
	if out, err := exec.Command(strace, "-f", "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		t.Skipf("strace may trace nothing here: %s", out)
	}
	server, boss, m := broker.Start(t, broker.Config{}), newMachine(t, "boss"), newMachine(t, "a")
	initialized(t, boss, server.URL())
	boss.does(t, "key", "company.key")
	boss.does(t, "key", "bob.key", "--name", "bob")
	boss.file(t, "company.toml", cautious)
	boss.does(t, "sign", "company.toml", "--key", "company.key", "-o", "company.signed")
	boss.does(t, "publish", "company.signed", "--to", server.URL())
	m.trusts(t, boss, "company.key")
	m.approvers(t, boss, "bob.key")
	m.file(t, ".agent-loop/audit/20261126.jsonl", `{"ts":"2026-11-26T10:00:00.000000Z","event":"command","command":"git status","action":"allow","allowed":true,"rules":[]}`+"\n")
	m.file(t, "proxy", "a secret of enough letters\n")
	require.NoError(t, os.Chmod(filepath.Join(m.home, "proxy"), 0o600))
	m.waits(t, "git clean -fd")
	in := func(name string) string { return filepath.Join(m.home, name) }
	listen, key := free(t), filepath.Join(boss.home, "bob.key")
	all := units(t)
	for _, tt := range []struct {
		name     string
		args     []string
		writable []string // stands for the unit's StateDirectory and ReadWritePaths here
	}{
		{"forward", []string{"--send", "commands", "--trail", in(".agent-loop/audit"), "--state", in("state"), "--once"}, []string{in("state")}},
		{"pull", []string{"--once"}, []string{in("etc")}},
		{"ask", []string{"--send", "commands", "--root", m.root()}, []string{in(".agent-loop")}},
		{"serve", []string{"--listen", listen, "--key", key, "--user-header", "X-Forwarded-User", "--proxy-secret", in("proxy"), "--approver", "ann"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := filter(t, systemd, all[tt.name])
			h.writable = tt.writable
			if tt.name == "forward" {
				require.NoError(t, os.Mkdir(in("state"), 0o700))
			}
			log := filepath.Join(t.TempDir(), "trace")
			c := m.program(append([]string{tt.name, "--to", server.URL(), "--machine", "a"}, tt.args...)...)
			c.Args = append([]string{strace, "-f", "-s", "300", "-o", log, os.Args[0]}, c.Args[1:]...)
			c.Path = strace
			var out bytes.Buffer
			c.Stdout, c.Stderr = &out, &out
			require.NoError(t, c.Start())
			switch tt.name {
			case "ask":
				require.Eventually(t, func() bool { return len(asked(t, boss, server.URL())) == 1 }, time.Minute, 50*time.Millisecond)
				boss.does(t, "approve", asked(t, boss, server.URL())[0].ID, "--key", "bob.key", "--yes", "--to", server.URL())
				require.Eventually(t, func() bool { return len(m.grants(t)) == 1 }, time.Minute, 50*time.Millisecond)
			case "serve":
				listens(t, listen)
				status, _ := get(t, "http://"+listen, "")
				assert.Equal(t, 403, status, "the proxy's secret is missing")
			}
			if !slices.Contains(tt.args, "--once") {
				require.NoError(t, ended(c))
			}
			_ = c.Wait() // the program ended after a signal
			trace, err := os.ReadFile(log)
			require.NoError(t, err)
			require.Greater(t, bytes.Count(trace, []byte("\n")), 200)
			assert.Empty(t, h.forbids(string(trace)))
			assert.NotContains(t, out.String(), "denied")
		})
	}
	assert.Equal(t, cautious, m.inForce())
	assert.Equal(t, 1, counted(t, server.URL())["git status"])
}

// ended signals the program that strace started, since strace passes no signals on.
func ended(c *exec.Cmd) error {
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", c.Process.Pid))
	if err != nil {
		return err
	}
	var pid int
	if _, err := fmt.Sscan(string(children), &pid); err != nil {
		return err
	}
	return syscall.Kill(pid, syscall.SIGTERM)
}
