package buildfile

import "strings"

// maxNinjaText bounds a value of a build file of ninja: each may be made of others twice.
const maxNinjaText = 16 << 10

// ninjaBlock is a rule or an edge of a build file of ninja, with the variables of its indented lines.
type ninjaBlock struct {
	rule    string // its name, or that of the rule of the edge
	outputs string
	inputs  string
	lines   map[string]string // the values as they are written
	command int               // the line that has the command
}

// Ninja returns a build file of ninja as shell source: for each edge the command of its rule, on the rule's own line
// (ninja manual, Build statements).
func Ninja(text string) string {
	lines := strings.SplitAfter(text, "\n")
	globals, rules, edges := ninjaBlocks(lines)
	out := make([]string, len(lines))
	used := map[string]bool{}
	for _, e := range edges {
		used[e.rule] = true
		r := rules[e.rule]
		if r == nil || len(out[r.command]) > maxNinjaText {
			continue
		}
		command := ninjaExpanded(r.lines["command"], func(name string) (string, bool) { return e.value(name, globals) })
		if !strings.Contains(out[r.command], command) {
			out[r.command] += command + " ; "
		}
	}
	for name, r := range rules { // edges of another file may use it
		if !used[name] && out[r.command] == "" {
			out[r.command] = ninjaExpanded(r.lines["command"], globals.value)
		}
	}
	for i := range out {
		out[i] = strings.TrimSuffix(out[i], " ; ") + "\n"
	}
	return strings.Join(out, "")
}

// ninjaNames are the variables at the top of a build file.
type ninjaNames map[string]string

// value returns the value of a variable.
func (n ninjaNames) value(name string) (string, bool) { v, set := n[name]; return v, set }

// value returns the value of a variable in the command of an edge.
func (e *ninjaBlock) value(name string, globals ninjaNames) (string, bool) {
	switch name {
	case "in", "in_newline":
		return e.inputs, true
	case "out":
		return e.outputs, true
	}
	if v, set := e.lines[name]; set {
		return ninjaExpanded(v, globals.value), true
	}
	return globals.value(name)
}

// ninjaBlocks reads the lines of a build file. Values at the top are expanded where they stand.
func ninjaBlocks(lines []string) (globals ninjaNames, rules map[string]*ninjaBlock, edges []*ninjaBlock) {
	globals, rules = ninjaNames{}, map[string]*ninjaBlock{}
	var at *ninjaBlock
	for i := 0; i < len(lines); i++ {
		from := i
		line := strings.TrimRight(lines[i], "\r\n")
		for strings.HasSuffix(line, "$") && !strings.HasSuffix(line, "$$") && i+1 < len(lines) {
			i++
			line = strings.TrimSuffix(line, "$") + strings.TrimLeft(strings.TrimRight(lines[i], "\r\n"), " ")
		}
		name, value, assigns := strings.Cut(line, "=")
		name, value = strings.TrimSpace(name), strings.TrimLeft(value, " ")
		head, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == ' ' || line[0] == '\t':
			if at != nil && assigns {
				at.lines[name] = value
				if name == "command" {
					at.command = from
				}
			}
		case head == "rule" || head == "pool":
			at = &ninjaBlock{lines: map[string]string{}, command: from}
			rules[strings.TrimSpace(rest)] = at
		case head == "build":
			outputs, inputs, _ := strings.Cut(rest, ":")
			rule, inputs, _ := strings.Cut(strings.TrimSpace(inputs), " ")
			at = &ninjaBlock{rule: rule, outputs: ninjaExpanded(outputs, globals.value), inputs: ninjaExpanded(inputs, globals.value), lines: map[string]string{}}
			edges = append(edges, at)
		case assigns:
			at, globals[name] = nil, ninjaExpanded(value, globals.value)
		}
	}
	return globals, rules, edges
}

// ninjaExpanded returns a value with its variables and escapes replaced. What is too long is unknown.
func ninjaExpanded(text string, value func(name string) (string, bool)) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "$")
		b.WriteString(before)
		switch {
		case b.Len() > maxNinjaText:
			return unknownValue
		case !found || after == "":
			return b.String()
		case strings.IndexByte("$ :", after[0]) >= 0:
			b.WriteByte(after[0])
			text = after[1:]
			continue
		}
		name, rest := "", after
		if after[0] == '{' {
			name, rest, _ = strings.Cut(after[1:], "}")
		} else {
			name, rest = cutName(after)
		}
		if v, set := value(name); set {
			b.WriteString(v)
		}
		if text = rest; name == "" {
			b.WriteByte('$')
		}
	}
}
