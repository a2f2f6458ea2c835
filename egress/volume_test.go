package egress_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var volume = flag.Int64("egress.mib", 64, "how many MiB TestMuchGoesThrough sends each way")

// zeros is a body that takes no memory.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// resident returns how many bytes of memory this process has.
func resident(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc to read this process's memory from:", err)
	}
	found := regexp.MustCompile(`VmRSS:\s*(\d+) kB`).FindSubmatch(text)
	require.NotNil(t, found)
	n, err := strconv.ParseInt(string(found[1]), 10, 64)
	require.NoError(t, err)
	return n << 10
}

// Much data passes, up and down, in a tunnel and as requests, and memory does not grow with
// it.
func TestMuchGoesThrough(t *testing.T) {
	size := *volume << 20
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			n, _ := io.Copy(io.Discard, r.Body)
			fmt.Fprint(w, n)
			return
		}
		w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
		_, _ = io.CopyN(w, zeros{}, size)
	})}
	l := listen(t)
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	w := newWorld(t, l.Addr().String())
	for _, way := range []string{"requests", "tunnel"} {
		client := w.through(t)
		client.Timeout = 0
		if way == "tunnel" {
			client = &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
				c := w.dial(t, "CONNECT", "allowed.example", 8080)
				return c, c.SetDeadline(time.Time{})
			}}}
		}
		runtime.GC()
		before := resident(t)
		put, err := http.NewRequest(http.MethodPut, "http://allowed.example:8080/", io.LimitReader(zeros{}, size))
		require.NoError(t, err)
		put.ContentLength = size
		got, err := client.Do(put)
		require.NoError(t, err)
		text, err := io.ReadAll(got.Body)
		require.NoError(t, err)
		assert.Equal(t, strconv.FormatInt(size, 10), string(text), "%s: up", way)
		got, err = client.Get("http://allowed.example:8080/")
		require.NoError(t, err)
		n, err := io.Copy(io.Discard, got.Body)
		require.NoError(t, err)
		assert.Equal(t, size, n, "%s: down", way)
		client.CloseIdleConnections()
		after := resident(t)
		t.Logf("%s: %d MiB each way; resident %d KiB before, %d KiB after", way, *volume, before>>10, after>>10)
		assert.Less(t, after-before, int64(32<<20), way)
	}
}
