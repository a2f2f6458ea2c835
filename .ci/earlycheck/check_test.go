package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// ask runs earlycheck and returns what a user would see.
func ask(args ...string) (status int, out, err string) {
	var stdout, stderr bytes.Buffer
	status = run(args, &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

func TestTheShimPassesForEveryTarget(t *testing.T) {
	for _, target := range targets {
		t.Run(target.name, func(t *testing.T) {
			binary := build(t, target.goos, target.goarch, target.mode, "", "./cmd/shim")
			status, out, err := ask(binary)
			if status != 0 || err != "" || !regexp.MustCompile(`: \d{2,} functions, .* leaves: _rt0_\w+ runtime\.morestack_noctxt `).MatchString(out) {
				t.Errorf("%d: %s%s", status, out, err)
			}
			t.Log(out)
		})
	}
}

// The judge has an entry of its own, that decides nothing.
func TestTheJudgePassesForEveryTarget(t *testing.T) {
	entry := strings.Replace(defaultEntry, ".entry", ".judgeEntry", 1)
	for _, target := range targets {
		t.Run(target.name, func(t *testing.T) {
			binary := build(t, target.goos, target.goarch, target.mode, "", "./gate/testdata/tiny", "-ldflags", "-E "+entry)
			if status, out, err := ask("-entry", entry, binary); status != 0 || err != "" {
				t.Errorf("%d: %s%s", status, out, err)
			}
		})
	}
}

func TestWhatIsShippedIsWhatWasWalked(t *testing.T) {
	walked := build(t, "linux", "amd64", "exe", "", "./cmd/shim")
	stripped := build(t, "linux", "amd64", "exe", "", "./cmd/shim", "-ldflags", "-s -w -E "+defaultEntry)
	if status, _, err := ask("-same", stripped, walked); status != 0 {
		t.Error(err)
	}
	if status, _, err := ask(stripped); status != 2 || !strings.Contains(err, "has no symbols: build it without -s") {
		t.Errorf("%d: %s", status, err)
	}
	data, err := os.ReadFile(stripped)
	if err != nil {
		t.Fatal(err)
	}
	m, err := readImage(walked)
	if err != nil {
		t.Fatal(err)
	}
	text := m.segments[0] // holds the code, from the file's start
	at := int(m.entry - text.Vaddr + text.Off)
	data[at] ^= 1
	changed := filepath.Join(t.TempDir(), "changed")
	if err := os.WriteFile(changed, data, 0o700); err != nil {
		t.Fatal(err)
	}
	if status, _, err := ask("-same", changed, walked); status != 2 || !strings.Contains(err, "gate.entry: the code differs") {
		t.Errorf("%d: %s", status, err)
	}
	ordinary := build(t, "linux", "amd64", "exe", "", "./cmd/shim", "-ldflags", "")
	if status, _, err := ask("-same", ordinary, walked); status != 2 || !strings.Contains(err, "starts at 0x") {
		t.Errorf("%d: %s", status, err)
	}
}

func TestOffences(t *testing.T) {
	fast := build(t, "linux", "amd64", "exe", "", "./cmd/shim")
	ordinary := build(t, "linux", "arm64", "exe", "", "./cmd/shim", "-ldflags", "")
	for name, c := range map[string]struct {
		args   []string
		status int
		err    string
	}{
		"without the entry":    {[]string{ordinary}, 1, `the ELF entry is "_rt0_arm64_linux", not "` + defaultEntry},
		"another entry":        {[]string{"-entry", "main.entry", fast}, 1, `not "main.entry"`},
		"little stack":         {[]string{"-stack", "300", fast}, 1, "bytes deep, 300 are allowed; path: gate.entry ("},
		"no binary":            {nil, 2, "which binary?"},
		"no such file":         {[]string{"/nonexistent"}, 2, "no such file"},
		"no ELF file":          {[]string{"main.go"}, 2, "main.go: bad magic number"},
		"same with two":        {[]string{"-same", fast, fast, fast}, 2, "which binary?"},
		"no such option":       {[]string{"-x"}, 2, "not defined"},
		"one good and one bad": {[]string{fast, ordinary}, 1, "the ELF entry"},
	} {
		t.Run(name, func(t *testing.T) {
			status, _, err := ask(c.args...)
			if status != c.status || !strings.Contains(err, c.err) {
				t.Errorf("%d, want %d: %s", status, c.status, err)
			}
		})
	}
}

func TestPackageOf(t *testing.T) {
	for name, want := range map[string]string{
		"github.com/agent-loop/shimgen/gate.(*workspace).admit":   "github.com/agent-loop/shimgen/gate",
		"github.com/agent-loop/shimgen/gate.same[go.shape.int]":   "github.com/agent-loop/shimgen/gate",
		"github.com/agent-loop/shimgen/gate.x[example.com/a/b.c]": "github.com/agent-loop/shimgen/gate",
		"github.com/agent-loop/shimgen/gateway.x":                 "github.com/agent-loop/shimgen/gateway",
		"type:.eq.github.com/agent-loop/shimgen/gate.file":        "type:.eq.github.com/agent-loop/shimgen/gate",
		"runtime.memmove":        "runtime",
		"_rt0_amd64_linux":       "",
		"internal/sync.(*M).x":   "internal/sync",
		"main.main":              "main",
		"go:struct.{x example.y": "go:struct",
	} {
		if got := packageOf(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// FuzzDecode holds that no code makes the decoders fail or skip a byte of it.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{0x48, 0x83, 0xec, 0x10, 0xe8, 0, 0, 0, 0, 0xc3}, uint64(0x401000), false)
	f.Add([]byte{0xfd, 0x7b, 0xbf, 0xa9, 0xc0, 0x03, 0x5f, 0xd6}, uint64(0x11000), true)
	f.Fuzz(func(t *testing.T, code []byte, addr uint64, entry bool) {
		addr &= 1<<40 - 4
		for _, steps := range [][]step{decodeAMD64(code, addr, entry), decodeARM64(code, addr, entry)} {
			at := addr
			for _, s := range steps {
				if s.at < at || s.at > addr+uint64(len(code)) {
					t.Fatalf("step at %#x behind %#x", s.at, at)
				}
				at = s.at
				if s.down < 0 {
					t.Fatalf("%s lowers by %d", s.text, s.down)
				}
			}
		}
	})
}
