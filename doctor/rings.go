package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/proot"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/termux"
	"github.com/agent-loop/shimgen/trust"
)

// checkPolicy says whether there is a policy, and which.
func (x *Examination) checkPolicy() []Diagnosis {
	const check = "policy"
	if x.session == nil {
		return single(check, Fail, "fix the file (shimgen policy validate FILE checks one); until then nothing runs", "%s", x.trouble)
	}
	p := x.session.Policy
	names := []string{"built-in"}
	for _, s := range p.Sources {
		names = append(names, s.Name)
	}
	found := single(check, OK, "", "profile %s, from %s", p.Profile, strings.Join(names, ", "))
	for _, n := range append(x.session.Notices(), x.session.IdleExceptions()...) {
		found = append(found, single(check, Warn, "", "%s", n)...)
	}
	if p.Observing() {
		found = append(found, single(check, Warn, "", "profile %s: nothing is refused but what protects shimgen itself; what %s would refuse is in the audit trail", p.Profile, p.Base)...)
	}
	if advice := policy.ForContainer(host.Container()); advice != "" && p.Profile == policy.Default {
		found = append(found, single(check, OK, "", "%s", advice)...)
	}
	return found
}

// checkGate checks whether the gate can clear commands. If it cannot, the judge decides
// about every command, which is slower and equally strict.
func (x *Examination) checkGate() []Diagnosis {
	const check = "gate"
	if x.session == nil || !x.stamped {
		return single(check, Warn, "", "not checked: %s", map[bool]string{true: "there is no policy", false: "this shimgen was not installed"}[x.stamped])
	}
	switch why := x.session.GateState(); why {
	case gate.Clear:
		found := single(check, OK, "", "its table is up to date")
		for _, line := range x.session.LeftOut() {
			found = append(found, single(check, Warn, "", "%s", line)...)
		}
		return found
	case gate.StrictMode, gate.AuditCopy, gate.Environment, gate.ProjectPolicy, gate.NoDirectory:
		return single(check, Warn, "", "up to date, but in this directory and environment every command goes to the judge: %s", why)
	case gate.Unsupported:
		return single(check, Warn, "", "not available on this system: every command goes to the judge")
	case gate.SystemPolicy:
		return single(check, Warn, "as root: shimgen install", "%s; every command goes to the judge", why)
	default:
		return single(check, Warn, x.install(""), "%s; every command goes to the judge", why)
	}
}

// checkAudit checks whether records can be written, without writing one.
func (x *Examination) checkAudit() []Diagnosis {
	const check = "audit"
	if x.session != nil && x.session.Policy.Audit.Level == gate.Off {
		return single(check, OK, "", "switched off by the policy")
	}
	dir := filepath.Join(x.layout.Root, gate.TrailName)
	if _, err := os.Lstat(dir); err != nil {
		return single(check, Fail, x.install(""), "%s", err)
	}
	f, err := host.Open(dir, host.PrivateDir(host.UID()))
	if err != nil {
		return single(check, Fail, "chmod 700 and chown the directory, or move it away and "+x.install(""), "%s", err)
	}
	f.Close()
	today := filepath.Join(dir, audit.FileName(time.Now()))
	if _, err := os.Lstat(today); errors.Is(err, fs.ErrNotExist) {
		const writable = 2 | 1 // W_OK and X_OK of access(2)
		err = syscall.Access(dir, writable)
		if err != nil {
			return single(check, Fail, "make it writable", "%s: %s", dir, err)
		}
		return single(check, OK, "", "%s is private, nothing recorded today", dir)
	}
	if f, err = host.Open(today, host.AuditLog(host.UID())); err != nil {
		return single(check, Fail, "move the file away; a new one is made", "%s", err)
	}
	f.Close()
	return single(check, OK, "", "%s is private and writable; %s", dir, x.trailSize(dir))
}

