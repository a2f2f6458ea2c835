//go:build !linux

package grant

// Hold does nothing: here no socket tells who is at its other end, and shims refuse.
func Hold(Commands) (end func()) { return func() {} }

// spendAbove finds nothing granted.
func spendAbove(Commands) bool { return false }
