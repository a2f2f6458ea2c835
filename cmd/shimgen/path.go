package main

import (
	"fmt"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/exit"
)

// pathCmd judges one path.
type pathCmd struct {
	policyFlags
	Write    bool   `xor:"use" help:"Judge writing instead of reading."`
	Delete   bool   `xor:"use" help:"Judge deleting instead of reading."`
	MaxRead  int64  `name:"max-read" placeholder:"N" help:"Refuse to read a file of more bytes."`
	MaxWrite int64  `name:"max-write" placeholder:"N" help:"Refuse a path that holds a file of more bytes."`
	Path     string `arg:"" help:"The path; ~ stands for home."`
}

// Run prints the resolved path, and the objection to it if there is one.
func (c *pathCmd) Run(a *app) error {
	if c.Path == "" {
		return exit.Usage("the path is empty")
	}
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	a.notices(s.Notices())
	use, limit := grammar.Reads, c.MaxRead
	switch {
	case c.Write:
		use, limit = grammar.Writes, c.MaxWrite
	case c.Delete:
		use, limit = grammar.Deletes, 0
	}
	resolved, d, err := s.DecidePath(c.Path, use, limit)
	if err != nil {
		return exit.New(exit.Blocked, err.Error(), "")
	}
	fmt.Fprintln(a.out, line(resolved))
	return a.printDecision(d)
}

// urlCmd judges one URL.
type urlCmd struct {
	policyFlags
	URL string `arg:"" name:"url" help:"The URL, or host/path as curl takes it."`
}

// Run prints the host of the URL, and the objection if there is one.
func (c *urlCmd) Run(a *app) error {
	s, err := c.open(a, "")
	if err != nil {
		return err
	}
	a.notices(s.Notices())
	host, d, err := s.DecideURL(c.URL)
	if err != nil {
		return exit.New(exit.Blocked, "blocked: "+err.Error(), "use http:// or https:// and a plain host name")
	}
	fmt.Fprintln(a.out, line(host))
	return a.printDecision(d)
}
