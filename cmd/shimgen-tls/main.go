// Command shimgen-tls speaks TLS for the egress proxy of shimgen, which starts it where a policy
// has credentials: see package egress/terminator. It is of no use by itself.
//
//	shimgen-tls NAME...
//
// The names are those that it may be a server of. It serves the socket that is its descriptor 3,
// and ends with it.
package main

import (
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/egress/terminator"
)

func main() {
	if err := serve(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "shimgen-tls:", err)
		os.Exit(1)
	}
}

var errNobody = errors.New("shimgen starts this program: descriptor 3 is no socket of its")

func serve(names []string) error {
	socket := os.NewFile(egress.TerminatorFD, "socket")
	c, err := net.FileConn(socket)
	socket.Close()
	own, is := c.(*net.UnixConn)
	if err != nil || !is || len(names) == 0 {
		return errNobody
	}
	authority, err := terminator.NewAuthority(names)
	if err != nil {
		return err
	}
	server := terminator.Server{Authority: authority}
	return server.Serve(own)
}
