package e2e_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
)

var (
	differentialN = flag.Int("differential.n", 2500, "how many generated commands both shims are started with")
	ordinaryEach  = flag.Int("differential.each", 1, "start the ordinary shim, which takes most of the time, with one command in so many")
	corpusFolder  = flag.String("differential.corpus", "", "`folder` of more commands: lines of JSON with a \"command\", in files *.jsonl")
)

// TestFastAndOrdinaryAreTheSame starts the ordinary shim and the fast one, which decides
// before the Go runtime starts, with the same commands. Both must become the same program
// with the same arguments and environment, print the same, exit with the same status and
// leave the same line in the audit trail. If the gate, asked in this process, clears the
// command, that program must be the real one, and the judge must allow it. Otherwise it
// must be the judge, so both shims ask it the same question.
func TestFastAndOrdinaryAreTheSame(t *testing.T) {
	needsFast(t)
	profiles := []string{policy.Open, policy.Cautious, policy.Guarded, policy.Paranoid}
	each := *differentialN/(len(profiles)*len(layers)) + 1
	corpus := readCorpus(t, *corpusFolder)
	var mu sync.Mutex
	count, clear := 0, 0
	t.Run("shards", func(t *testing.T) {
		for i, profile := range profiles {
			for j, layer := range layers {
				t.Run(profile+"/"+layer.name, func(t *testing.T) {
					t.Parallel()
					s := newScene(t, profile, layer.text)
					g := generator{Rand: rand.New(rand.NewPCG(uint64(i), uint64(100+j))), tree: s.tree, shims: shims}
					list := make([]started, 0, each)
					for range each {
						list = append(list, g.started())
					}
					if profile == policy.Cautious && layer.text == "" {
						for _, argv := range corpus {
							list = append(list, started{argv: argv, env: s.env, dir: s.work})
						}
					}
					n := s.same(t, list)
					mu.Lock()
					defer mu.Unlock()
					count, clear = count+len(list), clear+n
				})
			}
		}
	})
	t.Logf("%d commands, %d clear", count, clear)
	assert.GreaterOrEqual(t, count, *differentialN)
	assert.Greater(t, 20*clear, count, "hardly anything was clear, so hardly anything was compared")
}

// A started is a command with everything that a decision depends on.
type started struct {
	argv, env []string
	dir       string
}

// started makes a command. One in three is entirely ordinary, so that enough of them are
// clear.
func (g *generator) started() started {
	if g.one(3) {
		return started{slices.Clone(ordinary[g.IntN(len(ordinary))]), g.tree.env, g.tree.work}
	}
	return started{g.hostile(g.command()), unique(g.env()), g.pick(g.tree.dirs)}
}

// same runs a list with both shims and compares them. It returns how many were clear.
func (s *scene) same(t *testing.T, list []started) (clear int) {
	results := map[string][]result{}
	for _, way := range []string{"ordinary", "fast"} {
		s.enter(t, way)
		results[way] = make([]result, len(list))
		for i, c := range list {
			if way == "ordinary" && i%*ordinaryEach != 0 {
				continue // the gate in this process, which the ordinary shim uses too, replaces it
			}
			r, err := s.run(c.argv, c.env, c.dir)
			require.NoError(t, err, "%s: %.300q in %s", way, c.argv, c.dir)
			results[way][i] = r
		}
	}
	differences := 0
	for i, c := range list {
		ordinary, fast := results["ordinary"][i].plain(), results["fast"][i].plain()
		why := ""
		if ordinary != fast && i%*ordinaryEach == 0 {
			why = fmt.Sprintf("ordinary %.2000q\nfast     %.2000q", fmt.Sprint(ordinary), fmt.Sprint(fast))
		} else {
			why = s.wrong(c, fast)
		}
		if fast.status == syscall.WaitStatus(targetStatus<<8) {
			clear++
		}
		if why != "" {
			if differences++; differences <= 5 {
				t.Errorf("%.600q in %s with %q: %s", c.argv, c.dir, c.env, why)
			}
		}
	}
	assert.Zero(t, differences)
	return clear
}

// plainResult is what two runs of one command must have in common.
type plainResult struct {
	status         syscall.WaitStatus
	out, err, line string
}

// changing are the parts of a line that belong to one process or moment.
var changing = regexp.MustCompile(`"(time|ts)":"[^"]*"|"id":"[^"]*"|"p?pid":\d+`)

// plain removes what belongs to one process or moment.
func (r result) plain() plainResult {
	return plainResult{r.status, changing.ReplaceAllString(r.out, "_"), r.err, changing.ReplaceAllString(r.line, "_")}
}

