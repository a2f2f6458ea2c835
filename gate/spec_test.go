package gate

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// world is an installation with a home, a work directory and a temp directory, all below
// a test's own directory.
type world struct {
	dir, home, root, work, temp, bin string
	id                               Identity
	spec                             Spec
}

func needGate(t testing.TB) {
	t.Helper()
	if !supported {
		t.Skipf("no gate on %s/%s", runtime.GOOS, runtime.GOARCH)
	}
}

func newWorld(t testing.TB) *world {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	w := &world{
		dir: dir, home: dir + "/home/u", root: dir + "/home/u/.agent-loop",
		work: dir + "/home/u/proj", temp: dir + "/tmp", bin: dir + "/bin",
	}
	for _, d := range []string{
		w.work + "/sub/deep", w.work + "/.git/hooks", w.work + "/src", w.temp + "/session", w.bin, w.home + "/.ssh",
		w.root + "/bin", w.root + "/libexec", w.root + "/state", w.root + "/audit", dir + "/etc", dir + "/srv", dir + "/sys",
	} {
		require.NoError(t, os.MkdirAll(d, 0o700))
	}
	for _, f := range []string{w.work + "/file", w.work + "/.env", w.work + "/src/a.go", w.home + "/.ssh/id_rsa", w.home + "/notes", dir + "/etc/hosts"} {
		require.NoError(t, os.WriteFile(f, []byte("x\n"), 0o600))
	}
	w.id = Identity{Root: w.root, Home: w.home, UID: uint32(os.Geteuid()), Catalogue: [32]byte{1, 2, 3}, Recorded: []string{"GIT_PAGER=cat", "PAGER=less"}}
	w.spec = exampleSpec(w)
	return w
}

// exampleSpec is a small policy over a handful of programs.
func exampleSpec(w *world) Spec {
	return Spec{
		Catalogue: [32]byte{1, 2, 3},
		Sources:   []Source{{Path: w.root + "/policy.toml", Absent: true}},
		Audit:     Audit{Level: Basic, Dir: w.root + "/audit", Profile: "cautious"},
		Network:   true,
		Variables: []Variable{{Name: "GIT_", Prefix: true}, {Name: "LD_", Prefix: true}, {Name: "PAGER"}, {Name: "BASH_ENV"}, {Name: "POSIXLY_CORRECT"}},
		Zones: Zones{
			Temps:  []string{w.temp},
			System: []string{w.dir + "/sys", "/usr", "/etc"},
			Homes:  []string{w.dir + "/home/other"},
			Free:   []string{"/dev/null"},
			Paths:  []Place{{Path: w.home + "/.ssh"}, {Path: w.dir + "/etc", Access: Writes}, {Path: w.work + "/locked", Access: Writes}},
			Names:  []Name{{Text: ".git", Access: Writes}, {Text: ".env"}, {Text: ".env.", Match: Prefix}, {Text: ".pem", Match: Suffix}},
		},
		Commands: []Command{rmCommand(), gitCommand(), grepCommand(), cpCommand(), pythonCommand(), findCommand(), curlCommand(), touchCommand(), makeCommand(), trueCommand()},
	}
}

func rmCommand() Command {
	return Command{Names: []string{"rm"}, Syntax: Syntax{
		Bundle: true, Permute: true,
		Options: []Option{
			{Name: "-f", Forms: Bare},
			{Name: "--force", Forms: Bare},
			{Name: "-v", Forms: Bare},
			{Name: "--verbose", Forms: Bare},
			{Name: "-i", Forms: Bare},
			{Name: "-r", Forms: Bare, Tree: true},
			{Name: "-R", Forms: Bare, Tree: true},
			{Name: "--recursive", Forms: Bare, Tree: true},
			{Name: "--interactive", Forms: Bare | Attached, Value: Plain},
			{Name: "--version", Forms: Bare},
		},
		Operands: Operands{Rest: Delete, After: Same},
	}}
}

