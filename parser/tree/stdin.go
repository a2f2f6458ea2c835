package tree

// SharedInput is a standard input with known text that several commands share. The first reader
// gets its start; what it leaves for the next is not followed.
type SharedInput struct {
	Closed  bool // no command may be assumed to read its start
	Touched bool // some command may have read from it
}

// Share returns a standard input for the commands of a compound to share.
func (in Stdin) Share() Stdin {
	if known := in.Word.Known(); known && (in.Kind == FromText || in.Kind == FromPipe && len(in.Word.Parts) > 0) && in.Shared == nil {
		in.Shared = &SharedInput{}
	}
	return in
}

// IsStdinPath reports whether a word is a path of standard input: proc_pid_fd(5).
func IsStdinPath(w Word) bool {
	switch text, _ := w.Text(); text {
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}
