package main

import "strings"

// lookUp finds a variable in an environment.
func lookUp(env []string, name string) (value string, set bool) {
	for _, pair := range env {
		if value, set = strings.CutPrefix(pair, name+"="); set {
			return value, true
		}
	}
	return "", false
}

// lookup returns the first value of a variable in a list of NAME=value.
func lookup(env []string, name string) string {
	for _, pair := range env {
		if v, ok := strings.CutPrefix(pair, name+"="); ok {
			return v
		}
	}
	return ""
}
