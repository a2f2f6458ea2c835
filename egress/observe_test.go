package egress_test

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/egress"
)

// An observer lets unlisted hosts through as long as it is on, and keeps the reports.
type observer struct {
	*world
	on atomic.Bool

	told     sync.Mutex
	observed []egress.Refusal
}

func (o *observer) observe(r egress.Refusal) {
	o.told.Lock()
	defer o.told.Unlock()
	o.observed = append(o.observed, r)
}

// noticed returns what would have been refused since the last call.
func (o *observer) noticed() []egress.Refusal {
	o.told.Lock()
	defer o.told.Unlock()
	seen := o.observed
	o.observed = nil
	return seen
}

// newObserver is newWorld with rules that observe.
func newObserver(t *testing.T, to string) *observer {
	t.Helper()
	o := &observer{world: &world{to: func(netip.AddrPort) string { return to }}}
	o.on.Store(true)
	more := map[string]string{"evil.example": "8.8.4.4", "inside.example": "10.0.0.1", "cloud.example": "169.254.169.254", "carrier.example": "100.64.0.1", "here.example": "127.0.0.1"}
	o.Server = egress.New(egress.Rules{
		Ports: func(host string) []uint16 { return listed()[host] },
		Lookup: func(ctx context.Context, name string) ([]netip.Addr, error) {
			if at, is := more[name]; is {
				return []netip.Addr{netip.MustParseAddr(at)}, nil
			}
			return o.Lookup(ctx, name)
		},
		Dial: o.Dial, Refused: o.Refused, Observe: o.on.Load, Observed: o.observe,
	})
	t.Cleanup(func() { _ = o.Close() })
	l := listen(t)
	o.Serve(l)
	o.proxy = l.Addr().String()
	return o
}

func TestObservingLetsTheInternetThroughAlone(t *testing.T) {
	at := newOrigin(t, false)
	o := newObserver(t, at.addr())
	for _, c := range []struct {
		why, url string
		status   int
		observed error
		refused  error
	}{
		{"a listed name", "http://allowed.example/", 200, nil, nil},
		{"a name that is not listed", "http://evil.example/", 200, egress.ErrUnlisted, nil},
		{"at any port", "http://evil.example:8443/", 200, egress.ErrUnlisted, nil},
		{"a listed name at another port", "http://allowed.example:22/", 200, egress.ErrPort, nil},
		{"an address of the Internet", "http://8.8.4.4/", 200, egress.ErrUnlisted, nil},
		{"of version 6", "http://[2606:4700::1111]/", 200, egress.ErrUnlisted, nil},
		{"a private address that is listed", "http://10.1.2.3/", 200, nil, nil},
		{"at another port", "http://10.1.2.3:22/", 403, nil, egress.ErrPort},
		{"another private address", "http://10.0.0.1/", 403, nil, egress.ErrUnlisted},
		{"of version 6", "http://[fd00::1]/", 403, nil, egress.ErrUnlisted},
		{"link-local", "http://[fe80::1]/", 403, nil, egress.ErrUnlisted},
		{"the metadata service", "http://169.254.169.254/latest/meta-data/", 403, nil, egress.ErrUnlisted},
		{"another", "http://168.63.129.16/", 403, nil, egress.ErrUnlisted},
		{"one within another address", "http://[64:ff9b::a9fe:a9fe]/", 403, nil, egress.ErrUnlisted},
		{"mapped", "http://[::ffff:10.0.0.1]/", 403, nil, egress.ErrUnlisted},
		{"a carrier's network", "http://100.64.0.1/", 403, nil, egress.ErrUnlisted},
		{"this machine", "http://127.0.0.1/", 403, nil, egress.ErrUnlisted},
		{"by name", "http://localhost/", 403, nil, egress.ErrPort},
		{"below that name", "http://x.localhost/", 403, nil, egress.ErrUnlisted},
		{"of version 6", "http://[::1]/", 403, nil, egress.ErrUnlisted},
		{"an address that stands for no name", "http://198.18.9.9/", 403, nil, egress.ErrUnlisted},
		{"a name that leads to a private address", "http://inside.example/", 403, nil, egress.ErrPrivate},
		{"to the metadata service", "http://cloud.example/", 403, nil, egress.ErrPrivate},
		{"to a carrier's network", "http://carrier.example/", 403, nil, egress.ErrPrivate},
		{"to this machine", "http://here.example/", 403, nil, egress.ErrPrivate},
		{"a name that does not exist", "http://none.example/", 502, nil, nil},
	} {
		t.Run(c.why+" "+c.url, func(t *testing.T) {
			got, err := o.through(t).Get(c.url)
			require.NoError(t, err)
			got.Body.Close()
			assert.Equal(t, c.status, got.StatusCode)
			dialed, refused := o.seen()
			assert.Len(t, at.asked(), map[bool]int{true: 1}[c.status == 200], "seen from the server")
			assert.Equal(t, c.status == 200, len(dialed) == 1)
			isTold(t, c.refused, refused)
			isTold(t, c.observed, o.noticed())
		})
	}
}

