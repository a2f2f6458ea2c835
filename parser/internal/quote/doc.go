// Package quote decodes shell quoting: backslashes, the escapes of $'...', and those of
// prompts.
package quote
