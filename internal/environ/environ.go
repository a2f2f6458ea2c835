// Package environ looks up variables in a list of NAME=value, as os.Environ returns.
package environ

// Lookup finds a variable in an environment. Of several the first counts, as for getenv(3).
func Lookup(env []string, name string) (value string, set bool) {
	for _, pair := range env {
		if n := len(name); len(pair) > n && pair[n] == '=' && pair[:n] == name {
			return pair[n+1:], true
		}
	}
	return "", false
}

// Get returns the value of a variable, "" if it is not set.
func Get(env []string, name string) string {
	value, _ := Lookup(env, name)
	return value
}
