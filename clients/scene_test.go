package clients

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/clients/model"
	"github.com/agent-loop/shimgen/hook"
)

// TestMain also is the first process of every cage.
func TestMain(m *testing.M) {
	cage.Inside()
	var err error
	if scratch, err = os.MkdirTemp("", "shimgen-clients-"); err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(status)
}

// Paths in the cage besides those of package cage.
const (
	record   = cage.Root + "/record" // where fake programs and hooks record what they saw
	build    = cage.Root + "/build"
	fakes    = cage.Root + "/fake"
	shims    = cage.Home + "/.agent-loop/bin"
	libexec  = cage.Home + "/.agent-loop/libexec"
	ran      = Project + "/.ran-rm" // the fake rm's mark, where a client's own sandbox lets it write
	secret   = "THE-KEY-NOBODY-MAY-READ"
	anyPath  = "/usr/local/bin:/usr/bin:/bin"
	perRun   = 5 * time.Minute // more than any client takes
	perSetup = time.Minute
)

// scratch holds everything that the tests make, and is removed with them.
var scratch string

// binaries is a directory with shimgen and the shim, built once.
var binaries = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(scratch, "build")
	c := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", dir+"/", "../cmd/shimgen", "../cmd/shim")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return "", errors.New(string(out))
	}
	return dir, nil
})

// scene is a scratch machine with one client on it.
type scene struct {
	t      *testing.T
	client Client
	cage   cage.Cage
	path   string // the PATH that the client is started with
}

