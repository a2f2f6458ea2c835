package parser

import (
	"path"
	"slices"
	"strings"
)

// The bounds on files that a source writes.
const (
	maxFiles = 32 // whose content is followed
	maxTexts = 4  // that one file may hold
)

// Written is what a file holds where a command runs, as far as the source
// itself has written it: one of Texts, or what Before and Other say.
type Written struct {
	// Path is absolute, or relative to where the source starts. It is clean.
	Path string

	// Texts are what it may hold. One that is known in part has unknown parts.
	Texts []Word

	After  bool // each of Texts follows what the file held before the source ran
	Before bool // it may hold what it held before the source ran
	Other  bool // it may hold anything else

	// By is the command that wrote last, or nil where there are several.
	By *Command
}

// files are those that a source has written, linked from the last one to the
// first. States share them, so they are never changed. A file may be listed
// again further on: that is outdated.
type files struct {
	Written
	older *files
	depth int // how many are linked
}

// all lists the files, the last one last.
func (f *files) all() []Written {
	var out []Written
	for ; f != nil && len(out) < maxFiles; f = f.older {
		if !slices.ContainsFunc(out, func(x Written) bool { return x.Path == f.Path }) {
			out = append(out, f.Written)
		}
	}
	slices.Reverse(out)
	return out
}

// Written returns the files that the source has written before the command
// runs. What a program does to a file is followed only for the few whose
// business that is: redirections, tee, cp, mv, ln, install, rm and sed -i.
func (c *Command) Written() []Written {
	return c.written().all()
}

func (c *Command) written() *files {
	for ; c != nil; c = c.Outer {
		if c.files != nil {
			return c.files
		}
	}
	return nil
}

// find returns what is known of a file.
func (f *files) find(name string) (Written, bool) {
	for ; f != nil; f = f.older {
		if f.Path == name {
			return f.Written, true
		}
	}
	return Written{}, false
}

// with returns the files with one of them changed. The oldest gives way where
// they are too many.
func (f *files) with(x Written) *files {
	if f != nil && f.Path == x.Path {
		f = f.older
	}
	if f = f.linked(x); f.depth <= 2*maxFiles {
		return f
	}
	all := f.all()
	f = nil
	for _, x := range all {
		f = f.linked(x)
	}
	return f
}

func (f *files) linked(x Written) *files {
	if f == nil {
		return &files{x, nil, 1}
	}
	return &files{x, f, f.depth + 1}
}

// doubted returns the files, of which those that are not as in before may hold
// anything: code that may have run any number of times wrote them.
func (f *files) doubted(before *files) *files {
	if f == nil || f == before {
		return f
	}
	next := f
	for _, x := range f.all() {
		if old, there := before.find(x.Path); !x.Other && (!there || !x.same(old)) {
			x.Other = true
			next = next.with(x)
		}
	}
	return next
}

// same tells whether two say the same of a file.
func (x Written) same(y Written) bool {
	return x.After == y.After && x.Before == y.Before && x.Other == y.Other && slices.EqualFunc(x.Texts, y.Texts, same)
}

// joined is what a file holds that either of two say.
func (x Written) joined(y Written) Written {
	j := Written{Path: x.Path, After: x.After, Before: x.Before || y.Before, Other: x.Other || y.Other, Texts: slices.Clip(x.Texts)}
	if x.By == y.By {
		j.By = x.By
	}
	if x.After != y.After && len(x.Texts) > 0 && len(y.Texts) > 0 {
		j.After, j.Other = false, true
	} else {
		j.After = x.After || y.After
	}
	for _, t := range y.Texts {
		if !slices.ContainsFunc(j.Texts, func(o Word) bool { return same(o, t) }) {
			j.Texts = append(j.Texts, t)
		}
	}
	if len(j.Texts) > maxTexts {
		j.Texts, j.Other = j.Texts[:maxTexts], true
	}
	return j
}

// joinFiles is what files hold after either of two ways.
func joinFiles(a, b *files) *files {
	if a == b {
		return a
	}
	out := a
	for _, one := range a.all() {
		two, there := b.find(one.Path)
		if !there {
			two = Written{Path: one.Path, Before: true}
		}
		if !there || !one.same(two) {
			out = out.with(one.joined(two))
		}
	}
	for _, two := range b.all() {
		if _, there := a.find(two.Path); !there {
			out = out.with(Written{Path: two.Path, Before: true}.joined(two))
		}
	}
	return out
}

// pathOf is the path of a file as seen from where the source starts.
func (w *walker) pathOf(dir, name Word) (string, bool) {
	text, known := name.Text()
	base, sure := dir.Text()
	if rest, ok := belowStart(name); ok && base == "" {
		text, known = rest, true
	}
	switch {
	case !known || text == "" || strings.HasSuffix(text, "/"):
		return "", false
	case text[0] == '/':
		return path.Clean(text), true
	case !sure:
		return "", false
	}
	if start, ok := w.start("PWD"); ok && !strings.HasPrefix(base, "/") {
		base = path.Join(start, base)
	}
	return path.Join(base, text), true
}

// belowStart is the path after a $PWD that is not known: it is the same
// directory, whatever it is called.
func belowStart(name Word) (string, bool) {
	if len(name.Parts) != 2 || name.Parts[0].Kind != Unknown || name.Parts[0].Text != "$PWD" || name.Parts[1].Kind != Literal {
		return "", false
	}
	return strings.CutPrefix(name.Parts[1].Text, "/")
}

// held is the text that a file holds for certain when a command runs.
func (w *walker) held(c *Command, name Word) (string, bool) {
	at, ok := w.pathOf(c.Dir, name)
	if !ok {
		return "", false
	}
	x, ok := c.files.find(at)
	if !ok || x.After || x.Before || x.Other || len(x.Texts) != 1 {
		return "", false
	}
	return x.Texts[0].Text()
}
