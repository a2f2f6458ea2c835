package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/audit/query"
)

// internet is a network namespace in which every address is one of this test's servers.
type internet struct {
	top string   // a directory that every user can pass
	env []string // of what the user runs, beside the usual
	mu  sync.Mutex
	log []string // what the servers were asked
}

func (n *internet) note(format string, a ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.log = append(n.log, fmt.Sprintf(format, a...))
}

// asked is what the servers were asked since the last time.
func (n *internet) asked() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.log
	n.log = nil
	return all
}

// zone is the DNS of that network. The second answer for a rebound name is another.
func zone(name string, again bool) string {
	if name == "rebound.test" && again {
		return "169.254.169.254"
	}
	return map[string]string{
		"allowed.test": "8.8.4.4", "other.test": "8.8.4.4", "evil.test": "8.8.4.4", "rebound.test": "8.8.4.4", "metadata.test": "169.254.169.254", "private.test": "10.1.2.3", "six.test": "2606:4700::1111", "api.test": "1.0.0.1",
	}[name]
}

// newInternet moves this thread into a namespace of its own, and starts the servers. What it
// starts from now on is there, too.
func newInternet(t *testing.T) *internet {
	t.Helper()
	ip, err := exec.LookPath("ip")
	switch {
	case os.Geteuid() != 0:
		t.Skip("needs root, to make a network and be several users")
	case err != nil:
		t.Skip("no ip(8), to make a network of this test's own with")
	}
	runtime.LockOSThread() // and never unlocks: the thread ends with the test
	require.NoError(t, unix.Unshare(unix.CLONE_NEWNET|unix.CLONE_NEWNS|unix.CLONE_FS))
	require.NoError(t, unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""))
	n := &internet{}
	n.top, err = os.MkdirTemp("/var/tmp", "internet") // which everybody may pass
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(n.top) })
	require.NoError(t, os.Chmod(n.top, 0o755))
	conf := filepath.Join(n.top, "resolv.conf")
	require.NoError(t, os.WriteFile(conf, []byte("nameserver 8.8.8.8\n"), 0o644))
	if at, err := filepath.EvalSymlinks("/etc/resolv.conf"); assert.NoError(t, err, "there is no resolver to replace") {
		require.NoError(t, unix.Mount(conf, at, "", unix.MS_BIND, ""))
	}
	for _, words := range []string{"link set lo up", "route add local default dev lo table local", "-6 route add local default dev lo table local"} {
		out, err := exec.Command(ip, strings.Fields(words)...).CombinedOutput()
		require.NoError(t, err, "%s: %s", words, out)
	}
	require.NoError(t, os.WriteFile("/proc/sys/net/ipv6/ip_nonlocal_bind", []byte("1"), 0o644))
	n.resolver(t)
	for _, at := range []string{"8.8.4.4:80", "8.8.4.4:443", "8.8.4.4:8443", "8.8.4.4:9999", "169.254.169.254:80", "10.1.2.3:80", "1.1.1.1:443", "127.0.0.1:8080", "127.0.0.1:80", "[2606:4700::1111]:80"} {
		n.web(t, at)
	}
	udp, err := net.ListenPacket("udp", "8.8.4.4:443")
	require.NoError(t, err)
	t.Cleanup(func() { udp.Close() })
	go func() {
		for b := make([]byte, 100); ; {
			if _, _, err := udp.ReadFrom(b); err != nil {
				return
			}
			n.note("udp")
		}
	}()
	abstract, err := net.Listen("unix", "@shimgen-internet")
	require.NoError(t, err)
	t.Cleanup(func() { abstract.Close() })
	return n
}

// resolver answers for the zone.
func (n *internet) resolver(t *testing.T) {
	c, err := net.ListenPacket("udp", "8.8.8.8:53")
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	seen := map[string]int{}
	go func() {
		for b := make([]byte, 512); ; {
			size, from, err := c.ReadFrom(b)
			if err != nil {
				return
			}
			q := b[:size]
			name, at := "", 12
			for at < size && q[at] != 0 {
				name += string(q[at+1:at+1+int(q[at])]) + "."
				at += 1 + int(q[at])
			}
			name = strings.ToLower(strings.TrimSuffix(name, "."))
			kind := binary.BigEndian.Uint16(q[at+1:])
			out := append([]byte(nil), q[:at+5]...)
			out[2], out[3] = 0x81, 0x80
			clear(out[6:12])
			addr, err := netip.ParseAddr(zone(name, seen[name] > 0))
			if err != nil {
				out[3] |= 3
			} else if addr.Is4() == (kind == 1) {
				n.note("dns %s", name)
				seen[name]++
				out[7] = 1
				out = append(out, 0xc0, 12, byte(kind>>8), byte(kind), 0, 1, 0, 0, 0, 0, 0, byte(len(addr.AsSlice())))
				out = append(out, addr.AsSlice()...)
			}
			_, _ = c.WriteTo(out, from)
		}
	}()
}

