package sandbox_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/sandbox"
)

// Each line is what a program really prints.
func TestDenials(t *testing.T) {
	box := sandbox.Box{
		Dir: "/w", Write: []string{"/w", "/other"}, Keep: []string{"/w/.git/config", "/w/.git/hooks"},
		Hide: []string{"/home/u/.ssh"}, Show: []string{"/home/u/.ssh/known_hosts"}, Temp: "/run/t",
	}
	ours := func(name string) (string, bool, bool, bool) {
		mine := strings.HasPrefix(name, "/home/u/") || strings.HasPrefix(name, "/w")
		return name, !strings.Contains(name, "absent"), mine, mine
	}
	for line, want := range map[string]string{
		"touch: cannot touch '/home/u/x': Read-only file system":                                "write /home/u/x",
		"bash: line 1: /home/u/a b: Read-only file system":                                      "write /home/u/a b",
		"sh: 1: cannot create /home/u/x: Read-only file system":                                 "write /home/u/x",
		"sh: 1: cannot create ../home/u/x: Read-only file system":                               "write /home/u/x",
		"OSError: [Errno 30] Read-only file system: '/home/u/x'":                                "write /home/u/x",
		"Error: EROFS: read-only file system, open '/home/u/x'":                                 "write /home/u/x",
		"open /home/u/x: read-only file system":                                                 "write /home/u/x",
		"chmod: changing permissions of '/home/u/x': Read-only file system":                     "write /home/u/x",
		"/home/u/bin/sh: line 1: /home/u/x: Read-only file system":                              "write /home/u/x", // not who says it
		"/home/u/x: Read-only file system":                                                      "write /home/u/x",
		"bash: line 1: .git/hooks/new: Read-only file system":                                   "write /w/.git/hooks/new",
		"error: could not write config file .git/config: Device or resource busy":               "rename /w/.git/config",
		"mv: cannot move '.git' to 'x': Device or resource busy":                                "rename /w/.git",
		"cat: /home/u/.ssh/id_rsa: No such file or directory":                                   "read /home/u/.ssh/id_rsa",
		"cat: /home/u/.ssh/id_rsa: Permission denied":                                           "read /home/u/.ssh/id_rsa",
		"fatal: unable to access 'https://github.com/a/b/': Could not resolve host: github.com": "connect github.com",
		"npm error network getaddrinfo EAI_AGAIN registry.example.com":                          "connect registry.example.com",
		"dial tcp: lookup proxy.example.com: Temporary failure in name resolution":              "connect proxy.example.com",
		"ping: connect: Network is unreachable":                                                 "connect the network",
		"cat: /home/u/.ssh/absent: No such file or directory":                                   "",
		"cat: /home/u/.ssh/known_hosts: Permission denied":                                      "",
		"cat: /home/u/absent: No such file or directory":                                        "",
		"touch: cannot touch '/etc/x': Read-only file system":                                   "", // nobody may there anyway
		"touch: cannot touch 'sub/x': Read-only file system":                                    "", // it is writable: another mount
		"touch: cannot touch '/tmp/x': Read-only file system":                                   "",
		"rm: cannot remove '/other/x': Device or resource busy":                                 "",
		"Read-only file system":                                                                 "",
		"connect: Connection refused":                                                           "",
		"bash: /home/u/prog: Permission denied":                                                 "",
		"\x00/home/u\x00: Read-only file system":                                                "",
		"":                                                                                      "",
	} {
		got := ""
		for _, d := range box.Denials(line+"\n"+line, ours) {
			got += d.Operation + " " + d.Target
			assert.Equal(t, 2, d.Count, line)
		}
		assert.Equal(t, want, got, line)
	}
	box.Dir = "/w/absent"
	for line, want := range map[string]string{
		"error: could not write config file .git/config: Device or resource busy": "/w/.git/config",
		"fatal: cannot write '.git/hooks/pre-commit': Read-only file system":      "/w/.git/hooks/pre-commit",
		"error: could not write config file x/config: Device or resource busy":    "",
	} {
		got := ""
		for _, d := range box.Denials(line, ours) {
			got += d.Target
		}
		assert.Equal(t, want, got, "it was said elsewhere: %s", line)
	}
	box.Network = sandbox.Full
	assert.Empty(t, box.Denials("curl: (6) Could not resolve host: host.example", ours), "where the network is on, it is not ours")
}
