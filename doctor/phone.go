package doctor

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/termux"
)

// A handset is what the checks for Termux need to know about a phone.
type handset struct {
	termux.Env
	env      []string
	shimmed  []string               // names of shims
	exists   func(file string) bool // whether a program or a library exists
	runnable func(file string) error
}

// checkTermux lists dangers that exist only on Termux, if this phone has them.
func (x *Examination) checkTermux() []Diagnosis {
	t, ok := termux.Detect(x.getenv, os.Stat)
	if !ok {
		return nil
	}
	h := handset{t, x.env, x.status.Generated, isThere, executes}
	if x.ofAnotherSystem() {
		h.runnable = func(string) error { return nil } // this build cannot start other programs
	}
	return h.diagnose()
}

func isThere(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// executes reports whether a program can be started that does nothing.
func executes(file string) error { return exec.Command(file).Run() }

func (h handset) diagnose() []Diagnosis {
	if h.deniesOwnFiles() {
		h.LinkerExec = true
	}
	var found []Diagnosis
	for _, d := range h.Dangers(func(name string) string { return environ.Get(h.env, name) }) {
		switch d.Name {
		case "no-termux-exec":
			continue // library has reported it in more detail
		case "system-tools":
			d.Text = h.systemTools(d.Text)
		}
		found = append(found, Diagnosis{"termux " + d.Name, Warn, d.Text, d.Hint})
	}
	return append(found, h.library())
}

// deniesOwnFiles reports whether Android refuses to execute what Termux has installed. No
// variable tells that.
func (h handset) deniesOwnFiles() bool {
	file := h.Bin() + "/true"
	return !h.LinkerExec && h.exists(file) && errors.Is(h.runnable(file), syscall.EACCES)
}

// systemTools names the shimmed programs that Android has too.
func (h handset) systemTools(otherwise string) string {
	var names []string
	for _, name := range h.shimmed {
		if h.exists("/system/bin/" + name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return otherwise
	}
	return fmt.Sprintf("/system/bin has its own %s, and no shim sees a program named by its path", firstFew(names))
}

// library checks whether programs load termux-exec: some agents clear LD_PRELOAD.
func (h handset) library() Diagnosis {
	const check = "termux exec"
	for _, file := range strings.FieldsFunc(environ.Get(h.env, "LD_PRELOAD"), func(c rune) bool { return c == ':' || c == ' ' }) {
		if !strings.HasPrefix(filepath.Base(file), "libtermux-exec") {
			continue
		}
		if !h.exists(file) {
			return Diagnosis{check, Warn, "LD_PRELOAD names " + file + ", which is not there: programs complain or do not start", "open a new Termux session"}
		}
		return Diagnosis{check, OK, "LD_PRELOAD loads " + file, ""}
	}
	for _, name := range []string{"libtermux-exec-ld-preload.so", "libtermux-exec.so"} {
		if file := h.Lib() + "/" + name; h.exists(file) {
			return Diagnosis{
				check, Warn, "LD_PRELOAD is cleared: scripts with #!/usr/bin/env do not start but through a shim",
				"export LD_PRELOAD=" + file + ", or put that into the environment that the agent gives its shells",
			}
		}
	}
	return Diagnosis{check, Warn, "termux-exec is not installed: scripts with #!/usr/bin/env do not start but through a shim", "pkg install termux-exec"}
}
