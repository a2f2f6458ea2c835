// Seeker stands in a directory of somebody's own before a program of its name, which
// it looks for on PATH without its own directory, and finds the shim. With MODE=child
// it starts what it found, else it becomes that.
package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	for dir := range strings.SplitSeq(os.Getenv("PATH"), ":") {
		file := filepath.Join(dir, filepath.Base(self))
		if _, err := os.Stat(file); dir == filepath.Dir(self) || err != nil {
			continue
		}
		if os.Getenv("MODE") != "child" {
			panic(syscall.Exec(file, append([]string{file}, os.Args[1:]...), os.Environ()))
		}
		cmd := exec.Command(file, os.Args[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			os.Exit(cmd.ProcessState.ExitCode())
		}
		return
	}
}
