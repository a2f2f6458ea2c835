package script

import (
	"github.com/agent-loop/shimgen/script/internal/patch"
	"github.com/agent-loop/shimgen/script/internal/sed"
)

// SedAdds returns the texts that a script of sed adds to what it reads.
func SedAdds(code string) []string { return sed.Added(code) }

// Substitutions returns what s/// puts in place of a match, in code of Perl.
func Substitutions(code string) []string { return sed.Substitutions(code) }

// Replacements returns the pairs of a text to look for and what stands in its place afterwards, of the
// operators s/// in a text.
func Replacements(code string) [][2]string { return sed.Replacements(code) }

// PatchLang is the language of the patches that coding agents apply by themselves.
const PatchLang = patch.Lang

// BaseName is the Strip of a [Diff] for patch(1) without an option for it: only the last
// element of a name counts.
const BaseName = patch.BaseName

// GitHead begins the line that git writes before a file's header. git resolves the names
// after it from the top of the repository, other names from the current directory.
const GitHead = patch.GitHead

// Diff says how a program reads the names in a diff.
type Diff = patch.Diff

// ReadDiff returns the effects on files of applying a diff: each file is written, deleted,
// or changed in its mode, under its name in the header after stripping. If a program picks
// one of two names, as patch(1) does depending on which file exists, both are reported. Acts
// below git's header have the Call [GitHead]. Lines inside hunks are not headers.
func ReadDiff(text string, how Diff) []Act { return patch.ReadDiff(text, how) }
