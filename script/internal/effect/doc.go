// Package effect has the side effects of code as data: an [Act] is one thing that code
// would do, an [Arg] what is known of one of its arguments.
//
// The readers of languages make acts, package script hands them to its callers. A
// [Placeholder] in code stands for what only execution knows; a template is text in which
// placeholders stand for names and numbers, see [EscapeTemplate].
package effect
