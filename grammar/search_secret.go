package grammar

import (
	"path"
	"regexp"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// secretFile is the location of a program's secret. A name that many other files share counts
// only below a starting point that is named in full; one that is in every project, only in a
// search of all of a home or the root.
type secretFile struct {
	path     string
	ordinary bool
	inHomes  bool
}

// secretFiles are the files that the patterns of a search are tested against: keys of ssh(1),
// credentials(5) of AWS, netrc(5), the password file of PostgreSQL, git-credential-store(1), shadow(5),
// .env files, and key stores.
var secretFiles = [...]secretFile{
	{".env", false, false},
	{".env.local", false, false},
	{".ssh/id_rsa", false, false},
	{".ssh/id_ed25519", false, false},
	{".netrc", false, false},
	{".pgpass", false, false},
	{".git-credentials", false, false},
	{".aws/credentials", true, false},
	{"/etc/shadow", true, false},
	{"/root/.ssh/x.pem", true, false}, // certificates and public keys have such names too, elsewhere
	{"/root/.ssh/x.key", true, false},
	{"x.p12", false, false},
	{"x.pfx", false, false},
	{"x.jks", false, false},
	{"x.kdbx", false, false},
	{"x.ppk", false, false},
	{".npmrc", true, true},
	{".bash_history", true, true},
	{".pypirc", true, true},
	{".netrc", true, true},
	{"passwords", true, true},
	{"secrets", true, true},
	{"x.pem", true, true},
	{"x.key", true, true},
	{"x.p8", true, true},
}

// leastNamed is the number of letters that a pattern needs to count as one for a secret's name. Shorter
// patterns match too many other names; those of two letters count in a search of all of a home.
const leastNamed = 3

// soughtSecrets returns the secrets below each starting point whose names match the pattern of a
// search. With -o one matching pattern suffices; negated and pruned tests find nothing.
func soughtSecrets(v *Invocation, from []parser.Word) []parser.Word {
	var words []parser.Word
	for i, g := range v.Options {
		if i > 0 && wordlist.Among(v.Options[i-1].Name, "! -not") || i+1 < len(v.Options) && v.Options[i+1].Name == "-prune" {
			continue
		}
		text, known := g.Value.Text()
		name := g.Name
		if v.Name == "fd" && g.Is("-e") == parser.Yes {
			name, text = "-name", "*."+strings.TrimPrefix(text, ".")
		}
		if known && wordlist.Among(name, patternOptions) {
			words = append(words, secretsThatFit(v, name, text, from)...)
		}
	}
	if v.Name == "fd" {
		words = append(words, soughtByExpression(v, from)...)
	}
	return words
}

// soughtByExpression is soughtSecrets for fd, whose first operand is a regular expression for a part of a
// name.
func soughtByExpression(v *Invocation, from []parser.Word) []parser.Word {
	for _, o := range v.Operands {
		if text, known := patternText(o.Word); o.Role == spec.Plain && known {
			return secretsThatFit(v, "-regex", ".*/"+anywhere(text), from)
		}
	}
	return nil
}

// secretsThatFit returns the secrets below each starting point that a pattern selects: the first one that it
// fits anywhere, and the first one that it fits in a home.
func secretsThatFit(v *Invocation, option, pattern string, from []parser.Word) (words []parser.Word) {
	least := leastNamed
	for i := 0; i < len(secretFiles); i++ {
		s := &secretFiles[i]
		if s.inHomes {
			least = leastNamed - 1
		}
		if letters(pattern) < least || !fits(option, pattern, s.path) && !fitsExpression(v, option, pattern, s.path) {
			continue
		}
		for _, w := range from {
			words = append(words, secretBelow(w, *s)...)
		}
		if s.inHomes {
			break
		}
		for i+1 < len(secretFiles) && !secretFiles[i+1].inHomes {
			i++
		}
	}
	return words
}

// secretBelow returns the path of a secret below a starting point; nil if it cannot be there, or if
// ordinary files have that name.
func secretBelow(start parser.Word, s secretFile) []parser.Word {
	text, known := start.Text()
	switch {
	case strings.HasPrefix(s.path, "/"):
		if known && strings.HasPrefix(text, "/") && strings.HasPrefix(s.path, strings.TrimSuffix(text, "/")+"/") {
			return []parser.Word{{Parts: parser.Text(s.path).Parts, Span: start.Span}}
		}
		return nil
	case s.inHomes:
		return []parser.Word{concat(start.Span, start, parser.Text("/"), parser.Word{Parts: []parser.Part{{Text: SecretName}}})}
	case s.ordinary && !strings.HasPrefix(start.Prefix(), "/"):
		return nil
	}
	return []parser.Word{concat(start.Span, start, parser.Text("/"), anyDirectory(), parser.Text("/"+s.path))}
}

// patternOptions are find's options with a pattern for a name or a path, and expressions those
// with a regular expression for a whole path (find(1), TESTS).
const (
	patternOptions = "-name -iname -path -ipath -wholename -iwholename " + expressions
	expressions    = "-regex -iregex"
)

// anyDirectory represents a starting point or a directory below it.
func anyDirectory() parser.Word {
	w := unknown()
	w.Parts[0].Text = ByName
	return w
}

// letters counts the letters and digits of a pattern.
func letters(pattern string) int {
	n := 0
	for _, r := range pattern {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			n++
		}
	}
	return n
}

