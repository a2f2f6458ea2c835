// Package place has the paths that rules and policies are about, as data: credentials
// (secrets.go), files that run or are trusted later (persist.go), system directories, devices and
// directories for temporary files (system.go), and the credentials that everyday clients read
// themselves (clients.go).
//
//	place.IsSecret("/home/al/.ssh/id_rsa", []string{"/home/al"}) // true
//	patterns, except := place.Secrets()                          // the places themselves
//
// A place is a [Pattern]. To add one, add it to the lines of its list.
//
// The package compares text and does not access the machine: a path is absolute and clean, and
// the caller has resolved its links. Package zone adds the places that depend on the machine (the
// work directory, Termux's $PREFIX, other directories for temporary files).
package place
