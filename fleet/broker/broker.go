// Package broker runs a NATS server with JetStream on disk, for tests only: in the test's
// own process, or in one that can be killed.
//
//	func TestMain(m *testing.M) { broker.Serve(); os.Exit(m.Run()) }
//
//	s := broker.Start(t, broker.Config{})
//	s.Kill(t)
//	s.Again(t) // the same port and the same files
package broker

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// variable makes a test's program a server. Its value is the configuration.
const variable = "SHIMGEN_TEST_BROKER"

// Config configures a server.
type Config struct {
	Port int    // 0 for one that is free
	Dir  string // for its files
	File string // a configuration file of nats-server's, "" for none
}

// Serve is for the beginning of TestMain. It returns unless this process is to be a server.
func Serve() {
	text, is := os.LookupEnv(variable)
	if !is {
		return
	}
	var c Config
	err := json.Unmarshal([]byte(text), &c)
	if err == nil {
		err = c.serve()
	}
	fmt.Fprintln(os.Stderr, "broker:", err)
	os.Exit(1)
}

// serve runs the server until the process that started it has ended.
func (c Config) serve() error {
	o := &server.Options{}
	if c.File != "" {
		var err error
		if o, err = server.ProcessConfigFile(c.File); err != nil {
			return err
		}
	}
	o.Host, o.Port, o.StoreDir, o.JetStream = "127.0.0.1", c.Port, c.Dir, true
	o.NoSigs, o.NoLog = true, true
	if c.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return fmt.Errorf("not ready")
	}
	fmt.Println(s.Addr().(*net.TCPAddr).Port)
	_, _ = io.Copy(io.Discard, os.Stdin) // it ends when the process that started this one ends
	s.Shutdown()
	os.Exit(0)
	return nil
}

// Takes returns why nats-server would reject a command line, or nil.
func Takes(args []string) error {
	flags := flag.NewFlagSet("nats-server", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	unused := func() {}
	_, err := server.ConfigureOptions(flags, args, unused, unused, unused)
	return err
}

// Server is a server in a process of its own.
type Server struct {
	Config
	process *exec.Cmd
}

// Start starts a server that ends with the test.
func Start(t testing.TB, c Config) *Server {
	t.Helper()
	if c.Dir == "" {
		c.Dir = t.TempDir()
	}
	s := &Server{Config: c}
	s.Again(t)
	t.Cleanup(func() { s.Kill(t) })
	return s
}

// Again starts the server again, with the same port and files.
func (s *Server) Again(t testing.TB) {
	t.Helper()
	text, err := json.Marshal(s.Config)
	if err != nil {
		t.Fatal(err)
	}
	s.process = exec.Command(os.Args[0])
	s.process.Env = append(os.Environ(), variable+"="+string(text))
	s.process.Stderr = os.Stderr
	if _, err = s.process.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := s.process.StdoutPipe()
	if err == nil {
		err = s.process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server did not start: %v", err)
	}
	if s.Port != 0 {
		return // the same URL; others may read it now
	}
	if s.Port, err = strconv.Atoi(strings.TrimSpace(line)); err != nil {
		t.Fatalf("the server did not say its port: %v", err)
	}
}

// Kill ends the server at once, as a power cut would.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	_ = s.process.Process.Kill() // it may be gone
	_ = s.process.Wait()
}

// URL returns the server's address.
func (s *Server) URL() string { return fmt.Sprintf("nats://127.0.0.1:%d", s.Port) }
