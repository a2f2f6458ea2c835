// Package progress shows the progress of a long command on a terminal:
//
//	bar := progress.New(os.Stderr, len(all))
//	defer bar.End()
//	for _, one := range all {
//		bar.Step(one.Name)
//	}
//
// Without a terminal it shows nothing.
package progress

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/printable"
)

// Bar shows the progress of a long command on a terminal. Without one it shows nothing.
type Bar struct {
	to    io.Writer // nil without a terminal
	total int

	mu    sync.Mutex
	done  int
	shown time.Time
	width int // of the text shown
}

// shownEvery limits how often the terminal is updated.
const shownEvery = 100 * time.Millisecond

// New begins to show how many of total are done.
func New(to io.Writer, total int) *Bar {
	p := &Bar{total: total}
	if f, ok := to.(*os.File); ok && host.IsTerminal(int(f.Fd())) {
		p.to = f
	}
	return p
}

// Step says that the next item begins or, if several run concurrently, that one is done.
func (p *Bar) Step(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if p.to == nil || time.Since(p.shown) < shownEvery {
		return
	}
	p.shown = time.Now()
	p.put(fmt.Sprintf("%d of %d: %s", p.done, p.total, printable.Line(what)))
}

// End erases the text.
func (p *Bar) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 {
		p.put("")
		fmt.Fprint(p.to, "\r")
	}
}

// put overwrites the text.
func (p *Bar) put(text string) {
	fmt.Fprint(p.to, "\r", text, strings.Repeat(" ", max(0, p.width-len(text))))
	p.width = len(text)
}