// fits reports whether a pattern of find's may match a file's name or path. In a path * also
// matches slashes.
func fits(option, pattern, file string) bool {
	if wordlist.Among(option, expressions) {
		return false
	}
	if strings.HasPrefix(option, "-i") {
		pattern, file = strings.ToLower(pattern), strings.ToLower(file)
	}
	pattern = strings.ReplaceAll(pattern, "[!", "[^")
	if strings.HasSuffix(option, "name") && !strings.HasSuffix(option, "wholename") {
		ok, err := path.Match(pattern, path.Base(file))
		return ok && err == nil
	}
	flat := strings.NewReplacer("/", "\x01")
	ok, err := path.Match(flat.Replace(pattern), flat.Replace(path.Join("/", file)))
	return ok && err == nil
}

// fitsExpression reports whether find's regular expression may match a file's whole path, which
// begins with the starting point.
func fitsExpression(v *Invocation, option, expression, file string) bool {
	if !wordlist.Among(option, expressions) || len(expression) > maxExpression {
		return false
	}
	kind, _ := v.Value("-regextype")
	if name, _ := kind.Text(); !strings.Contains(name, "extended") && !strings.Contains(name, "egrep") && !strings.Contains(name, "awk") && v.given("-E") != parser.Yes {
		expression = swapEscapes(expression)
	}
	if strings.HasPrefix(option, "-i") {
		expression = "(?i:" + expression + ")"
	}
	re, err := regexp.Compile("^(?:" + expression + ")$")
	if err != nil {
		return false
	}
	if strings.HasPrefix(file, "/") {
		return re.MatchString(file)
	}
	for _, start := range [...]string{"/", "./", "/home/user/", "/root/"} {
		if re.MatchString(start + file) {
			return true
		}
	}
	return false
}

// maxExpression bounds the length of a tested regular expression, in bytes.
const maxExpression = 256

// swapEscapes converts an Emacs-style expression, in which \( \| and \) are operators, to egrep's
// syntax.
func swapEscapes(expression string) string {
	return strings.NewReplacer(`\\`, `\\`, `\(`, "(", `\)`, ")", `\|`, "|", `\{`, "{", `\}`, "}", "(", `\(`, ")", `\)`, "|", `\|`, "{", `\{`, "}", `\}`).Replace(expression)
}

// searchedFiles records the read of secrets that a program searches because its name pattern
// selects them: grep --include, rg --glob, a pathspec of git. It ignores other files.
func (r *reader) searchedFiles(u use) {
	pattern, known := patternText(u.word)
	option := "-name"
	if u.lang == "regexp" {
		option, pattern = "-regex", anywhere(pattern)
	} else if pattern, known = positive(pattern, known); strings.Contains(pattern, "/") {
		option, pattern = "-path", "*/"+pattern
	}
	if !known || letters(pattern) < leastNamed {
		return
	}
	for _, s := range secretFiles {
		if s.inHomes || !fits(option, pattern, s.path) && !fitsExpression(r.inv, option, pattern, s.path) {
			continue
		}
		for _, w := range startingPoints(r.inv) {
			for _, secret := range secretBelow(w, s) {
				r.touch(Reads, use{word: secret, truth: u.truth})
			}
		}
		return
	}
}

// patternText returns the text of a word whose patterns match no file, so that the shell leaves
// it unchanged.
func patternText(w parser.Word) (text string, known bool) {
	for _, p := range w.Parts {
		if p.Kind != parser.Literal && p.Kind != parser.Glob {
			return "", false
		}
		text += p.Text
	}
	return text, true
}

// positive strips the signs at the start of an rg(1) pattern or a gitglossary(7) pathspec. An excluding
// pattern selects nothing.
func positive(pattern string, known bool) (string, bool) {
	if strings.HasPrefix(pattern, "!") || strings.HasPrefix(pattern, ":!") || strings.HasPrefix(pattern, ":^") {
		return "", false
	}
	if magic, rest, found := strings.Cut(pattern, ")"); found && strings.HasPrefix(magic, ":(") {
		if strings.Contains(magic, "exclude") {
			return "", false
		}
		pattern = rest
	}
	return strings.TrimPrefix(strings.TrimLeft(pattern, ":/"), "**/"), known
}

// anywhere turns a regular expression for a part of a path into one for the whole path.
func anywhere(expression string) string {
	switch {
	case strings.HasSuffix(expression, "$"):
		return ".*" + strings.TrimSuffix(expression, "$")
	case expression == "":
		return ""
	}
	return ".*" + expression + ".*"
}
