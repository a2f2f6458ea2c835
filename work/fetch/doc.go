// Package fetch downloads other people's work: Debian's source packages, by apt-get with
// a configuration of its own, and Go modules and npm packages, by their clients as the
// machine configures them. Nothing downloaded runs outside a cage, where it is built once
// as an unprivileged user. Trees stay in a folder, so a second run needs no network.
package fetch