// web starts a web server at an address, with TLS where that is usual.
func (n *internet) web(t *testing.T, at string) {
	l, err := net.Listen("tcp", at)
	require.NoError(t, err)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.note("%s %s %s", at, r.Host, r.URL.Path)
		if r.URL.Path == "/leads-out" {
			http.Redirect(w, r, "http://evil.test/", http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "hello from "+at)
	}))
	s.Listener.Close()
	s.Listener = l
	s.Config.ErrorLog = nil
	if strings.HasSuffix(at, "443") {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
}

// install installs for the user installer, with a policy, and copies this program to where it
// works.
func (n *internet) install(t *testing.T, policy string) world {
	t.Helper()
	for _, program := range []string{"shim", "shimgen"} {
		copyProgram(t, filepath.Join(built, program), filepath.Join(n.top, program))
	}
	home := filepath.Join(n.top, "home")
	w := world{home, filepath.Join(home, ".agent-loop")}
	work := filepath.Join(home, "work")
	require.NoError(t, os.MkdirAll(work, 0o755))
	self, err := os.Executable()
	require.NoError(t, err)
	copyProgram(t, self, filepath.Join(work, "client"))
	for _, name := range []string{home, work, filepath.Join(work, "client")} {
		require.NoError(t, os.Chown(name, installer, installer))
	}
	got := n.as(w, filepath.Join(n.top, "shimgen"), "install")
	require.Zero(t, got.status, got.err)
	at := filepath.Join(w.root, "policy.toml")
	require.NoError(t, os.WriteFile(at, []byte(policy), 0o600))
	require.NoError(t, os.Chown(at, installer, installer))
	return w
}

func copyProgram(t *testing.T, from, to string) {
	t.Helper()
	image, err := os.ReadFile(from)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(to, image, 0o755))
}

// as runs a program as that user.
func (n *internet) as(w world, args ...string) outcome {
	var out, stderr bytes.Buffer
	c := n.command(w, args...)
	c.Stdout, c.Stderr = &out, &stderr
	if err := c.Run(); c.ProcessState == nil {
		return outcome{"", err.Error(), -1}
	}
	return outcome{out.String(), stderr.String(), c.ProcessState.ExitCode()}
}

// command is a program that is not started yet.
func (n *internet) command(w world, args ...string) *exec.Cmd {
	c := &exec.Cmd{Path: args[0], Args: args, Dir: filepath.Join(w.home, "work")}
	c.Env = []string{"HOME=" + w.home, "PATH=" + w.bin() + ":/usr/local/bin:/usr/bin:/bin", "HTTPS_PROXY=http://proxy.outside.test:3128"}
	c.Env = append(c.Env, n.env...)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: installer, Gid: installer}, Pdeathsig: syscall.SIGKILL}
	return c
}

const listPolicy = `profile = "cautious"
[network]
mode = "allowlist"
allowed_domains = ["allowed.test", "*.below.test", "allowed.test:8443", "rebound.test", "metadata.test", "private.test", "six.test", "localhost:8080"]
`

// A connection is what a client tries in a sandbox whose policy has a list.
type connection struct {
	why, word string
	got       string   // of the client
	asked     []string // of the servers
	violation string
}

