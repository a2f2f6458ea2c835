package policy

import (
	"strings"

	"github.com/agent-loop/shimgen/rules"
)

// Cause says what gave the findings of a rule their action.
type Cause struct {
	// Key is what was named: the rule, its pack as "git.*", or its class.
	Key string

	// Layer is the profile, or the layer that spoke last: "profile cautious",
	// "system", "user" or "project". For a host that no file lists it is
	// "network".
	Layer string

	// Where is the FILE:LINE of the setting, or how the profile was chosen.
	Where string

	// Lock is the system's file that locks the setting, or "".
	Lock string

	// Floor says that the rule itself asks for no less in any profile but
	// open, whatever the layer says.
	Floor bool
}

// Cause returns what gave the findings of a rule their action, as
// [Policy.Action] returns it. Of a policy that was not made by Load or Builtin it knows no
// more than the profile.
func (p *Policy) Cause(r *rules.Rule) Cause {
	c := Cause{Layer: "profile " + p.Profile, Where: p.chosen, Key: string(r.Class), Lock: p.locks["profile"]}
	for _, key := range keysOf(r) {
		if _, ok := p.Actions[key]; !ok {
			continue
		}
		c.Key = key
		if s, ok := p.setters[key]; ok {
			c.Layer, c.Where, c.Lock = s.layer, s.where, ""
		}
		break
	}
	for _, key := range keysOf(r) {
		if file, locked := p.locks["actions."+key]; locked {
			c.Lock = file
		}
	}
	c.Floor = p.Action(r) < p.lookup(r)
	return c
}

// setter is what has given a key of Actions its value, if not the profile.
type setter struct{ layer, where string }

// set gives a key of Actions its value and notes who did.
func (p *Policy) set(key string, action rules.Action, by setter) {
	if p.setters == nil {
		p.setters = map[string]setter{}
	}
	p.Actions[key], p.setters[key] = action, by
	delete(p.trashed, key)
}

// origin is what has given a setting its value that is no action.
type origin struct {
	layer LayerKind
	at    value
}

// came notes which layer gave a setting its value.
func (p *Policy) came(key string, layer LayerKind, v value) {
	if p.origins == nil {
		p.origins = map[string]origin{}
	}
	p.origins[key] = origin{layer, v}
}

// CauseOf returns what gave a setting its value, by the key of a policy file:
// "network.mode", "limits.timeout", "actions.git.push". Where no layer speaks of it, that is
// the profile. Of a list it is the layer that spoke of it last.
func (p *Policy) CauseOf(key string) Cause {
	c := Cause{Key: key, Layer: "profile " + p.Profile, Where: p.chosen, Lock: p.locks[key]}
	if o, said := p.origins[key]; said {
		c.Layer, c.Where = o.layer.String(), o.at.where()
	} else if s, said := p.setters[strings.TrimPrefix(key, "actions.")]; said && strings.HasPrefix(key, "actions.") {
		c.Layer, c.Where = s.layer, s.where
	}
	return c
}

// ProfileChosen says how the profile was chosen: FILE:LINE, a flag, or "the default".
func (p *Policy) ProfileChosen() string { return p.chosen }

// LockOf returns the system's file that locks a setting, or "".
func (p *Policy) LockOf(key string) string { return p.locks[key] }

// hold gives a key of Actions back the value that a lock holds. The value was
// that of the key, or of the rule's pack or class before there was one for the
// rule by name.
func (p *Policy) hold(key string, action rules.Action, before map[string]setter) {
	p.Actions[key] = action
	delete(p.setters, key)
	if r := p.Rules.Find(key); r != nil {
		for _, k := range keysOf(r) {
			if s, ok := before[k]; ok {
				p.setters[key] = s
				return
			}
		}
	}
	if s, ok := before[key]; ok {
		p.setters[key] = s
	}
}

// by is the setter that a layer's value is.
func by(d *document, v value) setter { return setter{d.source.Kind.String(), v.where()} }
