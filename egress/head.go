package egress

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The limits of what comes before a body.
const (
	longestHead = 64 << 10
	mostFields  = 200
)

// A head is the part of a message before its body: RFC 9112, section 2.
type head struct {
	line   [3]string // request: method, target, version; response: version, status, reason
	fields []field
}

type field struct{ name, value string }

// readHead reads a head. It is stricter than the standard allows: lines end in CRLF, no line
// continues on the next, and no byte may look to another reader like the end of a line.
func readHead(r *bufio.Reader, response bool) (h head, err error) {
	size := 0
	next := func() (string, error) {
		line, err := readLine(r, longestHead-size)
		size += len(line) + 2
		return line, err
	}
	first, err := next()
	if err != nil {
		return h, err
	}
	if !h.start(first, response) {
		return h, fmt.Errorf("%w first line", errMalformed)
	}
	for {
		line, err := next()
		switch {
		case errors.Is(err, io.EOF):
			return h, io.ErrUnexpectedEOF
		case err != nil:
			return h, err
		case line == "":
			return h, nil
		case len(h.fields) == mostFields:
			return h, fmt.Errorf("%w fields", errTooMany)
		}
		name, value, found := strings.Cut(line, ":")
		if value = strings.Trim(value, " \t"); !found || !isToken(name) || !isText(value) {
			return h, fmt.Errorf("%w field", errMalformed)
		}
		h.fields = append(h.fields, field{name, value})
	}
}

// start parses the first line.
func (h *head) start(line string, response bool) bool {
	parts := strings.SplitN(line, " ", 3)
	if len(parts) < 2 || len(parts) < 3 && !response {
		return false
	}
	copy(h.line[:], parts)
	if !response {
		return isToken(h.line[0]) && isTarget(h.line[1]) && isVersion(h.line[2])
	}
	code, err := strconv.Atoi(h.line[1])
	return isVersion(h.line[0]) && err == nil && len(h.line[1]) == 3 && code >= 100 && isText(h.line[2])
}

// readLine reads a line that ends in CRLF, and returns it without that.
func readLine(r *bufio.Reader, most int) (string, error) {
	var line []byte
	for {
		some, err := r.ReadSlice('\n')
		line = append(line, some...)
		switch {
		case len(line) > most:
			return "", fmt.Errorf("%w bytes", errTooMany)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(line) > 0:
			return "", io.ErrUnexpectedEOF
		case err != nil:
			return "", err
		}
		text, found := strings.CutSuffix(string(line), "\r\n")
		if !found {
			return "", fmt.Errorf("%w end of a line", errMalformed)
		}
		return text, nil
	}
}

func isVersion(s string) bool { return s == "HTTP/1.1" || s == "HTTP/1.0" }

// isToken reports whether s is a token: RFC 9110, section 5.6.2.
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return s != ""
}

// isText reports whether s may be the value of a field.
func isText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// isTarget reports whether s may be a request's target.
func isTarget(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return s != ""
}

// values returns the values of the fields with a name.
func (h *head) values(name string) (all []string) {
	for _, f := range h.fields {
		if strings.EqualFold(f.name, name) {
			all = append(all, f.value)
		}
	}
	return all
}

// list returns the elements of a field that is a comma-separated list.
func (h *head) list(name string) (all []string) {
	for _, v := range h.values(name) {
		for item := range strings.SplitSeq(v, ",") {
			all = append(all, strings.ToLower(strings.Trim(item, " \t")))
		}
	}
	return all
}

// drop removes the fields with these names.
func (h *head) drop(names ...string) {
	h.fields = slices.DeleteFunc(h.fields, func(f field) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(f.name, name) })
	})
}

func (h *head) add(name, value string) { h.fields = append(h.fields, field{name, value}) }

// hops are fields for the next hop only: RFC 9110, section 7.6.1.
var hops = [...]string{
	"Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Authentication-Info", "TE", "Transfer-Encoding", "Upgrade", "HTTP2-Settings",
}

// framing are fields that a client must not get removed by naming them in Connection.
var framing = [...]string{"host", "content-length", "transfer-encoding", "upgrade"}

// unhop removes the fields for the next hop. upgrade reports whether the message asks to
// continue as WebSocket, the only protocol that passes.
func (h *head) unhop() (upgrade bool, err error) {
	named := h.list("Connection")
	for _, name := range named {
		switch {
		case name == "upgrade":
			other := h.list("Upgrade")
			upgrade = len(other) == 1 && other[0] == "websocket"
		case slices.Contains(framing[:], name):
			return false, fmt.Errorf("%w: Connection names %s", errMalformed, name)
		}
	}
	h.drop(hops[:]...)
	h.drop(named...)
	return upgrade, nil
}

