package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/doctor"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/shimdir"
)

// diagnoses decodes what doctor --json printed.
func diagnoses(t *testing.T, got outcome) []doctor.Diagnosis {
	t.Helper()
	var found []doctor.Diagnosis
	require.NoError(t, json.Unmarshal([]byte(got.out), &found), "%s%s", got.out, got.err)
	return found
}

// doctor examines the installation and checks that the exit code reports failures, and
// that each has a hint.
func (w world) doctor(t *testing.T, args ...string) []doctor.Diagnosis {
	t.Helper()
	got := w.shimgen(t, "", append([]string{"doctor", "--json"}, args...)...)
	found := diagnoses(t, got)
	failures := of(found, func(d doctor.Diagnosis) bool { return d.State == doctor.Fail })
	assert.Equal(t, len(failures) > 0, got.status == 1, got.out)
	assert.Contains(t, []int{0, 1}, got.status, got.err)
	for _, d := range failures {
		assert.NotEmpty(t, d.Hint, "%+v", d)
	}
	return found
}

func of(found []doctor.Diagnosis, want func(doctor.Diagnosis) bool) []doctor.Diagnosis {
	var some []doctor.Diagnosis
	for _, d := range found {
		if want(d) {
			some = append(some, d)
		}
	}
	return some
}

// diagnosed returns the diagnoses of one check.
func diagnosed(t *testing.T, found []doctor.Diagnosis, name string) []doctor.Diagnosis {
	t.Helper()
	some := of(found, func(d doctor.Diagnosis) bool { return d.Check == name })
	require.NotEmpty(t, some, "%s: %+v", name, found)
	return some
}

// unsound returns the checks that are not ok, with their results.
func unsound(found []doctor.Diagnosis) map[string]doctor.Condition {
	states := map[string]doctor.Condition{}
	for _, d := range found {
		if d.State != doctor.OK {
			states[d.Check] = d.State
		}
	}
	return states
}

func TestDoctorWhereNothingIsInstalled(t *testing.T) {
	home := t.TempDir()
	got := inProcess([]string{"HOME=" + home, "PATH=/usr/bin:/bin"}, "", "doctor")
	assert.Equal(t, 1, got.status)
	assert.Contains(t, got.out, "fail  installed: nothing is installed in "+home)
	assert.Contains(t, got.out, "      fix: shimgen install\n")
	assert.NotContains(t, got.out, "bash -lc", "no shims, so no shell is asked")
	for text := range strings.Lines(got.out) {
		assert.Regexp(t, `^(ok  |warn|fail|    )  \S`, text)
	}
}

func TestDoctorOfAnInstallationInEveryShell(t *testing.T) {
	w := newWorld(t)
	_, err := shimdir.AddShellInit(w.home, "", w.bin(), nil, func(string) bool { return true })
	require.NoError(t, err)
	found := w.doctor(t)
	states := unsound(found)
	delete(states, "network") // these two depend on the machine and profile
	delete(states, "gate")
	assert.Empty(t, states, "%+v", found)
	for _, name := range []string{"installed", "shims", "binaries", "PATH", "policy", "audit", "path shims", "ways around"} {
		assert.Equal(t, doctor.OK, diagnosed(t, found, name)[0].State)
	}
	for _, shell := range []string{"sh", "bash", "zsh"} {
		if _, err := exec.LookPath(shell); err == nil {
			assert.Equal(t, doctor.OK, diagnosed(t, found, shell+" -c")[0].State)
		}
	}
	assert.NoFileExists(t, filepath.Join(w.root, "audit", audit.FileName(time.Now())), "it only looks")
}

func TestDoctorTellsWhichShellsMeetNoShim(t *testing.T) {
	w := newWorld(t)
	w.write(t, ".bash_profile", "PATH=/usr/local/bin:/usr/bin:/bin\n", 0o600)
	found := w.doctor(t)
	assert.Equal(t, doctor.OK, diagnosed(t, found, "PATH")[0].State)
	assert.Equal(t, doctor.OK, diagnosed(t, found, "bash -c")[0].State)
	for _, shell := range []string{"bash -lc", "env -i bash -lc"} {
		d := diagnosed(t, found, shell)[0]
		assert.Equal(t, doctor.Fail, d.State)
		assert.Regexp(t, `^not shimmed: \S+ resolves to /`, d.Detail)
		assert.Contains(t, d.Hint, "shimgen install --shell-init")
	}
}

func TestL5_DoctorSeesAFunctionBeforeTheShim(t *testing.T) {
	w := newWorld(t)
	w.write(t, ".bash_profile", "export PATH="+w.bin()+":/usr/bin:/bin\nrm() { :; }\n", 0o600)
	d := diagnosed(t, w.doctor(t), "bash -lc")[0]
	assert.Equal(t, doctor.Warn, d.State)
	assert.Contains(t, d.Detail, "rm")
}

