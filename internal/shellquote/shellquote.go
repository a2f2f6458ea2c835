// Package shellquote writes words so that a POSIX shell reads them back as they are.
package shellquote

import "strings"

// ordinary are the bytes that mean nothing to a shell.
const ordinary = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_^"

// Word returns a word as it is if no byte of it means anything to a shell, else in single
// quotes.
//
//	Word("a/b")   // a/b
//	Word("a b")   // 'a b'
//	Word("it's")  // 'it'\''s'
//	Word("")      // ''
func Word(word string) string {
	if word != "" && strings.Trim(word, ordinary) == "" {
		return word
	}
	return Single(word)
}

// Single returns a word in single quotes, whatever it holds.
func Single(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// Command returns an argument vector as shell source that means it.
func Command(argv []string) string {
	words := make([]string, len(argv))
	for i, a := range argv {
		words[i] = Word(a)
	}
	return strings.Join(words, " ")
}
