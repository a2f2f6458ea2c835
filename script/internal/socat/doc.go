// Package socat reads the addresses of socat(1): programs, files and sockets that it
// opens. [Read] is its reader.
package socat
