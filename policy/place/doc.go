// Package place has the paths that rules and policies are about, as data: credentials
// (secrets.go), files that run or are trusted later (persist.go), system directories,
// devices and directories for temporary files (system.go), and the credentials that
// everyday clients read for themselves (clients.go).
//
//	place.IsSecret("/home/al/.ssh/id_rsa", []string{"/home/al"}) // true
//	patterns, except := place.Secrets()                          // the places themselves
//
// A place is a [Pattern]. To add one, add it to the lines of the list that it belongs to.
//
// The package compares text and asks no machine: a path is absolute and clean, and whoever
// asks has followed its links. What only a machine knows (the work directory, Termux's
// $PREFIX, other directories for temporary files) is package zone's to add.
package place
