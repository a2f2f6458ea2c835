// Package phone holds tests that use the built programs as on a phone, in an emulated
// Android (package termux/emulation).
package phone
