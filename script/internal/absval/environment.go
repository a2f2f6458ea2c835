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

// EnvironmentVariable returns the value of HOME, and unknown for other variables.
func EnvironmentVariable(name Value, a Arguments) Value {
	if len(name) == 1 && name[0].Kind == Constant && name[0].Text == "HOME" {
		return Text("~")
	}
	if other, ok := a.Get(1, "default"); ok {
		return Join(other, Top)
	}
	return Top
}
