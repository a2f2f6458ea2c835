package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// trials are the words by which people name what only tests and trials use.
const trials = "test tests testing ci e2e scratch tmp temp throwaway sandbox"

// inUse are the words by which they name what is in use, or copies of it.
const inUse = "prod production live main master staging stage uat backup backups archive results scores"

// NamesThrowaway reports whether a name says that it is of something for tests and trials alone: its first
// or its last part does (app_test, test-index, tmp_import), or it begins with testdb, and no part says that
// it is in use.
func NamesThrowaway(name string) bool {
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("_-.:$", r) })
	if len(parts) == 0 {
		return false
	}
	for i, p := range parts {
		if wordlist.Among(p, inUse) {
			return false
		}
		parts[i] = strings.TrimRight(p, "0123456789")
	}
	first, last := parts[0], parts[len(parts)-1]
	return wordlist.Among(first, trials) || first == "testdb" || wordlist.Among(last, trials) || last == "testdb"
}

// NamesInUse reports whether a part of a name says that what it names is in use, or a copy of that.
func NamesInUse(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("_-.:$/@", r) }), func(p string) bool { return wordlist.Among(strings.TrimRight(p, "0123456789"), inUse) })
}

// NamesOneTrial is NamesThrowaway for names of several parts: what is called test, and nothing else, may be
// somebody's only one.
func NamesOneTrial(name string) bool {
	return NamesThrowaway(name) && (strings.ContainsAny(strings.Trim(name, "_-.:$"), "_-.:$") || strings.HasPrefix(strings.ToLower(name), "testdb"))
}
