package rulebook

import (
	"fmt"
	"io"
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// Markdown writes the built-in catalogue as the page docs/rules.md: its
// rules by pack, with the action of each profile.
func Markdown(w io.Writer) error {
	var names []string
	var all []*policy.Policy
	for _, profile := range policy.Profiles() {
		p, err := policy.Builtin(profile.Name)
		if err != nil {
			return err
		}
		names, all = append(names, profile.Name), append(all, p)
	}
	packs, n := map[string][]*rules.Rule{}, 0
	var order []string
	for r := range builtin.Rules().All() {
		pack, _, _ := strings.Cut(r.ID, ".")
		if packs[pack] == nil {
			order = append(order, pack)
		}
		packs[pack] = append(packs[pack], r)
		n++
	}
	fmt.Fprintf(w, "# Rules\n\nThe %d built-in rules, by pack. `shimgen rules list --markdown` writes this page.\n\n", n)
	fmt.Fprintf(w, "*Actions* are those of the profiles %s, in this order.\n", strings.Join(names, ", "))
	fmt.Fprint(w, "`[actions]` in policy.toml sets the action of one pack or one rule: `\"kafka.*\" = \"allow\"` switches a pack off, `\"git.push\" = \"block\"` tightens one rule.\n")
	fmt.Fprint(w, "\n*local* is the action of the profile container for what is surely done to the machine alone, outside the work directory.\n")
	fmt.Fprint(w, "\n*undone by* is what can bring back what a destructive command destroys: the `trash` or the `stash` of a shim where the policy says so, a `snapshot` (`exec --review`)\n")
	fmt.Fprint(w, "of what lies in the work directory, another command of the same `tool`, or `nothing` but a copy that somebody has made ([undo.md](undo.md)).\n")
	fmt.Fprint(w, "\n*before* is the id that a rule had in older versions: policies may still use it, and its pack.\n")
	for _, pack := range order {
		fmt.Fprintf(w, "\n## %s\n", pack)
		for _, r := range packs[pack] {
			printRule(w, r, all)
		}
	}
	return nil
}

// printRule writes the section of one rule.
func printRule(w io.Writer, r *rules.Rule, profiles []*policy.Policy) {
	actions := make([]string, len(profiles))
	for i, p := range profiles {
		actions[i] = p.Action(r).String()
	}
	fmt.Fprintf(w, "\n### %s\n\n- %s: %s\n- hint: %s\n", r.ID, r.Class, r.Reason, r.Hint)
	fmt.Fprintf(w, "- actions: %s\n", strings.Join(actions, ", "))
	for i, p := range profiles {
		if local := p.LocalAction(r).String(); local != actions[i] {
			fmt.Fprintf(w, "- local: %s in %s\n", local, p.Profile)
		}
	}
	if by := r.UndoneBy(); by != "" {
		fmt.Fprintf(w, "- undone by: %s\n", by)
	}
	if r.Former != "" {
		fmt.Fprintf(w, "- before: `%s`\n", r.Former)
	}
	for _, example := range []struct {
		name     string
		commands []string
	}{{"hit", r.Hits}, {"miss", r.Misses}} {
		if len(example.commands) > 0 {
			fmt.Fprintf(w, "- %s: %s\n", example.name, fenced(example.commands[0]))
		}
	}
}

// fenced writes a command as Markdown's code, in one line.
func fenced(command string) string {
	fence := "`"
	for strings.Contains(command, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		command = " " + command + " "
	}
	return fence + strings.ReplaceAll(command, "\n", "⏎") + fence
}
