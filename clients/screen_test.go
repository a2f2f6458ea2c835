package clients

import (
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// screen is a person at a client's terminal, who reads and types.
type screen struct {
	t   *testing.T
	tty *os.File

	mu    sync.Mutex
	shown string // without blanks, since clients move the cursor instead of writing them
	from  int    // the end of the text last waited for
	ended bool
}

// glance is how often a person looks.
const glance = 50 * time.Millisecond

// sits reads what the terminal shows, until it ends.
func (s *screen) sits(tty *os.File) {
	s.tty = tty
	go func() {
		var raw string
		for buffer := make([]byte, 64<<10); ; {
			n, err := tty.Read(buffer)
			raw += string(buffer[:n])
			text := words(raw)
			s.mu.Lock()
			s.shown, s.ended = text, err != nil
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
}

// skips leaves out what has been shown so far.
func (s *screen) skips() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.from = len(s.shown)
}

// over reports whether the terminal is gone.
func (s *screen) over() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// controls are the sequences that move the cursor or set colours and titles (ECMA-48).
var controls = regexp.MustCompile("\x1b\\][^\x07\x1b]*(\x07|\x1b\\\\)|\x1b[PX^_][^\x1b]*\x1b\\\\|\x1b\\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]|[\x00-\x20\x7f]|\u00a0")

// words is a text as it counts for comparison: what can be seen, without blanks.
func words(text string) string { return controls.ReplaceAllString(text, "") }

// sees waits until the terminal has shown a text, after the one that it waited for last, and
// reports whether it has.
func (s *screen) sees(text string, limit time.Duration) bool {
	text = words(text)
	for end := time.Now().Add(limit); ; time.Sleep(glance) {
		s.mu.Lock()
		at := strings.Index(s.shown[min(s.from, len(s.shown)):], text)
		if at >= 0 {
			s.from += at + len(text)
		}
		ended := s.ended
		s.mu.Unlock()
		if at >= 0 {
			return true
		}
		if ended || time.Now().After(end) {
			return false
		}
	}
}

// types types keys.
func (s *screen) types(keys string) {
	time.Sleep(300 * time.Millisecond) // a client may drop what is typed while it draws a question
	_, _ = s.tty.WriteString(keys)     // if the terminal is gone, nothing is answered
}

// text is what was shown last, for a person to read.
func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return end(s.shown)
}
