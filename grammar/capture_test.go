package grammar

import "testing"

// TestCaptures holds what tcpdump writes and runs.
func TestCaptures(t *testing.T) {
	check(t, []sample{
		{`to a file`, `tcpdump -ni eth0 -w x.pcap port 80`, "tcpdump -n --interface=eth0 -w=x.pcap plain:port plain:80 | writes x.pcap"},
		{`a command for each file`, `tcpdump -G 1 -z ./x -w y`, "tcpdump -G=1 -z=./x -w=y | runs ./x, writes y"},
	})
}
