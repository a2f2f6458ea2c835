package tree

import (
	"path"
	"slices"
	"strings"
)

// Like returns what is known of the file written last whose name a word may match.
func (f *Files) Like(name Word) Word {
	text, known := name.Text()
	if text = path.Clean(text); !known {
		return Word{}
	}
	for ; f != nil; f = f.older {
		if len(f.Texts) == 1 && (f.Path == text || strings.HasSuffix(f.Path, "/"+text)) {
			return f.Texts[0]
		}
	}
	return Word{}
}

// Bounds on the files that a source writes.
const (
	MaxFiles = 32 // whose content is followed
	MaxTexts = 4  // that one file may hold
	MaxFrom  = 8  // commands whose output may be in one file
)

// Written is what a file may hold when a command runs, as far as the source itself wrote it: one
// of Texts, or what Before and Other allow.
type Written struct {
	// Path is absolute, or relative to where the source starts. It is clean.
	Path string

	// Texts are the possible contents. A partly known text has unknown parts.
	Texts []Word

	After  bool // each of Texts follows what the file held before the source ran
	Before bool // it may hold what it held before the source ran
	Other  bool // it may hold anything else

	// Link is the file of which this one is another name, by a link that the source makes; "" for none.
	Link string

	// Removed says that the source has removed the file: nobody finds it, unless that has failed.
	Removed bool

	// From are the commands whose output, which is not known, may be in the file.
	From []*Command

	// By is the command that wrote last, or nil if it may be one of several.
	By *Command
}

// Files are the files that a source has written, as a list linked from the last to the first.
// States share them, so they are immutable. An older entry for the same file is outdated.
type Files struct {
	Written
	older  *Files
	depth  int  // how many are in the list
	links  bool // some of them are links
	forgot bool // there were too many, and older ones were dropped
}

// all returns the files, the last one last.
func (f *Files) all() []Written {
	if f == nil {
		return nil // nearly always
	}
	var out []Written
	for ; f != nil && len(out) < MaxFiles; f = f.older {
		if !slices.ContainsFunc(out, func(x Written) bool { return x.Path == f.Path }) {
			out = append(out, f.Written)
		}
	}
	slices.Reverse(out)
	return out
}

// Written returns the files that the source has written before the command runs. The writers that
// are followed are the cases of parser's followWrites, and those that [parser.Options].Writes knows.
func (c *Command) Written() []Written {
	return c.WrittenFiles().all()
}

// Written returns the files that the source has written when it ends.
func (s *Script) Written() []Written { return s.Files.all() }

// WrittenFiles returns the list behind Written; nil is an empty one.
func (c *Command) WrittenFiles() *Files {
	for ; c != nil; c = c.Outer {
		if c.Files != nil {
			return c.Files
		}
	}
	return nil
}

// maxLinks bounds the links that one path is followed through.
const maxLinks = 8

// Resolve follows the links that the source has made, of a path and of the directories in it.
func (f *Files) Resolve(name string) string {
	if f == nil || !f.links {
		return name // nearly always
	}
	for range maxLinks {
		next := name
		for at := name; next == name && at != "/" && at != "."; at = path.Dir(at) {
			if x, there := f.named(at); there && x.Link != "" {
				next = path.Join(x.Link, strings.TrimPrefix(name, at))
			}
		}
		if next == name {
			break
		}
		name = next
	}
	return name
}

// Forgot reports whether there were too many files, so that older ones are not known any more.
func (f *Files) Forgot() bool { return f != nil && f.forgot }

// Find returns what is known of a file, after links that the source has made.
func (f *Files) Find(name string) (Written, bool) { return f.named(f.Resolve(name)) }

// named returns the entry of a path.
func (f *Files) named(name string) (Written, bool) {
	for ; f != nil; f = f.older {
		if f.Path == name {
			return f.Written, true
		}
	}
	return Written{}, false
}

// HasBase reports whether the last component of one of the files is a name.
func (f *Files) HasBase(name string) bool {
	for ; f != nil; f = f.older {
		if strings.HasSuffix(f.Path, name) && (len(f.Path) == len(name) || f.Path[len(f.Path)-len(name)-1] == '/') {
			return true
		}
	}
	return false
}

