package catalogue

// SocketClients are programs that send their standard input to a server as it is.
const SocketClients = "nc ncat netcat telnet socat"

// SocketCommands are the first words of lines that change the data of a server which reads lines from a bare
// connection, the words of which one comes next, if any must, and the language whose reader says what
// they do. Sources: Redis serialization protocol, inline commands; memcached's protocol.txt; QuestDB and
// Druid take SQL.
var SocketCommands = [...]struct{ Lang, Verbs, Next string }{
	{Lang: "redis", Verbs: "flushall flushdb flush_all shutdown config debug slaveof replicaof swapdb eval acl cluster failover module"},
	{Lang: "sql", Verbs: "drop truncate delete", Next: "table database schema keyspace from index user role view"},
}
