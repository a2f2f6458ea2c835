package policy

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var updateDocs = flag.Bool("docs", false, "write the tables of docs/sandbox.md anew")

// The tables of the page are those of the program:
//
//	go test ./policy -run TestSandboxPage -docs
func TestSandboxPage(t *testing.T) {
	const page = "../docs/sandbox.md"
	data, err := os.ReadFile(page)
	require.NoError(t, err)
	text := string(data)
	for heading, table := range map[string]string{"Caches": cachesTable(), "Reads by list": readablesTable(), "Variables": variablesTable(), "Unix sockets": socketsTable()} {
		before, section, found := strings.Cut(text, "\n## "+heading+"\n")
		require.True(t, found, heading)
		section, after, more := strings.Cut(section, "\n## ")
		if more {
			after = "\n## " + after
		}
		i := strings.Index(section, "\n| ")
		require.Positive(t, i, heading)
		if *updateDocs {
			text = before + "\n## " + heading + "\n" + section[:i+1] + table + after
			continue
		}
		assert.Equal(t, table, section[i+1:], heading)
	}
	for _, c := range ClientDirs() {
		assert.Contains(t, text, "`"+c.Path+"`")
	}
	if *updateDocs {
		require.NoError(t, os.WriteFile(page, []byte(text), 0o644))
	}
}

func cachesTable() string {
	text := "| below home | of | private | what it is |\n|---|---|---|---|\n"
	for _, c := range CacheDirs() {
		text += fmt.Sprintf("| `%s` | %s | %s | %s |\n", c.Path, c.Programs, map[bool]string{true: "empty", false: "read"}[c.Private], c.Reason)
	}
	return text
}

func readablesTable() string {
	text := "| below home | what lies there |\n|---|---|\n"
	for _, r := range Readables() {
		text += fmt.Sprintf("| `%s` | %s |\n", r.Path, r.Reason)
	}
	return text
}

func variablesTable() string {
	text := "| left out | why |\n|---|---|\n"
	for _, c := range CredentialVariables() {
		text += fmt.Sprintf("| `%s` | %s |\n", c.Name, c.Reason)
	}
	return text
}

func socketsTable() string {
	text := "| name | where | whoever connects |\n|---|---|---|\n"
	for _, s := range Sockets() {
		where := strings.ReplaceAll(s.Paths, "%d", "UID")
		if s.Variable != "" {
			where = strings.TrimSpace("$" + s.Variable + " " + where)
		}
		text += fmt.Sprintf("| `%s` | `%s` | %s |\n", s.Name, where, s.Reason)
	}
	return text
}
