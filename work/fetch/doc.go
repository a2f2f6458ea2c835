// Package fetch gets the work of others: from Debian's source packages, by apt-get
// with a configuration of its own, and from the registries of Go and npm, by their own
// clients as they are set up on the machine. Nothing that came is run before it is in
// a cage, where it is built once as an unprivileged user. Trees stay in a folder, so that a second run needs no network.
package fetch
