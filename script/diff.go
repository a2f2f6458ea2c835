package script

import "github.com/agent-loop/shimgen/script/internal/patch"

// PatchLang is the language of the patches that coding agents apply by themselves.
const PatchLang = patch.Lang

// BaseName is what [Diff] has for Strip where patch(1) is not told how much of a name
// counts: the last element.
const BaseName = patch.BaseName

// GitHead begins what git writes before the heads of a file: git takes the names there
// from the top of the repository, and others from the directory that it is in.
const GitHead = patch.GitHead

// Diff says how a program takes the names in a diff.
type Diff = patch.Diff

// ReadDiff returns what applying a diff does to files: each is written, deleted or
// changed in its mode, under the names that are left of those in the heads. Where a
// program picks one of two names, as patch(1) does by what is there, either counts. Acts
// from under a head of git's have the Call [GitHead]. What stands in hunks is no head.
func ReadDiff(text string, how Diff) []Act { return patch.ReadDiff(text, how) }
