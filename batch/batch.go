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
	text  []byte
	long  bool
	err   error // the read error, in place of a line
	reply chan []byte
}

// Judge judges a stream of commands.
type Judge struct {
	Session *runner.Session
	Request guard.Request // what all of them share
}

// Run answers every line of an input, in order, with its id. It judges lines
// concurrently on all processors and reads only enough lines ahead to keep these busy, so
// memory is bounded however long the batch is.
func (j Judge) Run(in io.Reader, out io.Writer) error {
	workers := runtime.GOMAXPROCS(0)
	todo := make(chan question)
	waiting := make(chan question, 2*workers)
	stop := make(chan struct{})
	defer close(stop)
	for range workers {
		go func() {
			for l := range todo {
				l.reply <- j.judgeSafely(l)
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

// judgeSafely returns the answer to a line. It turns a panic of our code into an answer: in
// a goroutine the panic would end the batch with Go's own status.
func (j Judge) judgeSafely(l question) (answer []byte) {
	var q query
	defer func() {
		if fault := recover(); fault != nil {
			answer = encodeLine(refuse(q.ID, "%s", watchdog.Crash{Fault: fault}))
		}
	}()
	if l.long {
		return encodeLine(refuse(nil, "line over %d bytes", lines.Longest))
	}
	var err error
	if q, err = parseQuery(l.text); err != nil {
		return encodeLine(refuse(q.ID, "%s", err))
	}
	return encodeLine(j.judgeQuery(q))
}

// readLines queues each line for judging, and for its answer in order.
func readLines(from io.Reader, todo, waiting chan<- question, stop <-chan struct{}) {
	in := bufio.NewReaderSize(from, 64<<10)
	for {
		text, long, err := lines.Read(in, lines.Longest)
		if len(text) > 0 || long || err == nil {
			l := question{text: text, long: long, reply: make(chan []byte, 1)}
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
		if _, err := out.Write(<-l.reply); err != nil {
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

// encodeLine encodes an answer as a line of JSON.
func encodeLine(answer any) []byte {
	var line bytes.Buffer
	if err := json.NewEncoder(&line).Encode(answer); err != nil { // cannot happen with our own types
		return encodeLine(refuse(nil, "the answer cannot be written: %s", err))
	}
	return line.Bytes()
}

// query is one line of a batch. The id may be any JSON.
type query struct {
	ID      json.RawMessage
	Command *string
	Dir     string
}

// refusal answers a line that could not be judged.
type refusal struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Error  string          `json:"error"`
	Action string          `json:"action"`
}

// refuse returns the answer to a line that cannot be judged. id is nil if the line has none.
func refuse(id json.RawMessage, format string, args ...any) refusal {
	return refusal{ID: id, Error: fmt.Sprintf(format, args...), Action: rules.Block.String()}
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

// judgeQuery judges a line's command.
func (j Judge) judgeQuery(q query) any {
	if q.Command == nil {
		return refuse(q.ID, "no command provided")
	}
	req := j.Request
	req.Source = *q.Command
	if q.Dir != "" {
		if !filepath.IsAbs(q.Dir) {
			return refuse(q.ID, "dir %q is not absolute", q.Dir)
		}
		req.Dir = filepath.Clean(q.Dir)
		req.Work = req.Dir
	}
	d := j.Session.Decide(req)
	if errors.Is(d.Err, parser.ErrEmpty) {
		return refuse(q.ID, "no command provided")
	}
	v := verdict.New(*q.Command, d)
	v.ID = q.ID
	return v
}