func connections() []connection {
	return []connection{
		{"a listed host", "get http://allowed.test/a", "200 hello from 8.8.4.4:80", []string{"dns allowed.test", "8.8.4.4:80 allowed.test /a"}, ""},
		{"with TLS", "get https://allowed.test/b", "200 hello", []string{"dns allowed.test", "8.8.4.4:443 allowed.test /b"}, ""},
		{"at its own port", "get https://allowed.test:8443/c", "200 hello", []string{"dns allowed.test", "8.8.4.4:8443 allowed.test:8443 /c"}, ""},
		{"at another port", "get http://allowed.test:9999/", "failed", nil, "connect to allowed.test:9999"},
		{"by the proxy", "proxied http://allowed.test/d", "200 hello", []string{"dns allowed.test", "8.8.4.4:80 allowed.test /d"}, ""},
		{"by the proxy with TLS", "proxied https://allowed.test/e", "200 hello", []string{"dns allowed.test", "8.8.4.4:443 allowed.test /e"}, ""},
		{"by the proxy at another port", "proxied http://allowed.test:9999/", "403", nil, "connect to allowed.test:9999"},
		{"of version 6", "get http://six.test/", "200 hello from [2606:4700::1111]:80", []string{"dns six.test", "[2606:4700::1111]:80 six.test /"}, ""},
		{"this machine's listed port", "get http://localhost:8080/", "200 hello from 127.0.0.1:8080", []string{"127.0.0.1:8080 localhost:8080 /"}, ""},
		{"this machine's other port", "get http://127.0.0.1:80/", "failed", nil, ""},
		{"a host that is not listed", "get http://evil.test/", "failed", nil, "connect to evil.test"},
		{"its name alone", "tcp secret.in.a.name.evil.test:443", "failed", nil, "connect to secret.in.a.name.evil.test"},
		{"by the proxy", "proxied http://evil.test/", "403", nil, "connect to evil.test:80"},
		{"by the proxy with TLS", "proxied https://evil.test/", "failed", nil, "connect to evil.test:443"},
		{"an address", "get https://1.1.1.1/", "failed", nil, "connect to 1.1.1.1:443"},
		{"an address at any port", "tcp 8.8.4.4:9999", "failed", nil, "connect to 8.8.4.4:9999"},
		{"an address of version 6", "get http://[2606:4700::1111]/", "failed", nil, "connect to [2606:4700::1111]:80"},
		{"the metadata service", "get http://169.254.169.254/", "failed", nil, "connect to 169.254.169.254:80"},
		{"a listed name that leads there", "get http://metadata.test/", "failed", []string{"dns metadata.test"}, "connect to metadata.test:80"},
		{"a listed name that leads to a private address", "get http://private.test/", "failed", []string{"dns private.test"}, "connect to private.test:80"},
		{"an answer that leads elsewhere", "get http://allowed.test/leads-out", "failed", []string{"dns allowed.test", "8.8.4.4:80 allowed.test /leads-out"}, "connect to evil.test"},
		{"by the proxy to an address", "proxied https://1.1.1.1/", "failed", nil, "connect to 1.1.1.1:443"},
		{"another server name", "fronted allowed.test evil.test", "failed", []string{"dns allowed.test"}, "connect to evil.test:443"},
		{"its own server name", "fronted allowed.test allowed.test", "connected", []string{"dns allowed.test"}, ""},
		{"datagrams", "udp allowed.test:443", "failed", nil, "send to allowed.test:443"},
		{"datagrams to an address", "udp 8.8.4.4:443", "failed", nil, "send to 8.8.4.4:443"},
		{"datagrams of version 6", "udp [2606:4700::1111]:9999", "failed", nil, "send to [2606:4700::1111]:9999"},
		{"an address of version 6 at any port", "tcp [2606:4700::1111]:9999", "failed", nil, "connect to [2606:4700::1111]:9999"},
		{"a raw socket", "raw ", "failed", nil, ""},
		{"an abstract socket", "abstract @shimgen-internet", "failed", nil, ""},
	}
}

// try has a client try something in a sandbox, and holds what comes of it.
func (n *internet) try(t *testing.T, w world, sandbox string, c connection) {
	t.Helper()
	got := n.as(w, w.judge(), "exec", "--no-check", "--sandbox", sandbox, "--json", "--", "./client", dialWord, c.word)
	why := sandbox + ": " + c.why + ": " + c.word
	assert.Contains(t, got.out, c.word+": "+c.got, "%s: %s", why, got.err)
	assert.ElementsMatch(t, c.asked, slices.Compact(n.asked()), "%s: seen from the servers", why) // a client may try again
	var answer struct {
		Violations []struct{ Operation, Target, Policy, Fix string }
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &answer), "%s: %s", why, got.err)
	if c.violation == "" {
		assert.Empty(t, answer.Violations, why)
		return
	}
	if assert.Len(t, answer.Violations, 1, why) {
		v := answer.Violations[0]
		assert.Equal(t, c.violation, v.Operation+" to "+v.Target, why)
		assert.NotEmpty(t, v.Policy, why)
		assert.NotEmpty(t, v.Fix, why)
	}
}

