package policy

import (
	"maps"
	"slices"

	"github.com/agent-loop/shimgen/rules"
)

// Keys returns all keys that a policy file may have, for documentation: "profile",
// "paths.blocked"; NAME represents a name that the file chooses, and [] an entry of a list of
// tables. They come from the loader's own tables.
func Keys() []string {
	var keys []string
	for _, f := range topFields() {
		switch f.name {
		case "observe":
			keys = append(keys, namesIn("observe.", observeFields())...)
		case "profiles":
			keys = append(keys, namesIn("profiles.NAME.", customFields())...)
		case "credentials":
			keys = append(keys, namesIn("credentials.NAME.", credentialFields())...)
		case "rule":
			keys = append(keys, namesIn("rule[].", ruleFields())...)
		case "actions":
			keys = append(keys, "actions.NAME")
		default:
			if !slices.ContainsFunc(sections(), func(s section) bool { return s.name == f.name }) {
				keys = append(keys, f.name)
			}
		}
	}
	for _, s := range sections() {
		keys = append(keys, namesIn(s.name+".", s.fields)...)
	}
	keys = append(keys, namesIn("commands.allowed[].", exceptionFields("command"))...)
	for _, list := range []string{"paths.allowed", "sandbox.write", "sandbox.read"} {
		keys = append(keys, namesIn(list+"[].", exceptionFields("path"))...)
	}
	return keys
}

// namesIn returns the names of fields, prefixed with their table.
func namesIn[T any](in string, fields []field[T]) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = in + f.name
	}
	return names
}

// Lockable returns the settings that the system's file can lock, without the many actions of
// rules and packs.
func Lockable() []string {
	keys := lockable(&document{})
	for _, c := range rules.Classes() {
		delete(keys, "actions."+string(c))
	}
	return append(slices.Sorted(maps.Keys(keys)), "actions.NAME")
}
