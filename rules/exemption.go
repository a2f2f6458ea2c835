package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// exempt reports whether all files or hosts that an invocation touches are within a place.
func (m *matcher) exempt(place Exemption, v *grammar.Invocation) bool {
	if place == Renamed {
		return m.view.Machine != nil && v.HasTrait(spec.Moves) && m.renamed(v)
	}
	if place == InScratch {
		return m.isScratch(v)
	}
	if place == OwnServer {
		return isOfOwnServer(v) && !slices.ContainsFunc(m.all(), mayForward)
	}
	if place == LockFiles {
		return namesLockFiles(v)
	}
	if m.view.Machine == nil || place == InOutputs && v.Name == "git" && !m.namesItsPaths(v) || v.Open && !(place == OwnPorts && hasOnlyEnds(v)) {
		return false
	}
	kinds, some := grammar.Writes|grammar.Deletes|grammar.Changes, false
	if place == OwnPorts {
		kinds = grammar.Connects
	}
	for i := range v.Effects {
		if e := &v.Effects[i]; e.Kind&kinds != 0 && e.Cause != grammar.ByRedirect {
			if !m.view.Machine.Exempt(v, e, place) || e.Kind&grammar.Writes != 0 && m.zone(SweptHere, v, i) == parser.Yes {
				return false
			}
			some = true
		}
	}
	return some
}

// namesItsPaths reports whether a git command certainly touches the paths that it names and no others: no
// option, variable or setting of the text gives it another work tree.
func (m *matcher) namesItsPaths(v *grammar.Invocation) bool {
	if len(v.Operands) == 0 || v.IsElsewhere() || v.Has("-c --config-env") != parser.No || slices.ContainsFunc(v.Operands, isPathspec) {
		return false
	}
	return !slices.ContainsFunc(m.all(), func(other *grammar.Invocation) bool {
		return other.HasTrait(spec.GitConfig) && spec.MatchSub("config config/* init worktree worktree/*", other.Sub)
	})
}

// isPathspec reports whether git reads an operand as more than a path: ':!dist' is all but dist.
func isPathspec(o grammar.Operand) bool {
	text, known := o.Word.Text()
	return !known || strings.HasPrefix(text, ":") || strings.ContainsAny(text, "*?[\\")
}

// hasOnlyEnds reports whether each unknown word of an invocation is a URL whose host and port are known:
// localhost:3000/items/$ID. That a shell splits what is there is not expected of an id.
func hasOnlyEnds(v *grammar.Invocation) bool {
	return !slices.ContainsFunc(v.Command.Args, func(w parser.Word) bool {
		_, rest, found := strings.Cut(w.Prefix(), "://")
		if !found {
			rest = w.Prefix()
		}
		return !w.Known() && !strings.Contains(rest, "/") && w.Splits()
	})
}

// lockFiles are the files in which package managers keep the versions that they chose.
const lockFiles = "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Cargo.lock go.sum poetry.lock uv.lock pdm.lock Pipfile.lock composer.lock Gemfile.lock " +
	"mix.lock pubspec.lock Podfile.lock packages.lock.json gradle.lockfile Package.resolved"

// revisions are operands of git's that are hardly a file.
const revisions = "HEAD HEAD~* HEAD^* @ @~* main master develop origin/* upstream/*"

// namesLockFiles reports whether all files that a git command names are such ones: its operands behind --,
// or else all but a revision in the first place.
func namesLockFiles(v *grammar.Invocation) bool {
	if v.Open || v.Has("--pathspec-from-file") != parser.No {
		return false
	}
	files := v.Operands
	if at := slices.IndexFunc(v.Command.Args, func(w parser.Word) bool { return w.Is("--") == parser.Yes }); at >= 0 {
		files = files[max(0, len(files)-(len(v.Command.Args)-at-1)):]
	} else if len(files) > 0 && fitsOne(revisions, files[0].Word) == parser.Yes {
		files = files[1:]
	}
	return len(files) > 0 && !slices.ContainsFunc(files, func(o grammar.Operand) bool {
		name, known := o.Word.Text()
		return !known || !wordlist.Among(path.Base(name), lockFiles)
	})
}

