package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/bridge"
)

// ErrOutlet says that nobody serves a box's network.
var ErrOutlet = errors.New("the network of the sandbox is not served")

// outlet serves the network of one box.
type outlet struct {
	done   chan struct{} // closed when the network is served, or cannot be
	server io.Closer
	err    error
}

// openOutlet opens the socket by which a box passes out the sockets of its network, and serves
// them when they arrive.
func (d *Descriptors) openOutlet(serve func(*bridge.Network) (io.Closer, error)) error {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return os.NewSyscallError("socketpair", err)
	}
	_ = unix.SetNonblock(fds[0], true)
	own := os.NewFile(uintptr(fds[0]), "outlet")
	d.Child = append(d.Child, os.NewFile(uintptr(fds[1]), "outlet"))
	d.out = &outlet{done: make(chan struct{})}
	go func() {
		defer close(d.out.done)
		d.out.server, d.out.err = serveOutlet(own, serve)
	}()
	return nil
}

// serveOutlet receives the sockets of a network and serves it.
func serveOutlet(control *os.File, serve func(*bridge.Network) (io.Closer, error)) (io.Closer, error) {
	n, err := bridge.Receive(control)
	if err != nil {
		return nil, err
	}
	server, err := serve(n)
	if err == nil {
		err = n.Begin()
	}
	if err != nil {
		n.Close()
		if server != nil {
			server.Close()
		}
		return nil, fmt.Errorf("%w: %w: %w", ErrDidNotStart, ErrOutlet, err)
	}
	return server, nil
}

// failure returns why the network is not served, if that kept the box from starting.
func (o *outlet) failure() error {
	<-o.done
	if errors.Is(o.err, ErrOutlet) {
		return o.err
	}
	return nil
}

// close ends the service, after all processes of the box have ended.
func (o *outlet) close() {
	<-o.done
	if o.server != nil {
		o.server.Close()
	}
}
