package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// root is the project's folder, seen from here.
const root = "../.."

// targets are those that the shim starts early on.
var targets = []struct{ name, goos, goarch, mode string }{
	{"linux/amd64", "linux", "amd64", "exe"},
	{"linux/amd64 PIE", "linux", "amd64", "pie"},
	{"linux/arm64", "linux", "arm64", "exe"},
	{"linux/arm64 PIE", "linux", "arm64", "pie"},
	{"android/arm64 PIE", "android", "arm64", "pie"},
}

// build compiles a package of the project for a target, with an overlay or without
// one, and with the entry.
func build(t *testing.T, goos, goarch, mode, overlay, pkg string, more ...string) string {
	t.Helper()
	if testing.Short() && (goos != runtime.GOOS || goarch != runtime.GOARCH) {
		t.Skip("compiles for other systems: .ci/run does it")
	}
	out := filepath.Join(t.TempDir(), "binary")
	args := []string{"build", "-trimpath", "-buildmode=" + mode, "-ldflags", "-E " + defaultEntry, "-o", out}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	c := exec.Command("go", append(append(args, more...), pkg)...)
	c.Dir = root
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch, "GOFLAGS=")
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out
}

// core is where the mutants are called from.
var core = regexp.MustCompile(`(?m)^func \(w \*workspace\) admit\(.*\{\n`)

// overlay writes what puts the mutants into the gate, and a program that is
// nothing but the gate.
func overlay(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	absolute := func(name string) string {
		name, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	source, err := os.ReadFile(root + "/gate/run.go")
	if err != nil {
		t.Fatal(err)
	}
	if !core.Match(source) {
		t.Fatal("gate/run.go has no function admit to call the mutants from")
	}
	mutated := core.ReplaceAllString(string(source), "${0}\tif mutants(len(w.cwd), text(&w.cwd[0], 9), w.cwd[:]) < 0 {\n\t\treturn Result{}\n\t}\n")
	replace := map[string]string{
		absolute(root + "/gate/run.go"):             write("run.go", mutated),
		absolute(root + "/gate/mutants.go"):         absolute("testdata/mutants.go"),
		absolute(root + "/gate/mutants_amd64.s"):    absolute("testdata/mutants_amd64.s"),
		absolute(root + "/gate/mutants_arm64.s"):    absolute("testdata/mutants_arm64.s"),
		absolute(root + "/internal/mutant/main.go"): write("main.go", "package main\n\nimport _ \"github.com/agent-loop/shimgen/gate\"\n\nfunc main() {}\n"),
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	return write("overlay.json", string(text))
}

// mutant is a function of testdata/mutants.go and what its comment says.
var mutant = regexp.MustCompile(`(?m)^// (fine|want (.*))\n//\n//go:noinline\nfunc (\w+)`)

func TestEveryMutantIsCaught(t *testing.T) {
	source, err := os.ReadFile("testdata/mutants.go")
	if err != nil {
		t.Fatal(err)
	}
	mutants := mutant.FindAllStringSubmatch(string(source), -1)
	if len(mutants) < 40 {
		t.Fatalf("only %d mutants in testdata/mutants.go", len(mutants))
	}
	replace := overlay(t)
	for _, target := range targets {
		t.Run(target.name, func(t *testing.T) {
			binary := build(t, target.goos, target.goarch, target.mode, replace, "./internal/mutant")
			m, err := readImage(binary)
			if err != nil {
				t.Fatal(err)
			}
			w := walk(m, defaultEntry, "", defaultStack)
			if !slices.ContainsFunc(w.offences, func(o string) bool { return strings.Contains(o, "gate.init: variables of the package are set by code") }) {
				t.Error("mutantASum is not noticed")
			}
			for _, f := range mutants {
				caught := about(w.offences, f[3])
				if f[1] == "fine" && len(caught) > 0 {
					t.Errorf("%s is fine, but: %s", f[3], caught[0])
				}
				if f[1] != "fine" && !regexp.MustCompile(f[2]).MatchString(strings.Join(caught, "\n")) {
					t.Errorf("%s: want %s, have %q", f[3], f[2], caught)
				}
			}
		})
	}
}

// about picks the offences of one mutant and of what only it leads to.
func about(offences []string, name string) (list []string) {
	for _, o := range offences {
		if strings.HasPrefix(o, "gate."+name+" ") || strings.HasPrefix(o, "gate."+name+":") || strings.Contains(o, " > gate."+name+" ") ||
			strings.Contains(o, " > gate."+name+" >") || strings.HasSuffix(o, " > gate."+name) {
			list = append(list, o)
		}
	}
	return list
}
