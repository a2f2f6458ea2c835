package egress_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"github.com/agent-loop/shimgen/egress"
)

// The server lets programs read from one host, with a token that they do not have.
func Example() {
	site := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		fmt.Println("the site got", r.Method, r.URL.Path, r.Header.Get("Authorization"))
	}))
	defer site.Close()
	at := site.Listener.Addr().(*net.TCPAddr)

	proxy := egress.New(egress.Rules{
		Ports: func(host string) []uint16 {
			if host == "localhost" {
				return []uint16{uint16(at.Port)}
			}
			return nil
		},
		Requests: func() [][]egress.RequestRule {
			return [][]egress.RequestRule{{{Methods: []string{"GET"}, Host: "localhost", Path: "/open/**"}}}
		},
		Credentials: []egress.Credential{{Name: "site", StandIn: "tok_Zk3fT9qLx7Vb", Value: "tok_Aa1Bb2Cc3Dd4", Origins: []egress.Origin{{Host: "localhost", Port: uint16(at.Port), Clear: true}}}},
		Refused:     func(r egress.Refusal) { fmt.Println("refused:", r.Why) },
	})
	defer proxy.Close()
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		fmt.Println(err)
		return
	}
	proxy.Serve(listener)

	program := http.Client{Transport: &http.Transport{
		Proxy: func(*http.Request) (*url.URL, error) { return url.Parse("http://" + listener.Addr().String()) },
	}}
	for _, path := range []string{"/open/a", "/closed"} {
		request, err := http.NewRequest("GET", fmt.Sprintf("http://localhost:%d%s", at.Port, path), strings.NewReader(""))
		if err != nil {
			fmt.Println(err)
			return
		}
		request.Header.Set("Authorization", "Bearer tok_Zk3fT9qLx7Vb")
		answer, err := program.Do(request)
		if err != nil {
			fmt.Println(err)
			return
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		fmt.Printf("%d %q\n", answer.StatusCode, text)
	}
	// Output:
	// the site got GET /open/a Bearer tok_Aa1Bb2Cc3Dd4
	// 200 ""
	// refused: requests of this kind are not listed for the host
	// 403 "shimgen: GET localhost/closed: requests of this kind are not listed for the host\n"
}
