package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shared is where the release for all tests is made.
var shared string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "packaging-test")
	if err != nil {
		panic(err)
	}
	shared = dir
	status := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(status)
}

// here is this machine's target.
const here = runtime.GOOS + "-" + runtime.GOARCH

// makeRelease makes a release of v1.2.3 for this machine alone, and a fake program.
var makeRelease = sync.OnceValue(func() error {
	release := exec.Command("../.ci/release", shared+"/dist")
	release.Env = append(os.Environ(), "VERSION=v1.2.3", "TARGETS="+runtime.GOOS+"/"+runtime.GOARCH)
	fake := exec.Command("go", "build", "-o", shared+"/fake", "./testdata/fake")
	fake.Env = append(os.Environ(), "CGO_ENABLED=0")
	for _, c := range []*exec.Cmd{release, fake} {
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w\n%s", c.Args, err, out)
		}
	}
	return nil
})

// released returns the directory of the release.
func released(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a release: .ci/run does it")
	}
	if runtime.GOOS != "linux" {
		t.Skip("needs Linux")
	}
	require.NoError(t, makeRelease())
	return shared + "/dist"
}

// only returns the one file of the release with a name of this pattern.
func only(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(released(t), pattern))
	require.NoError(t, err)
	require.Len(t, found, 1, pattern)
	return found[0]
}

// The same programs give the same packages, and the sums are of everything.
func TestSameBytes(t *testing.T) {
	dir, again := released(t), t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(again, here), os.DirFS(filepath.Join(dir, here))))
	sums, err := os.ReadFile(filepath.Join(dir, sumsFile))
	require.NoError(t, err)
	epoch, err := exec.Command("git", "log", "-1", "--format=%ct %H").Output()
	if err != nil {
		t.Skip("needs the repository, for its last commit")
	}
	seconds, commit, _ := strings.Cut(strings.TrimSpace(string(epoch)), " ")
	require.NoError(t, run([]string{"-top", "..", "-version", "v1.2.3", "-commit", commit, "-epoch", seconds, again}))
	files, err := os.ReadDir(again)
	require.NoError(t, err)
	assert.Greater(t, len(files), 8)
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		sum, err := sumOf(filepath.Join(again, f.Name()))
		require.NoError(t, err)
		assert.Contains(t, string(sums), sum+"  ./"+f.Name()+"\n")
	}
	check := exec.Command("sha256sum", "--check", "--quiet", sumsFile)
	check.Dir = dir
	out, err := check.CombinedOutput()
	assert.NoError(t, err, "%s", out)
}

// The bill names every module of every program, and the provenance every file but itself
// and the sums.
func TestBillAndProvenance(t *testing.T) {
	dir := released(t)
	var b bill
	readJSON(t, filepath.Join(dir, "shimgen.cdx.json"), &b)
	refs := map[string]component{}
	for _, c := range b.Components {
		assert.NotContains(t, refs, c.Ref)
		refs[c.Ref] = c
	}
	programs, err := filepath.Glob(filepath.Join(dir, here, "*"))
	require.NoError(t, err)
	on := map[string][]string{}
	for _, d := range b.Dependencies {
		on[d.Ref] = d.On
		for _, ref := range d.On {
			assert.Contains(t, refs, ref)
		}
	}
	for _, program := range programs {
		name := here + "/" + filepath.Base(program)
		info, err := buildinfo.ReadFile(program)
		require.NoError(t, err)
		assert.Contains(t, on["shimgen"], name)
		assert.Len(t, on[name], len(info.Deps)+1, "its modules, and the standard library")
		for _, m := range info.Deps {
			assert.Contains(t, on[name], "pkg:golang/"+m.Path+"@"+m.Version)
		}
		sum, err := sumOf(program)
		require.NoError(t, err)
		assert.Equal(t, sum, refs[name].Hashes[0].Content)
	}

	var s statement
	readJSON(t, filepath.Join(dir, provenanceFile), &s)
	subjects := map[string]string{}
	for _, subject := range s.Subject {
		subjects[subject.Name] = subject.Digest["sha256"]
	}
	require.NoError(t, filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(dir, file); !d.IsDir() && name != provenanceFile && name != sumsFile {
			sum, err := sumOf(file)
			require.NoError(t, err)
			assert.Equal(t, sum, subjects[name], name)
		}
		return err
	}))
	assert.Equal(t, "v1.2.3", s.Predicate.Definition.External["version"])
	assert.Len(t, s.Predicate.Definition.Sources[0].Digest["gitCommit"], 40)
}

func readJSON(t *testing.T, file string, value any) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	require.NoError(t, in.Decode(value))
}

// The formula names the archives of the release by their sums, and is Ruby.
func TestFormula(t *testing.T) {
	formula := only(t, "shimgen.rb")
	text, err := os.ReadFile(formula)
	require.NoError(t, err)
	archive := only(t, "shimgen-v*.tar.gz")
	sum, err := sumOf(archive)
	require.NoError(t, err)
	assert.Contains(t, string(text), "url \"https://github.com/agent-loop/shimgen/releases/download/v1.2.3/"+filepath.Base(archive)+"\"\n      sha256 \""+sum+"\"\n")
	if _, err := exec.LookPath("ruby"); err != nil {
		t.Skip("needs ruby, which would read it")
	}
	out, err := exec.Command("ruby", "-c", formula).CombinedOutput()
	assert.NoError(t, err, "%s", out)
}

// The plug-ins have the version that agents can compare.
func TestPluginsOfAgents(t *testing.T) {
	dir := t.TempDir()
	out, err := exec.Command("tar", "-xzf", only(t, "shimgen-agents-*.tar.gz"), "-C", dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	text, err := os.ReadFile(filepath.Join(dir, "shimgen-agents-v1.2.3", "claude", ".claude-plugin", "plugin.json"))
	require.NoError(t, err)
	assert.Contains(t, string(text), `"version": "1.2.3"`)
}
