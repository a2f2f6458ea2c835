package batch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/lines"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
	"github.com/agent-loop/shimgen/watchdog"
)

// question is a line of a batch that waits for its answer.
type question struct {
	text   []byte
	long   bool
	err    error // the read error, in place of a line
	answer chan []byte
}

// Questions answers questions about commands.
type Questions struct {
	Session *runner.Session
	Request guard.Request // what all of them share
}

// Answer answers every line of an input, in order, with its id. It judges lines
// concurrently on all processors and reads only enough lines ahead to keep these busy, so
// memory is bounded however long the batch is.
func (b Questions) Answer(in io.Reader, out io.Writer) error {
	workers := runtime.GOMAXPROCS(0)
	todo := make(chan question)
	waiting := make(chan question, 2*workers)
	stop := make(chan struct{})
	defer close(stop)
	for range workers {
		go func() {
			for l := range todo {
				l.answer <- b.answered(l)
			}
		}()
	}
	go func() {
		defer close(waiting)
		defer close(todo)
		readLines(in, todo, waiting, stop)
	}()
	return writeAnswers(out, waiting)
}

// answered returns the answer to a line. It turns a panic of our code into an answer: in
// a goroutine the panic would end the batch with Go's own status.
func (b Questions) answered(l question) (answer []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			answer = encoded(refusal{Error: watchdog.Crash{Fault: fault}.Error(), Action: rules.Block.String()})
		}
	}()
	return encoded(b.answer(l.text, l.long))
}

// readLines queues each line for judging, and for its answer in order.
func readLines(from io.Reader, todo, waiting chan<- question, stop <-chan struct{}) {
	in := bufio.NewReaderSize(from, 64<<10)
	for {
		text, long, err := lines.Read(in, lines.Longest)
		if len(text) > 0 || long || err == nil {
			l := question{text: text, long: long, answer: make(chan []byte, 1)}
			for _, to := range []chan<- question{waiting, todo} {
				select {
				case to <- l:
				case <-stop:
					return
				}
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				return
			}
			select {
			case waiting <- question{err: err}:
			case <-stop:
			}
			return
		}
	}
}

// writeAnswers writes the answers in the order of their lines, and flushes at once if no
// other line is waiting: the caller may need an answer before it asks again.
func writeAnswers(to io.Writer, waiting <-chan question) error {
	out := bufio.NewWriter(to)
	for l := range waiting {
		if l.err != nil {
			return errors.Join(out.Flush(), l.err)
		}
		if _, err := out.Write(<-l.answer); err != nil {
			return err
		}
		if len(waiting) == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// encoded encodes an answer as a line of JSON.
func encoded(answer any) []byte {
	var line bytes.Buffer
	if err := json.NewEncoder(&line).Encode(answer); err != nil { // cannot happen with our own types
		return encoded(refusal{Error: "the answer cannot be written: " + err.Error(), Action: rules.Block.String()})
	}
	return line.Bytes()
}

// query is one line of a batch. The id may be any JSON.
type query struct {
	ID      json.RawMessage `json:"id"`
	Command *string         `json:"command"`
	Dir     string          `json:"dir"`
}

// refusal answers a line that could not be judged.
type refusal struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Error  string          `json:"error"`
	Action string          `json:"action"`
}

// parseQuery parses a line. An error says what is wrong with the line; the query then has
// the id if that could be parsed.
func parseQuery(text []byte) (query, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil || keys == nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return query{}, fmt.Errorf("not JSON at byte %d", syntax.Offset)
		}
		return query{}, errors.New("not a JSON object")
	}
	q := query{ID: keys["id"]}
	if value, given := keys["command"]; given && json.Unmarshal(value, &q.Command) != nil {
		return q, errors.New("command is not a string")
	}
	if value, given := keys["dir"]; given && json.Unmarshal(value, &q.Dir) != nil {
		return q, errors.New("dir is not a string")
	}
	return q, nil
}

// answer judges a line's command.
func (b Questions) answer(text []byte, long bool) any {
	no := func(id json.RawMessage, format string, args ...any) refusal {
		return refusal{ID: id, Error: fmt.Sprintf(format, args...), Action: rules.Block.String()}
	}
	if long {
		return no(nil, "line over %d bytes", lines.Longest)
	}
	q, err := parseQuery(text)
	switch {
	case err != nil:
		return no(q.ID, "%s", err)
	case q.Command == nil:
		return no(q.ID, "no command provided")
	}
	req := b.Request
	req.Source = *q.Command
	if q.Dir != "" {
		if !filepath.IsAbs(q.Dir) {
			return no(q.ID, "dir %q is not absolute", q.Dir)
		}
		req.Dir = filepath.Clean(q.Dir)
		req.Work = req.Dir
	}
	d := b.Session.Decide(req)
	if errors.Is(d.Err, parser.ErrEmpty) {
		return no(q.ID, "no command provided")
	}
	v := verdict.New(*q.Command, d)
	v.ID = q.ID
	return v
}
