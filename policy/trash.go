package policy

import "github.com/agent-loop/shimgen/rules"

// trashWord is the action in [actions] that means: ask, unless one of our shims can move to the
// trash everything that the command would delete; then do that.
const trashWord = "trash"

// saysTrash reports whether a setting of [actions] is trash.
func saysTrash(a said[rules.Action]) bool { return a.data == any(trashWord) }

// setTrash marks a key of Actions, whose action is ask, as trash.
func (p *Policy) setTrash(key string) {
	if p.trashed == nil {
		p.trashed = map[string]bool{}
	}
	p.trashed[key] = true
}

// Trashes reports whether a rule's question can be skipped if everything that the command would
// delete goes to the trash.
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

// ActionWord returns the word in [actions] for a key of Actions: "trash", or the action's name.
func (p *Policy) ActionWord(key string) string {
	if p.trashed[key] {
		return trashWord
	}
	return p.Actions[key].String()
}

// trashAt reports whether a key is marked as trash, itself or for the rule that it names.
func (p *Policy) trashAt(key string) bool {
	if r := p.Rules.Find(key); r != nil {
		return p.Trashes(r)
	}
	return p.trashed[key]
}
