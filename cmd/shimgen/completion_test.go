package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/completion"
	"github.com/agent-loop/shimgen/internal/exit"
)

// script writes a shell's completion to a file and returns its path and the shell's.
// Without the shell it skips the test.
func script(t *testing.T, shell string) (file, program string) {
	t.Helper()
	program, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("needs %s", shell)
	}
	got := inProcess(nil, "", "completion", shell)
	require.Zero(t, got.status, got.err)
	require.Empty(t, got.err)
	file = filepath.Join(t.TempDir(), "_shimgen")
	require.NoError(t, os.WriteFile(file, []byte(got.out), 0o600))
	return file, program
}

// verbs are all paths of verbs, from the command line itself.
func verbs(t *testing.T) []string {
	t.Helper()
	k, err := kong.New(&commands{})
	require.NoError(t, err)
	var all []string
	var walk func(n *kong.Node, path string)
	walk = func(n *kong.Node, path string) {
		for _, child := range n.Children {
			if child.Hidden {
				continue
			}
			all = append(all, path+" "+child.Name)
			walk(child, path+" "+child.Name)
		}
	}
	walk(k.Model.Node, "")
	return all
}

func TestCompletionParsesAndHasEveryVerb(t *testing.T) {
	all := verbs(t)
	require.Contains(t, all, " policy show")
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			file, program := script(t, shell)
			out, err := exec.Command(program, "-n", file).CombinedOutput()
			require.NoError(t, err, string(out))
			assert.Empty(t, string(out))
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, verb := range all {
				assert.Contains(t, string(text), "'"+verb+"'")
			}
		})
	}
}

// asked are words as typed, the last one still incomplete, with some words that must be
// offered and some that must not.
var asked = []struct {
	name      string
	words     []string
	want, not []string
}{
	{"verbs first", []string{""}, []string{"check", "audit", "completion"}, []string{"tail", "--json"}},
	{"by their beginning", []string{"au"}, []string{"audit"}, []string{"check"}},
	{"verbs of a verb", []string{"audit", ""}, []string{"tail", "search", "stats", "append"}, []string{"check"}},
	{"flags of a verb", []string{"audit", "search", "--"}, []string{"--days", "--help"}, []string{"--json"}},
	{"flags of a deeper verb", []string{"policy", "show", "--j"}, []string{"--json"}, []string{"--days"}},
	{"profiles", []string{"check", "--security-profile", ""}, []string{"open", "container", "cautious", "guarded", "paranoid"}, []string{"--json"}},
	{"profiles by the other name", []string{"check", "--profile", "par"}, []string{"paranoid"}, []string{"open"}},
	{"the verb that explains", []string{"expl"}, []string{"explain"}, []string{"check"}},
	{"its flags", []string{"explain", "--sh"}, []string{"--shims", "--shell"}, []string{"--batch"}},
	{"a flag's own values", []string{"check", "--shell", ""}, []string{"bash", "mksh", "posix", "zsh"}, []string{"fish"}},
	{"an argument's own values", []string{"completion", ""}, []string{"bash", "zsh", "fish"}, nil},
	{"rule ids", []string{"rules", "show", "fs."}, []string{"fs.rm-root"}, []string{"git.push"}},
	{"a verb after another is an argument", []string{"check", "audit", "--"}, []string{"--batch"}, []string{"--days"}},
	{"nothing of ours after --", []string{"exec", "--", "--"}, nil, []string{"--timeout", "--json"}},
}

func TestCompletionOffers(t *testing.T) {
	drivers := map[string]func(file string, words []string) []string{
		"bash": func(file string, words []string) []string {
			const drive = `. "$1"; shift; COMP_WORDS=(shimgen "$@"); COMP_CWORD=$#; _shimgen; printf '%s\n' "${COMPREPLY[@]}"`
			return append([]string{"--norc", "-c", drive, "bash", file}, words...)
		},
		// Outside its line editor zsh has no compadd, so a fake one prints.
		"zsh": func(file string, words []string) []string {
			const drive = `compadd() { shift; print -rl -- ${(M)@:#$last*} }; _files() {}; . "$1"; shift; last=${@[-1]}; words=(shimgen "$@"); CURRENT=$#words; _shimgen`
			return append([]string{"-f", "-c", drive, "zsh", file}, words...)
		},
		"fish": func(file string, words []string) []string {
			return []string{"--no-config", "-c", "source " + file + "; complete -C 'shimgen " + strings.Join(words, " ") + "'"}
		},
	}
	for shell, drive := range drivers {
		t.Run(shell, func(t *testing.T) {
			file, program := script(t, shell)
			for _, c := range asked {
				cmd := exec.Command(program, drive(file, c.words)...)
				cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=/nowhere"}
				cmd.Dir = t.TempDir()
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s: %s", c.name, out)
				var offered []string
				for text := range strings.Lines(string(out)) {
					word, _, _ := strings.Cut(strings.TrimSuffix(text, "\n"), "\t")
					offered = append(offered, word)
				}
				for _, word := range c.want {
					assert.Contains(t, offered, word, c.name)
				}
				for _, word := range c.not {
					assert.NotContains(t, offered, word, c.name)
				}
			}
		})
	}
}

// TestCompletionWordsMeanNothingToAShell holds what the scripts rely on: every word they
// print stands only for itself.
func TestCompletionWordsMeanNothingToAShell(t *testing.T) {
	k, err := kong.New(&commands{}, kong.Name("shimgen"))
	require.NoError(t, err)
	words, err := completion.Words(k.Model.Node)
	require.NoError(t, err)
	require.Contains(t, words, "git.reset-hard")
	plain := regexp.MustCompile(`^[A-Za-z0-9._-]+$`)
	for _, word := range words {
		for part := range strings.FieldsSeq(word) {
			assert.Regexp(t, plain, part)
		}
	}
}

func TestCompletionOfAnotherShellIsAUsageError(t *testing.T) {
	assert.Equal(t, exit.BadUsage, inProcess(nil, "", "completion", "csh").status)
	assert.Equal(t, exit.BadUsage, inProcess(nil, "", "completion").status)
}