// TestX8WithoutANamespace holds the same where a supervisor makes the connections: in a sandbox
// that has the machine's network. A client that was built without cgo asks for no names there:
// it would send datagrams.
func TestX8WithoutANamespace(t *testing.T) {
	n := newInternet(t)
	w := n.install(t, listPolicy)
	names := asksByLibrary()
	for _, sandbox := range []string{"landlock", "supervisor"} {
		for _, c := range connections() {
			switch {
			case !names && strings.Contains(c.word, ".test") && !strings.HasPrefix(c.word, "proxied"):
				continue
			case strings.HasPrefix(c.why, "datagrams"):
				c.violation = "" // no such socket can be made
			case c.why == "an abstract socket":
				c.violation = "connect to unix:@shimgen-internet" // a namespace has none to refuse
			}
			n.try(t, w, sandbox, c)
		}
		for _, c := range []struct {
			program, asked string
			args           []string
		}{
			{"curl", "8.8.4.4:80 allowed.test /curl", []string{"-s", "-m", "20", "http://allowed.test/curl"}},
			{"curl", "8.8.4.4:80 allowed.test /direct", []string{"-s", "-m", "20", "--noproxy", "*", "http://allowed.test/direct"}},
			{"wget", "8.8.4.4:80 allowed.test /wget", []string{"-qO-", "-T", "20", "--no-proxy", "http://allowed.test/wget"}},
			{"python3", "8.8.4.4:80 allowed.test /python", []string{"-c", "from urllib.request import *; print(build_opener(ProxyHandler({})).open('http://allowed.test/python').read().decode())"}},
		} {
			n.tryProgram(t, w, sandbox, c.program, c.asked, c.args...)
		}
	}
}

// tryProgram has a program of the machine's ask a listed host, if the machine has it.
func (n *internet) tryProgram(t *testing.T, w world, sandbox, program, asked string, args ...string) {
	t.Helper()
	at := filepath.Join("/usr/bin", program) // where every user may start it
	if _, err := os.Stat(at); err != nil {
		t.Logf("no %s here", at)
		return
	}
	n.asked()
	got := n.as(w, append([]string{w.judge(), "exec", "--no-check", "--sandbox", sandbox, "--", at}, args...)...)
	assert.Contains(t, got.out, "hello from 8.8.4.4:80", "%s: %s %q: %s", sandbox, program, args, got.err)
	assert.Contains(t, n.asked(), asked, "%s: %s %q: seen from the servers", sandbox, program, args)
}

// asksByLibrary reports whether Go programs of this build ask for names by the C library where
// RES_OPTIONS is set: package net, Name Resolution.
func asksByLibrary() bool {
	built, _ := debug.ReadBuildInfo()
	return built != nil && slices.ContainsFunc(built.Settings, func(s debug.BuildSetting) bool { return s.Key == "CGO_ENABLED" && s.Value == "1" })
}

// TestX8WholeProgramsReachWhatIsListed holds, from the side of the servers, that a program in a sandbox
// reaches what is listed and nothing else, whether it knows of a proxy or not.
func TestX8WholeProgramsReachWhatIsListed(t *testing.T) {
	n := newInternet(t)
	w := n.install(t, listPolicy)
	for _, c := range connections() {
		n.try(t, w, "native", c)
	}
	got := n.as(w, w.judge(), "audit", "stats", "--network", "--json")
	var counted struct{ Hosts []query.Host }
	require.NoError(t, json.Unmarshal([]byte(got.out), &counted), got.err)
	for _, h := range []query.Host{
		{Host: "allowed.test", Port: 80, Method: "GET", Allowed: true, Count: 2},
		{Host: "allowed.test", Port: 8443, Allowed: true, Count: 1},
		{Host: "evil.test", Port: 443, Count: 2, Fix: `work without it, or let the user add "evil.test" to [network] allowed_domains in their policy`},
		{Host: "metadata.test", Port: 80, Count: 1, Fix: "let the user add the address itself to [network] allowed_domains, if it is one to trust"},
	} {
		at := slices.IndexFunc(counted.Hosts, func(x query.Host) bool { return x.Host == h.Host && x.Port == h.Port && x.Method == h.Method })
		if assert.GreaterOrEqual(t, at, 0, "%v is not counted: %s", h, got.out) {
			assert.GreaterOrEqual(t, counted.Hosts[at].Count, h.Count, "a client may try again")
			counted.Hosts[at].Count = h.Count
			assert.Equal(t, h, counted.Hosts[at])
		}
	}
}
