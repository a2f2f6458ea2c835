package shimdir

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const body = "export X=1"

const block = blockBegin + "\n" + body + "\n" + blockEnd + "\n"

func TestAddBlock(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"empty file":                    {"", block},
		"after what is there":           {"alias l=ls\n", "alias l=ls\n" + block},
		"line without its newline":      {"alias l=ls", "alias l=ls\n" + blockBegin + "\n" + cutLine + "\n" + body + "\n" + blockEnd + "\n"},
		"in the place of the old block": {"a\n" + blockBegin + "\nold\nlines\n" + blockEnd + "\nb\n", "a\n" + block + "b\n"},
		"old block at the very end":     {"a\n" + blockBegin + "\nold\n" + blockEnd, "a\n" + block},
		"markers with CRLF":             {blockBegin + "\r\nold\r\n" + blockEnd + "\r\nb\r\n", block + "b\r\n"},
		"a marker inside a line":        {"echo '" + blockBegin + "'\n", "echo '" + blockBegin + "'\n" + block},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := addBlock(c.text, body)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
			again, err := addBlock(got, body)
			require.NoError(t, err)
			assert.Equal(t, got, again, "adding twice is adding once")
		})
	}
}

func TestBlockThatIsNotClearlyOursIsLeft(t *testing.T) {
	for name, text := range map[string]string{
		"end is missing":    "a\n" + blockBegin + "\nb\n",
		"begin is missing":  "a\n" + blockEnd + "\nb\n",
		"wrong order":       blockEnd + "\n" + blockBegin + "\n",
		"two blocks":        block + block,
		"block in a block":  blockBegin + "\n" + block + blockEnd + "\n",
		"two begin markers": blockBegin + "\n" + block,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := addBlock(text, body)
			require.Error(t, err)
			_, _, _, err = cutBlock(text)
			require.Error(t, err)
		})
	}
}

func TestAddBlockAfterAContinuedLineIsRefused(t *testing.T) {
	_, err := addBlock("export A=\\\n", body)
	require.Error(t, err)
}

func FuzzCutBlockUndoesAddBlock(f *testing.F) {
	for _, text := range []string{"", "\n", "a\n", "a\nb\n", "# >>> x >>>\n", "\r\n", blockBegin, blockEnd + "\n", "\\\n", "\x00\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, blockBegin) {
			return // a block of its own is replaced, not added
		}
		added, err := addBlock(text, body)
		if err != nil {
			return
		}
		before, after, found, err := cutBlock(added)
		require.NoError(t, err)
		require.True(t, found)
		assert.Equal(t, text, before+after)
	})
}

func TestCutBlockFromWhatHasNone(t *testing.T) {
	before, after, found, err := cutBlock("a\nb")
	require.NoError(t, err)
	assert.False(t, found)
	assert.Equal(t, "a\nb", before+after)
}

// oddDirs are directories that a shell misreads if they are not quoted.
var oddDirs = []string{
	"/plain/bin", "/with space/bin", "/it's/bin", `/dou"ble/bin`, "/dollar$HOME/bin", "/back\\slash/bin",
	"/glob*[a-z]?/bin", "/`id`/bin", "/bang!x/bin", "/semi;colon/bin", "/trailing\\", "/ünï/bin", "/a'b'c/bin", "/(p)|q/bin",
}

// shells says how each real shell evaluates a line twice and then prints PATH.
var shells = []struct {
	program string
	family  Shell
	args    []string
	show    string
}{
	{"sh", Posix, []string{"-uc"}, `/usr/bin/printenv PATH`},
	{"bash", Posix, []string{"--norc", "-uc"}, `/usr/bin/printenv PATH`},
	{"dash", Posix, []string{"-uc"}, `/usr/bin/printenv PATH`},
	{"zsh", Posix, []string{"-fuc"}, `/usr/bin/printenv PATH`},
	{"fish", Fish, []string{"--no-config", "-c"}, `/usr/bin/printenv PATH`},
	{"tcsh", Csh, []string{"-fc"}, `/usr/bin/printenv PATH`},
}

func evaluate(t *testing.T, program string, args []string, script string, env ...string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("needs %s", program)
	}
	cmd := exec.Command(path, append(args, script)...)
	cmd.Env = append([]string{"HOME=" + t.TempDir()}, env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s: %s", script, out)
	return strings.TrimSuffix(string(out), "\n")
}

