package absval

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// Code that prints or sends the whole environment acts like env, and gets an act that runs env.

// holdsEnvironment is isEnvironment, and also looks at the members of an object.
func holdsEnvironment(v Value) bool {
	if len(v) == 1 && v[0].Kind == Sequence {
		return slices.ContainsFunc(v[0].Items, IsEnvironment)
	}
	return IsEnvironment(v)
}

// IsEnvironment reports whether a value is the whole environment, in any form.
func IsEnvironment(v Value) bool {
	for range effect.MaxDepth {
		if len(v) == 1 && v[0].Kind == Unknown && v[0].Of != nil {
			v = v[0].Of // a text with it
		}
		if len(v) != 1 || v[0].Kind != Ref {
			return false
		}
		name := strings.TrimSuffix(strings.TrimSuffix(v[0].Text, ".encode()"), ".toString()")
		switch {
		case sink.Environments.Has(name):
			return true
		case !sink.Encoders.Has(name) || v[0].Of == nil:
			return false
		}
		v = v[0].Of
	}
	return false
}

// withEnvironment marks a joined text of which a part is the whole environment.
func withEnvironment(text Value, parts ...Atom) Value {
	for _, p := range parts {
		if p.Kind != Ref && (p.Kind != Unknown || p.Of == nil) || len(text) != 1 || text[0].Kind != Unknown {
			continue // nearly always
		}
		if part := (Value{p}); IsEnvironment(part) {
			marked := text[0]
			marked.Of = part
			return Value{marked}
		}
	}
	return text
}

// EnvironmentVariable returns the value of a variable that the source has set, or of HOME, and
// unknown for other variables.
func (r *Interp) EnvironmentVariable(name Value, a Arguments) Value {
	if len(name) == 1 && name[0].Kind == Constant {
		if v, ok := r.Variable(name[0].Text); ok {
			return v
		}
	}
	if other, ok := a.Get(1, "default"); ok {
		return Join(other, Top)
	}
	return Top
}

// Variable returns the value of a variable of the environment, and whether it may be known.
func (r *Interp) Variable(name string) (v Value, known bool) {
	if given, ok := r.env[name]; ok {
		return AnyOf([]effect.Arg{given}), true
	}
	if name == "HOME" {
		return Text("~"), true
	}
	return Top, false
}
