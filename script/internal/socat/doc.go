// Package socat reads the addresses of socat(1): the programs, files and sockets that it opens.
// [Read] is its entry point.
package socat