// write writes a head as it was read.
func (h *head) write(w io.Writer) error {
	var out strings.Builder
	out.WriteString(strings.TrimRight(strings.Join(h.line[:], " "), " ") + "\r\n")
	for _, f := range h.fields {
		out.WriteString(f.name + ": " + f.value + "\r\n")
	}
	out.WriteString("\r\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// A body describes the length of a message's body.
type body struct {
	length  int64 // if neither of the following is set
	chunked bool
	toEnd   bool // up to the end of the connection
}

func (b body) isEmpty() bool { return !b.chunked && !b.toEnd && b.length == 0 }

// frame returns the length of a body: RFC 9112, section 6. A head that could be read in two
// ways is an error.
func (h *head) frame(response bool) (b body, err error) {
	codings, lengths := h.values("Transfer-Encoding"), h.values("Content-Length")
	old := h.line[2] == "HTTP/1.0"
	if response {
		old = h.line[0] == "HTTP/1.0"
	}
	switch {
	case len(codings) > 0:
		if len(codings) > 1 || !strings.EqualFold(codings[0], "chunked") || len(lengths) > 0 || old {
			return b, fmt.Errorf("%w transfer coding", errMalformed)
		}
		return body{chunked: true}, nil
	case len(lengths) > 1:
		return b, fmt.Errorf("%w length", errMalformed)
	case len(lengths) == 1:
		n, err := strconv.ParseUint(lengths[0], 10, 63)
		if err != nil || lengths[0][0] == '+' {
			return b, fmt.Errorf("%w length", errMalformed)
		}
		return body{length: int64(n)}, nil
	}
	return body{toEnd: response}, nil
}

// say writes the length of a body into a head.
func (b body) say(h *head) {
	if b.chunked {
		h.add("Transfer-Encoding", "chunked")
	}
}

// copy copies a body. It writes chunks anew; trailers and chunk extensions of a client are
// dropped.
func (b body) copy(w io.Writer, r *bufio.Reader, from io.Reader) error {
	switch {
	case b.chunked:
		return copyChunks(w, r, from)
	case b.toEnd:
		return copyAll(w, r, from)
	}
	return copySome(w, r, from, b.length)
}

// copySome copies n bytes: first those in the buffer; the kernel moves the rest if both ends
// are connections.
func copySome(w io.Writer, r *bufio.Reader, from io.Reader, n int64) error {
	if have := min(n, int64(r.Buffered())); have > 0 {
		if _, err := io.CopyN(w, r, have); err != nil {
			return err
		}
		n -= have
	}
	for ; n > 0; n -= step {
		if _, err := io.CopyN(w, from, min(n, step)); err != nil {
			return unexpected(err)
		}
	}
	return nil
}

// copyAll copies to the end.
func copyAll(w io.Writer, r *bufio.Reader, from io.Reader) error {
	if err := copySome(w, r, from, int64(r.Buffered())); err != nil {
		return err
	}
	for {
		if _, err := io.CopyN(w, from, step); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// step is how many bytes are moved at a time: as many as Go's pipe for splice(2) holds. Between
// sockets with buffers of [buffered], each step moves what these hold.
const step = 1 << 20

// longestLine bounds the line with a chunk's size, and mostTrailers the bytes after the last
// chunk.
const (
	longestLine  = 4 << 10
	mostTrailers = 16 << 10
)

// lastChunk ends a chunked body.
const lastChunk = "0\r\n\r\n"

// A chunker writes each text as a chunk.
type chunker struct{ w io.Writer }

// Write writes one chunk.
func (c chunker) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil // an empty chunk would be the last
	}
	_, err := fmt.Fprintf(c.w, "%x\r\n%s\r\n", len(p), p)
	return len(p), err
}

// decode copies the content of a body, without its framing.
func (b body) decode(w io.Writer, r *bufio.Reader, from io.Reader) error {
	switch {
	case b.toEnd:
		return copyAll(w, r, from)
	case !b.chunked:
		return copySome(w, r, from, b.length)
	}
	return eachChunk(r, func(n int64) error { return copySome(w, r, from, n) })
}

// copyChunks copies a chunked body, and writes the sizes anew.
func copyChunks(w io.Writer, r *bufio.Reader, from io.Reader) error {
	err := eachChunk(r, func(n int64) error {
		if _, err := fmt.Fprintf(w, "%x\r\n", n); err != nil {
			return err
		}
		if err := copySome(w, r, from, n); err != nil {
			return err
		}
		_, err := io.WriteString(w, "\r\n")
		return err
	})
	if err == nil {
		_, err = io.WriteString(w, lastChunk)
	}
	return err
}

// eachChunk reads the sizes of chunks, and calls each for every chunk. It drops trailers.
func eachChunk(r *bufio.Reader, each func(n int64) error) error {
	for {
		line, err := readLine(r, longestLine)
		if err != nil {
			return unexpected(err)
		}
		text, _, _ := strings.Cut(line, ";")
		text = strings.TrimRight(text, " \t")
		n, err := strconv.ParseUint(text, 16, 62)
		if err != nil || text[0] == '+' || strings.Contains(text, "_") || !isText(line) {
			return fmt.Errorf("%w chunk", errMalformed)
		}
		if n == 0 {
			return skipTrailers(r)
		}
		if err := each(int64(n)); err != nil {
			return err
		}
		if end, err := readLine(r, 2); err != nil || end != "" {
			return fmt.Errorf("%w end of a chunk", errMalformed)
		}
	}
}

// skipTrailers reads what follows the last chunk.
func skipTrailers(r *bufio.Reader) error {
	for left := mostTrailers; ; {
		line, err := readLine(r, left)
		if err != nil {
			return unexpected(err)
		}
		if line == "" {
			return nil
		}
		left -= len(line) + 2
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
