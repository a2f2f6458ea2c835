// Package foreign says as a policy what other programs' configurations say: other guards', the
// permissions and sandboxes of agents, and the seeds of this project.
//
//	got, err := foreign.Import("settings.json", text, "")
//
// A kind of configuration is a row of kinds: how its files are called, what is in them, and
// who translates it. What has no counterpart becomes a comment in its place and a line of
// Lost. No translation is looser than its source: an exception that might outweigh another
// rule of the same source is not carried over, for exceptions come first here.
package foreign
