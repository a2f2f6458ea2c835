package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/exit"
)

// TestPrintedCommandsRun runs every command of README and the pages, exactly as printed:
// it types the lines of a block into one shell, in order. Fake programs stand behind
// them. Make prints what it would do, and go compiles and parses the flags, but does not
// start what takes minutes.
func TestPrintedCommandsRun(t *testing.T) {
	realMake, err := exec.LookPath("make")
	if err != nil {
		t.Skip("needs make")
	}
	s := newShell(t, realMake)
	asked := map[string]bool{}
	for _, page := range pages(t) {
		for _, b := range blocks(t, page) {
			t.Run(fmt.Sprintf("%s:%d", b.page, b.line), func(t *testing.T) {
				if why := unrun[b.page]; why != "" {
					return // a picture
				}
				var lines []typed
				for _, l := range b.typed {
					once := strings.HasPrefix(l.command, "shimgen doctor") // the slow ones, which no directory changes
					if !asked[l.command] {
						lines = append(lines, l)
					}
					asked[l.command] = once
				}
				s.types(t, lines)
			})
		}
	}
	for line := range unrun {
		if !strings.HasSuffix(line, ".md") {
			assert.True(t, s.seen[line], "no page has the command that is not run: %s", line)
		}
	}
}

// unrun are the commands that this test does not run, and the pages whose blocks are not
// commands, with the reason. The program of such a command must exist.
var unrun = map[string]string{
	"docs/design.md":           "its block is a picture",
	"docs/fleet.md":            "its commands are typed on several machines: TestFirstSection of cmd/shimgen-fleet does that",
	".ci/run":                  "it runs this test",
	".ci/systems darwin/arm64": "compiles everything for another system: make soak does it",
}

// statuses are the statuses of commands that do not exit with 0.
var statuses = map[string][]int{
	`rm -rf "$BUILD"/`: {126},
	"shimgen check -- 'make test && git push --force'": {exit.Ask},
	"shimgen check --file ci/tidy.sh":                  {exit.Ask},
	"shimgen exec -- git clean -fdx":                   {126},          // nobody is there to say yes
	"shimgen policy edit":                              {exit.Failed},  // for a person at a terminal
	"shimgen policy diff":                              {exit.Blocked}, // nothing was changed
	"shimgen approve k7qm2x":                           {exit.Blocked}, // nothing waits
	"shimgen exec --review -- sh build.sh":             {2, 127},       // no such file is there
	"shimgen approve k7qm2x --for 30m":                 {exit.Blocked},
	"shimgen revoke k7qm2x":                            {exit.Blocked},
	"shimgen trust":                                    {exit.Blocked}, // no project file is there
	"shimgen untrust":                                  {exit.Blocked},
	"shimgen doctor":                                   {0, exit.Blocked},
	"shimgen doctor --hosts":                           {0, exit.Blocked},
}

// pages are README and the pages it leads to, except rules.md: it is generated, and the
// rules' own tests judge its examples.
func pages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	found = slices.DeleteFunc(found, func(name string) bool { return filepath.Base(name) == "rules.md" })
	return append(found, "../../README.md", "../../CONTRIBUTING.md", "../../SECURITY.md")
}

// typed is a command, and the output that the page shows; nil if it shows none.
type typed struct {
	command string
	prints  []string
}

// block is a block of a page.
type block struct {
	page  string
	line  int
	typed []typed
}

// blocks returns a page's blocks of commands: indented ones, and fenced ones of sh or
// console. If lines begin with a dollar sign, the others are their output.
func blocks(t *testing.T, page string) (found []block) {
	t.Helper()
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	fence, inside := "", false
	for i, line := range strings.Split(string(text), "\n") {
		code, in := strings.CutPrefix(line, "    ")
		if mark, ok := strings.CutPrefix(line, "```"); ok {
			if fence == "" {
				fence = mark + "`"
			} else {
				fence = ""
			}
			in = false
		} else if fence != "" {
			code, in = line, fence == "sh`" || fence == "console`"
		}
		if !in {
			inside = false
			continue
		}
		if !inside {
			name, err := filepath.Rel("../..", page)
			require.NoError(t, err)
			found = append(found, block{page: name, line: i + 1})
		}
		inside = true
		b := &found[len(found)-1]
		command, dollar := strings.CutPrefix(code, "$ ")
		last := len(b.typed) - 1
		switch {
		case dollar:
			b.typed = append(b.typed, typed{command, []string{}})
		case last >= 0 && b.typed[last].prints != nil:
			b.typed[last].prints = append(b.typed[last].prints, code)
		default:
			b.typed = append(b.typed, typed{command: code})
		}
	}
	return found
}

// shell is where the commands are typed.
type shell struct {
	world
	work string
	env  []string
	seen map[string]bool

	// startFiles lies over the machine's own start files, which a command of root's would edit;
	// "" if nothing can, or need.
	startFiles string
}

