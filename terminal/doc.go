// Package terminal gives a program a terminal of its own (pty(7)) and connects it with
// the person's: it passes keys in and output out, byte for byte, and copies the window's
// size. Meanwhile the person's terminal is in raw mode (termios(3)), so that keys such as
// Ctrl-C reach the program; then its modes are restored.
//
//	t, err := terminal.Open(os.Stdin)
//	cmd.Stdin, cmd.Stdout, cmd.Stderr = t.Inside, t.Inside, t.Inside
//	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
//	err = cmd.Start()
//	gone, err := t.Connect(os.Stdout)
//	err = cmd.Wait()
//	t.Close()
//
// On a terminal of its own a program cannot read what the person types after it has
// ended, change the modes of the person's terminal, or answer a question that is asked
// there.
package terminal
