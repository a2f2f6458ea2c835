// Package redis reads Redis commands as redis-cli does: which of them empty or reconfigure a
// server. [Reader] returns its reader, which passes Lua for the server on to another reader;
// [Script] reads such Lua by itself.
package redis
