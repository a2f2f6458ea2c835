//go:build !linux

package protect

// letRead has no way to change the mode of that very directory which was looked at.
func letRead(int, string) (forced, bool) { return forced{}, false }

func (forced) restore() {}
