package shimdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A startFile is a file that some shell reads when it starts.
type startFile struct {
	path    string
	shell   Shell
	program string // the shell that reads it; "" for several
	create  bool   // create it if missing, and remove it if only our block was in it
	login   bool   // a login file of bash, which reads only the first it finds
}

// startFiles returns every file that may hold our block. Two layers are needed because
// /etc/profile resets PATH in a login shell (bash -lc), and some systems' zsh sources it
// after ~/.zshenv; see INVOCATION in bash(1) and STARTUP/SHUTDOWN FILES in zsh(1). With
// an empty etc the system's file is left out.
func startFiles(home, etc string) []startFile {
	in := func(names ...string) string { return filepath.Join(append([]string{home}, names...)...) }
	files := []startFile{
		{path: in(".bash_profile"), login: true},
		{path: in(".bash_login"), login: true},
		{path: in(".profile"), login: true, create: true},
		{path: in(".bashrc"), program: "bash", create: true},
		{path: in(".zshenv"), program: "zsh", create: true},
		{path: in(".zprofile"), program: "zsh", create: true},
		{path: in(".zshrc"), program: "zsh"},
	}
	fish := in(".config", "fish")
	files = append(files, startFile{
		path: filepath.Join(fish, "conf.d", "agent-loop.fish"), shell: Fish, create: isDir(fish),
	})
	if etc != "" {
		dir := filepath.Join(etc, "profile.d")
		files = append(files, startFile{path: filepath.Join(dir, "agent-loop.sh"), create: isDir(dir)})
	}
	return files
}

func isDir(path string) bool {
	fi, err := os.Stat(path)
	return err == nil && fi.IsDir()
}

// AddShellInit puts the block that prepends bin to PATH into the start files of bash, zsh
// and fish below home, and into etc/profile.d unless etc is empty (as root: /etc; on
// Termux: $PREFIX/etc). It creates no file for a shell that installed reports as missing.
// It returns the paths it changed. It joins the errors of files it must not touch, and
// still does the others.
//
// Bash reads only the first login file that exists, so that one gets the block, or
// ~/.profile if there is none: a new ~/.bash_profile would hide the user's ~/.profile.
//
// With variables, the block does nothing in a shell that has none of them: agents set
// them for their commands, and a person's shells stay as they are.
func AddShellInit(home, etc, bin string, variables []string, installed func(shell string) bool) ([]string, error) {
	if err := checkOnPath(bin); err != nil {
		return nil, err
	}
	return eachFile(chosen(startFiles(home, etc)), func(f startFile) (bool, error) {
		line, err := f.shell.Prepend(bin)
		if err != nil {
			return false, err
		}
		line = f.shell.ifAny(variables, line)
		missing := f.create && (f.program == "" || installed(f.program))
		return f.rewrite(missing, func(text string) (string, error) { return addBlock(text, line) })
	})
}

// ForAgentsOnly reports whether start files have a block for bin that does nothing in
// shells without an agent's variables.
func ForAgentsOnly(home, etc, bin string) bool {
	for _, f := range startFiles(home, etc) {
		text, err := ReadFile(f.path)
		if err != nil {
			continue
		}
		before, after, found, err := cutBlock(text.Text)
		if err == nil && found {
			block := text.Text[len(before) : len(text.Text)-len(after)]
			if strings.Contains(block, agentsLine+"\n") && strings.Contains(block, f.shell.Quote(bin)) {
				return true
			}
		}
	}
	return false
}

// RemoveShellInit removes the block that prepends bin to PATH from every start file and
// returns the paths it changed; another installation's block stays. It removes a file
// that held nothing else and that we may have made.
func RemoveShellInit(home, etc, bin string) ([]string, error) {
	return eachFile(startFiles(home, etc), func(f startFile) (bool, error) {
		return f.rewrite(false, func(text string) (string, error) {
			before, after, found, err := cutBlock(text)
			if err != nil || !found || !strings.Contains(text[len(before):len(text)-len(after)], f.shell.Quote(bin)) {
				return text, err
			}
			return before + after, nil
		})
	})
}

// chosen drops the login files that bash will not read.
func chosen(files []startFile) []startFile {
	taken := false
	return slices.DeleteFunc(files, func(f startFile) bool {
		if !f.login {
			return false
		}
		_, err := os.Lstat(f.path)
		drop := taken || err != nil && !f.create
		taken = taken || !drop
		return drop
	})
}

func eachFile(files []startFile, do func(startFile) (bool, error)) ([]string, error) {
	var done []string
	var failed []error
	for _, f := range files {
		changed, err := do(f)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", f.path, err))
		}
		if changed {
			done = append(done, f.path)
		}
	}
	return done, errors.Join(failed...)
}

// rewrite replaces the file's text by what change makes of it, and reports whether that
// differs. A missing file counts as the empty text if missing is set, and is left alone
// otherwise.
func (f startFile) rewrite(missing bool, change func(string) (string, error)) (bool, error) {
	old, err := ReadFile(f.path)
	if err != nil || !old.Exists && !missing {
		return false, err
	}
	text, err := change(old.Text)
	if err != nil || text == old.Text {
		return false, err
	}
	if text == "" && f.create {
		err := old.Remove()
		if f.shell == Fish {
			_ = os.Remove(filepath.Dir(f.path)) // conf.d, which stays unless it is empty
		}
		return true, err
	}
	return true, old.Put(text)
}
