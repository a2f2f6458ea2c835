package policy

import "github.com/agent-loop/shimgen/rules"

// trashWord is what [actions] says for: ask, but where a shim of ours can move to the
// trash what the command would delete, do that instead.
const trashWord = "trash"

// saysTrash reports whether a setting of [actions] says trash.
func saysTrash(a said[rules.Action]) bool { return a.data == any(trashWord) }

// setTrash says trash for a key of Actions, whose action is ask.
func (p *Policy) setTrash(key string) {
	if p.trashed == nil {
		p.trashed = map[string]bool{}
	}
	p.trashed[key] = true
}

// Trashes reports whether what a rule asks about may be done without asking if all that the
// command would delete goes to the trash.
func (p *Policy) Trashes(r *rules.Rule) bool {
	if p.Action(r) != rules.Ask {
		return false
	}
	for _, key := range keysOf(r) {
		if _, set := p.Actions[key]; set {
			return p.trashed[key]
		}
	}
	return false
}

// ActionWord returns what [actions] says for a key of Actions: "trash", or the action's name.
func (p *Policy) ActionWord(key string) string {
	if p.trashed[key] {
		return trashWord
	}
	return p.Actions[key].String()
}

// trashAt reports whether a key says trash, by itself or for the rule that it names.
func (p *Policy) trashAt(key string) bool {
	if r := p.Rules.Find(key); r != nil {
		return p.Trashes(r)
	}
	return p.trashed[key]
}
