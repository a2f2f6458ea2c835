// Package fetch gets the work of others from Debian's source packages, by apt-get
// with a configuration of its own, and builds it once as an unprivileged user in a
// cage. Trees stay in a folder, so that a second run needs no network.
package fetch
