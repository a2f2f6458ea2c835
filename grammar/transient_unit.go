package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// isTransientUnit reports whether the program starts its command as a unit of systemd's, with the settings of
// one: systemd-run(1).
func (r *reader) isTransientUnit() bool { return r.inv.Name == "systemd-run" }

// unitChdir sets the directory in which a transient unit runs its command: the home for one of the user's, and
// "/" for one of the system, unless an option names another: systemd.exec(5), WorkingDirectory.
func (r *reader) unitChdir() {
	if !r.isTransientUnit() || len(r.dir.Parts) > 0 || r.given("-d --same-dir -S --shell --scope") != parser.No {
		return
	}
	r.dir = r.unitHome()
	if r.given("--user") == parser.No {
		r.dir = parser.Text("/")
	}
	for w := range r.inv.Values("-p --property") {
		key, value, said := cut(w, '=')
		if !said || key.Is("WorkingDirectory") != parser.Yes {
			continue
		}
		value = r.withSpecifiers(tail(value, len(value.Prefix())-len(strings.TrimPrefix(value.Prefix(), "-"))))
		switch {
		case value.Is("~") == parser.Yes:
			r.dir = r.unitHome()
		case value.Is("") != parser.Yes:
			r.dir = value
		}
	}
}

// unitHome returns the home directory of the user whose manager runs a unit.
func (r *reader) unitHome() parser.Word {
	if r.given("--user") == parser.No {
		return parser.Text("/root")
	}
	if home, known := r.inherited("HOME"); known {
		return parser.Text(home)
	}
	return unknown()
}

// The directories that specifiers stand for in units of the system and in those of a user, where "~" is the
// home: systemd.unit(5), Specifiers.
const (
	systemSpecifiers = "h=/root u=root U=0 t=/run T=/tmp V=/var/tmp S=/var/lib C=/var/cache E=/etc L=/var/log D=/usr/share s=/bin/sh"
	userSpecifiers   = "h=~ T=/tmp V=/var/tmp S=~/.local/state C=~/.cache E=~/.config L=~/.local/state/log D=~/.local/share s=/bin/sh"
)

// withSpecifiers replaces the specifiers in the value of a unit's setting. What they stand for on another machine
// is not known.
func (r *reader) withSpecifiers(w parser.Word) parser.Word {
	table := systemSpecifiers
	if r.given("--user") != parser.No {
		table = userSpecifiers
	}
	out := parser.Word{Span: w.Span}
	for _, p := range w.Parts {
		if p.Kind != parser.Literal || !strings.Contains(p.Text, "%") {
			out.Parts = append(out.Parts, p)
			continue
		}
		before, rest, found := strings.Cut(p.Text, "%")
		for found && rest != "" {
			out.Parts = append(out.Parts, parser.Text(before).Parts...)
			out.Parts = append(out.Parts, r.specifier(table, rest[:1]).Parts...)
			before, rest, found = strings.Cut(rest[1:], "%")
		}
		out.Parts = append(out.Parts, parser.Text(before).Parts...)
	}
	if text, known := out.Text(); known {
		return parser.Word{Span: w.Span, Parts: parser.Text(text).Parts}
	}
	return out
}

// specifier returns what a letter stands for.
func (r *reader) specifier(table, letter string) parser.Word {
	if letter == "%" {
		return parser.Text("%")
	}
	for entry := range wordlist.Each(table) {
		name, path, _ := strings.Cut(entry, "=")
		if name != letter {
			continue
		}
		if below, is := strings.CutPrefix(path, "~"); is {
			return concat(parser.Span{}, r.unitHome(), parser.Text(below))
		}
		return parser.Text(path)
	}
	return unknown()
}

// unitSetting reads a setting of a transient unit: systemd.exec(5), systemd.service(5).
func (r *reader) unitSetting(key string, value parser.Word, truth parser.Truth) {
	value = r.withSpecifiers(value)
	switch {
	case key == "environment":
		r.unitVariables(value, truth)
		return
	case key == "environmentfile":
		file := tail(value, len(value.Prefix())-len(strings.TrimPrefix(value.Prefix(), "-")))
		if text, known := r.writtenText(file); known {
			r.unitVariables(parser.Text(text), truth)
		}
	case wordlist.Among(key, "standardoutput standarderror standardinput"):
		how, file, said := cut(value, ':')
		kind := Kind(Writes)
		if key == "standardinput" {
			kind = Reads
		}
		if name, _ := how.Text(); said && wordlist.Among(name, "file append truncate") {
			r.touch(kind, use{word: file, truth: truth})
		}
	case strings.HasPrefix(key, "exec"): // marks before the program: systemd.service(5), Command Lines
		prefix := value.Prefix()
		value = value.Tail(len(prefix) - len(strings.TrimLeft(prefix, "@-:+!|")))
	}
	r.sets(Effect{Name: key, Word: value}, truth)
}

// unitVariables reads assignments of variables, separated by blanks or lines, and with quotes around them.
func (r *reader) unitVariables(list parser.Word, truth parser.Truth) {
	text, known := list.Text()
	if !known {
		name, value, said := cut(list, '=')
		if said {
			r.sets(Effect{Name: strings.Trim(name.Prefix(), `"'`), Word: value}, truth)
		}
		return
	}
	for _, w := range fields(text) {
		if name, value, said := cut(w, '='); said {
			r.sets(Effect{Name: name.Prefix(), Word: value}, truth)
		}
	}
}
