//go:build android

package gate

import "unsafe"

// onAndroid says that Android's linker may load programs.
const onAndroid = true

// iscgo is set in a program that C's start files start.
//
//go:linkname iscgo runtime.iscgo
var iscgo bool

// hiddenByC reports whether a C library started this program: it takes the linker away
// from argv, as it does for any C program.
func hiddenByC() bool { return *(*bool)(unsafe.Pointer(&iscgo)) } // go:linkname wants the package to be used
