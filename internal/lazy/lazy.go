// Package lazy holds values that are computed on first use.
//
// A process that judges one command lives for a few milliseconds and needs few of the
// tables it links. A variable of type [Value] is constant data: unlike the result of
// sync.OnceValue it costs no start-up time, and the compiler still initializes the
// variables after it statically.
package lazy

import "sync"

// Value holds the result of Make, which the first Get calls once.
type Value[T any] struct {
	Make func() T

	once sync.Once
	made T
}

// Get returns the value, always the same one. Several goroutines may call it.
func (v *Value[T]) Get() T {
	v.once.Do(func() { v.made = v.Make() })
	return v.made
}
