//go:build unix

// Package notification asks the person who holds a phone, by a notification of Termux:API
// with two buttons.
//
//	yes, err := notification.Asker{Termux: env, Dir: waiting, Limit: time.Minute}.Ask(notification.Question{Title: …, Text: …})
//
// Each question has a directory of its own below Dir, with a pipe and one script for each
// button. A script writes its own random word into the pipe. No argument vector and no
// environment contains these words, so only somebody who has read the script can answer. The
// directory is removed with the question, so each answer is for one question and counts
// once. The word for no, the time limit and every failure mean no.
//
// # Limits
//
// The asking program must not be able to read Dir: no sandbox of ours shows it. A process of
// the same user outside all sandboxes can read it, and can also replace Termux' programs;
// but such a process can run what it wants without asking.
package notification

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/termux"
)

// The errors of a question without an answer, which counts as no.
var (
	ErrNoAPI = errors.New("Termux:API is not installed")
	ErrLate  = errors.New("nobody answered in time")
)

// A Question is what the person sees.
type Question struct{ Title, Text string }

// An Asker asks questions.
type Asker struct {
	Termux termux.Env
	Dir    string        // a private directory that the asking program cannot read
	Limit  time.Duration // how long the person has
}

// postLimit is how long Termux:API may take to show or remove a notification. Without the
// app its programs wait forever.
const postLimit = 5 * time.Second

// mostText limits how much of a question's text is shown.
const mostText = 700

// mostWords limits how many words are read before the answer counts as no.
const mostWords = 16

// Ask shows a question and waits for the answer.
func (a Asker) Ask(q Question) (yes bool, err error) {
	program := a.Termux.Bin() + "/termux-notification"
	if info, err := os.Stat(program); err != nil || !info.Mode().IsRegular() {
		return false, ErrNoAPI
	}
	w, err := a.open()
	if err != nil {
		return false, err
	}
	defer w.close()
	id := filepath.Base(w.dir)
	text := q.Text
	if len(text) > mostText {
		text = strings.ToValidUTF8(text[:mostText], "") + " …"
	}
	err = a.start(program,
		"--id", id, "--priority", "high", "--alert-once", "--title", q.Title, "--content", text,
		"--button1", "Allow", "--button1-action", w.action(allow), "--button2", "Deny", "--button2-action", w.action(deny),
		"--on-delete", w.action(deny))
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrNoAPI, err)
	}
	defer func() { _ = a.start(a.Termux.Bin()+"/termux-notification-remove", id) }()
	return w.wait(time.Now().Add(a.Limit))
}

// start runs a program of Termux:API with Termux' own environment: a variable of the asking
// program could otherwise press a button.
func (a Asker) start(program string, args ...string) error {
	env := []string{
		"HOME=" + a.Termux.Home, "PREFIX=" + a.Termux.Prefix, "PATH=" + a.Termux.Bin(), "TMPDIR=" + a.Termux.Tmp,
		"ANDROID_ROOT=/system", "ANDROID_DATA=/data", "LANG=en_US.UTF-8",
	}
	if library := a.Termux.Lib() + "/libtermux-exec-ld-preload.so"; isRegular(library) {
		env = append(env, "LD_PRELOAD="+library)
	}
	planned, err := a.Termux.Plan(termux.Start{File: program, Argv: append([]string{program}, args...), Env: env}, launch.Head)
	if err != nil {
		return err
	}
	cmd := exec.Cmd{Path: planned.File, Args: planned.Argv, Env: planned.Env, Dir: a.Termux.Prefix, SysProcAttr: &syscall.SysProcAttr{Setsid: true}}
	if err := cmd.Start(); err != nil {
		return err
	}
	timer := time.AfterFunc(postLimit, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer timer.Stop()
	return cmd.Wait()
}

func isRegular(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// The buttons. Their scripts have the same names.
const (
	allow = "allow"
	deny  = "deny"
)

// waiting is a question that waits for its answer.
type waiting struct {
	dir   string
	words [2]string // the word of Allow, the word of Deny
	pipe  *os.File
}

// open creates the directory of a question.
func (a Asker) open() (w *waiting, err error) {
	w = &waiting{}
	a.tidy()
	if w.dir, err = os.MkdirTemp(a.Dir, "question-"); err != nil { // mode 0700
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(w.dir)
		}
	}()
	name := filepath.Join(w.dir, "answer")
	if err := unix.Mkfifo(name, 0o600); err != nil {
		return nil, err
	}
	for i, button := range []string{allow, deny} {
		if w.words[i], err = word(); err != nil {
			return nil, err
		}
		script := "echo " + w.words[i] + " >'" + strings.ReplaceAll(name, "'", `'\''`) + "'\n"
		if err := os.WriteFile(filepath.Join(w.dir, button), []byte(script), 0o600); err != nil {
			return nil, err
		}
	}
	// Open for writing as well, so that reading does not end with the first writer.
	w.pipe, err = os.OpenFile(name, os.O_RDWR|unix.O_NONBLOCK|unix.O_NOFOLLOW, 0)
	return w, err
}

// tidy removes the directories of killed processes: nobody waits there.
func (a Asker) tidy() {
	left, _ := filepath.Glob(filepath.Join(a.Dir, "question-*"))
	for _, dir := range left {
		if info, err := os.Lstat(dir); err == nil && time.Since(info.ModTime()) > 2*a.Limit+time.Minute {
			os.RemoveAll(dir)
		}
	}
}

// word returns a word that nobody can guess. It comes from the kernel: Go's own generator
// does work in every start of the program.
func word() (string, error) {
	f, err := os.Open("/dev/urandom")
	if err != nil {
		return "", err
	}
	defer f.Close()
	var random [32]byte
	_, err = io.ReadFull(f, random[:])
	return hex.EncodeToString(random[:]), err
}

// same compares two words in a time that does not depend on where they differ.
func same(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	differ := byte(0)
	for i := range len(a) {
		differ |= a[i] ^ b[i]
	}
	return differ == 0
}

// action returns the command that Termux:API passes to a shell when a button is pressed. The
// shell reads the script, so nothing has to execute it, which Android may forbid.
func (w *waiting) action(button string) string {
	return ". '" + strings.ReplaceAll(filepath.Join(w.dir, button), "'", `'\''`) + "'"
}

// wait reads words until one is an answer.
func (w *waiting) wait(until time.Time) (yes bool, err error) {
	if err := w.pipe.SetReadDeadline(until); err != nil {
		return false, err
	}
	size := len(w.words[0]) + 1
	text := make([]byte, 0, mostWords*size)
	for len(text) < cap(text) {
		n, err := w.pipe.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return false, ErrLate
		}
		if err != nil {
			return false, err
		}
		if yes, answered := w.answer(text); answered {
			return yes, nil
		}
	}
	return false, errors.New("too many answers, none of them a button's")
}

// answer looks for the first word of a button among whole lines.
func (w *waiting) answer(text []byte) (yes, answered bool) {
	lines := strings.Split(string(text), "\n")
	for _, line := range lines[:len(lines)-1] {
		switch {
		case same(line, w.words[1]):
			return false, true
		case same(line, w.words[0]):
			return true, true
		}
	}
	return false, false
}

// close removes the question.
func (w *waiting) close() {
	w.pipe.Close()
	os.RemoveAll(w.dir)
}