func TestDoctorFindsWhatIsDamaged(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(t *testing.T, w world)
		check  string
		state  doctor.Condition
		detail string
	}{
		"a policy with a misspelt key": {
			func(t *testing.T, w world) {
				w.write(t, ".agent-loop/policy.toml", "profile = \"cautious\"\nprofil = 1\n", 0o600)
			},
			"policy", doctor.Fail, "policy.toml:2",
		},
		"a policy that others can write to": {
			func(t *testing.T, w world) {
				require.NoError(t, os.Chmod(filepath.Join(w.root, "policy.toml"), 0o666))
			},
			"policy", doctor.Fail, "writable by group or others",
		},
		"no policy": {
			func(t *testing.T, w world) { require.NoError(t, os.Remove(filepath.Join(w.root, "policy.toml"))) },
			"policy", doctor.Fail, "no policy",
		},
		"a gate table of another policy": {
			func(t *testing.T, w world) {
				w.write(t, ".agent-loop/policy.toml", "profile = \"guarded\"\n", 0o600)
			},
			"gate", doctor.Warn, "stale table",
		},
		"a damaged gate table": {
			func(t *testing.T, w world) { w.write(t, ".agent-loop/state/gate.bin", "x", 0o600) },
			"gate", doctor.Warn, "damaged table",
		},
		"no gate table": {
			func(t *testing.T, w world) {
				require.NoError(t, os.Remove(filepath.Join(w.root, "state", "gate.bin")))
			},
			"gate", doctor.Warn, "no table",
		},
		"no audit directory": {
			func(t *testing.T, w world) { require.NoError(t, os.Remove(filepath.Join(w.root, "audit"))) },
			"audit", doctor.Fail, "no such file",
		},
		"a day's file that is a link": {
			func(t *testing.T, w world) {
				require.NoError(t, os.Symlink(filepath.Join(w.home, "other"), filepath.Join(w.root, "audit", audit.FileName(time.Now()))))
			},
			"audit", doctor.Fail, "symbolic link",
		},
		"a shim that is something else": {
			func(t *testing.T, w world) {
				require.NoError(t, os.Remove(filepath.Join(w.bin(), "rm")))
				w.write(t, ".agent-loop/bin/rm", "#!/bin/sh\n", 0o755)
			},
			"shims", doctor.Fail, "is not a shim of this installation",
		},
		"a shim that is missing": {
			func(t *testing.T, w world) { require.NoError(t, os.Remove(filepath.Join(w.bin(), "rm"))) },
			"shims", doctor.Warn, "none for rm",
		},
		"a shim directory others can write to": {
			func(t *testing.T, w world) { require.NoError(t, os.Chmod(w.bin(), 0o777)) },
			"shims", doctor.Fail, "bin",
		},
		"a shim binary others can write to": {
			func(t *testing.T, w world) {
				require.NoError(t, os.Chmod(filepath.Join(w.root, "libexec", "shim"), 0o777))
			},
			"binaries", doctor.Fail, "others can write to it",
		},
		"no shim binary": {
			func(t *testing.T, w world) { require.NoError(t, os.Remove(filepath.Join(w.root, "libexec", "shim"))) },
			"binaries", doctor.Fail, "no such file",
		},
		"a shim binary of another installation": {
			func(t *testing.T, w world) {
				image, err := os.ReadFile(filepath.Join(built, "shim"))
				require.NoError(t, err)
				image, err = gate.Stamp(image, gate.Identity{Root: "/other/root", Home: "/other", UID: 1})
				require.NoError(t, err)
				w.write(t, ".agent-loop/libexec/shim", string(image), 0o700)
			},
			"binaries", doctor.Fail, "another installation",
		},
		"a shim binary that was never stamped": {
			func(t *testing.T, w world) {
				image, err := os.ReadFile(filepath.Join(built, "shim"))
				require.NoError(t, err)
				w.write(t, ".agent-loop/libexec/shim", string(image), 0o700)
			},
			"binaries", doctor.Fail, "another installation",
		},
		"a start file that leaves PATH": {
			func(t *testing.T, w world) { w.write(t, ".zshrc", "x=1\nalias rm='/bin/rm -i'\n", 0o600) },
			"ways around", doctor.Warn, ".zshrc:2: a program with a shim is named by its path, /bin/rm",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if c.check == "gate" && (runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64") {
				t.Skip("needs the gate, which is for linux on amd64 and arm64")
			}
			w := newWorld(t)
			c.damage(t, w)
			found := of(diagnosed(t, w.doctor(t), c.check), func(d doctor.Diagnosis) bool { return strings.Contains(d.Detail, c.detail) })
			require.Len(t, found, 1, c.detail)
			assert.Equal(t, c.state, found[0].State)
		})
	}
}

