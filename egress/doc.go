// Package egress is the only way out for a program in a sandbox: a proxy that connects to
// allowed hosts and to no other.
//
// # Protocols
//
// One listener speaks CONNECT (RFC 9110, section 9.3.6), HTTP/1.1 for a proxy (RFC 9112) and
// SOCKS5 (RFC 1928); the first byte tells which. Programs without proxy support come another
// way: a resolver answers with a placeholder address for each name ([Server.ServeNames]),
// every address leads to our listeners ([Server.ServeAddresses]), and these know by the
// address which name it stands for. If programs have no network namespace, a supervisor
// announces each connection to a [Broker] before it arrives at the Broker's one listener.
//
// # Decisions
//
// The server decides on a name before it looks the name up, and never looks up a name that
// is not allowed. It looks up once, and connects to an address of that answer. An address
// outside the public Internet must be listed itself (those of this machine, of its network
// and of a cloud's metadata service): a listed name that leads there is not enough.
//
// A tunnel must begin as it was requested: the server name of a TLS client hello (RFC 6066)
// and the Host of a plain HTTP request must be the name that was decided on, or the server
// ends the tunnel. It cannot see what a client sends within TLS, except to the hosts below.
//
// # Observing
//
// Rules may observe. Then the server lets through what a longer list would allow, and
// reports it. It still refuses an address outside the public Internet, and everything that
// would make a record untrue: a tunnel with another server name, a stand-in to a wrong host.
// The value of a credential goes to no unlisted host.
//
// # TLS termination
//
// The server terminates TLS to the hosts of a [Credential] and of a [RequestRule]. A [TLS]
// speaks it. [Terminator] is one, a separate program (package egress/terminator), so that
// this package links no implementation of TLS. The server reads requests there like plain
// ones: it decides on each by method and path, replaces stand-ins with the values of
// credentials, and replaces the values with stand-ins in the answer. A stand-in to a wrong
// host, in any request that the server reads, ends the request and is reported as a
// [Refusal].
//
// # Messages
//
// The server reads heads whole, strictly and within limits, and writes them anew: the
// destination reads exactly the request that was decided on, with the framing that was
// checked. Bodies pass through as they come, in constant memory. Between two TCP connections
// the kernel moves the bytes.
package egress
