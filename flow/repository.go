package flow

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// WorksInOwn reports whether a git command certainly works in a repository that earlier commands of the
// request have made: a clone, or git init, in a directory that was not there before and into which they
// have moved nothing. A linked worktree shares its repository with another directory.
func (g *Graph) WorksInOwn(v *grammar.Invocation) bool {
	if !v.HasTrait(spec.GitConfig) || g.git().IsTaken == nil || g.git().Start == nil {
		return false
	}
	at, said := g.startOfGit(v)
	if !said || strings.HasPrefix(at, "/") && g.git().IsTaken(v, at) {
		return false
	}
	made := false
	for earlier := range grammar.All(g.invs) {
		switch {
		case earlier == v:
			return made
		case mayMoveOrLink(earlier) && g.mayWriteNear(earlier, at):
			return false
		case made || !ranBefore(earlier, v) || earlier.Truth != parser.Yes || earlier.Away || earlier.Command.Shadowed:
		default:
			top, is := g.newRepository(earlier)
			made = is && top == at
		}
	}
	return false
}

// WorksInOwnWorktree reports whether a git command throws away only work in a linked worktree that an earlier
// command of the request has made, where there was nothing, on a branch of its own or on none: git worktree
// add ../wt HEAD && git -C ../wt reset --hard.
func (g *Graph) WorksInOwnWorktree(v *grammar.Invocation) bool {
	if v.Name != "git" || !spec.MatchSub("reset checkout restore clean", v.Sub) || v.Open || given(v, "-B") != parser.No || g.git().IsTaken == nil || g.git().Start == nil {
		return false
	}
	at, said := g.startOfGit(v)
	if !said || !strings.HasPrefix(at, "/") || g.git().IsTaken(v, at) {
		return false
	}
	made := false
	for earlier := range grammar.All(g.invs) {
		switch {
		case earlier == v:
			return made
		case !made && g.addsWorktree(earlier, at) && ranBefore(earlier, v):
			made = true
		case mayMoveOrLink(earlier) && g.mayWriteNear(earlier, at):
			return false
		}
	}
	return false
}

// addsWorktree reports whether an invocation makes a linked worktree at a place, with a new branch or none.
func (g *Graph) addsWorktree(v *grammar.Invocation, at string) bool {
	if v.Name != "git" || !spec.MatchSub("worktree/add", v.Sub) || v.Open || v.Truth != parser.Yes || v.Away || v.Command.Shadowed || v.IsElsewhere() || given(v, "-f --force -B") != parser.No || len(v.Operands) == 0 {
		return false
	}
	if len(v.Operands) > 1 && v.Operands[1].Word.Is("HEAD") != parser.Yes && given(v, "-b -d --detach") != parser.Yes {
		return false // it may be a branch that has commits which no other one has
	}
	to, known := g.placeOf(v, v.Operands[0].Word)
	return known && to == at
}

// IsApplied reports whether git stash drop runs only after git stash apply has put the same stash into the
// work tree, as git stash pop does.
func (g *Graph) IsApplied(v *grammar.Invocation) bool {
	if v.Name != "git" || !spec.MatchSub("stash/drop", v.Sub) || v.Open || g.git().Start == nil {
		return false
	}
	last := (*grammar.Invocation)(nil)
	for u := range grammar.All(g.invs) {
		if u == v {
			break
		}
		last = u
	}
	if last == nil || last.Name != "git" || !spec.MatchSub("stash/apply", last.Sub) || last.Open || last.Truth != parser.Yes || last.Command.Shadowed || !onlyAfter(last, v) || len(last.Operands) != len(v.Operands) || len(v.Operands) > 1 {
		return false
	}
	for i, o := range v.Operands {
		if text, known := o.Word.Text(); !known || last.Operands[i].Word.Is(text) != parser.Yes {
			return false
		}
	}
	here, said := g.git().Start(v)
	there, same := g.git().Start(last)
	return said && same && here == there
}

// WorksInTemporary reports whether a git command works in a repository for temporary files, which rm may
// delete as a whole: earlier commands of the request have moved nothing into it and changed no settings.
func (g *Graph) WorksInTemporary(v *grammar.Invocation) bool {
	if g.git().Temporary == nil {
		return false
	}
	top, is := g.git().Temporary(v)
	if !is {
		return false
	}
	for earlier := range grammar.All(g.invs) {
		switch {
		case earlier == v:
			return true
		case mayMoveOrLink(earlier) && g.mayWriteNear(earlier, top), g.mayWriteNear(earlier, top+"/.git"), earlier.HasTrait(spec.GitConfig) && spec.MatchSub("config config/* init", earlier.Sub):
			return false
		}
	}
	return false
}

