// Package bridge makes a network namespace into one that has a single way out: the sockets that
// its first process handed to a process outside, before any other program ran in it.
//
// A socket belongs to the namespace that it was made in, whoever has it. So the process outside
// gives the namespace its addresses and routes, and listens there, without ever being in it:
// what runs inside has no process to trace, no file to connect to, and no other network.
//
// Every address leads to the namespace itself (a route of the type local, as for 127.0.0.0/8).
// A program that connects to an address elsewhere meets a listener for all addresses at that
// port, which learns from its own socket which one was meant; at a port without one it is
// refused as a machine refuses where nobody listens. The kernel needs no packet filter for it.
package bridge