func TestA6_PrependTwiceIsOnce(t *testing.T) {
	for _, sh := range shells {
		t.Run(sh.program, func(t *testing.T) {
			for _, dir := range oddDirs {
				line, err := sh.family.Prepend(dir)
				require.NoError(t, err)
				script := line + "\n" + line + "\n" + sh.show
				assert.Equal(t, dir+":/usr/bin:/bin", evaluate(t, sh.program, sh.args, script, "PATH=/usr/bin:/bin"), dir)
			}
		})
	}
}

func TestA6_PrependStandsBeforeWhatCameBeforeIt(t *testing.T) {
	for _, sh := range shells {
		t.Run(sh.program, func(t *testing.T) {
			line, err := sh.family.Prepend("/s/bin")
			require.NoError(t, err)
			got := evaluate(t, sh.program, sh.args, line+"\n"+sh.show, "PATH=/venv/bin:/s/bin:/usr/bin")
			assert.Equal(t, "/s/bin:/venv/bin:/s/bin:/usr/bin", got)
			got = evaluate(t, sh.program, sh.args, line+"\n"+sh.show, "PATH=/s/bin2:/usr/bin")
			assert.Equal(t, "/s/bin:/s/bin2:/usr/bin", got, "a longer name is another directory")
		})
	}
}

// A block for agents alone changes PATH where one of their variables is set, and nowhere else.
func TestA6_ForAgentsOnly(t *testing.T) {
	for _, sh := range shells {
		if sh.family == Csh {
			continue // no start file of csh gets a block
		}
		t.Run(sh.program, func(t *testing.T) {
			line, err := sh.family.Prepend("/it's/bin")
			require.NoError(t, err)
			script := sh.family.ifAny([]string{"AGENT_ONE", "AGENT_TWO"}, line) + "\n" + sh.show
			for _, tt := range []struct {
				env  []string
				want string
			}{
				{nil, "/usr/bin:/bin"},
				{[]string{"AGENT_ONE="}, "/usr/bin:/bin"},
				{[]string{"AGENT_TWO=1"}, "/it's/bin:/usr/bin:/bin"},
				{[]string{"AGENT_ONE=a b", "AGENT_TWO=*"}, "/it's/bin:/usr/bin:/bin"},
			} {
				got := evaluate(t, sh.program, sh.args, script, append(tt.env, "PATH=/usr/bin:/bin")...)
				assert.Equal(t, tt.want, got, tt.env)
			}
		})
	}
	home := t.TempDir()
	write(t, home, ".bashrc", "alias l=ls\n", 0o644)
	_, err := AddShellInit(home, "", "/s/bin", []string{"AGENT_ONE"}, everyShell)
	require.NoError(t, err)
	assert.True(t, ForAgentsOnly(home, "", "/s/bin"))
	assert.False(t, ForAgentsOnly(home, "", "/other/bin"))
	_, err = AddShellInit(home, "", "/s/bin", nil, everyShell)
	require.NoError(t, err)
	assert.False(t, ForAgentsOnly(home, "", "/s/bin"), "the last install decides")
	_, err = RemoveShellInit(home, "", "/s/bin")
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(home, ".bashrc"))
	require.NoError(t, err)
	assert.Equal(t, "alias l=ls\n", string(text))
}

func TestA13_PrependToAnEmptyPathLeavesNoEmptyEntry(t *testing.T) {
	line, err := Posix.Prepend("/s/bin")
	require.NoError(t, err)
	for _, program := range []string{"sh", "bash", "dash"} {
		script := "unset PATH\n" + line + "\n/usr/bin/printenv PATH"
		assert.Equal(t, "/s/bin", evaluate(t, program, []string{"-uc"}, script), program)
		script = "PATH=\n" + line + "\n/usr/bin/printenv PATH"
		assert.Equal(t, "/s/bin", evaluate(t, program, []string{"-uc"}, script), program)
	}
}

func TestPrependRefusesWhatPATHCannotHold(t *testing.T) {
	for _, dir := range []string{"", "bin", "/a:b", "/a\nb", "/a\x1bb"} {
		_, err := Posix.Prepend(dir)
		assert.Error(t, err, "%q", dir)
	}
}

