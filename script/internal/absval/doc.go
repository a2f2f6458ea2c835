// Package absval interprets code over abstract values and collects its acts.
//
// A [Value] is an abstract value: the union of a few atoms, one for each thing that an
// expression may be. An [Atom] is a constant text or number, a list, a function, a reference
// to something of a library such as "os.system", or unknown, with what is known of its text. [Top] is
// anything at all. [Interp.Operate] and the functions of text.go fold constants, and join
// what may be either ([Join]). Unions, texts and lists are bounded: what grows past the
// bounds becomes unknown.
//
// An [Interp] is the state of reading one piece of code: its tokens, what names may
// hold, the acts found so far, and a budget of steps. The reader of a language embeds
// one. It walks the tokens in rounds that never go back: the first to learn what names
// hold, the last to collect acts with [Interp.Emit]. When [Interp.Spend] has used up the
// budget the reading ends with an error.
//
// Code that prints or sends the whole environment does what env does, and has an act that runs
// env; see environment.go.
package absval
