package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// EnterWord is the first argument of the program that [Enter] is the whole of.
const EnterWord = "--enter-box"

// Entry is what [Enter] is told: bubblewrap is started with signals ignored that end it,
// and without the variables of the loader, which would load code into it. Both are as
// they were for the command.
type Entry struct {
	Default []syscall.Signal // signals that the command does not ignore
	Env     []string         // NAME=value of variables that were left out of the environment
	Path    string           // the command's program
	Argv    []string
}

// Words are the arguments that Enter reads, EnterWord first.
func (e Entry) Words() []string {
	words := []string{EnterWord}
	for _, sig := range e.Default {
		words = append(words, strconv.Itoa(int(sig)))
	}
	words = append(words, e.Env...)
	return append(append(words, "--", e.Path), e.Argv...)
}

// parse is the other way of Words.
func (e *Entry) parse(words []string) error {
	at := slices.Index(words, "--")
	if at < 1 || at+3 > len(words) || words[0] != EnterWord {
		return errors.New("no command to enter a box with")
	}
	for _, word := range words[1:at] {
		if number, err := strconv.Atoi(word); err == nil {
			e.Default = append(e.Default, syscall.Signal(number))
		} else {
			e.Env = append(e.Env, word)
		}
	}
	e.Path, e.Argv = words[at+1], words[at+2:]
	return nil
}

// Enter becomes the command, inside a box. It returns only if that fails.
func Enter(words, env []string) error {
	var e Entry
	if err := e.parse(words); err != nil {
		return err
	}
	for _, sig := range e.Default { // what is caught here has its default after execve(2)
		signal.Notify(make(chan os.Signal, 1), sig)
	}
	if err := syscall.Exec(e.Path, e.Argv, append(env[:len(env):len(env)], e.Env...)); err != nil {
		return fmt.Errorf("%s: %w", e.Path, err)
	}
	return nil
}

// ForLoader reports whether a variable, as NAME=value, is one that makes the loader run
// code in every program: ld.so(8).
func ForLoader(variable string) bool {
	return strings.HasPrefix(variable, "LD_") || strings.HasPrefix(variable, "GCONV_PATH=")
}
