// Package lazy holds values that are made when they are first asked for.
//
// A process that judges one command lives for a few milliseconds and needs few of
// the tables it is linked with. A variable with a [Value] is constant data: unlike
// one that sync.OnceValue returns, it costs a start nothing, and the compiler still
// lays out the variables that come after it.
package lazy

import "sync"

// Value is what Make returns, which is called once, by the first Get.
type Value[T any] struct {
	Make func() T

	once sync.Once
	made T
}

// Get returns the value, always the same one. It may be called from several
// goroutines.
func (v *Value[T]) Get() T {
	v.once.Do(func() { v.made = v.Make() })
	return v.made
}
