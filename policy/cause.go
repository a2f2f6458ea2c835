package policy

import (
	"strings"

	"github.com/agent-loop/shimgen/rules"
)

// Cause says which setting gave a rule's findings their action.
type Cause struct {
	// Key is the key of the setting: the rule, its pack as "git.*", or its class.
	Key string

	// Layer is the profile, or the last layer with such a setting: "profile cautious", "system",
	// "user" or "project". For a host that no file lists it is "network".
	Layer string

	// Where is the FILE:LINE of the setting, or how the profile was chosen.
	Where string

	// Lock is the system's file that locks the setting, or "".
	Lock string

	// Floor says that the rule has its own minimal action in all profiles but open, whatever the layer
	// says.
	Floor bool
}

// Cause returns which setting gave a rule's findings the action that [Policy.Action] returns. For a
// policy that was not made by Load or Builtin it only knows the profile.
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

// setter is the origin of a value in Actions, if it is not the profile.
type setter struct{ layer, where string }

// set sets a key of Actions and records the origin.
func (p *Policy) set(key string, action rules.Action, by setter) {
	if p.setters == nil {
		p.setters = map[string]setter{}
	}
	p.Actions[key], p.setters[key] = action, by
	delete(p.trashed, key)
}

// origin is the origin of a setting that is not an action.
type origin struct {
	layer LayerKind
	at    value
}

// came records which layer set a setting.
func (p *Policy) came(key string, layer LayerKind, v value) {
	if p.origins == nil {
		p.origins = map[string]origin{}
	}
	p.origins[key] = origin{layer, v}
}

// CauseOf returns which layer set a setting, by its key in a policy file: "network.mode",
// "limits.timeout", "actions.git.push". If no layer did, it is the profile. For a list it is the last
// layer.
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

// hold restores a locked value of a key of Actions. before has the values of the key, or of its pack or
// class if the rule had none of its own.
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

// by returns the setter for a layer's value.
func by(d *document, v value) setter { return setter{d.source.Kind.String(), v.where()} }