// MayBeMoved reports whether the target of an effect may have been elsewhere before the request, because an
// earlier command moves or links something to it.
func (g *Graph) MayBeMoved(v *grammar.Invocation, e *grammar.Effect) bool {
	at, known := g.placeOf(v, e.Word)
	for earlier := range grammar.All(g.invs) {
		if earlier == v {
			return !known
		}
		if known && mayMoveOrLink(earlier) && g.mayWriteNear(earlier, at) {
			return true
		}
	}
	return true
}

// mayMoveOrLink reports whether what an invocation writes may be what was elsewhere before: it moves or
// links, or makes a worktree of a repository.
func mayMoveOrLink(v *grammar.Invocation) bool {
	return v.HasTrait(spec.Moves) || v.HasTrait(spec.LinksFiles) || v.Name == "git" && spec.MatchSub("worktree/add worktree/move", v.Sub) ||
		v.Name != "git" && v.Has("-l --link -s --symbolic-link") != parser.No
}

// newRepository returns the directory of the repository that an invocation makes.
func (g *Graph) newRepository(v *grammar.Invocation) (string, bool) {
	if v.Name != "git" || v.Sub != "clone" && v.Sub != "init" || given(v, "--separate-git-dir") != parser.No {
		return "", false
	}
	at, said := g.startOfGit(v)
	for i := range v.Effects {
		if e := &v.Effects[i]; e.Kind&grammar.Writes != 0 && e.Cause == grammar.ByArgs {
			return g.placeOf(v, e.Word)
		}
	}
	if v.Sub == "init" {
		return at, said && len(v.Operands) == 0
	}
	if len(v.Operands) != 1 {
		return "", false
	}
	from, named := v.Operands[0].Word.Text()
	return path.Join(at, strings.TrimSuffix(lastPart(from), ".git")), said && named
}

// startOfGit returns the place in which a git command starts.
func (g *Graph) startOfGit(v *grammar.Invocation) (string, bool) {
	if at, said := g.git().Start(v); said {
		return at, true
	}
	if g.git().IsElsewhere != nil && g.git().IsElsewhere() || v.IsElsewhere() || !g.hasPlaces(v) {
		return "", false
	}
	at, certain := v.Chdir()
	if len(at.Parts) == 0 {
		at = v.Command.Dir
	}
	if at.Known() || !certain {
		return "", false
	}
	return g.placeOf(v, at)
}

// hasPlaces reports whether each unknown word of a command is a place, and so no option.
func (g *Graph) hasPlaces(v *grammar.Invocation) bool {
	return !slices.ContainsFunc(v.Command.Args, func(w parser.Word) bool {
		_, is := g.placeOf(v, w)
		return !w.Known() && !is
	})
}

// placeOf returns a path as a key: absolute, or relative to where the request starts, or below the name
// that a command mktemp -d prints.
func (g *Graph) placeOf(v *grammar.Invocation, w parser.Word) (string, bool) {
	text, known := w.Text()
	if !known {
		from := w.From()
		if len(from) != 1 || len(w.Parts) == 0 || w.Parts[0].Kind != parser.Unknown || from[0].Program().Is("mktemp") != parser.Yes || !slices.ContainsFunc(from[0].Args[1:], isForDirectory) {
			return "", false
		}
		rest, known := parser.Word{Parts: w.Parts[1:]}.Text()
		return "\x00" + strconv.Itoa(from[0].Span.Offset) + strings.TrimSuffix(path.Clean("/"+rest), "/"), known && !strings.Contains(rest, "..")
	}
	if !strings.HasPrefix(text, "/") {
		dir, known := g.placeOfDir(v)
		if !known {
			return "", false
		}
		text = dir + "/" + text
	}
	if strings.HasPrefix(text, "\x00") {
		return path.Clean(text), !strings.Contains(text, "..")
	}
	return path.Clean(text), true
}

// placeOfDir returns the directory that a command starts in, as placeOf does.
func (g *Graph) placeOfDir(v *grammar.Invocation) (string, bool) {
	dir, known := v.Command.Dir.Text()
	switch {
	case !known:
		return g.placeOf(v, v.Command.Dir)
	case strings.HasPrefix(dir, "/"):
		return path.Clean(dir), true
	}
	return path.Join(g.start, dir), g.start != ""
}

// isForDirectory reports whether an argument makes mktemp make a directory.
func isForDirectory(w parser.Word) bool {
	text, known := w.Text()
	return known && (text == "--directory" || strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") && strings.Contains(text, "d"))
}

// mayWriteNear reports whether an invocation may put something into a place, or into one that contains
// it.
func (g *Graph) mayWriteNear(v *grammar.Invocation, at string) bool {
	for i := range v.Effects {
		e := &v.Effects[i]
		if e.Kind&grammar.Writes == 0 || e.Cause != grammar.ByArgs || v.IsArrival(e) {
			continue
		}
		if to, known := g.placeOf(v, e.Word); !known || strings.HasPrefix(at+"/", to+"/") || strings.HasPrefix(to, at+"/") {
			return true
		}
	}
	return false
}
