package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// homeCalls are expressions for the home directory in languages without a reader. Sources: the references of
// Go's os and os/user, Rust's std::env and of the crates dirs and home, and of Java, C# and Swift.
const homeCalls = `os.UserHomeDir() user.Current().HomeDir std::env::home_dir().unwrap() env::home_dir().unwrap() dirs::home_dir().unwrap() home::home_dir().unwrap() home_dir().unwrap() ` +
	`std::env::home_dir() env::home_dir() dirs::home_dir() home::home_dir() std::env::var("HOME").unwrap() env::var("HOME").unwrap() std::env::var("HOME")? env::var("HOME")? os.Getenv("HOME") ` +
	`System.getProperty("user.home") System.getenv("HOME") Environment.GetFolderPath(Environment.SpecialFolder.UserProfile) NSHomeDirectory() std::getenv("HOME") getenv("HOME")`

// homeMark stands in code for the home directory, as a name that no code has.
const homeMark = "\x00home"

// maxHomeNames bounds the names of code that are followed.
const maxHomeNames = 16

// homePaths returns code with literals that begin with ~ in place of the paths that it makes from the home
// directory: by a name that it gives it, by joining, and by formats. some is false, and the code unchanged, if it
// names no home. It reads neither blocks nor the order of statements, so that a name has one value everywhere.
//
//	h, _ := os.UserHomeDir(); os.RemoveAll(filepath.Join(h, "x"))    ~/x
//	let h = dirs::home_dir().unwrap(); remove_dir_all(h.join("x"))    ~/x
func homePaths(code string) (folded string, some bool) {
	if !mentions(code, homeNames) && !strings.Contains(code, "home_dir") && !strings.Contains(code, "HomeDir") && !strings.Contains(code, "UserProfile") {
		return code, false // nearly always
	}
	var pairs []string
	for call := range wordlist.Each(homeCalls) {
		pairs = append(pairs, call, homeMark)
	}
	code = strings.NewReplacer(pairs...).Replace(strings.NewReplacer(`.expect("`, `.unwrap() //"`, "PathBuf::from(", "(", "Path::new(", "(", "Paths.get(", "join(", "Path.of(", "join(", "Path.Combine(", "join(", "new File(", "join(").Replace(code))
	names := map[string]string{} // to their values
	for range 3 {                // a name may be made of another
		before := len(names)
		code = foldedLines(code, names)
		if len(names) == before {
			break
		}
	}
	return strings.ReplaceAll(code, homeMark, "~"), true
}

// foldedLines folds each line of code, and notes the names that get a path of the home directory.
func foldedLines(code string, names map[string]string) string {
	var out strings.Builder
	for line := range strings.Lines(code) {
		line = foldedHome(withNames(line, names))
		if name, value, assigns := assigned(line); assigns && len(names) < maxHomeNames {
			names[name] = value
		}
		out.WriteString(line)
	}
	return out.String()
}

// assigned returns the name and the path of a line that gives a name a path of the home directory. In a user's
// record, the directory is a field.
func assigned(line string) (name, value string, ok bool) {
	left, right, found := strings.Cut(line, "=")
	left = strings.TrimRight(left, ": \t")
	right = strings.TrimLeft(right, " \t(&")
	if !found || left == "" || strings.ContainsAny(left, "(\"'{") {
		return "", "", false
	}
	left, _, _ = strings.Cut(left, ",") // h, err
	left, _, _ = strings.Cut(left, ":") // h: PathBuf
	words := strings.Fields(left)
	if len(words) == 0 {
		return "", "", false
	}
	name = words[len(words)-1]
	switch {
	case !parser.IsName(name):
		return "", "", false
	case strings.HasPrefix(right, "user.Current()"):
		return name + ".HomeDir", homeMark, true
	case strings.HasPrefix(right, homeMark):
		return name, homeMark, true
	case strings.HasPrefix(right, `"`+homeMark+"/"):
		text, _, closed := strings.Cut(right[1:], `"`)
		return name, `"` + text + `"`, closed
	}
	return "", "", false
}

// withNames returns a line of code with values in place of the names that it uses, also within strings that
// have names in brackets.
func withNames(line string, names map[string]string) string {
	for name, value := range names {
		inString := strings.Trim(value, `"`)
		line = strings.NewReplacer("${"+name+"}", inString, "#{"+name+"}", inString, `\(`+name+")", inString, `"{`+name+"}", `"`+inString).Replace(line)
		var b strings.Builder
		for rest := line; ; {
			before, after, found := strings.Cut(rest, name)
			b.WriteString(before)
			if !found {
				break
			}
			alone := !isNameEnd(before) && !isNameStart(after) && strings.Count(before, `"`)%2 == 0 && !strings.HasPrefix(strings.TrimLeft(after, " "), ":=") && !gets(after)
			if alone {
				b.WriteString(value)
			} else {
				b.WriteString(name)
			}
			rest = after
		}
		line = b.String()
	}
	return line
}

// gets reports whether the code after a name assigns to it.
func gets(after string) bool {
	after = strings.TrimLeft(after, " ")
	return strings.HasPrefix(after, ",") && strings.Contains(after, ":=") || strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==") || strings.HasPrefix(after, ":") && !strings.HasPrefix(after, "::")
}

