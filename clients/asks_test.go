package clients

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/clients/model"
	"github.com/agent-loop/shimgen/hook"
)

// dialogue is how a person answers a client that asks by itself.
type dialogue struct {
	args     []string // that start it at a terminal
	files    []File
	question string // its last words before it waits
	yes, no  string // keys
	declined string // what it shows after a no

	// original says that after a yes it runs the original command, although its hook has
	// rewritten it. It is "" for one that runs the rewritten command.
	original string
}

// dialogues are the clients that ask their user when the hook says so. The others refuse,
// with a code that a person approves at another terminal.
var dialogues = map[string]dialogue{
	"claude": {
		args:     []string{"PROMPT", "--model", "claude-sonnet-4-5"},
		files:    []File{{cage.Home + "/.claude.json", `{"hasCompletedOnboarding":true,"customApiKeyResponses":{"approved":["sk-ant-fake"],"rejected":[]},"projects":{"` + Project + `":{"hasTrustDialogAccepted":true}}}`}},
		question: "Esc to cancel", yes: "\r", no: "\x1b", declined: "Interrupted",
	},
	"copilot": {
		args:     []string{"-i", "PROMPT", "--allow-all-tools", "--disable-client-telemetry", "--no-auto-update"},
		files:    []File{{cage.Home + "/.copilot/config.json", `{"trusted_folders":["` + Project + `"]}`}},
		question: "enter to select", yes: "\r", no: "\x1b", declined: "Denied by user",
		original: "with ask it ignores modifiedArgs",
	},
	"qwen": {
		args:     []string{"-i", "PROMPT", "--yolo"},
		question: "No, suggest changes (esc)", yes: "\r", no: "\x1b", declined: "",
		original: "its hooks cannot rewrite",
	},
}

// undriven are the agents with a row in hook that no test here runs, and why.
var undriven = map[string]string{
	"cursor":   "an editor with a window, and an account",
	"vscode":   "an editor with a window, and an account",
	"windsurf": "an editor with a window, and an account",
	"kiro":     "an editor with a window, and an account",
	"crush":    "no row here yet; its hooks know no question, and nobody measured them",
	"grok":     "it takes an account; its hooks know no question",
	"generic":  "no agent, but any whose hook refuses with status 2",
}

// Every agent is driven, or the table says why not; and who asks by itself has a dialogue.
func TestEveryAgentIsDrivenOrSaysWhyNot(t *testing.T) {
	for _, h := range hook.Hosts() {
		_, isClient := Lookup(h.Name)
		assert.Equal(t, !isClient, undriven[h.Name] != "", h.Name)
		_, hasDialogue := dialogues[h.Name]
		assert.Equal(t, isClient && h.Asks, hasDialogue, h.Name)
	}
}

// dangerous is a command that cautious asks about. Each run takes one commit from the
// branch, so the number of commits says how often it ran.
// It sleeps for the reason that the script does.
const dangerous = "git reset --hard HEAD~1; sleep 0.3"

// commits is how many there are at first.
const commits = 3

// history makes them.
func (s *scene) history() {
	s.t.Helper()
	text := "git init -q . && for i in 1 2 3; do echo $i >f; git add f; git -c user.name=a -c user.email=a@example.com commit -qm $i || exit; done"
	require.Zero(s.t, s.run(cage.Command{Argv: []string{"/bin/bash", "-c", text}}).Exit)
}

// ranTimes is how often the dangerous command ran.
func (s *scene) ranTimes() int {
	s.t.Helper()
	r := s.run(cage.Command{Argv: []string{"/usr/bin/git", "log", "--format=tformat:x"}})
	assert.Zero(s.t, r.Exit, r.Stderr)
	return commits - strings.Count(r.Stdout, "x")
}

// testAsks has the hook and the shims installed, and a person who says yes, and is asked
// again, and says no: the command ran once.
func testAsks(t *testing.T, c Client) {
	talk, asks := dialogues[c.Name]
	carries := asks && talk.original == ""
	if asks {
		c.Args, c.Env = talk.args, append(slices.Clip(c.Env), "TERM=xterm-256color")
	}
	s := stage(t, c)
	for _, f := range talk.files {
		s.write(f.Path, f.Text, 0o600)
	}
	s.own()
	if h, _ := hook.Lookup(c.Name); asks && h.Rewrite != hook.NoRewrite {
		s.install("--confine") // so that its hook rewrites
	} else {
		s.install()
	}
	s.trust()
	s.history()
	switch {
	case !asks:
		s.approvesElsewhere()
	case carries:
		s.answersDialogue(talk)
	default:
		s.answersBoth(talk)
	}
}

