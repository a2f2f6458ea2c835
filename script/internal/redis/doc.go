// Package redis reads the commands of Redis, as redis-cli does: which of them empty or
// reconfigure a server. [Reader] makes its reader, which hands the Lua that the store is to
// run to another's reader; [Script] reads such Lua by itself.
package redis