func TestA6_ExportKeepsTheValue(t *testing.T) {
	for _, sh := range shells {
		t.Run(sh.program, func(t *testing.T) {
			for _, value := range oddDirs {
				script := sh.family.Export("SHIMGEN_TEST", value) + "\n/usr/bin/printenv SHIMGEN_TEST"
				assert.Equal(t, value, evaluate(t, sh.program, sh.args, script, "PATH=/usr/bin:/bin"))
			}
		})
	}
}

// everyShell reports every shell as installed.
func everyShell(string) bool { return true }

// write makes the file name below home.
func write(t *testing.T, home, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(home, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), mode))
	require.NoError(t, os.Chmod(path, mode))
	return path
}

func relative(t *testing.T, home string, paths []string) []string {
	t.Helper()
	var names []string
	for _, path := range paths {
		name, err := filepath.Rel(home, path)
		require.NoError(t, err)
		names = append(names, name)
	}
	return names
}

func TestShellInitChoosesTheFilesShellsRead(t *testing.T) {
	bare := []string{".bashrc", ".zshenv", ".zprofile"}
	for name, c := range map[string]struct{ have, want []string }{
		"nothing there":                {nil, append([]string{".profile"}, bare...)},
		"only .profile":                {[]string{".profile"}, append([]string{".profile"}, bare...)},
		".bash_profile hides .profile": {[]string{".profile", ".bash_profile"}, append([]string{".bash_profile"}, bare...)},
		".bash_login hides .profile":   {[]string{".profile", ".bash_login"}, append([]string{".bash_login"}, bare...)},
		".zshrc if it is used":         {[]string{".zshrc"}, []string{".profile", ".bashrc", ".zshenv", ".zprofile", ".zshrc"}},
		"fish if it is used":           {[]string{".config/fish/config.fish"}, append(append([]string{".profile"}, bare...), ".config/fish/conf.d/agent-loop.fish")},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			for _, file := range c.have {
				write(t, home, file, "# mine\n", 0o644)
			}
			changed, err := AddShellInit(home, "", "/s/bin", nil, everyShell)
			require.NoError(t, err)
			assert.Equal(t, c.want, relative(t, home, changed))

			changed, err = AddShellInit(home, "", "/s/bin", nil, everyShell)
			require.NoError(t, err)
			assert.Empty(t, changed, "adding twice is adding once")

			changed, err = RemoveShellInit(home, "", "/s/bin")
			require.NoError(t, err)
			assert.Equal(t, c.want, relative(t, home, changed))
			for _, file := range c.have {
				text, err := os.ReadFile(filepath.Join(home, file))
				require.NoError(t, err)
				assert.Equal(t, "# mine\n", string(text))
			}
			assert.NoFileExists(t, filepath.Join(home, ".zshenv"))
		})
	}
}

func TestShellInitMakesNoFileForAShellThatIsNotThere(t *testing.T) {
	home := t.TempDir()
	write(t, home, ".zshenv", "# mine", 0o644)
	changed, err := AddShellInit(home, "", "/s/bin", nil, func(shell string) bool { return shell == "bash" })
	require.NoError(t, err)
	assert.Equal(t, []string{".profile", ".bashrc", ".zshenv"}, relative(t, home, changed), "a file that is there counts all the same")

	_, err = AddShellInit(home, "", "/other/bin", nil, everyShell)
	require.NoError(t, err, "in the place of the block that is there")
	_, err = RemoveShellInit(home, "", "/other/bin")
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(home, ".zshenv"))
	require.NoError(t, err)
	assert.Equal(t, "# mine", string(text), "without the newline that the block needed")
	assert.Equal(t, []string{".zshenv"}, list(t, home))
}

func TestShellInitLeavesNoDirectoryOfFishs(t *testing.T) {
	home := t.TempDir()
	write(t, home, ".config/fish/config.fish", "", 0o644)
	_, err := AddShellInit(home, "", "/s/bin", nil, everyShell)
	require.NoError(t, err)
	_, err = RemoveShellInit(home, "", "/s/bin")
	require.NoError(t, err)
	assert.Equal(t, []string{"config.fish"}, list(t, filepath.Join(home, ".config/fish")))

	write(t, home, ".config/fish/conf.d/mine.fish", "", 0o644)
	_, err = AddShellInit(home, "", "/s/bin", nil, everyShell)
	require.NoError(t, err)
	_, err = RemoveShellInit(home, "", "/s/bin")
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(home, ".config/fish/conf.d/mine.fish"))
}

