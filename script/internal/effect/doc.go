// Package effect has the data types for side effects of code: an [Act] is one thing that code
// would do, an [Arg] one of its arguments, as far as it is known.
//
// The readers of languages make acts, and package script returns them to its callers. A
// [Placeholder] in code represents a part known only at run time; a template is a text with
// placeholders for names and numbers, see [EscapeTemplate].
package effect
