// Package environ looks up variables in a list of NAME=value, as os.Environ returns.
package environ

import "strings"

// Lookup finds a variable in an environment.
func Lookup(env []string, name string) (value string, set bool) {
	for _, pair := range env {
		if value, set = strings.CutPrefix(pair, name+"="); set {
			return value, true
		}
	}
	return "", false
}

// Get returns the first value of a variable in a list of NAME=value.
func Get(env []string, name string) string {
	for _, pair := range env {
		if v, ok := strings.CutPrefix(pair, name+"="); ok {
			return v
		}
	}
	return ""
}
