// Package redis reads the commands of Redis, as redis-cli does: which of them empty or
// reconfigure a server. [Read] is its reader. Of the Lua that EVAL gets only constants are
// looked at.
package redis
