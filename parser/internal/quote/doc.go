// Package quote reads what is quoted in a shell: backslashes, the escapes of $'...' and those
// of prompts.
package quote
