package main

import (
	"path/filepath"
	"strconv"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/launch"
)

// mcpCmd serves execute and check to a client of the Model Context Protocol.
type mcpCmd struct {
	policyFlags
	loopFlags
	MaxOutput int `name:"max-output" default:"65536" placeholder:"BYTES" help:"How much of each stream of a command is passed on, at least 1024 bytes."`
}

// Run becomes the server, which is a program of its own: linking it would slow every
// hook. It uses the installed server, or the one beside this shimgen, and never searches
// PATH.
func (c *mcpCmd) Run(a *app) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.MaxOutput < 1024 {
		return exit.Usage("--max-output must be at least 1024")
	}
	dir, err := c.program()
	if err != nil {
		return err
	}
	err = launch.MCP(dir, c.arguments(), a.env)
	return exit.New(exit.Failed, err.Error(), "build shimgen-mcp beside shimgen (make build), then shimgen install")
}

// program is the directory of the server.
func (c *mcpCmd) program() (string, error) {
	if id, ok := gate.Installed(); ok {
		return filepath.Join(id.Root, "libexec"), nil
	}
	self, err := host.Executable()
	return filepath.Dir(self), err
}

// arguments returns the flags for the server.
func (c *mcpCmd) arguments() []string {
	args := []string{
		"--sandbox=" + string(c.sandbox()), "--timeout=" + c.Timeout.String(), "--max-output=" + strconv.Itoa(c.MaxOutput),
	}
	for _, f := range []struct {
		name   string
		values []string
	}{
		{"dir", optional(c.Dir)},
		{"security-profile", optional(c.Profile)},
		{"security-blocked-path", c.BlockedPath},
		{"security-allowed-path", c.AllowedPath},
		{"allow-dir", c.AllowDir},
		{"allow-read", c.AllowRead},
		{"allow-write", c.AllowWrite},
	} {
		for _, v := range f.values {
			args = append(args, "--"+f.name+"="+v)
		}
	}
	if c.NoSecurity {
		args = append(args, "--no-security")
	}
	if c.Required {
		args = append(args, "--audit-required")
	}
	return args
}

// optional returns a flag's value as a list, empty if the flag is.
func optional(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}
