package policy

import (
	"maps"
	"slices"

	"github.com/agent-loop/shimgen/rules"
)

// Keys are all that a policy file may say, for a page that describes them: "profile",
// "paths.blocked"; NAME stands for a name that the file chooses, and [] for each entry of a
// list, where that is a table. They come from what the loader reads by.
func Keys() []string {
	var keys []string
	for _, f := range topFields() {
		switch f.name {
		case "observe":
			keys = append(keys, below("observe.", observeFields())...)
		case "profiles":
			keys = append(keys, below("profiles.NAME.", customFields())...)
		case "credentials":
			keys = append(keys, below("credentials.NAME.", credentialFields())...)
		case "rule":
			keys = append(keys, below("rule[].", ruleFields())...)
		case "actions":
			keys = append(keys, "actions.NAME")
		default:
			if !slices.ContainsFunc(sections(), func(s section) bool { return s.name == f.name }) {
				keys = append(keys, f.name)
			}
		}
	}
	for _, s := range sections() {
		keys = append(keys, below(s.name+".", s.fields)...)
	}
	keys = append(keys, below("commands.allowed[].", exceptionFields("command"))...)
	for _, list := range []string{"paths.allowed", "sandbox.write", "sandbox.read"} {
		keys = append(keys, below(list+"[].", exceptionFields("path"))...)
	}
	return keys
}

// below are the names of fields, with what they stand in before them.
func below[T any](in string, fields []field[T]) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = in + f.name
	}
	return names
}

// Lockable are the settings that the system's file can lock, without the actions of rules and
// packs, which are many.
func Lockable() []string {
	keys := lockable(&document{})
	for _, c := range rules.Classes() {
		delete(keys, "actions."+string(c))
	}
	return append(slices.Sorted(maps.Keys(keys)), "actions.NAME")
}
