// Package terminator speaks TLS for the egress proxy, in a program of its own.
//
// The proxy opens TLS to the hosts that credentials are for, to put these into requests. To the
// client it is the server then, with a certificate of an [Authority] that was made for one run,
// is valid for those hosts alone, and whose key nobody else has. To the server it is a client
// like any other, and believes the authorities that this machine believes.
//
// [Serve] takes connections over and hands back their clear sides: what it carries it neither
// reads nor keeps. Both sides speak HTTP/1.1; a client that speaks HTTP/2 alone is refused by
// TLS itself (ALPN, RFC 7301).
package terminator