// isTold checks that one refusal was reported for a reason, or none without a reason.
func isTold(t *testing.T, why error, told []egress.Refusal) {
	t.Helper()
	if why == nil {
		assert.Empty(t, told)
		return
	}
	if assert.Len(t, told, 1) {
		assert.ErrorIs(t, told[0].Why, why)
	}
}

// A tunnel must go to the requested name: else the record would name another host.
func TestObservingHoldsTunnelsToTheirName(t *testing.T) {
	o := newObserver(t, newOrigin(t, false).addr())
	assert.Contains(t, o.say(t, "GET http://evil.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n"), "403")
	_, refused := o.seen()
	isTold(t, egress.ErrHost, refused)
	assert.Empty(t, o.noticed())
}

func TestObservingEndsAtOnce(t *testing.T) {
	o := newObserver(t, newOrigin(t, false).addr())
	const ask = "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
	assert.Contains(t, o.say(t, ask), "200")
	o.on.Store(false)
	assert.Contains(t, o.say(t, ask), "403")
	_, refused := o.seen()
	isTold(t, egress.ErrUnlisted, refused)
	isTold(t, egress.ErrUnlisted, o.noticed())
}

func TestObservingAnswersForNamesThatExist(t *testing.T) {
	o := newObserver(t, newOrigin(t, false).addr())
	udp, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	o.ServeNames(udp, egress.Resolver{})
	r := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", udp.LocalAddr().String())
	}}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for name, exists := range map[string]bool{"evil.example": true, "allowed.example": true, "none.example": false, "evil.example.suffix.example": false} {
		found, err := r.LookupNetIP(ctx, "ip4", name+".")
		assert.Equal(t, exists, err == nil, name)
		for _, addr := range found {
			assert.True(t, netip.MustParsePrefix("198.18.0.0/15").Contains(addr.Unmap()), "%s stands for %s", addr, name)
		}
	}
	_, refused := o.seen()
	assert.Empty(t, refused)
	assert.Empty(t, o.noticed(), "what is connected to is told alone")
	o.on.Store(false)
	_, err = r.LookupNetIP(ctx, "ip4", "evil.example.")
	require.Error(t, err)
}

func TestABrokerObserves(t *testing.T) {
	at := newOrigin(t, false)
	o := newObserver(t, at.addr())
	b := newBroker(t, o.world)
	c, err := redirected(t, b, "8.8.4.4:80")
	require.NoError(t, err)
	assert.Equal(t, "hello from 8.8.4.4", ask(t, c, "GET / HTTP/1.1\r\nHost: 8.8.4.4\r\n\r\n"))
	isTold(t, egress.ErrUnlisted, o.noticed())
	for _, to := range []string{"169.254.169.254:80", "10.0.0.1:80", "127.0.0.1:9", "198.18.200.200:80", "[fe80::1]:80"} {
		_, err := redirected(t, b, to)
		require.Error(t, err, to)
		assert.Empty(t, o.noticed(), to)
	}
}

