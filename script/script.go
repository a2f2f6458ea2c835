package script

import "fmt"

// Read returns the acts of code in a language, in the order of evaluation.
//
// It fails if it cannot read all of the code: an unknown language, code past [MaxSource] or
// [MaxDepth], an unterminated string or bracket, characters that the language does not have, an
// encoding other than UTF-8 or its subsets, or constants that grow past the bounds. The acts are
// then nil and the effects of the code are unknown.
func Read(lang, code string) ([]Act, error) { return ReadWith(lang, code, CommandLine{}) }

// ReadWith is Read for code with values from a command line. Languages that take no such values
// ignore them.
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