// With returns the files with one entry changed: that of the file itself, if a link leads to it. If
// there are too many, the oldest is dropped.
func (f *Files) With(x Written) *Files {
	if x.Link == "" && !x.Removed {
		x.Path = f.Resolve(x.Path)
	}
	if f != nil && f.Path == x.Path {
		f = f.older
	}
	if f = f.linked(x); f.depth <= 2*MaxFiles {
		return f
	}
	all, forgot := f.all(), f.forgot || f.distinct() > MaxFiles
	f = nil
	for _, x := range all {
		f = f.linked(x)
	}
	f.forgot = forgot
	return f
}

// distinct returns the number of paths in the list.
func (f *Files) distinct() int {
	paths := map[string]bool{}
	for ; f != nil; f = f.older {
		paths[f.Path] = true
	}
	return len(paths)
}

func (f *Files) linked(x Written) *Files {
	if f == nil {
		return &Files{Written: x, depth: 1, links: x.Link != ""}
	}
	return &Files{Written: x, older: f, depth: f.depth + 1, links: f.links || x.Link != "", forgot: f.forgot}
}

// Doubted returns the files after code that may have run any number of times: a file that differs
// from before may hold anything.
func (f *Files) Doubted(before *Files) *Files {
	if f == nil || f == before {
		return f
	}
	next := f
	for _, x := range f.all() {
		if old, there := before.Find(x.Path); !x.Other && (!there || !x.Same(old)) {
			x.Other = true
			next = next.With(x)
		}
	}
	return next
}

// Same reports whether two entries say the same of a file.
func (x Written) Same(y Written) bool {
	return x.After == y.After && x.Before == y.Before && x.Other == y.Other && x.Link == y.Link && x.Removed == y.Removed && slices.EqualFunc(x.Texts, y.Texts, Same) && slices.Equal(x.From, y.From)
}

// Joined returns the entry of a file after either of two branches.
func (x Written) Joined(y Written) Written {
	j := Written{Path: x.Path, After: x.After, Before: x.Before || y.Before, Other: x.Other || y.Other, Texts: slices.Clip(x.Texts), From: x.fromBoth(y)}
	if x.By == y.By {
		j.By = x.By
	}
	if j.Removed = x.Removed && y.Removed; x.Link == y.Link {
		j.Link = x.Link
	} else {
		j.Other = true
	}
	if x.After != y.After && len(x.Texts) > 0 && len(y.Texts) > 0 {
		j.After, j.Other = false, true
	} else {
		j.After = x.After || y.After
	}
	for _, t := range y.Texts {
		if !slices.ContainsFunc(j.Texts, func(o Word) bool { return Same(o, t) }) {
			j.Texts = append(j.Texts, t)
		}
	}
	if len(j.Texts) > MaxTexts {
		j.Texts, j.Other = j.Texts[:MaxTexts], true
	}
	return j
}

// fromBoth returns the commands of two entries, those of x first.
func (x Written) fromBoth(y Written) []*Command {
	from := slices.Clip(x.From)
	for _, c := range y.From {
		if !slices.Contains(from, c) && len(from) < MaxFrom {
			from = append(from, c)
		}
	}
	return from
}

// JoinFiles returns the files after either of two branches.
func JoinFiles(a, b *Files) *Files {
	if a == b {
		return a
	}
	out := a
	for _, one := range a.all() {
		two, there := b.Find(one.Path)
		if !there {
			two = Written{Path: one.Path, Before: true}
		}
		if !there || !one.Same(two) {
			out = out.With(one.Joined(two))
		}
	}
	for _, two := range b.all() {
		if _, there := a.Find(two.Path); !there {
			out = out.With(Written{Path: two.Path, Before: true}.Joined(two))
		}
	}
	return out
}

// Added returns the entry of a file after text was appended.
func (f *Files) Added(x Written) Written {
	old, there := f.Find(x.Path)
	if !there {
		old = Written{Before: true}
	}
	if len(x.Texts) != 1 {
		old.Path, old.By, old.Other, old.From = x.Path, x.By, true, x.fromBoth(old)
		return old
	}
	sum := Written{Path: x.Path, By: x.By, After: old.After, Other: old.Other || x.Other, From: x.fromBoth(old)}
	for _, t := range old.Texts {
		sum.Texts = append(sum.Texts, ValueOf(Word{Parts: slices.Concat(t.Parts, x.Texts[0].Parts)}))
	}
	if old.Before {
		sum.After = true
		sum.Other = sum.Other || len(old.Texts) > 0 && !old.After
		sum.Texts = append(sum.Texts, x.Texts[0])
	}
	if len(sum.Texts) == 0 {
		sum.Texts, sum.Other = x.Texts, true
	}
	return sum
}
