package export

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/policy"
)

func codex(w *writer) string {
	var b strings.Builder
	if n := len(w.closed); n > 0 {
		w.omit("places that are not to be read (%d): this sandbox reads everything", n)
	}
	if len(w.refused) > 0 {
		w.omit("[commands] blocked: --to codex-rules has them")
	}
	switch {
	case w.policy.Sandbox == policy.Unconfined:
		w.omit("[sandbox] mode = \"none\": sandbox_mode stays as it is")
		return "# The policy confines nothing, and sandbox_mode stays as it is.\n"
	case w.policy.SafeOnly:
		b.WriteString("sandbox_mode = \"read-only\"\n")
		return b.String()
	}
	b.WriteString("sandbox_mode = \"workspace-write\"\n\n[sandbox_workspace_write]\nwritable_roots = [")
	for i, dir := range w.writable() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(policy.Quote(w.absolute(dir)))
	}
	hosts, listed := w.hosts()
	b.WriteString("]\nnetwork_access = false\n")
	if !listed {
		w.omit("[network] mode = \"full\": its sandbox has no network, as before")
	}
	if len(hosts) > 0 {
		w.omit("[network] allowed_domains: its sandbox has all of the network or none, and now has none")
	}
	return b.String()
}

func codexRules(w *writer) string {
	var b strings.Builder
	b.WriteString("# Written by \"shimgen policy export --to codex-rules\".\n")
	for _, c := range w.refused {
		if !c.more {
			w.omit("[commands] blocked %q: whatever follows these words is refused, too", c.text())
		}
		fmt.Fprintf(&b, "prefix_rule(pattern = %s, decision = \"forbidden\", justification = \"blocked by the policy of shimgen\")\n", jsonList(c.words))
	}
	if len(w.closed) > 0 {
		w.omit("[paths]: rules are about commands alone")
	}
	return b.String()
}

// jsonList formats a list as JSON, which is also valid Starlark.
func jsonList(words []string) string {
	text, err := json.Marshal(words)
	if err != nil {
		panic(err) // of strings
	}
	return string(text)
}