func TestTextBehindABlockKeepsTheNewline(t *testing.T) {
	added, err := addBlock("a", body)
	require.NoError(t, err)
	before, after, _, err := cutBlock(added + "b\n")
	require.NoError(t, err)
	assert.Equal(t, "a\nb\n", before+after)
}

func TestShellInitForEverybody(t *testing.T) {
	home, etc := t.TempDir(), t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(etc, "profile.d"), 0o755))
	changed, err := AddShellInit(home, etc, "/s/bin", nil, everyShell)
	require.NoError(t, err)
	assert.Contains(t, changed, filepath.Join(etc, "profile.d/agent-loop.sh"))
	changed, err = RemoveShellInit(home, etc, "/other/bin")
	require.NoError(t, err)
	assert.Empty(t, changed, "another installation's")
	_, err = RemoveShellInit(home, etc, "/s/bin")
	require.NoError(t, err)
	assert.Empty(t, list(t, filepath.Join(etc, "profile.d")))
	assert.Empty(t, list(t, home))
}

func TestShellInitFindsABlockInALoginFileHiddenSince(t *testing.T) {
	home := t.TempDir()
	_, err := AddShellInit(home, "", "/s/bin", nil, everyShell)
	require.NoError(t, err)
	write(t, home, ".bash_profile", "# new\n", 0o644)
	changed, err := RemoveShellInit(home, "", "/s/bin")
	require.NoError(t, err)
	assert.Contains(t, relative(t, home, changed), ".profile")
}

func TestShellInitKeepsModeAndLinks(t *testing.T) {
	home, dots := t.TempDir(), t.TempDir()
	target := write(t, dots, "bashrc", "# mine\n", 0o600)
	require.NoError(t, os.Symlink(target, filepath.Join(home, ".bashrc")))
	_, err := AddShellInit(home, "", "/s/bin", nil, everyShell)
	require.NoError(t, err)

	fi, err := os.Lstat(filepath.Join(home, ".bashrc"))
	require.NoError(t, err)
	assert.NotZero(t, fi.Mode()&os.ModeSymlink, "still a link")
	fi, err = os.Lstat(target)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), fi.Mode())
	text, err := os.ReadFile(target)
	require.NoError(t, err)
	assert.Contains(t, string(text), "# mine\n"+blockBegin)
}

func TestShellInitRefusesOneFileAndDoesTheOthers(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(t *testing.T, path string)
		why   string
	}{
		"a link to nothing": {func(t *testing.T, path string) {
			require.NoError(t, os.Symlink("/nonexistent/rc", path))
		}, "link to nothing"},
		"a directory": {func(t *testing.T, path string) {
			require.NoError(t, os.Mkdir(path, 0o755))
		}, "not a regular file"},
		"somebody else's": {func(t *testing.T, path string) {
			if os.Geteuid() != 0 {
				t.Skip("giving a file away needs root")
			}
			write(t, filepath.Dir(path), filepath.Base(path), "", 0o644)
			require.NoError(t, os.Chown(path, 12345, -1))
		}, "another user"},
		"a file of two names": {func(t *testing.T, path string) {
			write(t, filepath.Dir(path), filepath.Base(path), "", 0o644)
			if err := os.Link(path, path+".other"); err != nil {
				t.Skipf("needs hard links: %v", err)
			}
		}, "hard links"},
		"a block cut in two": {func(t *testing.T, path string) {
			write(t, filepath.Dir(path), filepath.Base(path), blockBegin+"\n", 0o644)
		}, "do not pair"},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			c.spoil(t, filepath.Join(home, ".bashrc"))
			changed, err := AddShellInit(home, "", "/s/bin", nil, everyShell)
			require.ErrorContains(t, err, c.why)
			require.ErrorContains(t, err, ".bashrc")
			assert.Equal(t, []string{".profile", ".zshenv", ".zprofile"}, relative(t, home, changed))
		})
	}
}

// A login shell of the real bash, after /etc/profile has set PATH.
func TestA6_LoginShellFindsTheShimsFirst(t *testing.T) {
	home := t.TempDir()
	_, err := AddShellInit(home, "", "/it's a dir/bin", nil, everyShell)
	require.NoError(t, err)
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	cmd := exec.Command(bash, "-lc", "/usr/bin/printenv PATH")
	cmd.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
	out, err := cmd.Output()
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(out), ":")
	assert.Equal(t, "/it's a dir/bin", first)
}
