//go:build !linux

package bridge

// A Network is a namespace, which Linux alone has.
type Network struct{}
