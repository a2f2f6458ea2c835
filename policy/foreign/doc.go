// Package foreign translates other programs' configurations to a policy: those of other guards,
// the permissions and sandboxes of agents, and those of this project's predecessors.
//
//	got, err := foreign.Import("settings.json", text, "")
//
// A kind of configuration is a row of kinds: the names of its files, its content, and the
// function that translates it. A setting without a counterpart becomes a comment in its place and
// a line of Lost. No translation is looser than its source: exceptions take precedence here, so
// an exception that might override another rule of the same source is not translated.
package foreign
