// Package egress is the only way out for what runs in a sandbox: a proxy that connects to the
// hosts that it is told of and to no other.
//
// # What it speaks
//
// One listener speaks CONNECT (RFC 9110, section 9.3.6), HTTP/1.1 for a proxy (RFC 9112) and
// SOCKS5 (RFC 1928); the first byte tells which. Programs that know of no proxy come another
// way: a resolver that answers with an address of its own for each name ([Server.ServeNames]),
// and listeners to which every address leads ([Server.ServeAddresses]), which know by the
// address what name it stands for. Where programs have no network namespace, a [Broker] is told
// of each connection before it comes to its one listener.
//
// # What is decided
//
// A name is decided on before it is looked up, and what is not allowed is never looked up. It
// is looked up once, here; the address that is connected to is one of that answer. One that is
// not on the public Internet, such as those of this machine, of its network and of a cloud's
// metadata service, must be listed itself: a name cannot bring it in.
//
// A tunnel must begin as it was asked for: the server name of a TLS client hello (RFC 6066) and
// the Host of a request in the clear are the name that was decided on, or the tunnel ends. What
// a client says within TLS nobody sees here, but for the hosts below.
//
// # What is observed
//
// Rules may observe: then what a longer list would allow passes, and is told. An address that is
// not on the public Internet is refused all the same, as is whatever makes a record untrue: a
// tunnel with another server name, a stand-in that goes elsewhere. The value of a credential goes
// to no host that is not listed.
//
// # What is opened
//
// TLS is opened to the hosts that a [Credential] is for, and to those that a [RequestRule] speaks
// of. A [TLS] speaks it: [Terminator] is one, a program of its own (package egress/terminator),
// so that this package links no implementation of TLS. Requests there are read as those in the
// clear are: each is decided on by its method and its path, gets the values of credentials in the
// place of their stand-ins, and its answer has the stand-ins again. A stand-in that goes
// elsewhere, in any request that is read, ends the request and is told as a [Refusal].
//
// # What is held
//
// Heads are read whole and strictly within bounds, and written anew: what a server reads of a
// request is what was decided on, with the framing that was checked. Bodies pass through as they
// come, in constant memory. Between two TCP connections the kernel moves the bytes.
package egress