// A value goes to no unlisted host, and its stand-in to none but its own.
func TestObservingKeepsCredentials(t *testing.T) {
	var told sync.Mutex
	var observed []string
	v := newVaultWith(t, func(r *egress.Rules) {
		r.Ports = func(host string) []uint16 { return map[string][]uint16{"b.wild.example": {443}}[host] }
		r.Observe = func() bool { return true }
		r.Observed = func(r egress.Refusal) {
			told.Lock()
			defer told.Unlock()
			observed = append(observed, r.Target.String())
		}
	})
	field := map[string]string{"Authorization": "Bearer " + standIn}
	for _, c := range []struct {
		why, at string
		status  int
		got     string // by the server
		refused error
	}{
		{"its own host, listed", "https://b.wild.example/", 200, real, nil},
		{"its own host, not listed", "https://allowed.example/", 200, standIn, nil},
		{"its own host, not listed, in the clear", "http://allowed.example:8080/", 403, "", egress.ErrUnlisted},
		{"another host in the clear", "http://other.example/", 403, "", egress.ErrCredential},
	} {
		v.all()
		status, _, _ := v.get(t, "GET", c.at, field, "")
		assert.Equal(t, c.status, status, c.why)
		sent := v.all()
		if c.got == "" {
			assert.Empty(t, sent, c.why)
		} else if assert.NotEmpty(t, sent, c.why) {
			assert.Equal(t, "Bearer "+c.got, sent[0].Header.Get("Authorization"), c.why)
		}
		_, refused := v.seen()
		isTold(t, c.refused, refused)
		if c.refused != nil && assert.Len(t, refused, 1, c.why) {
			assert.Equal(t, "api", refused[0].Credential, c.why)
		}
	}
	told.Lock()
	defer told.Unlock()
	assert.Equal(t, []string{"allowed.example:443"}, slices.Compact(observed), "where nothing was sent is no connection")
}

func TestObservingLetsRequestsThrough(t *testing.T) {
	var told sync.Mutex
	var observed []egress.Refusal
	v := newVaultWith(t, func(r *egress.Rules) {
		r.Requests = func() [][]egress.RequestRule {
			return [][]egress.RequestRule{{
				{Methods: []string{"GET"}, Host: "allowed.example", Path: "/read/**"},
				{Methods: []string{"POST"}, Host: "allowed.example", Path: "/graphql", GraphQL: true},
			}}
		}
		r.MaxBody = func() int64 { return 100 }
		r.Observe = func() bool { return true }
		r.Observed = func(r egress.Refusal) {
			told.Lock()
			defer told.Unlock()
			observed = append(observed, r)
		}
	})
	mutation := `{"query":"mutation { x }"}`
	for _, c := range []struct {
		why, method, path, body string
		status                  int
		request                 string
		observed                error
	}{
		{"listed", "GET", "/read/a", "", 200, "", nil},
		{"another method", "POST", "/read/a", "x=1", 200, "POST allowed.example/read/a", egress.ErrRequest},
		{"a mutation", "POST", "/graphql", mutation, 200, "POST allowed.example/graphql", egress.ErrRequest},
		{"a path of two readings", "GET", "/read//a", "", 403, "", nil},
		{"a long body", "PUT", "/x", strings.Repeat("x", 300), 200, "PUT allowed.example/x", egress.ErrRequest},
	} {
		v.all()
		told.Lock()
		observed = nil
		told.Unlock()
		status, _, _ := v.get(t, c.method, "https://allowed.example"+c.path, nil, c.body)
		assert.Equal(t, c.status, status, c.why)
		sent := v.all()
		assert.Equal(t, c.status == 200, len(sent) == 1, c.why)
		told.Lock()
		if c.observed == nil {
			assert.Empty(t, observed, c.why)
		} else if assert.NotEmpty(t, observed, c.why) {
			assert.ErrorIs(t, observed[0].Why, c.observed, c.why)
			assert.Equal(t, c.request, observed[0].Request, c.why)
		}
		if c.why == "a long body" && assert.Len(t, observed, 2) {
			assert.ErrorIs(t, observed[1].Why, egress.ErrUpload)
		}
		told.Unlock()
	}
}

// Names are looked up at the same time, so a slow one delays nothing else.
func TestObservingWaitsForNoSlowName(t *testing.T) {
	release := make(chan struct{})
	s := egress.New(egress.Rules{
		Ports: func(string) []uint16 { return nil },
		Lookup: func(ctx context.Context, name string) ([]netip.Addr, error) {
			if name == "slow.example" {
				select {
				case <-release:
				case <-ctx.Done():
				}
			}
			return []netip.Addr{netip.MustParseAddr("8.8.4.4")}, nil
		},
		Observe: func() bool { return true },
	})
	udp, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	s.ServeNames(udp, egress.Resolver{})
	c, err := net.Dial("udp", udp.LocalAddr().String())
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.SetDeadline(time.Now().Add(10*time.Second)))
	for _, name := range []string{"slow.example", "fast.example"} {
		_, err = c.Write(question(name, 1, 1))
		require.NoError(t, err)
	}
	got := make([]byte, 512)
	n, err := c.Read(got)
	require.NoError(t, err)
	assert.Contains(t, string(got[:n]), "fast")
	close(release)
	require.NoError(t, s.Close())
}
