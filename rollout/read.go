package rollout

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/audit/query"
	"github.com/agent-loop/shimgen/internal/lines"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/rules"
)

// Asked is a command, and how often somebody asked for a decision about it.
type Asked struct {
	Source string   // shell source; or
	Argv   []string // an argument vector
	Dir    string   // its directory; "" means unknown
	Count  int
}

// String returns the command as it is shown.
func (a Asked) String() string {
	if a.Argv != nil {
		return shellquote.Command(a.Argv)
	}
	return a.Source
}

// row is the part of a record that counts here.
type row struct {
	TS       string   `json:"ts"`
	Event    string   `json:"event"`
	Command  string   `json:"command"`
	Argv     []string `json:"argv"`
	Action   string   `json:"action"`
	Allowed  bool     `json:"allowed"`
	Would    string   `json:"would"`
	Rules    []string `json:"rules"`
	Source   string   `json:"source"`
	Dir      string   `json:"cwd"`
	Step     string   `json:"step"`
	Entry    string   `json:"entry"`
	Count    int      `json:"count"`
	Cut      bool     `json:"cut"`
	NotOwn   string   `json:"from"`
	Findings any      `json:"findings"`
}

// FromTrail returns the different commands of a trail since a time, in the order of their
// first occurrence.
func FromTrail(dir string, since time.Time) ([]Asked, query.Coverage, error) {
	c := collection{at: map[string]int{}}
	seen, err := query.Each(dir, since, func(line []byte) error {
		var r row
		if json.Unmarshal(line, &r) != nil || r.Cut || r.Source == "doctor" || r.NotOwn == "loop" {
			return nil
		}
		switch r.Event {
		case "command":
			c.add(Asked{Source: r.Command, Dir: r.Dir, Count: 1})
		case "path_proxy":
			c.add(Asked{Argv: r.Argv, Dir: r.Dir, Count: 1})
		}
		return nil
	})
	return c.all, seen, err
}

// FromRules returns the different examples of rules, as commands in a directory.
func FromRules(set rules.Set, dir string) []Asked {
	c := collection{at: map[string]int{}}
	for r := range set.All() {
		for _, text := range r.Hits {
			c.add(Asked{Source: text, Dir: dir, Count: 1})
		}
		for _, text := range r.Misses {
			c.add(Asked{Source: text, Dir: dir, Count: 1})
		}
	}
	return c.all
}

// FromList returns the commands of a list: one a line, or JSON objects with "command" and
// optionally "dir". It skips empty lines and lines that begin with #.
func FromList(from io.Reader) ([]Asked, error) {
	c := collection{at: map[string]int{}}
	in := bufio.NewReader(from)
	for n := 1; ; n++ {
		text, long, err := lines.Read(in, lines.Longest)
		line := strings.TrimSpace(string(text))
		switch {
		case long:
			return nil, fmt.Errorf("line %d: over %d bytes", n, lines.Longest)
		case line == "" || line[0] == '#':
		case line[0] == '{' && json.Valid([]byte(line)):
			var q struct{ Command, Dir string }
			if err := json.Unmarshal([]byte(line), &q); err != nil || q.Command == "" {
				return nil, fmt.Errorf("line %d: no command in it", n)
			}
			c.add(Asked{Source: q.Command, Dir: q.Dir, Count: 1})
		default:
			c.add(Asked{Source: line, Count: 1})
		}
		if errors.Is(err, io.EOF) {
			return c.all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// collection holds each different command once.
type collection struct {
	all []Asked
	at  map[string]int
}

func (c *collection) add(a Asked) {
	if a.Source == "" && len(a.Argv) == 0 {
		return
	}
	key := strings.Join(slices.Concat([]string{a.Dir, a.Source}, a.Argv), "\x00") + cmp.Or(map[bool]string{true: "\x00argv"}[a.Argv != nil], "")
	if i, there := c.at[key]; there {
		c.all[i].Count++
		return
	}
	c.at[key] = len(c.all)
	c.all = append(c.all, a)
}
