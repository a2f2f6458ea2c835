// Package prompt writes what a model is told about the tool that runs its
// commands: a description and a schema, in the forms that the model interfaces
// take.
//
// All of it is true of the policy in force, and nothing else is said. What may
// be done and what may not is not written down here but asked: each statement
// has commands that stand for it, the judge decides about them, and the
// statement goes where the decision puts it. Commands of a topic that are
// decided differently are named one by one.
//
// The text is ASCII and bounded in length. What is too long loses the ends of
// its lists first. It repeats nothing that an untrusted project's file could
// have written, for a model would take that for instructions: of such entries
// it says how many there are.
package prompt
