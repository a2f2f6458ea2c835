package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/project"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// The limits of looking for modules: names that the code loads, and files that the request has
// written.
const (
	maxModules    = 1024
	maxMadeBefore = 64
)

// readModules adds to v the modules that it loads by their names (import lib), as far as the
// request itself has written or fetched their files before. Where programs look for modules can
// be changed in many ways, so a file in any directory counts.
func (j *judge) readModules(v *grammar.Invocation) {
	if v.Program == nil || v.Away || !loadsModules(v) {
		return
	}
	made := j.madeBefore(v)
	if len(made) == 0 {
		return // nearly always
	}
	j.readModuleOptions(v, made)
	for _, e := range v.Effects[:len(v.Effects):len(v.Effects)] {
		lang := v.Language(&e)
		if _, has := project.ModuleOptions(lang); !has {
			continue
		}
		switch {
		case e.Kind == grammar.Evaluates:
			j.readImports(v, lang, placeholderText(e.Word), made)
		case e.Kind == grammar.Runs|grammar.Reads:
			j.readModule(v, lang, placeholderText(e.Word), made)
			j.readImports(v, lang, j.writtenText(v, e.Word), made)
		}
	}
}

// loadsModules reports whether an invocation runs code of a language with modules.
func loadsModules(v *grammar.Invocation) bool {
	if _, has := project.ModuleOptions(v.Program.Lang); has {
		return true
	}
	for i := range v.Effects {
		if _, has := project.ModuleOptions(v.Effects[i].Lang); has {
			return true
		}
	}
	return false
}

// readModuleOptions reads the modules that options name: python -m lib, perl -MLib=f.
func (j *judge) readModuleOptions(v *grammar.Invocation, made []string) {
	options, _ := project.ModuleOptions(v.Program.Lang)
	for i := range v.Options {
		if o := &v.Options[i]; wordlist.Among(o.Name, options) {
			name, _, _ := strings.Cut(o.Value.Prefix(), "=")
			j.readModule(v, v.Program.Lang, name, made)
		}
	}
}

// readImports reads the modules that statements of code name, and calls with a string literal.
func (j *judge) readImports(v *grammar.Invocation, lang, code string, made []string) {
	names := slices.Collect(project.Imports(lang, code))
	if project.LoadsByText(lang, code) {
		names = append(names, literalsOf(code)...)
	}
	for _, name := range names[:min(len(names), maxModules)] {
		j.readModule(v, lang, name, made)
	}
}

// readOwnModules reads the modules that code loads by their names, as far as it has written their files
// itself: urlretrieve(u, "lib.py"); import lib.
func (j *judge) readOwnModules(v *grammar.Invocation, e grammar.Effect, code string) {
	if _, has := project.ModuleOptions(e.Lang); !has || !isInline(e) {
		return
	}
	var made []string
	for i := range v.Effects {
		if x := &v.Effects[i]; x.Kind&grammar.Writes != 0 && x.Cause == grammar.ByArgs && len(made) < maxMadeBefore {
			if at, known := j.locate(v, x.Word); known {
				made = append(made, at)
			}
		}
	}
	if len(made) > 0 {
		j.readImports(v, e.Lang, code, made)
	}
}

// writtenText returns what the request has written into a file before an invocation.
func (j *judge) writtenText(v *grammar.Invocation, w parser.Word) string {
	at, known := j.locate(v, w)
	if !known {
		return ""
	}
	var text strings.Builder
	x, _ := j.writtenContent(v.Command, at)
	for _, t := range x.Texts {
		text.WriteString(placeholderText(t) + "\n")
	}
	return text.String()
}

// readModule adds the files of one module.
func (j *judge) readModule(v *grammar.Invocation, lang, name string, made []string) {
	for file := range project.ModuleFiles(lang, name) {
		for _, at := range made {
			if (at == file || strings.HasSuffix(at, "/"+file)) && !j.runsByGrammar(v, at) {
				j.readMade(v, at, lang)
			}
		}
	}
}

// readMade adds what a file does that the request has made and that an invocation runs.
func (j *judge) readMade(v *grammar.Invocation, at, lang string) {
	if j.knowsWritten(v, at) {
		j.toolContent(v, at, lang)
		return
	}
	v.Effects = append(v.Effects, grammar.Effect{Kind: grammar.Runs | grammar.Reads, Word: parser.Text(at), Lang: lang, Truth: v.Truth})
}

// knowsWritten reports whether the text of a file that the request has written is known.
func (j *judge) knowsWritten(v *grammar.Invocation, at string) bool {
	x, written := j.writtenContent(v.Command, at)
	return written && len(x.Texts) > 0
}

// madeBefore returns the files that the request has written, fetched or unpacked under known names
// before an invocation.
func (j *judge) madeBefore(v *grammar.Invocation) (files []string) {
	for _, x := range v.Command.Written() {
		if at, ok := j.absolute(x.Path); ok && len(files) < maxMadeBefore {
			files = append(files, at)
		}
	}
	for u := range grammar.All(j.Invocations) {
		if u == v {
			break
		}
		for i := range u.Effects {
			if e := &u.Effects[i]; e.Kind&grammar.Writes != 0 && !u.IsArrival(e) && len(files) < maxMadeBefore {
				if at, known := j.locate(u, e.Word); known {
					files = append(files, at)
				}
			}
		}
	}
	return files
}
