package tree

// GivenUp returns the limit past which words of the command, or of one that runs it, are treated
// as unknown although the source states them; or nil.
func (c *Command) GivenUp() *LimitError {
	for ; c != nil; c = c.Outer {
		if c.Limit != nil {
			return c.Limit
		}
	}
	return nil
}

// InFile reports whether a source, or one that runs it, was read from a file.
func (s *Source) InFile() bool { return s.Name != "" || s.Outer.File() != "" }

// File returns the name of the innermost file that contains a command, or "" if the command is
// in the given text or nil.
func (c *Command) File() string {
	for ; c != nil; c = c.Outer {
		if c.Source != nil && c.Source.Name != "" {
			return c.Source.Name
		}
	}
	return ""
}