// wrong compares what both did with the answers of the gate and the judge in this
// process, and describes the first contradiction, or returns "".
func (s *scene) wrong(c started, r plainResult) string {
	name := c.argv[0][strings.LastIndexByte(c.argv[0], '/')+1:]
	if !slices.Contains(shims, name) {
		return "" // the shim decides what such a name means, and the two agree
	}
	env := slices.Clone(c.env)
	if s.emulator != nil {
		slices.Reverse(env) // QEMU passes the environment on in this order
	}
	reason := s.checker.Check(c.argv, c.env, c.dir)
	allowed := reason == gate.Clear
	findable := slices.Contains(c.env, "PATH="+s.top+"/real")
	switch r.status {
	case targetStatus << 8:
		if !allowed {
			return "the real program ran, and the gate does not call it clear"
		}
		if why := s.judge(s.policy, c.argv, c.env, c.dir); why != "" {
			return "the real program ran, but " + why
		}
		argv := slices.Clone(c.argv)
		if grammar.FindsItself(name) {
			argv[0] = s.top + "/real/" + name
		}
		if want := stack(s.top+"/real/"+name, argv, env); r.out != want {
			return fmt.Sprintf("the real program was given %.2000q, not %.2000q", r.out, want)
		}
		if s.policy.Audit.Level != gate.Off && strings.Count(r.line, "\n") != 1 {
			return fmt.Sprintf("the trail has %q", r.line)
		}
	case judgeStatus << 8:
		if allowed && findable {
			return "the gate calls it clear, and the judge was asked"
		}
		option := gate.AsShim
		if reason >= gate.UnknownSubcommand && reason <= gate.Hooked {
			option = gate.AsShimFresh
		}
		argv := append([]string{c.argv[0], option, name}, c.argv[1:]...)
		if want := stack(s.id.Root+"/libexec/shimgen", argv, env); r.out != want {
			return fmt.Sprintf("the judge was given %.2000q, not %.2000q", r.out, want)
		}
		if r.line != "" {
			return "the gate left a line about what it does not decide: " + r.line
		}
	default:
		return fmt.Sprintf("status %#x: %s", int(r.status), r.err)
	}
	if r.err != "" {
		return "printed " + r.err
	}
	return ""
}

// stack is what a fake program prints.
func stack(file string, argv, env []string) string {
	n := len(argv)
	text := string([]byte{byte(n), byte(n >> 8), 0, 0, 0, 0, 0, 0})
	for _, s := range slices.Concat(argv, env, []string{file}) {
		text += s + "\x00"
	}
	return text + strings.Repeat("\x00", 8)
}

// unique removes the earlier of two variables with one name, keeping its place: Go's
// runtime shows the ordinary shim only one.
func unique(env []string) []string {
	var list []string
	for _, pair := range env {
		name, _, _ := strings.Cut(pair, "=")
		at := slices.IndexFunc(list, func(have string) bool { return strings.HasPrefix(have, name+"=") })
		if at < 0 {
			list = append(list, pair)
		} else {
			list[at] = pair
		}
	}
	return list
}

// hostile makes one command in eight odd beyond any grammar: in length, in number, in
// bytes, or in the name it is called by.
func (g *generator) hostile(argv []string) []string {
	if !g.one(8) {
		return argv
	}
	long := func(n int) string { return strings.Repeat("a", n) }
	switch g.IntN(9) {
	case 0:
		for n := g.IntN(600); len(argv) < n; {
			argv = append(argv, g.word())
		}
	case 1:
		argv = append(argv, long(1+g.IntN(6000)))
	case 2:
		argv = append(argv, long(g.number(4095, 4096, 4097, 131071)))
	case 3:
		for range 1 + g.IntN(40) {
			argv = append(argv, long(g.IntN(1500)))
		}
	case 4:
		odd := make([]byte, 1+g.IntN(20))
		for i := range odd {
			odd[i] = byte(1 + g.IntN(255))
		}
		argv = append(argv, string(odd))
	case 5:
		argv[0] = g.pick([]string{"-", "./", "", "../", "/", "//"}) + argv[0]
	case 6:
		argv[0] = g.pick([]string{"", "/", ".", "..", "x/", "-", "shim", "/a/shim", "no-such", "\xff", "a b", long(300), "rm\n"})
	case 7:
		argv = append([]string{g.pick([]string{"shim", "/x/shim"})}, argv...)
	case 8:
		argv[0] += g.pick([]string{"/", ".exe", "2", "3.11", " "})
	}
	return argv
}

// number picks one of a few.
func (g *generator) number(list ...int) int { return list[g.IntN(len(list))] }

// readCorpus reads the commands of a folder, which need not be part of the project.
func readCorpus(t *testing.T, folder string) (list [][]string) {
	if folder == "" {
		return nil
	}
	files, err := filepath.Glob(folder + "/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files, "no *.jsonl in %s", folder)
	for _, name := range files {
		f, err := os.Open(name)
		require.NoError(t, err)
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var line struct{ Command string }
			require.NoError(t, json.Unmarshal(lines.Bytes(), &line))
			script, err := parser.Parse(line.Command, parser.Options{})
			if err != nil {
				continue
			}
			for _, c := range script.Commands {
				if argv, known := argvOf(c); known && !strings.Contains(strings.Join(argv, ""), "\x00") {
					list = append(list, argv)
				}
			}
		}
		require.NoError(t, f.Close())
	}
	return list
}