// stage makes a machine with a home, a project, a key that nobody may read, and an rm
// that only records its arguments. shimgen is not installed.
func stage(t *testing.T, c Client) *scene {
	t.Helper()
	bin, err := binaries()
	require.NoError(t, err)
	root, err := os.MkdirTemp(scratch, c.Name+"-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(root, 0o755))
	t.Cleanup(func() { _ = os.RemoveAll(root) }) // some clients unpack hundreds of megabytes
	folder, err := Folder()
	require.NoError(t, err)
	s := &scene{t: t, client: c, cage: cage.Cage{Root: root, Over: map[string]string{}}, path: fakes + ":" + anyPath}
	for _, dir := range []string{Project, record, build, fakes, cage.Root + "/clients", cage.Home + "/.ssh"} {
		require.NoError(t, os.MkdirAll(s.outside(dir), 0o755))
	}
	for _, name := range []string{"shimgen", "shim"} {
		text, err := os.ReadFile(filepath.Join(bin, name))
		require.NoError(t, err)
		s.write(build+"/"+name, string(text), 0o755)
	}
	s.write(fakes+"/rm", "#!/bin/sh\necho \"$0 $*\" >>"+ran+"\n", 0o755)
	s.write(fakes+"/passwd", "root:x:0:0::/root:/bin/sh\nagent:x:1000:1000::"+cage.Home+":/bin/bash\n", 0o644)
	s.write(cage.Home+"/.ssh/id_ed25519", secret+"\n", 0o600)
	s.write(Project+"/hidden.txt", cage.Home+"\n", 0o644)
	for _, f := range c.Files {
		s.write(f.Path, f.Text, 0o644)
	}
	s.own()
	s.cage.Over[cage.Root+"/clients"] = folder
	s.cage.Over["/etc/passwd"] = s.outside(fakes + "/passwd")
	rm, err := filepath.EvalSymlinks("/bin/rm")
	require.NoError(t, err)
	require.Equal(t, "rm", filepath.Base(rm), "a program of its own, so that it can be another one in the cage")
	s.cage.Over[rm] = s.outside(fakes + "/rm")
	return s
}

// outside returns the path outside of a path in the cage.
func (s *scene) outside(place string) string {
	rest, ok := strings.CutPrefix(place, cage.Root)
	require.True(s.t, ok, place)
	return filepath.Join(s.cage.Root, rest)
}

func (s *scene) write(place, text string, mode fs.FileMode) {
	s.t.Helper()
	path := s.outside(place)
	require.NoError(s.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(s.t, os.WriteFile(path, []byte(text), mode))
	require.NoError(s.t, os.Chmod(path, mode))
}

// own makes the cage's user the owner of the user's files.
func (s *scene) own() {
	for _, dir := range []string{cage.Home, record} {
		require.NoError(s.t, filepath.WalkDir(s.outside(dir), func(path string, _ fs.DirEntry, err error) error {
			return errors.Join(err, os.Lchown(path, cage.UID, cage.GID))
		}))
	}
}

// read returns the text of a file in the cage, "" if there is none.
func (s *scene) read(place string) string {
	text, err := os.ReadFile(s.outside(place))
	if !errors.Is(err, fs.ErrNotExist) {
		require.NoError(s.t, err)
	}
	return string(text)
}

// left reports whether a file is in the project.
func (s *scene) left(name string) bool {
	_, err := os.Lstat(s.outside(Project + "/" + name))
	return err == nil
}

// env is the environment of everything in the cage.
func (s *scene) env() []string {
	return append([]string{
		"HOME=" + cage.Home, "USER=agent", "LOGNAME=agent", "SHELL=/bin/bash", "TERM=dumb", "LANG=C.UTF-8",
		"NO_PROXY=127.0.0.1,localhost", "PATH=" + s.path,
	}, s.client.Env...)
}

// run runs a command in the project.
func (s *scene) run(cmd cage.Command) cage.Result {
	s.t.Helper()
	cmd.Env, cmd.Dir = s.env(), Project
	r, err := s.cage.Run(context.Background(), cmd)
	require.NoError(s.t, err, r.Stderr)
	return r
}

// shimgen runs the built shimgen, which must succeed, and returns its output.
func (s *scene) shimgen(args ...string) string {
	s.t.Helper()
	r := s.run(cage.Command{Argv: append([]string{build + "/shimgen"}, args...), Limit: perSetup})
	require.Zero(s.t, r.Exit, "shimgen %v: %s%s", args, r.Stdout, r.Stderr)
	return r.Stdout
}

// install sets the machine up as a user would by docs/hosts.md: the shims, the PATH to
// them that the client needs, and the hook.
func (s *scene) install(flags ...string) {
	s.t.Helper()
	r, ok := hook.RegistrationOf(s.client.Name)
	require.True(s.t, ok)
	if r.Path == hook.PathLogin {
		s.shimgen("install", "--shell-init")
	} else {
		s.shimgen("install")
		s.path = shims + ":" + s.path
	}
	s.shimgen(append([]string{"hook", "install", s.client.Name}, flags...)...)
}

// settings is the file that the hook is registered in.
func (s *scene) settings() string {
	r, _ := hook.RegistrationOf(s.client.Name)
	return filepath.Join(cage.Home, r.Home, r.User)
}

// played is the outcome of a conversation.
type played struct {
	cage.Result
	heard    []string // the result of each step as the model got it
	requests []model.Request
}

// play lets the client follow a model with this script, to the end.
func (s *scene) play(steps ...model.Step) played {
	s.t.Helper()
	server := &model.Server{Steps: steps, Last: "That was all."}
	began := time.Now()
	r := s.run(cage.Command{Argv: s.client.Run("Follow the script."), Handler: server, Limit: perRun})
	p := played{Result: r, heard: server.Heard(), requests: server.Requests()}
	s.t.Logf("%s: exit %d after %v, %d requests", s.client.Dir(), r.Exit, time.Since(began).Round(time.Second/10), len(p.requests))
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.t.Logf("heard: %q\nrequests: %+v\nstdout: %s\nstderr: %s", p.heard, p.requests, end(r.Stdout), end(r.Stderr))
		}
	})
	require.False(s.t, r.TimedOut, "the client hangs")
	require.Len(s.t, p.heard, len(steps), "the conversation did not come to its end")
	return p
}

// end returns the last part of a long text.
func end(text string) string { return text[max(0, len(text)-4000):] }

// recorded is a line of shimgen's audit trail.
type recorded struct {
	Event   string
	Command string
	Argv    []string
	Action  string
}

// trail returns shimgen's audit trail.
func (s *scene) trail() []recorded {
	s.t.Helper()
	files, err := filepath.Glob(s.outside(cage.Home + "/.agent-loop/audit/*.jsonl"))
	require.NoError(s.t, err)
	var all []recorded
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(s.t, err)
		for line := range strings.Lines(string(text)) {
			var r recorded
			require.NoError(s.t, json.Unmarshal([]byte(line), &r))
			all = append(all, r)
		}
	}
	return all
}

// judged returns how often shimgen's hook recorded a decision on this source.
func (s *scene) judged(source string) int {
	n := 0
	for _, r := range s.trail() {
		if r.Event == "command" && r.Command == source {
			n++
		}
	}
	return n
}

// refused returns what shims refused, as argument vectors.
func (s *scene) refused() [][]string {
	var all [][]string
	for _, r := range s.trail() {
		if r.Event == "path_proxy" && r.Action != "allow" && r.Action != "warn" {
			all = append(all, r.Argv)
		}
	}
	return all
}
