package egress

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// The protocol between a Terminator and its program: one packet for each connection, with
// the connection's descriptor and the other end of its unencrypted side. The program answers
// on the unencrypted side: with one byte when TLS has begun, else with another byte and the
// reason.
const (
	AskAccept  = 'a' // followed by the server's name, a zero byte and the client's hello
	AskConnect = 'c' // followed by the server's name

	SaidReady  = '+'
	SaidFailed = '-' // followed by the reason

	// TerminatorFD is the program's end of the socket for the packets. The program first sends
	// the certificate of its authority there, as PEM.
	TerminatorFD = 3

	longestCertificate = 8 << 10
	longestReason      = 1 << 10
)

// A Terminator speaks TLS through another program, which alone links an implementation of
// TLS, so programs that start often and need no TLS start faster. Close it once.
type Terminator struct {
	program *exec.Cmd // nil if it was not started here
	socket  *net.UnixConn

	// Certificate is the certificate, as PEM, of the authority that signs the certificates
	// shown to clients. It exists only for this program, and for the names with which it was
	// started.
	Certificate []byte
}

// StartTerminator starts a program for some names; *.NAME stands for all names below. The
// program must speak as [NewTerminator] expects.
func StartTerminator(ctx context.Context, program string, names []string) (*Terminator, error) {
	own, its, err := pair(syscall.SOCK_SEQPACKET)
	if err != nil {
		return nil, err
	}
	defer its.Close()
	var said strings.Builder
	command := exec.Command(program, names...)
	command.ExtraFiles, command.Stderr = []*os.File{its}, &said
	if err := command.Start(); err != nil {
		return nil, errors.Join(err, own.Close())
	}
	its.Close()
	t, err := NewTerminator(ctx, own)
	if err != nil {
		_ = command.Process.Kill()
		_ = command.Wait()
		return nil, fmt.Errorf("%s: %w: %s", program, err, strings.TrimSpace(said.String()))
	}
	t.program = command
	return t, nil
}

// NewTerminator talks to the program at the other end of a socket, which first sends its
// certificate.
func NewTerminator(ctx context.Context, socket *net.UnixConn) (*Terminator, error) {
	if until, is := ctx.Deadline(); is {
		_ = socket.SetReadDeadline(until)
	}
	buffer := make([]byte, longestCertificate)
	n, err := socket.Read(buffer)
	if n == 0 {
		return nil, errors.Join(cmp.Or(err, io.ErrUnexpectedEOF), socket.Close())
	}
	return &Terminator{socket: socket, Certificate: buffer[:n]}, socket.SetReadDeadline(time.Time{})
}

// Close ends the program.
func (t *Terminator) Close() error {
	err := t.socket.Close()
	if t.program != nil {
		_ = t.program.Process.Kill()
		_ = t.program.Wait()
	}
	return err
}

// Accept answers a client as the server of a name.
func (t *Terminator) Accept(client *net.TCPConn, hello []byte, name string) (*net.UnixConn, error) {
	return t.ask(client, slices.Concat([]byte{AskAccept}, []byte(name), []byte{0}, hello))
}

// Connect speaks to a server as a client that asks for a name.
func (t *Terminator) Connect(server *net.TCPConn, name string) (*net.UnixConn, error) {
	return t.ask(server, append([]byte{AskConnect}, name...))
}

// ask passes a connection to the program, and returns its unencrypted side when TLS has
// begun.
func (t *Terminator) ask(c *net.TCPConn, packet []byte) (clear *net.UnixConn, err error) {
	own, its, err := pair(syscall.SOCK_STREAM)
	if err != nil {
		return nil, err
	}
	defer its.Close()
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, own.Close())
	}
	if wrong := raw.Control(func(fd uintptr) {
		_, _, err = t.socket.WriteMsgUnix(packet, syscall.UnixRights(int(fd), int(its.Fd())), nil)
	}); wrong != nil || err != nil {
		return nil, errors.Join(wrong, err, own.Close())
	}
	its.Close()
	_ = own.SetReadDeadline(time.Now().Add(headWithin))
	var said [1]byte
	if _, err := io.ReadFull(own, said[:]); err != nil {
		return nil, errors.Join(err, own.Close())
	}
	if said[0] != SaidReady {
		why, _ := io.ReadAll(io.LimitReader(own, longestReason))
		return nil, errors.Join(errors.New(string(why)), own.Close())
	}
	return own, own.SetReadDeadline(time.Time{})
}

// pair returns two connected sockets: this process's, and one to pass on.
func pair(kind int) (own *net.UnixConn, its *os.File, err error) {
	syscall.ForkLock.RLock() // not every system has SOCK_CLOEXEC
	fds, err := syscall.Socketpair(syscall.AF_UNIX, kind, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	its = os.NewFile(uintptr(fds[1]), "pair")
	f := os.NewFile(uintptr(fds[0]), "pair")
	defer f.Close()
	c, err := net.FileConn(f)
	if err != nil {
		return nil, nil, errors.Join(err, its.Close())
	}
	return c.(*net.UnixConn), its, nil
}
