package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Runners of a project's tasks: those whose words after the task are for the task, those all of whose
// words are tasks, and the words of the former before a task.
const (
	oneTask   = "npm yarn pnpm bun composer"
	manyTasks = "make task rake mage invoke inv"
	runsTask  = "run run-script"
)

// shared are parts of tasks' names for what tests share with others.
const shared = "env environment infra cluster stack deploy deployment server cloud prod staging"

// runsTests reports whether a command certainly runs a task for tests alone: npm test -- destroy,
// make test-nuke. What stands behind it says which tests.
func runsTests(v *grammar.Invocation) bool {
	if v.Truth != parser.Yes || v.Open {
		return false
	}
	switch {
	case wordlist.Among(v.Name, manyTasks):
		tasks := slices.DeleteFunc(slices.Clone(v.Operands), func(o grammar.Operand) bool { return strings.Contains(o.Word.Prefix(), "=") })
		return len(tasks) > 0 && !slices.ContainsFunc(tasks, func(o grammar.Operand) bool { return !isTestTask(o.Word) })
	case !wordlist.Among(v.Name, oneTask):
		return false
	}
	sub, _, _ := strings.Cut(v.Sub, "/")
	if wordlist.Among(sub, runsTask) {
		return len(v.Operands) > 0 && isTestTask(v.Operands[0].Word)
	}
	return sub != "" && isTestTask(parser.Text(sub))
}

// isTestTask reports whether a word is the name of a task that runs tests, or works on their database:
// test:destroy, db:reset:test.
func isTestTask(w parser.Word) bool {
	text, known := w.Text()
	if !known {
		return false
	}
	parts := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(":-_./", r) })
	has := func(words string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return wordlist.Among(p, words) })
	}
	if len(parts) == 0 || has(shared) {
		return false
	}
	return wordlist.Among(parts[0], "test tests spec unit e2e t") || has("test tests testing") && has("db database")
}
