package catalogue

// Talkers are programs that send their standard input to a server as it is.
const Talkers = "nc ncat netcat telnet socat"

// Spoken are the first words of lines that change the data of a server which reads lines from a bare
// connection, with the language whose reader says what they do. Sources: Redis serialization protocol,
// inline commands; memcached's protocol.txt; QuestDB and Druid take SQL.
var Spoken = [...]struct{ Lang, Verbs string }{
	{"redis", "flushall flushdb flush_all shutdown config debug slaveof replicaof swapdb eval acl cluster failover module"},
	{"sql", "drop truncate delete alter"},
}
