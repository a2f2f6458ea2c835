// Package progress shows on a terminal how far a command has come that takes long:
//
//	bar := progress.New(os.Stderr, len(all))
//	defer bar.End()
//	for _, one := range all {
//		bar.Step(one.Name)
//	}
//
// Where nobody watches it shows nothing.
package progress

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/verdict"
)

// Bar shows on a terminal how far a command has come that takes long. Where
// nobody watches it shows nothing.
type Bar struct {
	to    io.Writer // nil where there is no terminal
	total int

	mu    sync.Mutex
	done  int
	shown time.Time
	width int // of what stands there
}

// shownEvery keeps a terminal from being written to more often than anybody reads.
const shownEvery = 100 * time.Millisecond

// New begins to show how many of total are done.
func New(to io.Writer, total int) *Bar {
	p := &Bar{total: total}
	if f, ok := to.(*os.File); ok && host.IsTerminal(int(f.Fd())) {
		p.to = f
	}
	return p
}

// Step says that the next one begins, or that one is done where several go side by
// side.
func (p *Bar) Step(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if p.to == nil || time.Since(p.shown) < shownEvery {
		return
	}
	p.shown = time.Now()
	p.put(fmt.Sprintf("%d of %d: %s", p.done, p.total, verdict.Line(what)))
}

// End takes away what stands there.
func (p *Bar) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 {
		p.put("")
		fmt.Fprint(p.to, "\r")
	}
}

// put writes over what stands there.
func (p *Bar) put(text string) {
	fmt.Fprint(p.to, "\r", text, strings.Repeat(" ", max(0, p.width-len(text))))
	p.width = len(text)
}