// newShell makes a home with an installation, and a work directory with bin/ as make
// build leaves it.
func newShell(t *testing.T, realMake string) *shell {
	w := newWorld(t)
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	s := &shell{world: w, work: filepath.Join(w.home, "work"), seen: map[string]bool{}}
	require.NoError(t, os.MkdirAll(filepath.Join(s.work, "docs"), 0o700))
	require.NoError(t, os.Symlink(built, filepath.Join(s.work, "bin")))
	goProgram, err := exec.LookPath("go")
	require.NoError(t, err)
	for name, text := range map[string]string{
		"git":     "case \"$*\" in status*) echo ' M main.go';; clone*) mkdir shimgen && ln -s '" + built + "' shimgen/bin;; esac",
		"rm":      "echo the real rm ran; exit 99",
		"make":    "exec '" + realMake + "' --no-print-directory -n -C '" + root + "' \"$@\"",
		"go":      fmt.Sprintf(fakeGo, root, goProgram),
		"npm":     "exit 0",
		"claude":  `test -x "$5" && test "$6" = mcp || test -x "$6"`, // claude mcp add NAME -- PROGRAM mcp
		"COMMAND": "exit 0",
		"shimgen": "exec '" + w.judge() + "' \"$@\"",
	} {
		w.write(t, "fake/"+name, "#!/bin/sh\n"+text+"\n", 0o700)
	}
	if os.Geteuid() == 0 && exec.Command("unshare", "--mount", "true").Run() == nil {
		s.startFiles = t.TempDir()
	}
	s.env = []string{"HOME=" + w.home, "PATH=" + strings.Join([]string{w.bin(), filepath.Join(w.home, "fake"), "/usr/bin", "/bin"}, ":")}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOFLAGS", "GOPROXY"} {
		value, err := exec.Command(goProgram, "env", name).Output()
		require.NoError(t, err)
		s.env = append(s.env, name+"="+strings.TrimSpace(string(value)))
	}
	return s
}

// fakeGo asks for help behind the flags of a program, builds to nowhere, and lists the
// tests that would run, of which there must be one.
const fakeGo = `unset TMPDIR
cd '%s' || exit
export CGO_ENABLED=0
case $1 in
run) exec '%[2]s' "$@" -h ;;
build) shift; exec '%[2]s' build -buildvcs=false -o /dev/null "$@" ;; # git is a fake
esac
name=.
for word; do
	case $last in -run) test "$word" = xxx || name=$word ;; -bench) name=$word ;; esac
	last=$word
done
'%[2]s' "$@" -list "$name" | grep -E "^(Test|Benchmark)"`

// types types the lines of a block, and checks the status of each and the output that the
// page shows, in which three dots match anything.
func (s *shell) types(t *testing.T, lines []typed) {
	t.Helper()
	var script strings.Builder
	for _, l := range lines {
		plain := strings.TrimSpace(comment.ReplaceAllString(l.command, ""))
		s.seen[plain] = true
		if unrun[plain] != "" {
			assert.FileExists(t, filepath.Join("../..", strings.Fields(plain)[0]), "%s", plain)
			script.WriteString(":")
		} else {
			script.WriteString(l.command)
		}
		script.WriteString("\nprintf '\\n\\036%d\\n' $?\n")
	}
	c := exec.Command("sh", "-c", script.String())
	if s.startFiles != "" {
		c = exec.Command("unshare", "--mount", "sh", "-c", `mount --bind "$0" /etc/profile.d && exec sh -c "$1"`, s.startFiles, script.String())
	}
	c.Env, c.Dir = s.env, s.work
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	rest := string(out)
	for _, l := range lines {
		said, after, ok := strings.Cut(rest, "\n\x1e")
		require.True(t, ok, "%s: %s", l.command, rest)
		number, after, _ := strings.Cut(after, "\n")
		rest = after
		status, err := strconv.Atoi(number)
		require.NoError(t, err)
		plain := strings.TrimSpace(comment.ReplaceAllString(l.command, ""))
		want := statuses[plain]
		if want == nil {
			want = []int{0}
		}
		assert.Contains(t, want, status, "%s: %s", l.command, said)
		if l.prints != nil {
			assert.Regexp(t, pattern(l.prints), strings.ReplaceAll(said, s.home, "/home/agent"), l.command)
		}
	}
}

// comment is a comment behind a command.
var comment = regexp.MustCompile(`\s+# .*$`)

// blanks vary with the longest word of a column, such as a home.
var blanks = regexp.MustCompile(` +`)

// pattern matches the output that a page shows.
func pattern(lines []string) string {
	var b strings.Builder
	b.WriteString(`^`)
	for _, l := range lines {
		if strings.TrimSpace(l) == "…" {
			b.WriteString(`(?s:.*?)`)
			continue
		}
		b.WriteString(blanks.ReplaceAllString(regexp.QuoteMeta(strings.TrimRight(l, " ")), " +") + ` *\n`)
	}
	return strings.TrimSuffix(b.String(), `\n`) + `\s*$`
}

// TestPrintedPoliciesAreValid parses the policies on the pages.
func TestPrintedPoliciesAreValid(t *testing.T) {
	fenced := regexp.MustCompile("(?ms)^```toml\n(.*?)^```")
	found := 0
	for _, page := range pages(t) {
		if unrun[strings.TrimPrefix(page, "../../")] != "" {
			continue // what it shows is of another program
		}
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range fenced.FindAllSubmatch(text, -1) {
			found++
			file := filepath.Join(t.TempDir(), "policy.toml")
			require.NoError(t, os.WriteFile(file, m[1], 0o600))
			got := inProcess([]string{"HOME=" + t.TempDir()}, "", "policy", "validate", file)
			assert.Zero(t, got.status, "%s: %s", page, got.err)
		}
	}
	assert.NotZero(t, found)
}