func gitCommand() Command {
	paths := Operands{Rest: Read, After: Read}
	return Command{Names: []string{"git"}, Syntax: Syntax{
		Options: []Option{{Name: "--version", Forms: Bare}, {Name: "--no-pager", Forms: Bare}, {Name: "-C", Forms: Next, Value: Enter}},
		Subcommands: []Subcommand{
			{Names: []string{"status"}, Syntax: Syntax{Bundle: true, Permute: true, Operands: paths, Options: []Option{
				{Name: "--short", Forms: Bare}, {Name: "-s", Forms: Bare}, {Name: "-b", Forms: Bare}, {Name: "--porcelain", Forms: Bare | Attached, Value: Plain},
			}}},
			{Names: []string{"log"}, Syntax: Syntax{Bundle: true, Permute: true, Operands: paths, Options: []Option{
				{Name: "--oneline", Forms: Bare}, {Name: "-n", Forms: Next | Attached, Value: Plain}, {Name: "--format", Forms: Attached, Value: Plain},
			}}},
			{Names: []string{"commit"}, Syntax: Syntax{Bundle: true, Options: []Option{
				{Name: "-a", Forms: Bare}, {Name: "-m", Forms: Next | Attached, Value: Plain}, {Name: "--message", Forms: Next | Attached, Value: Plain},
			}}},
			{Names: []string{"fetch"}, Syntax: Syntax{Networked: true}},
			{Names: []string{"stash"}, Syntax: Syntax{
				Subcommands: []Subcommand{{Names: []string{"list"}}, {Names: []string{"show"}}},
				Operands:    Operands{Min: 1},
			}},
		},
	}}
}

func grepCommand() Command {
	return Command{Names: []string{"grep", "egrep"}, Syntax: Syntax{
		Bundle: true, Permute: true,
		Options: []Option{
			{Name: "-n", Forms: Bare},
			{Name: "-r", Forms: Bare, Tree: true},
			{Name: "-i", Forms: Bare},
			{Name: "-e", Forms: Next | Attached, Value: Plain},
			{Name: "-f", Forms: Next | Attached, Value: Read},
			{Name: "--color=auto", Forms: Bare},
			{Name: "--include", Forms: Attached, Value: Plain},
		},
		Operands: Operands{First: []Kind{Plain}, Rest: Read, After: Same},
		Cases:    []Case{{With: []string{"-e", "-f"}, Operands: Operands{Rest: Read, After: Same}}},
	}}
}

func cpCommand() Command {
	return Command{Names: []string{"cp"}, Syntax: Syntax{
		Bundle: true, Permute: true,
		Options:  []Option{{Name: "-r", Forms: Bare, Tree: true}, {Name: "-v", Forms: Bare}},
		Operands: Operands{Rest: Read, Last: Target, After: Same, Min: 2},
	}}
}

func pythonCommand() Command {
	return Command{Names: []string{"python"}, Versioned: true, FindsItself: true, Syntax: Syntax{Options: []Option{{Name: "-V", Forms: Bare}}}}
}

func findCommand() Command {
	return Command{Names: []string{"find"}, Syntax: Syntax{
		Permute:  true,
		Options:  []Option{{Name: "-name", Forms: Next, Value: Plain}, {Name: "-type", Forms: Next, Value: Plain}},
		Operands: Operands{Rest: ReadTree},
	}}
}

func curlCommand() Command {
	return Command{Names: []string{"curl"}, Syntax: Syntax{
		Bundle: true, Permute: true,
		Options:  []Option{{Name: "-s", Forms: Bare}, {Name: "-H", Forms: Next | Attached, Value: Sent}, {Name: "-o", Forms: Next | Attached, Value: Target}, {Name: "--output", Forms: Next | Attached, Value: Target}},
		Operands: Operands{Rest: URL, Min: 1, Max: 1},
	}}
}

func touchCommand() Command {
	return Command{Names: []string{"touch"}, Syntax: Syntax{Operands: Operands{Rest: Change, After: Same}}}
}

func makeCommand() Command {
	return Command{Names: []string{"make"}, Syntax: Syntax{
		Bundle: true, Permute: true,
		Options: []Option{{Name: "-f", Forms: Next | Attached, Value: Read}, {Name: "-C", Forms: Next | Attached, Value: Enter}},
	}}
}

func trueCommand() Command {
	return Command{Names: []string{"true"}, Syntax: Syntax{Operands: Operands{Rest: Plain, After: Same}}}
}

// encode is Encode for a valid spec.
func encode(t testing.TB, s Spec) []byte {
	t.Helper()
	data, err := Encode(s)
	require.NoError(t, err)
	return data
}

// checker returns a Checker over the world's table.
func (w *world) checker(t testing.TB) *Checker {
	t.Helper()
	needGate(t)
	c, err := NewChecker(encode(t, w.spec), w.id)
	require.NoError(t, err)
	return c
}

// check decides about one argv in the work directory.
func (w *world) check(t testing.TB, argv ...string) Reason {
	t.Helper()
	return w.checker(t).Check(argv, w.env(), w.work)
}

func (w *world) env(more ...string) []string {
	return append([]string{"PATH=" + w.root + "/bin:" + w.bin, "HOME=" + w.home, "LANG=C"}, more...)
}