func TestDoctorOfTheGateInAHealthyInstallation(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("needs the gate, which is for linux on amd64 and arm64")
	}
	w := newWorld(t)
	d := diagnosed(t, w.doctor(t), "gate")[0]
	assert.Equal(t, doctor.Diagnosis{Check: "gate", State: doctor.OK, Detail: "its table is up to date", Hint: ""}, d)

	w.write(t, ".agent-loop.toml", "", 0o600)
	d = diagnosed(t, w.doctor(t), "gate")[0]
	assert.Equal(t, doctor.Warn, d.State)
	assert.Contains(t, d.Detail, "project file")
}

func TestDoctorOfAnotherShimgen(t *testing.T) {
	w := newWorld(t)
	got := w.start(t, filepath.Join(built, "shimgen"), "", "doctor", "--json")
	d := diagnosed(t, diagnoses(t, got), "installed")[0]
	assert.Equal(t, doctor.Warn, d.State)
	assert.Equal(t, w.judge()+" doctor", d.Hint)
}

func TestDoctorOnPATHWithoutTheShims(t *testing.T) {
	w := newWorld(t)
	cmd := exec.Command(w.judge(), "doctor", "--json")
	cmd.Env, cmd.Dir = []string{"HOME=" + w.home, "PATH=/usr/bin:/bin"}, w.home
	out, _ := cmd.Output()
	found := diagnoses(t, outcome{out: string(out)})
	assert.Equal(t, 1, cmd.ProcessState.ExitCode())
	assert.Equal(t, doctor.Fail, diagnosed(t, found, "PATH")[0].State)
	assert.Equal(t, doctor.Fail, diagnosed(t, found, "sh -c")[0].State)
	assert.Equal(t, doctor.Warn, diagnosed(t, found, "path shims")[0].State)
}

func TestDoctorOnPATHWithSomethingBeforeTheShims(t *testing.T) {
	w := newWorld(t)
	first := filepath.Dir(w.write(t, "own/rm", "#!/bin/sh\n", 0o755))
	cmd := exec.Command(w.judge(), "doctor", "--json")
	cmd.Env, cmd.Dir = []string{"HOME=" + w.home, "PATH=" + first + ":" + w.bin() + ":/usr/bin:/bin"}, w.home
	out, _ := cmd.Output()
	found := diagnoses(t, outcome{out: string(out)})
	d := diagnosed(t, found, "PATH")[0]
	assert.Equal(t, doctor.Warn, d.State)
	assert.Contains(t, d.Detail, first+"/rm")
	d = diagnosed(t, found, "sh -c")[0]
	assert.Equal(t, doctor.Fail, d.State)
	assert.Equal(t, "not shimmed: rm resolves to "+first+"/rm", d.Detail)
}

func TestK3_DoctorSaysWhatIsEnforced(t *testing.T) {
	w := newWorld(t)
	found := w.doctor(t)
	assert.Regexp(t, `^enforced: [1-9]\d* rules, by check, exec`, diagnosed(t, found, "rules")[0].Detail)
	assert.Contains(t, diagnosed(t, found, "path shims")[0].Detail, "enforced")
	assert.Contains(t, diagnosed(t, found, "sandbox")[0].Detail, "exec and mcp use one where it can be set up")
	for _, name := range []string{"proot", "bubblewrap", "landlock"} {
		assert.Regexp(t, "^(found|not )", diagnosed(t, found, name)[0].Detail, name)
	}
	assert.Contains(t, diagnosed(t, found, "network")[0].Detail, "mode full")

	w.write(t, ".agent-loop/policy.toml", "profile = \"cautious\"\n[sandbox]\nmode = \"none\"\n", 0o600)
	assert.Contains(t, diagnosed(t, w.doctor(t), "sandbox")[0].Detail, "none, unless")

	w.write(t, ".agent-loop/policy.toml", "profile = \"guarded\"\n", 0o600)
	found = w.doctor(t)
	assert.Equal(t, doctor.Warn, diagnosed(t, found, "sandbox")[0].State, "required, and a bare shim has none")
	d := diagnosed(t, found, "network")[0]
	assert.Equal(t, doctor.Warn, d.State)
	assert.Contains(t, d.Detail, "judged")
	assert.Contains(t, d.Detail, "by the sandbox below exec and mcp only")

	w.write(t, ".agent-loop/policy.toml", "profil = 1\n", 0o600)
	assert.Equal(t, doctor.Fail, diagnosed(t, w.doctor(t), "rules")[0].State)
}
