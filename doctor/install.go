package doctor

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/stamp"
)

// checkIdentity says whether this binary is an installed one, and whose.
func (x *Examination) checkIdentity() []Diagnosis {
	const check = "installed"
	switch judge := x.libexec("shimgen"); {
	case !x.stamped && isRegular(judge):
		return single(check, Warn, judge+" doctor",
			"this shimgen is not the installed one in %s; the other checks look from outside", x.layout.Root)
	case !x.stamped:
		return single(check, Fail, x.install(""), "nothing is installed in %s", x.layout.Root)
	case int(x.identity.UID) != host.UID():
		return single(check, Fail, "start it as the user it was installed for, or install it for this one",
			"installed for uid %d, started by uid %d", x.identity.UID, host.UID())
	}
	return single(check, OK, "", "in %s, for uid %d with home %s", x.identity.Root, x.identity.UID, x.identity.Home)
}

// checkShims checks that the shims exist and are ours.
func (x *Examination) checkShims() []Diagnosis {
	const check = "shims"
	var found []Diagnosis
	// With bin itself as PATH, Status reports no problems of PATH.
	for _, p := range x.layout.Status(x.layout.Bin).Problems {
		if !strings.Contains(p, x.libexec("")+"/") {
			found = append(found, single(check, Fail, "put that right, then "+x.install(""), "%s", p)...)
		}
	}
	var missing []string
	wanted, err := x.layout.Wanted()
	if err != nil {
		found = append(found, single(check, Fail, "put that right, then "+x.install(""), "%s", err)...)
	}
	for _, name := range installation.Choose(wanted, x.getenv("PATH"), x.layout.Root).Names {
		if !slices.Contains(x.status.Generated, name) {
			missing = append(missing, name)
		}
	}
	switch {
	case len(x.status.Generated) == 0:
		return append(found, single(check, Fail, x.install(""), "%s holds none", x.layout.Bin)...)
	case len(missing) > 0:
		return append(found, single(check, Warn, "shimgen rehash", "none for %s", firstFew(missing))...)
	case len(found) > 0:
		return found
	}
	return single(check, OK, "", "%d in %s", len(x.status.Generated), x.layout.Bin)
}

// checkBinaries checks that the two programs behind the shims, and the server if it was
// built, are whole, belong to us, and come from one installation.
func (x *Examination) checkBinaries() []Diagnosis {
	const check = "binaries"
	var found []Diagnosis
	for _, p := range x.status.Problems {
		if strings.Contains(p, x.libexec("")+"/") {
			found = append(found, single(check, Fail, x.install(""), "%s", p)...)
		}
	}
	if len(found) > 0 {
		return found
	}
	var modes []string
	for _, name := range []string{"shim", "shimgen", "shimgen-mcp", "shimgen-tls"} {
		optional := name == "shimgen-mcp" || name == "shimgen-tls"
		if optional && !isRegular(x.libexec(name)) {
			continue // other problems with these are in status
		}
		info, err := os.Stat(x.libexec(name))
		if name == "shimgen-tls" && err == nil { // it has no identity
			modes = append(modes, fmt.Sprintf("%s %04o", name, info.Mode().Perm()))
			continue
		}
		if err == nil {
			modes = append(modes, fmt.Sprintf("%s %04o", name, info.Mode().Perm()))
			err = x.sameIdentity(name)
		}
		if err != nil {
			return single(check, Fail, x.install(""), "%s", err)
		}
	}
	return single(check, OK, "", "%s, nobody else can write to them", strings.Join(modes, ", "))
}

// sameIdentity returns an error unless the installed program has this one's identity. A
// binary that was not installed has none to compare.
func (x *Examination) sameIdentity(name string) error {
	if !x.stamped {
		return nil
	}
	image, err := os.ReadFile(x.libexec(name))
	if err != nil {
		return err
	}
	stamped, err := stamp.Program(image, x.identity)
	if err != nil {
		return fmt.Errorf("%s: %w", x.libexec(name), err)
	}
	if !bytes.Equal(image, stamped) {
		return fmt.Errorf("%s: belongs to another installation than this shimgen", x.libexec(name))
	}
	return nil
}

// checkPath checks the PATH that doctor was started with.
func (x *Examination) checkPath() []Diagnosis {
	const check = "PATH"
	var hidden []string
	for _, p := range x.status.Problems {
		if strings.HasSuffix(p, "comes before the shim on PATH") {
			hidden = append(hidden, strings.TrimSuffix(p, ": comes before the shim on PATH"))
		}
	}
	switch {
	case !x.status.OnPath:
		return single(check, Fail, x.install(" --shell-init")+", then a new shell", "%s is not on it", x.layout.Bin)
	case len(hidden) > 0:
		return single(check, Warn, "put "+x.layout.Bin+" first", "found before the shims: %s", strings.Join(hidden, ", "))
	case !x.status.First:
		return single(check, OK, "", "nothing before %s hides a shim", x.layout.Bin)
	}
	return single(check, OK, "", "%s is first", x.layout.Bin)
}
