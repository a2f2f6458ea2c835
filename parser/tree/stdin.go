package tree

// SharedInput is standard input whose text is known and that several commands
// share. Who reads first reads its start; what is left for the next is not
// followed.
type SharedInput struct {
	Closed  bool // no command is taken to read its start any more
	Touched bool // some command may have read from it
}

// Share returns a standard input that the commands of a compound share.
func (in Stdin) Share() Stdin {
	if known := in.Word.Known(); known && (in.Kind == FromText || in.Kind == FromPipe && len(in.Word.Parts) > 0) && in.Shared == nil {
		in.Shared = &SharedInput{}
	}
	return in
}
