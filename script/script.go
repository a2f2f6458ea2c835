package script

import "fmt"

// Read returns the acts of code in a language, in the order of evaluation.
//
// It fails where the code cannot be read as a whole: an unknown language, code
// past [MaxSource] or [MaxDepth], an unterminated string or bracket, characters
// the language does not have, an encoding other than UTF-8 or its subsets, or
// constants that grow past all measure. The acts are then nil and what the code
// does is not known.
func Read(lang, code string) ([]Act, error) { return ReadWith(lang, code, CommandLine{}) }

// ReadWith is Read, with its errors, for code that a command line hands values
// to. Languages that take none leave them aside.
func ReadWith(lang, code string, given CommandLine) ([]Act, error) {
	read := languageOf(lang).read
	if read == nil {
		return nil, fmt.Errorf("code in %q cannot be read", lang)
	}
	if len(code) > MaxSource {
		return nil, fmt.Errorf("code of %d bytes is longer than %d", len(code), MaxSource)
	}
	return read(code, given)
}
