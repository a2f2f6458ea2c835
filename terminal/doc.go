// Package terminal gives a program a terminal of its own (pty(7)) and connects it with the
// one that a person sits at: keys go in and what is shown comes out, byte for byte, and the
// size of the window follows. The person's terminal is in raw mode for as long (termios(3)),
// so that keys such as Ctrl-C reach the program, and afterwards as it was.
//
//	t, err := terminal.Open(os.Stdin)
//	cmd.Stdin, cmd.Stdout, cmd.Stderr = t.Inside, t.Inside, t.Inside
//	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
//	err = cmd.Start()
//	err = t.Connect(os.Stdout)
//	err = cmd.Wait()
//	t.Close()
//
// On a terminal of its own a program cannot read what is typed after it has ended, change the
// modes of the person's terminal, or answer a question that is asked there.
package terminal
