// Package absval interprets code over abstract values and collects its acts.
//
// A [Value] is an abstract value: the union of a few atoms, one for each possible value of an
// expression. An [Atom] is a constant text or number, a list, a function, a reference to
// a library name such as "os.system", or unknown, with the known pieces of its text. [Top]
// is any value. [Interp.Operate] and the functions of text.go fold constants; [Join] is the
// union of two values. Unions, texts and lists are bounded: past a bound a value becomes
// unknown.
//
// An [Interp] is the state of reading one piece of code: its tokens, the possible values of
// names, the acts found so far, and a budget of steps. The reader of a language embeds one.
// It walks the tokens in rounds that never go back: the first rounds learn the values of
// names, the last collects acts with [Interp.Emit]. When [Interp.Spend] exhausts the budget,
// the reading ends with an error.
//
// Code that prints or sends the whole environment gets an act that runs env; see
// environment.go.
package absval
