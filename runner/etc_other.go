//go:build !darwin

package runner

// etc is where the administrator's files lie.
const etc = "/etc"