// approvesElsewhere is for a client whose hook refuses what nobody can be asked about: a
// person answers under the code that it names.
func (s *scene) approvesElsewhere() {
	var yes, no sync.Once
	p := s.play(
		model.Step{Command: dangerous},
		model.Step{Command: dangerous, Before: func() { yes.Do(func() { s.approve(0, "y") }) }},
		model.Step{Command: dangerous},
		model.Step{Command: dangerous, Before: func() { no.Do(func() { s.approve(1, "n") }) }},
	)
	for i, text := range p.heard {
		if i == 1 {
			assert.Contains(s.t, text, "HEAD is now at")
			continue
		}
		assert.Contains(s.t, text, "shimgen approve ", "it is asked each time")
	}
	assert.Equal(s.t, 1, s.ranTimes())
}

// approve answers what waits at a terminal of a person's own, after the command ran so
// often.
func (s *scene) approve(ranBefore int, answer string) {
	assert.Equal(s.t, ranBefore, s.ranTimes())
	var waiting []struct{ Code string }
	assert.NoError(s.t, json.Unmarshal([]byte(s.shimgen("pending", "--json")), &waiting))
	if !assert.Len(s.t, waiting, 1) {
		return
	}
	var shown string
	r := s.run(cage.Command{Argv: []string{libexec + "/shimgen", "approve", waiting[0].Code}, Limit: perSetup, Person: func(tty *os.File) {
		person := &screen{t: s.t}
		person.sits(tty)
		if assert.True(s.t, person.sees("approve? [y/N, a explains]", perSetup), person.text()) {
			person.types(answer + "\r")
			person.sees("what is never shown", perSetup) // until it ends
		}
		shown = person.text()
	}})
	assert.Equal(s.t, answer == "y", r.Exit == 0, shown)
}

// answersDialogue is for a client that asks and runs what its hook has rewritten: the yes
// in its own dialogue is good at the shims too.
func (s *scene) answersDialogue(talk dialogue) {
	heard := s.answers(talk, []model.Step{{Command: dangerous}, {Command: dangerous}}, talk.yes, talk.no)
	require.NotEmpty(s.t, heard)
	assert.Contains(s.t, heard[0], "HEAD is now at")
	assert.Equal(s.t, 1, s.ranTimes())
}

// answersBoth is for a client that asks and runs the original: a shim cannot know of that
// yes, and wants one of its own.
func (s *scene) answersBoth(talk dialogue) {
	var once sync.Once
	heard := s.answers(talk, []model.Step{
		{Command: dangerous},
		{Command: dangerous, Before: func() { once.Do(func() { s.approve(0, "y") }) }},
		{Command: dangerous},
		{Command: dangerous},
	}, talk.yes, talk.yes, talk.yes, talk.no)
	require.GreaterOrEqual(s.t, len(heard), 3)
	assert.Contains(s.t, heard[0], "shimgen approve ")
	assert.Contains(s.t, heard[1], "HEAD is now at")
	assert.Contains(s.t, heard[2], "shimgen approve ")
	assert.Equal(s.t, 1, s.ranTimes())
}

// answers runs a client at a terminal where a person gives these answers to its questions,
// and returns what its model heard.
func (s *scene) answers(talk dialogue, steps []model.Step, keys ...string) []string {
	s.t.Helper()
	person := &screen{t: s.t}
	for i, before := range steps {
		steps[i].Before = func() {
			if before.Before != nil {
				before.Before()
			}
			person.skips() // a client draws a question often: those until now are no news
		}
	}
	server := &model.Server{Steps: steps, Last: "That was all."}
	s.run(cage.Command{Argv: s.client.Run("Follow the script."), Handler: server, Limit: perRun, Person: func(tty *os.File) {
		person.sits(tty)
		for i, key := range keys {
			for len(server.Heard()) < i && !person.over() {
				time.Sleep(glance)
			}
			if !assert.True(s.t, person.sees(talk.question, perDialogue), "question %d: %s", i+1, person.text()) {
				return
			}
			person.types(key)
		}
		if talk.declined != "" {
			assert.True(s.t, person.sees(talk.declined, perDialogue), person.text())
		}
		time.Sleep(afterNo)
		if s.t.Failed() {
			s.t.Log(person.text())
		}
	}})
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.t.Logf("heard: %q", server.Heard())
		}
	})
	return server.Heard()
}

const (
	perDialogue = 2 * time.Minute
	afterNo     = 2 * time.Second // in which a command that was declined could run all the same
)
