// Package headtail keeps the beginning and the end of a text that may be of any length.
//
//	b := headtail.New(64 << 10)
//	cmd.Stdout = b
//	text, left := b.Text() // with a line in the middle that says how much is missing
package headtail
