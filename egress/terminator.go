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

// What is said between a Terminator and the program that speaks TLS for it: a packet for each
// connection, with the connection and the other end of its clear side. The program answers on
// the clear side: with one byte once TLS has begun, else with another and why it has not.
const (
	AskAccept  = 'a' // followed by the server's name, a zero byte and the client's hello
	AskConnect = 'c' // followed by the server's name

	SaidReady  = '+'
	SaidFailed = '-' // followed by a text

	// TerminatorFD is the program's end of the socket that the packets come on. Its first
	// packet there is the certificate of its authority, as PEM.
	TerminatorFD = 3

	longestCertificate = 8 << 10
	longestReason      = 1 << 10
)

// A Terminator speaks TLS by another program, which alone links an implementation of it: what
// starts often and needs none starts faster without. It is closed once.
type Terminator struct {
	program *exec.Cmd // nil: it runs elsewhere
	socket  *net.UnixConn

	// Certificate is of the authority whose certificates clients are shown, as PEM. It is made
	// for this program alone, and for the names that it was started with.
	Certificate []byte
}

// StartTerminator starts a program for some names; *.NAME is for all below it. The program is one
// that speaks as [NewTerminator] says.
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

// NewTerminator talks to the other end of a socket, which says its certificate first.
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

// ask hands a connection over, and returns its clear side once TLS has begun.
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

// pair returns two sockets that are connected: one of this process's, and one to hand over.
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