func isNameEnd(text string) bool {
	return text != "" && (parser.IsName("x"+text[len(text)-1:]) || text[len(text)-1] == '.')
}

func isNameStart(text string) bool { return text != "" && parser.IsName("x"+text[:1]) }

// foldedHome returns a line of code with a literal in place of each expression that joins the home directory
// and literals.
func foldedHome(line string) string {
	for steps := 0; steps < maxWords; steps++ {
		next := strings.NewReplacer(
			"&"+homeMark, homeMark, homeMark+".clone()", homeMark, homeMark+".as_path()", homeMark, homeMark+".toString()", homeMark, homeMark+".to_string()", homeMark, " ("+homeMark+")", " "+homeMark,
			"&\""+homeMark, "\""+homeMark, "(\""+homeMark, "(\""+homeMark,
		).Replace(line)
		next = unwrappedHome(joinedHome(formattedHome(next)))
		if next == line {
			break
		}
		line = next
	}
	return line
}

// joiners are the ways to join a literal to the home directory or a path in it: what stands between the two, what
// stands behind the literal, and what separates them in the path.
var joiners = [...]struct{ between, behind, separator string }{
	{` + "`, `"`, ""},
	{`+"`, `"`, ""},
	{`.join("`, `")`, "/"},
	{`.resolve("`, `")`, "/"},
	{`.push("`, `")`, "/"},
	{`.appendingPathComponent("`, `")`, "/"},
	{`, "`, `"`, "/"},
	{`,"`, `"`, "/"},
	{` / "`, `"`, "/"},
}

// joinedHome joins the first such literal of a line.
func joinedHome(line string) string {
	at := strings.Index(line, homeMark)
	if at < 0 {
		return line
	}
	head, rest := line[:at], line[at+len(homeMark):]
	path := ""
	quoted := strings.HasSuffix(head, `"`)
	if quoted {
		var closed bool
		if path, rest, closed = strings.Cut(rest, `"`); !closed {
			return line
		}
		head = strings.TrimSuffix(head, `"`)
	}
	for _, j := range joiners {
		after, is := strings.CutPrefix(rest, j.between)
		if !is || strings.HasPrefix(j.between, ",") && !strings.HasSuffix(strings.TrimRight(head, " "), "oin(") {
			continue
		}
		more, after, closed := strings.Cut(after, `"`)
		if tail, is := strings.CutPrefix(after, j.behind[1:]); closed && is {
			return head + `"` + homeMark + path + separated(path, j.separator, more) + `"` + tail
		}
	}
	return line
}

// makers are the ends of functions that return the path or the text that they get.
var makers = [...]string{"oin", "format!", "Sprintf", "from", "new", "get", "Clean", "Abs", ""}

// unwrappedHome takes the call of such a function away from around a path of the home directory.
func unwrappedHome(line string) string {
	at := strings.Index(line, `("`+homeMark)
	if at < 0 {
		return line
	}
	text, rest, closed := strings.Cut(line[at+2:], `"`)
	rest, closes := strings.CutPrefix(strings.TrimLeft(rest, ","), ")")
	start := at
	for start > 0 && (parser.IsName("x"+line[start-1:start]) || strings.IndexByte(".:!", line[start-1]) >= 0) {
		start--
	}
	for _, m := range makers {
		if name := line[start:at]; closed && closes && (m != "" && strings.HasSuffix(name, m) || name == m) {
			return line[:start] + `"` + text + `"` + rest
		}
	}
	return line
}

// separated returns what is joined to a path, with a separator if neither has one.
func separated(path, separator, more string) string {
	if separator == "" || strings.HasPrefix(more, "/") {
		return more
	}
	return separator + more
}

// formattedHome puts the home directory into a format that begins with a place for it.
func formattedHome(line string) string {
	for _, place := range [...]string{`"{}`, `"%s`, `"%v`} {
		before, after, found := strings.Cut(line, place)
		format, rest, closed := strings.Cut(after, `"`)
		value := strings.TrimLeft(rest, ", ")
		if !found || !closed || strings.ContainsAny(format, "{%") || value == rest {
			continue
		}
		quoted := strings.TrimPrefix(value, `"`)
		path, is := strings.CutPrefix(quoted, homeMark)
		if !is {
			continue
		}
		inner := ""
		if quoted != value {
			inner, path, _ = strings.Cut(path, `"`)
		}
		path = strings.TrimPrefix(path, ".display()")
		return before + `"` + homeMark + inner + format + `"` + path
	}
	return line
}

// deletesBareHome reports whether a line of code that deletes a directory recursively has the home directory
// itself: code that homePaths returned.
func deletesBareHome(code string) bool {
	for line := range treeDeletions(code) {
		if words := strings.FieldsFunc(line, isDelimiter); slices.Contains(words, "~") {
			return true
		}
	}
	return false
}

// pathsInHome returns the literals of code that begin with ~/.
func pathsInHome(code string) []string {
	return slices.DeleteFunc(quotedTexts(code), func(text string) bool { return !strings.HasPrefix(text, "~/") })
}