// trailSize says how large the trail is, and how large it may become.
func (x *Examination) trailSize(dir string) string {
	entries, _ := os.ReadDir(dir)
	var files, size int64
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			files, size = files+1, size+info.Size()
		}
	}
	text := fmt.Sprintf("%d MiB in %d files", (size+1<<19)>>20, files)
	if x.session == nil {
		return text
	}
	bound := x.session.Policy.Audit
	if bound.KeepDays > 0 {
		text += fmt.Sprintf(", kept for %d days", bound.KeepDays)
	}
	if bound.KeepMiB > 0 {
		text += fmt.Sprintf(", up to %d MiB", bound.KeepMiB)
	}
	return text
}

// backendProgram is a program that could confine a command, and when exec uses it.
type backendProgram struct{ name, program, use string }

// backendPrograms are those on Linux; on Android only proot can work.
var backendPrograms = [...]backendProgram{
	{"bubblewrap", "bwrap", "used by exec --sandbox bwrap, and where the policy requires a sandbox and native cannot be set up"},
	{"proot", "proot", "used by exec --sandbox proot alone"},
}

// checkSandboxes says which programs could confine a command here, and finds them as exec
// does. doctor --sandbox tries them.
func (x *Examination) checkSandboxes() []Diagnosis {
	if !runner.CanConfine() {
		return nil
	}
	_, phone := termux.Detect(x.getenv, os.Stat)
	var found []Diagnosis
	for _, s := range backendPrograms {
		if phone && s.program != "proot" {
			continue
		}
		path, ok := gate.Find(s.program, x.getenv("PATH"), x.layout.Root)
		if ok {
			found = append(found, single(s.name, OK, "", "found, %s, %s", path, s.use)...)
			continue
		}
		found = append(found, single(s.name, OK, x.sandboxHint(s.program), "not found on PATH")...)
	}
	found = append(found, single("landlock", OK, "", "%s, not used", x.landlock())...)
	return append(found, single("supervisor", OK, "", "system calls come by %s; used by exec --sandbox supervisor alone", x.transport())...)
}

// sandboxHint says how to install a missing program that exec could use.
func (x *Examination) sandboxHint(program string) string {
	_, phone := termux.Detect(x.getenv, os.Stat)
	release, _ := os.ReadFile("/etc/os-release")
	name := program
	if program == "bwrap" {
		name = "bubblewrap"
	}
	return proot.InstallHint(name, phone, string(release))
}

// transport says how system calls would get to a supervisor.
func (x *Examination) transport() string {
	self, err := os.Executable()
	if err != nil {
		return sandbox.ByTrace.String()
	}
	return sandbox.FindTransport([]string{self}).String()
}

// landlock says whether the kernel has Landlock. A seccomp filter may kill a process that
// asks, as Android's does, so it does not ask under a filter.
func (x *Examination) landlock() string {
	if _, phone := termux.Detect(x.getenv, os.Stat); phone {
		return "not available to apps on Android"
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil || !strings.Contains(string(status), "\nSeccomp:\t0\n") {
		return "not checked, as a system call filter may be in force"
	}
	abi, err := landlockABI()
	if err != nil {
		return fmt.Sprintf("not available (%s)", err)
	}
	return fmt.Sprintf("found, ABI %d", abi)
}

// ofAnotherSystem reports whether this is Termux and the program a build for Linux: Android may
// kill that when it starts another program.
func (x *Examination) ofAnotherSystem() bool {
	_, phone := termux.Detect(x.getenv, os.Stat)
	return phone && runtime.GOOS != "android"
}

// checkBuild reports such a build. Then no check may start a program.
func (x *Examination) checkBuild() []Diagnosis {
	return single("build", Fail, "install the build for Android", "this program is built for Linux: Android before 12 ends it when it starts another one, so exec and run fail, and no shell was asked")
}

// checkProject says which project file is in force, and whether it is trusted.
func (x *Examination) checkProject() []Diagnosis {
	if x.session == nil {
		return nil
	}
	p := projectOf(x.session)
	switch {
	case p == nil:
		return nil
	case p.Trusted:
		return single("project", OK, "", "%s: trusted: it may lift asks", p.Path)
	case p.State == trust.Changed.String():
		return single("project", Warn, "read it, then: shimgen trust", "%s: changed since it was trusted: it only tightens", p.Path)
	}
	return single("project", OK, "", "%s: not trusted: it only tightens (shimgen trust)", p.Path)
}
