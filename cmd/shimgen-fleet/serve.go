package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/fleet/page"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/internal/exit"
)

// serveCmd serves the page.
type serveCmd struct {
	serverFlags
	Listen      string         `default:"127.0.0.1:8420" placeholder:"ADDRESS" help:"Where to listen."`
	URL         string         `name:"url" placeholder:"URL" help:"Where browsers find the page (default: http://ADDRESS)."`
	Key         string         `placeholder:"FILE" help:"The private key that answers are signed with. Without it nobody can answer."`
	UserHeader  string         `placeholder:"NAME" help:"The header in which a reverse proxy says who somebody is: X-Forwarded-User."`
	Proxy       []netip.Prefix `name:"trusted-proxy" default:"127.0.0.0/8,::1/128" placeholder:"CIDR" help:"Addresses of the proxy, whose header is believed."`
	ProxySecret string         `placeholder:"FILE" help:"What the proxy sends as X-Proxy-Secret, so that nobody else who can connect is believed."`
	Approver    []string       `placeholder:"NAME" help:"Who may answer, as the proxy names them. The configuration's approvers are the most."`
}

// Run serves the page until a signal.
func (c serveCmd) Run(ctx context.Context, a app) error {
	s, err := c.settings(a, setting.Settings{Approvers: c.Approver})
	if err != nil {
		return err
	}
	p, err := c.page(s, a)
	if err != nil {
		return err
	}
	if p.JS, err = connectStreams(s, true, a); err != nil {
		return err
	}
	defer p.JS.Conn().Close()
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	p.Listen = l.Addr().String()
	if p.Origin == nil {
		p.Origin = &url.URL{Scheme: "http", Host: p.Listen}
	}
	server := &http.Server{Handler: p.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 32 << 10}
	defer context.AfterFunc(ctx, func() {
		soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		_ = server.Shutdown(soon) // the server ends with the process anyway
	})()
	a.say("the page is at " + p.Origin.String())
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// page returns the page that the flags describe. It refuses contradictory flags: nobody
// should wrongly believe that somebody may answer, or that nobody else may look.
func (c serveCmd) page(s setting.Settings, a app) (*page.Server, error) {
	p := &page.Server{Names: s.Names(), Header: c.UserHeader, Proxies: c.Proxy, Approvers: s.Approvers, Say: a.say}
	at, err := netip.ParseAddrPort(c.Listen)
	switch {
	case err != nil:
		return nil, usage(fmt.Errorf("--listen %s: write an address and a port", c.Listen))
	case c.UserHeader == "" && !at.Addr().IsLoopback():
		return nil, exit.New(exit.Blocked, "everybody who reaches "+c.Listen+" would see all commands", "--user-header says who somebody is; without it the page listens on loopback alone")
	case c.Key != "" && (c.UserHeader == "" || len(s.Approvers) == 0):
		return nil, usage(errors.New("--key needs --user-header, and --approver or approvers = [] in the configuration: or nobody may answer"))
	}
	if c.URL != "" {
		p.Origin, err = url.Parse(strings.TrimSuffix(c.URL, "/"))
		if err != nil || p.Origin.Scheme != "https" && p.Origin.Scheme != "http" || p.Origin.Host == "" || p.Origin.Path != "" {
			return nil, usage(fmt.Errorf("--url %s: write https://HOST", c.URL))
		}
		if p.Origin.Scheme == "http" && !isHere(p.Origin.Hostname()) {
			return nil, exit.New(exit.Blocked, "--url "+c.URL+": whoever is on the way could read commands and answer in another's name", "put a proxy with TLS before it: --url https://"+p.Origin.Host)
		}
	}
	if c.ProxySecret != "" {
		if err := wire.Private(c.ProxySecret); err != nil {
			return nil, err
		}
		text, err := os.ReadFile(c.ProxySecret)
		if p.Secret = strings.TrimSpace(string(text)); err == nil && len(p.Secret) < shortestSecret {
			err = fmt.Errorf("%s: a secret of %d letters is too short: at least %d", c.ProxySecret, len(p.Secret), shortestSecret)
		}
		if err != nil {
			return nil, err
		}
	}
	if c.Key != "" {
		p.Key, err = serviceKey(c.Key)
	}
	return p, err
}

// isHere reports whether a URL's host is this machine, whichever resolver answers.
func isHere(host string) bool {
	at, err := netip.ParseAddr(host)
	return err == nil && at.IsLoopback() || host == "localhost"
}

// shortestSecret is the minimum length of the proxy's secret.
const shortestSecret = 16
