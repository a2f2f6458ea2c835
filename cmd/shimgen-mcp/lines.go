package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// longestLine is the longest valid message, in bytes.
const longestLine = mcp.DefaultMaxLineLength

// JSON-RPC error codes.
const (
	parseError     = -32700
	invalidRequest = -32600
)

// messages reads a client's input line by line. At the first line that is not a message, the
// SDK would end the connection and every running command. So messages answers such a line
// with the protocol's error, and the SDK never sees it.
type messages struct {
	in      *bufio.Reader
	out     io.Writer // receives whole lines
	rest    []byte    // of the line being read
	batches bool      // the client speaks a protocol revision with batches
}

// stdio returns the transport over standard input and output.
func stdio() *mcp.IOTransport {
	out := &wholeLines{to: os.Stdout}
	in := &messages{in: bufio.NewReaderSize(os.Stdin, 64<<10), out: out}
	return &mcp.IOTransport{Reader: in, Writer: out, MaxLineLength: -1} // our limit on lines applies
}

// wholeLines serializes writers.
type wholeLines struct {
	mu sync.Mutex
	to io.Writer
}

func (w *wholeLines) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(line)
}

// Close leaves the output open, since the SDK still writes its answers.
func (w *wholeLines) Close() error { return nil }

// Close ends the input, and so a waiting read.
func (m *messages) Close() error { return os.Stdin.Close() }

// Read reads from the next line that is a message.
func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, long, err := m.line()
		switch wrong := m.wrong(line); {
		case long:
			m.answer(nil, &jsonrpc.Error{Code: invalidRequest, Message: fmt.Sprintf("Invalid Request: a line over %d bytes", longestLine)})
		case len(bytes.TrimSpace(line)) == 0:
		case wrong != nil:
			m.answer(line, wrong)
		default:
			m.rest = append(line, '\n')
		}
		if len(m.rest) == 0 && err != nil {
			return 0, err
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// line reads one line, without its end. It drops a line that is too long.
func (m *messages) line() (line []byte, long bool, err error) {
	for {
		part, err := m.in.ReadSlice('\n')
		if len(line)+len(part) > longestLine {
			long, line = true, nil
		} else if !long {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSuffix(line, []byte("\n")), long, err
		}
	}
}

// wrong returns why the SDK would end the connection at a line, or nil.
func (m *messages) wrong(line []byte) *jsonrpc.Error {
	if !json.Valid(line) {
		return &jsonrpc.Error{Code: parseError, Message: "Parse error: the line is not JSON"}
	}
	no := &jsonrpc.Error{Code: invalidRequest, Message: "Invalid Request: the line is not a JSON-RPC 2.0 message"}
	if line = bytes.TrimSpace(line); line[0] != '[' {
		message, err := jsonrpc.DecodeMessage(line)
		if err != nil {
			return no
		}
		m.hear(message)
		return nil
	}
	if !m.batches {
		return &jsonrpc.Error{Code: invalidRequest, Message: "Invalid Request: this protocol revision has no batches"}
	}
	var batch []json.RawMessage
	if json.Unmarshal(line, &batch) != nil || len(batch) == 0 {
		return no
	}
	seen := map[jsonrpc.ID]bool{}
	for _, one := range batch {
		message, err := jsonrpc.DecodeMessage(one)
		if err != nil {
			return no
		}
		if request, ok := message.(*jsonrpc.Request); ok {
			if seen[request.ID] {
				return no
			}
			seen[request.ID] = true
		}
	}
	return nil
}

// hear notes the protocol revision that a client requests.
func (m *messages) hear(message jsonrpc.Message) {
	request, ok := message.(*jsonrpc.Request)
	if !ok || request.Method != "initialize" {
		return
	}
	var asked struct {
		Revision string `json:"protocolVersion"`
	}
	_ = json.Unmarshal(request.Params, &asked)
	m.batches = asked.Revision == "2024-11-05" || asked.Revision == "2025-03-26"
}

// answer writes the error about a line, with the line's id if it has one.
func (m *messages) answer(line []byte, wrong *jsonrpc.Error) {
	var of struct {
		ID any `json:"id"`
	}
	_ = json.Unmarshal(line, &of) // into null
	switch of.ID.(type) {
	case string, float64:
	default:
		of.ID = nil
	}
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": of.ID, "error": wrong})
	if err == nil {
		_, _ = m.out.Write(append(text, '\n')) // the client may have gone away
	}
}
