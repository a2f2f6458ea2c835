//go:build !darwin

package policyfile

// etc is where the administrator's files lie.
const etc = "/etc"
