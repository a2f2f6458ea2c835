//go:build amd64 || arm64

package sandbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/supervise"
	"github.com/agent-loop/shimgen/termux"
)

// Plan returns how this program starts itself to set up the box.
func (s Supervisor) Plan(box Box, e Entry) (Plan, error) {
	if err := cmp.Or(box.check(s.Lstat), box.broker(s.Name(), s.Broker)); err != nil {
		return Plan{}, err
	}
	rules := box.rules()
	rules.Exec, rules.Programs, rules.Alone, rules.Reads = s.Exec, s.Programs, true, !s.FreeReads
	rules.Secret = box.secrets(s.Lstat)
	if s.FreeReads {
		rules.Secret = nil
	}
	text, err := json.Marshal(confinement{
		Dir: box.Dir, Offline: rules.Offline, Reads: rules.Reads, Execs: s.Exec != nil, Alone: true, By: s.By,
		Places: box.identities(s.Lstat), Shared: box.Temp,
	})
	if err != nil {
		return Plan{}, err
	}
	argv := append(s.Self[:len(s.Self):len(s.Self)], watchWords(s.Name(), roleWatch)...)
	return Plan{Path: ownProgram, Argv: argv, inputs: [][]byte{e.encode(), text}, supervise: &rules, broker: box.brokerFor(s.Broker), Temp: box.Temp}, nil
}

// FindTransport returns how calls can get to a supervisor here. It tries that in another
// process of this program, started as by Self, because a filter may kill the process that
// tries. On Android one does, so there it does not even try.
func FindTransport(self []string) Transport {
	if _, phone := termux.Detect(os.Getenv, os.Stat); phone {
		return ByTrace
	}
	argv := append(self[:len(self):len(self)], watchWords(Supervisor{}.Name(), roleProbe)...)
	pid, err := syscall.ForkExec(ownProgram, argv, &syscall.ProcAttr{Env: os.Environ(), Files: []uintptr{^uintptr(0), ^uintptr(0), ^uintptr(0)}})
	if err != nil {
		return ByTrace
	}
	var w unix.WaitStatus
	for {
		if _, err = unix.Wait4(pid, &w, 0, nil); !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err != nil || !w.Exited() || w.ExitStatus() != 0 {
		return ByTrace
	}
	return ByNotice
}

// secrets returns the files that a box hides, to know them by any name.
func (b Box) secrets(files Files) (found []supervise.File) {
	for _, h := range b.Hide {
		info, err := files(h)
		if err != nil || info.Mode()&os.ModeSocket != 0 {
			continue
		}
		if p, err := placeOf(h, files); err == nil {
			found = append(found, supervise.File{Dev: p.dev, Ino: p.ino})
		}
	}
	return found
}
