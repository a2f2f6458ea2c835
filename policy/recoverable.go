package policy

import "github.com/agent-loop/shimgen/rules"

// Recoverable is the profile cautious with the trash instead of the question about destructive
// commands: see [Policy.Trashes].
const Recoverable = "recoverable"

// RecoverableText describes it.
const RecoverableText = "as cautious, but a shim keeps what rm and git would lose instead of refusing them"

// beginRecoverable returns the policy of the profile, without layers.
func beginRecoverable() (*Policy, error) {
	p, err := Builtin(Cautious)
	if err != nil {
		return nil, err
	}
	p.Profile, p.Base, p.Description = Recoverable, Cautious, RecoverableText
	p.setTrash(string(rules.Destructive))
	return p, nil
}

// isDerived reports whether a profile is derived from another and not in the table.
func isDerived(name string) bool { return name == Observe || name == Recoverable }
