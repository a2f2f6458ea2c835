package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/bridge"
)

// ErrOutlet says that nobody serves the network of a box.
var ErrOutlet = errors.New("the network of the sandbox is not served")

// outlet serves the network of one box.
type outlet struct {
	done   chan struct{} // closed when it serves, or cannot
	server io.Closer
	err    error
}

// openOutlet opens the way on which a box hands out its sockets, and serves them when they come.
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
		d.out.server, d.out.err = opened(own, serve)
	}()
	return nil
}

// opened serves a network once its sockets have come.
func opened(control *os.File, serve func(*bridge.Network) (io.Closer, error)) (io.Closer, error) {
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

// failure is why the network is not served, if that is why the box did not start.
func (o *outlet) failure() error {
	<-o.done
	if errors.Is(o.err, ErrOutlet) {
		return o.err
	}
	return nil
}

// close ends the service, once all processes of the box have ended.
func (o *outlet) close() {
	<-o.done
	if o.server != nil {
		o.server.Close()
	}
}
