//go:build amd64 || arm64

package supervise

import (
	"sync"

	"golang.org/x/sys/unix"
)

// connections are the connections that the supervisor makes for calls that have no answer yet. A
// signal can end such a call first. Its connection is made all the same, because nothing stops it
// any more, and the kernel or the program mostly makes the call again.
type connections struct {
	mu       sync.Mutex
	byThread map[int]*connection
}

// connection is one of them. The call is the last that the thread made for it.
type connection struct {
	call   uint64
	socket string // its name in /proc
	to     string // struct sockaddr
	result *reply // nil while it is being made
}

// mostConnections bounds how many are remembered.
const mostConnections = 1 << 16

// begin remembers a call. It returns the connection that the thread's last call began, with what has
// come of it so far, if that was the same one and got no answer: a thread makes one call at a
// time, so a signal ended that one. Else it returns a new one.
func (c *connections) begin(r *request, to []byte) (begun *connection, result *reply, again bool) {
	begun = &connection{call: r.id, to: string(to)}
	var err error
	if begun.socket, err = r.socketName(); err != nil {
		return begun, nil, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if last := c.byThread[r.thread]; last != nil && last.socket == begun.socket && last.to == begun.to {
		last.call = r.id
		return last, last.result, true
	}
	if len(c.byThread) < mostConnections {
		c.byThread[r.thread] = begun
	}
	return begun, nil, false
}

// waiting returns the call that now waits for the connection of the caller's socket: that of the
// request, or the one made again in its place.
func (c *connections) waiting(r *request) uint64 {
	socket, err := r.socketName()
	c.mu.Lock()
	defer c.mu.Unlock()
	if last := c.byThread[r.thread]; err == nil && last != nil && last.socket == socket {
		return last.call
	}
	return r.id
}

// end says what came of a connection. It returns the call that gets the answer.
func (c *connections) end(begun *connection, result reply) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	begun.result = &result
	return begun.call
}

// take forgets a call that is about to get its answer, after which the thread's next one may come at
// once.
func (c *connections) take(r *request) *connection {
	if r.nr != unix.SYS_CONNECT {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.byThread[r.thread]
	if last == nil || last.call != r.id {
		return nil
	}
	delete(c.byThread, r.thread)
	return last
}

// putBack remembers a call again that no longer waited for its answer.
func (c *connections) putBack(r *request, taken *connection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if taken != nil && c.byThread[r.thread] == nil {
		c.byThread[r.thread] = taken
	}
}
