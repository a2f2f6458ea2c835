package grammar

// kindVerbs are the names of the kinds, in the order of their bits.
var kindVerbs = [...]string{
	"reads", "writes", "deletes", "changes", "connects to", "uploads", "listens on", "evaluates", "runs", "sets", "elevates", "manages", "alters", "requests", "may send",
}

// Verbs returns the names of the kinds, such as "reads" and "writes".
func (k Kind) Verbs() []string {
	var out []string
	for i, verb := range kindVerbs {
		if k&(1<<i) != 0 {
			out = append(out, verb)
		}
	}
	return out
}