// worksInMemory reports whether a client of a database file was given none, so that its database ends with it.
func worksInMemory(v *grammar.Invocation) bool {
	switch {
	case len(v.Operands) > 0, v.Command.Outer != nil && v.Command.Outer.Program().Is(v.Command.Program().Prefix()) != parser.No:
		return false // in the latter case it stands for a file that the client reads
	case wordlist.Among(v.Name, "sqlite3 duckdb"):
		return true
	}
	return (v.Name == "clickhouse-local" || v.Name == "clickhouse-client" && path.Base(v.Command.Program().Prefix()) == "clickhouse-local" || v.Name == "clickhouse" && v.Sub == "local") && v.Has("--path -C --config-file --queries-file") == parser.No
}

// openers are the beginnings of statements with which a client of one database file opens another one,
// or reads statements from elsewhere: sqlite3(1), ATTACH.
const openers = "remote( url( s3( mysql( postgresql( postgres_ pragma install attach .open .restore .read .import .load load_extension .shell .system .cd .backup .save .clone copy import"

// isScratch reports whether an invocation of a client whose first operand is a database's file alters
// nothing but scratch data. All its statements are known, and open nothing else.
func (m *matcher) isScratch(v *grammar.Invocation) bool {
	if v.Open || len(v.Operands) > 0 && v.Operands[0].Role != spec.URI {
		return false
	}
	scratch := worksInMemory(v)
	if len(v.Operands) > 0 {
		scratch = v.Operands[0].Word.Is(":memory:") == parser.Yes
	}
	for i := range v.Effects {
		switch e := &v.Effects[i]; {
		case e.Kind == grammar.Alters, e.Kind == grammar.Manages:
		case e.Kind == grammar.Evaluates:
			code, known := e.Word.Text()
			if code = strings.ToLower(code); !known || slices.ContainsFunc(strings.Fields(openers), func(word string) bool { return strings.Contains(code, word) }) {
				return false
			}
		case e.Kind == grammar.Reads && (len(v.Operands) == 0 || e.Word.String() != grammar.PathOfURL(v.Operands[0].Word).String()):
			// what statements read is not what they alter
		case e.Kind == grammar.Reads && e.Cause == grammar.ByArgs:
			scratch = scratch || m.view.Machine != nil && (m.view.Machine.Exempt(v, e, InTemp) || m.isMadeHere(v, e) || isTestFile(e.Word.Prefix(), false) && e.Word.Known() && m.view.Machine.Exempt(v, e, AtWork)) && !m.flow.MayBeMoved(v, e)
		default:
			return false
		}
	}
	return scratch
}

// renamed reports whether a move, as far as it is known, only renames within the work directory:
// it takes no part of a repository, and nothing leaves the directory.
func (m *matcher) renamed(v *grammar.Invocation) bool {
	some := false
	for i := range v.Effects {
		switch e := &v.Effects[i]; {
		case e.Kind&grammar.Deletes != 0 && m.zone(Git|History, v, i) != parser.No:
			return false
		case e.Kind&grammar.Writes != 0 && e.Cause == grammar.ByArgs:
			if !m.view.Machine.Exempt(v, e, Renamed) {
				return false
			}
			some = true
		}
	}
	return some
}

// isMadeHere reports whether the target of an effect did not exist before the request: the agent
// made it, or an earlier command did.
func (m *matcher) isMadeHere(v *grammar.Invocation, e *grammar.Effect) bool {
	if m.view.Machine != nil && m.view.Machine.Made(v, e) {
		return true
	}
	return !m.exists(v, e) && m.flow.IsMade(v, e)
}

// exists reports whether the file of an effect exists before anything runs.
func (m *matcher) exists(v *grammar.Invocation, e *grammar.Effect) bool {
	return m.view.Machine != nil && m.view.Machine.Exists(v, e)
}
