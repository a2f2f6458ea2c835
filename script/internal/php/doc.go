// Package php reads PHP by its language specification. [Read] takes code without tags, as php -r
// does, [ReadPage] the content of a file.
//
// It follows functions named by text, call_user_func and others like it, reflection, backquotes,
// interpolated strings, includes, and PHP's own streams. Package brace documents the limits.
package php
