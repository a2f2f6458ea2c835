package query

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/agent-loop/shimgen/internal/printable"
)

// Network is what commands in sandboxes reached, and what they were refused.
type Network struct {
	Coverage
	Hosts []Host `json:"hosts"` // the refused ones first, then those that would have been; by count
	More  int    `json:"more"`  // how often something was counted that is not among them
}

// A Host is what of one was reached or refused.
type Host struct {
	Host    string `json:"host"`
	Port    uint16 `json:"port,omitempty"`
	Method  string `json:"method,omitempty"` // of requests that were seen; "datagram"
	Allowed bool   `json:"allowed"`
	Would   string `json:"would,omitempty"` // what profile observe did not enforce
	Count   int    `json:"count"`
	Fix     string `json:"fix,omitempty"` // what would allow it, as one of the records says
}

// NetworkOf counts the network's records of the last n days, as [Count] does all.
func NetworkOf(dir string, n int, now time.Time) (Network, error) {
	all := Network{Hosts: []Host{}}
	var since time.Time
	if n > 0 {
		since = window(now, n)
	}
	t, err := openTrail(dir, since)
	if err != nil {
		return all, err
	}
	defer t.close()
	for _, d := range slices.Backward(t.files) {
		all.read(t, d, func(f *os.File) (bool, error) {
			st, err := f.Stat()
			if err != nil {
				return false, err
			}
			return false, backward(f, st.Size(), func(start int64, block []byte) bool {
				eachLine(start, block, func(at span, line []byte) {
					all.count(at, line)
				})
				return true
			})
		})
	}
	slices.Sort(all.Skipped)
	slices.SortFunc(all.Hosts, func(x, y Host) int {
		return cmp.Or(x.rank()-y.rank(), y.Count-x.Count, cmp.Compare(x.Host, y.Host), int(x.Port)-int(y.Port), cmp.Compare(x.Method, y.Method))
	})
	return all, nil
}

// rank is the place of a host's kind.
func (h Host) rank() int {
	switch {
	case !h.Allowed:
		return 0
	case h.Would != "":
		return 1
	}
	return 2
}

// count counts a line. What the agent's side says of itself does not count.
func (n *Network) count(at span, line []byte) {
	_, r, ok := n.record(at, line)
	if !ok || !bytes.Equal(r.event, []byte(`"network"`)) {
		return
	}
	var record struct {
		Host
		From string `json:"from"`
	}
	if json.Unmarshal(line, &record) != nil || record.From != "" || record.Count < 1 {
		return
	}
	same := func(x Host) bool {
		return x.Host == record.Host.Host && x.Port == record.Port && x.Method == record.Method && x.Allowed == record.Allowed && x.Would == record.Would
	}
	switch i := slices.IndexFunc(n.Hosts, same); {
	case i >= 0:
		n.Hosts[i].Count += record.Count
	case len(n.Hosts) == maxKeys:
		n.More += record.Count
	default:
		n.Hosts = append(n.Hosts, record.Host)
	}
}

// Print writes a line for each. It is safe for a terminal.
func (n Network) Print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, h := range n.Hosts {
		at, what, ends := h.Host, "allowed", ""
		if h.Port != 0 {
			at = net.JoinHostPort(h.Host, strconv.Itoa(int(h.Port)))
		}
		switch {
		case !h.Allowed:
			what, ends = "refused", "\t"+printable.Line(h.Fix)
		case h.Would != "":
			what, ends = "observed", "\t"+printable.Line(h.Fix)
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s%s\n", what, h.Count, cmp.Or(printable.Line(h.Method), "connect"), printable.Line(at), ends)
	}
	if n.More > 0 {
		fmt.Fprintf(w, "other\t%d\n", n.More)
	}
	return w.Flush()
}
