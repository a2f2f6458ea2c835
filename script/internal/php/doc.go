// Package php reads PHP, after its language specification. [Read] takes code without
// tags, as php -r does, [ReadPage] what a file holds.
//
// Followed are functions named by text, call_user_func and its like, reflection,
// backquotes, interpolated strings, includes, and PHP's own streams. Package brace says what is
// not followed.
package php
