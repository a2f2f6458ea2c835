package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/authority"
	"github.com/agent-loop/shimgen/credential"
	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/sandbox"
)

// The names of the files about credentials in a run's directory.
const (
	copyName        = "credential-" // and a number
	authoritiesName = "authorities.pem"
	javaStoreName   = "authorities.jks"

	terminatorName    = "shimgen-tls"
	terminatorWithin  = 10 * time.Second
	maxCredentialFile = 1 << 20 // maximum size of a file that holds credentials
)

// heldCredentials are the credentials that the policy keeps from a session's commands.
type heldCredentials struct {
	*credential.Set
	tls *egress.Terminator // of the current run
}

// copies returns copies of the files that hold credentials, with stand-ins in place of the
// values.
func (h *heldCredentials) copies() []credential.File {
	if h.Set == nil {
		return nil
	}
	return h.Files
}

// prepareStandIns replaces credentials by stand-ins in the environment that commands get. Below one of
// shimgen's sandboxes that has happened already.
func (s *Session) prepareStandIns() error {
	if s.credentials.Set != nil || len(s.Policy.Credentials) == 0 || rundir.Inside() {
		return nil
	}
	held, err := credential.Open(s.Policy.Credentials, credential.Machine{
		Env: s.env, Read: readCredential,
		Path: func(name string) string {
			at := s.site().Absolute(name)
			if real, err := host.Canonical(at); err == nil {
				return real
			}
			return at
		},
	})
	if err != nil {
		return MissingBackendError{err, "fix it, or take it out of [credentials]: until then nothing runs that could read it"}
	}
	s.credentials.Set, s.env = held, held.Environ(s.env)
	return nil
}

var errNoFile = errors.New("no file, or too large for one that holds credentials")

// readCredential reads a file that holds credentials.
func readCredential(name string) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // O_NONBLOCK: opening a pipe must not wait for a writer
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxCredentialFile {
		return nil, errors.Join(err, errNoFile)
	}
	return io.ReadAll(io.LimitReader(f, maxCredentialFile))
}

// prepareCredentials writes into a run's directory the files that the sandbox shows in place of
// credentials, and starts the terminator of TLS for their hosts. release stops it.
func (s *Session) prepareCredentials(own string) (release func(), err error) {
	release = func() {}
	var names []string
	if !s.credentials.IsEmpty() {
		names = s.credentials.Names()
	}
	for _, host := range s.Policy.RequestHosts() {
		if !slices.Contains(names, host) {
			names = append(names, host)
		}
	}
	for i, f := range s.credentials.copies() {
		if err := os.WriteFile(filepath.Join(own, copyName+strconv.Itoa(i)), f.Text, 0o400); err != nil {
			return release, err
		}
	}
	if s.Policy.Network.Mode != policy.AllowList || len(names) == 0 {
		return release, nil
	}
	bundle, err := authority.Bundle(s.env)
	if errors.Is(err, authority.ErrNone) {
		err = MissingBackendError{err, "install ca-certificates"}
	}
	if err != nil {
		return release, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), terminatorWithin)
	defer cancel()
	t, err := egress.StartTerminator(ctx, terminatorPath(), names)
	if err != nil {
		return release, MissingBackendError{fmt.Errorf("TLS to hosts of credentials or of allowed_requests cannot be opened: %w", err), "build shimgen-tls beside shimgen (make build), then shimgen install"}
	}
	s.credentials.tls = t
	release = func() {
		_ = t.Close()
		s.credentials.tls = nil
	}
	text := append(append(bytes.TrimRight(bundle, "\n"), '\n'), t.Certificate...)
	if err := os.WriteFile(filepath.Join(own, authoritiesName), text, 0o444); err != nil || len(authority.JavaStores(s.env)) == 0 {
		return release, err
	}
	return release, os.WriteFile(filepath.Join(own, javaStoreName), authority.JavaStore(string(text)), 0o444)
}

// terminatorPath returns the program that terminates TLS: the installed one, or the one beside
// this program. It never searches PATH.
func terminatorPath() string {
	if id, ok := gate.Installed(); ok {
		return filepath.Join(id.Root, "libexec", terminatorName)
	}
	self, err := host.Executable()
	if err != nil {
		return "/nonexistent/" + terminatorName
	}
	return filepath.Join(filepath.Dir(self), terminatorName)
}

// lendCredentials shows the copies with stand-ins in place of the files that hold credentials,
// and adds this run's authority to those that programs trust.
func (s *Session) lendCredentials(b *sandbox.Box, own string) {
	for i, f := range s.credentials.copies() {
		if from := filepath.Join(own, copyName+strconv.Itoa(i)); host.Exists(from) {
			b.Hide = slices.DeleteFunc(b.Hide, func(p string) bool { return p == f.Path })
			b.ReadOnlyBinds = append(b.ReadOnlyBinds, sandbox.Bind{From: from, At: f.Path})
		}
	}
	if from := filepath.Join(own, authoritiesName); host.Exists(from) {
		for _, at := range authority.SystemBundles() {
			b.ReadOnlyBinds = append(b.ReadOnlyBinds, sandbox.Bind{From: from, At: at})
		}
	}
	if from := filepath.Join(own, javaStoreName); host.Exists(from) {
		for _, at := range authority.JavaStores(s.env) {
			b.ReadOnlyBinds = append(b.ReadOnlyBinds, sandbox.Bind{From: from, At: at})
		}
	}
}

// warnOfUnused warns if programs get stand-ins but nothing puts the values into their requests.
func (s *Session) warnOfUnused(in Sandbox) {
	if s.credentials.IsEmpty() {
		return
	}
	if !in.holds() {
		for _, f := range s.credentials.Files {
			s.warn("credentials: %s can be read: commands run without a sandbox", f.Path)
		}
	}
	if !in.holds() || s.Policy.Network.Mode != policy.AllowList {
		s.warn("credentials: programs get stand-ins, and nothing puts the values into their requests: that needs the sandbox native and network.mode = \"allowlist\"")
	}
}
