package main

import (
	"strings"
	"testing"
)

const events = `{"Action":"output","Package":"h/o/p/a","Test":"TestX","Output":"    x_test.go:1: needs zsh\n"}
{"Action":"skip","Package":"h/o/p/a","Test":"TestX"}
{"Action":"output","Package":"h/o/p","Test":"TestY","Output":"    y_test.go:7: needs zsh\n"}
{"Action":"skip","Package":"h/o/p","Test":"TestY"}
{"Action":"output","Package":"h/o/p","Output":"ok  \tm/b\t1.0s\n"}
{"Action":"pass","Package":"h/o/p"}
`

func TestReport(t *testing.T) {
	for name, c := range map[string]struct {
		events, want string
		ok           bool
	}{
		"skipped tests by their reason": {events, "ok  \tm/b\t1.0s\nskipped: 2\n  needs zsh\n    . TestY\n    a TestX\n", true},
		"what failed, with what it said": {
			`{"Action":"output","Package":"m","Test":"T","Output":"said\n"}` + "\n" + `{"Action":"fail","Package":"m","Test":"T"}`, "said\nskipped: 0\n", false,
		},
		"a script that is skipped": {
			`{"Action":"output","Package":"m","Test":"T","Output":"  > [!exec:zsh] skip 'needs zsh'\n"}` + "\n" + `{"Action":"skip","Package":"m","Test":"T"}`, "skipped: 1\n  needs zsh\n    . T\n", true,
		},
		"the slowest tests, without what is in them": {
			`{"Action":"pass","Package":"h/o/p/a","Test":"T","Elapsed":20}` + "\n" + `{"Action":"pass","Package":"h/o/p/a","Test":"U/x","Elapsed":30}` + "\n" +
				`{"Action":"pass","Package":"h/o/p/b","Test":"V","Elapsed":119.6}` + "\n" + `{"Action":"pass","Package":"h/o/p/b","Elapsed":200}` + "\n" + `{"Action":"pass","Package":"h/o/p/b","Test":"W","Elapsed":19}`,
			"slowest, in seconds, beside what ran at the same time:\n   120 b V\n    20 a T\nskipped: 0\n", true,
		},
		"what is no event": {"make: nothing", "make: nothing\nskipped: 0\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			r := reporter{out: &out, skipped: map[string][]string{}}
			ok := r.read(strings.NewReader(c.events))
			r.end()
			if ok != c.ok || out.String() != c.want {
				t.Errorf("%v %q, want %v %q", ok, out.String(), c.ok, c.want)
			}
		})
	}
}

func TestACommandThatFailsWithoutAnEvent(t *testing.T) {
	var out strings.Builder
	r := reporter{out: &out, skipped: map[string][]string{}}
	if r.run("exit 1") || !r.run("echo '{}'") {
		t.Error(out.String())
	}
}
