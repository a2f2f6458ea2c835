package buildfile

import "strings"

// recipe is one recipe of a justfile: its name, its dependencies, and the lines of its
// commands.
type recipe struct {
	targets []string
	takes   []string // its parameters, as they are written: dir='x'
	needs   []string
	calls   string // its dependencies, as they are written: (wipe 'x')
	from    int    // the first line of its commands
	to      int    // the line after them
}

// firstTarget returns the target that is made if none is named: the first one.
func firstTarget(rules []recipe) []string {
	for _, r := range rules {
		if len(r.targets) > 0 && r.targets[0][0] != '.' && !strings.Contains(r.targets[0], "%") {
			return r.targets[:1]
		}
	}
	return nil
}

// neededTargets returns targets with all their dependencies.
func neededTargets(rules []recipe, names []string) map[string]bool {
	needs := map[string][]string{}
	for _, r := range rules {
		for _, t := range r.targets {
			needs[t] = append(needs[t], r.needs...)
		}
	}
	seen := map[string]bool{}
	for len(names) > 0 {
		name := names[0]
		if names = names[1:]; !seen[name] {
			seen[name] = true
			names = append(names, needs[name]...)
		}
	}
	return seen
}

// mayBeIn reports whether one of a rule's targets is in seen, or may be.
func (r recipe) mayBeIn(seen map[string]bool) bool {
	for _, t := range r.targets {
		if seen[t] || strings.ContainsAny(t, "%$") {
			return true
		}
	}
	return false
}

// Just returns a justfile as shell source: the commands of the recipes that a run of just reaches, each on its own
// line, with the values of its interpolations (just manual, Recipes). words are the operands of just: a recipe and its
// arguments; with none it runs the first recipe.
func Just(text string, words []string) string {
	names := words
	lines := strings.SplitAfter(text, "\n")
	out := make([]string, len(lines))
	for i := range out {
		out[i] = "\n"
	}
	rules := recipesIn(lines)
	if len(names) == 0 {
		names = firstTarget(rules)
	}
	seen := neededTargets(rules, names)
	variables, exported := justVariables(lines)
	for i, name := range exported {
		out[i] = justExport(name, variables)
	}
	given := givenArguments(rules, seen, names)
	for _, r := range rules {
		if !r.mayBeIn(seen) || r.to == r.from {
			continue
		}
		known := variables.withParameters(r.takes, given[r.targets[0]])
		for _, p := range r.takes {
			if name, is := strings.CutPrefix(p, "$"); is {
				name, _, _ = strings.Cut(name, "=")
				out[r.from-1] = strings.TrimSuffix(out[r.from-1], "\n") + justExport(name, known)
			}
		}
		for i := r.from; i < r.to; i++ {
			out[i] = interpolated(strings.TrimLeft(strings.TrimLeft(lines[i], " \t"), "@-"), known)
		}
		asArgument(lines[r.from:r.to], out[r.from:r.to], known)
	}
	return strings.Join(out, "")
}

// recipesIn lists the recipes of a justfile. Dependencies may have arguments in parentheses.
func recipesIn(lines []string) []recipe {
	var rules []recipe
	for i := 0; i < len(lines); i++ {
		head := strings.TrimRight(lines[i], "\r\n")
		left, right, ok := strings.Cut(head, ":")
		if !ok || strings.ContainsAny(head[:1], " \t#[") {
			continue
		}
		words := strings.Fields(strings.TrimLeft(left, "@"))
		if len(words) == 2 && words[0] == "alias" && strings.HasPrefix(right, "=") {
			rules = append(rules, recipe{targets: words[1:], needs: strings.Fields(right[1:])})
			continue
		}
		if len(words) == 0 || strings.HasPrefix(right, "=") {
			continue
		}
		r := recipe{targets: words[:1], takes: words[1:], calls: right, needs: strings.Fields(strings.NewReplacer("(", " ", ")", " ", "&&", " ").Replace(right)), from: i + 1}
		for r.to = r.from; r.to < len(lines) && (strings.TrimSpace(lines[r.to]) == "" || strings.ContainsAny(lines[r.to][:1], " \t")); r.to++ {
		}
		rules = append(rules, r)
		i = r.to - 1
	}
	return rules
}

// interpolated replaces each {{ }} by its value, or by a variable if that is not known.
func interpolated(s string, names justNames) string {
	var b strings.Builder
	for {
		before, rest, opens := strings.Cut(s, "{{")
		inside, after, closes := strings.Cut(rest, "}}")
		if !opens || !closes || inside == "" {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(before + names.text(inside))
		s = after
	}
}
