package snippet

// maxVariables bounds how often a file sets variables before one of its snippets.
const maxVariables = 2000

// Vars are the variables that a file gives a snippet. They are a chain, from the one that was
// set last: what two snippets share is there once. The nil Vars has none.
type Vars struct {
	name, value string
	isKnown     bool
	before      *Vars
	count       int
}

// Get returns the value of a variable, if the file says which it is.
func (v *Vars) Get(name string) (value string, ok bool) {
	for ; v != nil; v = v.before {
		if v.name == name {
			return v.value, v.isKnown
		}
	}
	return "", false
}

// with are variables with another one on top. Beyond the bound nothing is added, and Read
// refuses the file.
func (v *Vars) with(name, value string, isKnown bool) *Vars {
	if v.areTooMany() {
		return v
	}
	count := 1
	if v != nil {
		count += v.count
	}
	return &Vars{name, value, isKnown, v, count}
}

func (v *Vars) areTooMany() bool { return v != nil && v.count > maxVariables }
