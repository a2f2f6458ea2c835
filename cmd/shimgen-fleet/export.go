package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/fleet/query"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// exportCmd prints the records.
type exportCmd struct {
	serverFlags
	Since lookback `placeholder:"AGE" help:"Only what the server got in the last 90m, 36h or 14d (default: all that it has)."`
}

// Help explains what a flag of all verbs means here.
func (exportCmd) Help() string {
	return "With --team the records of that team, else those of all teams."
}

// Run prints the records.
func (c exportCmd) Run(ctx context.Context, a app) error {
	s, err := c.settings(a, setting.Settings{})
	if err != nil {
		return err
	}
	f := query.Filter{Team: c.Team}
	if f.Team != "" {
		if err := wire.CheckToken("team", f.Team); err != nil {
			return usage(err)
		}
	}
	if c.Since > 0 {
		f.Since = time.Now().Add(-time.Duration(c.Since))
	}
	js, err := connectStreams(s, false, a)
	if err != nil {
		return err
	}
	defer js.Conn().Close()
	left, err := query.Export(ctx, js, a.out, f)
	if left > 0 {
		a.say(fmt.Sprintf("%d messages are no records, and were left out", left))
	}
	return err
}

// lookback is how far to look back.
type lookback time.Duration

// UnmarshalText reads a number of days (14d), or what time.ParseDuration reads.
func (l *lookback) UnmarshalText(text []byte) error {
	if days, is := strings.CutSuffix(string(text), "d"); is {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil && n > 0 {
			*l = lookback(time.Duration(n) * 24 * time.Hour)
			return nil
		}
	}
	back, err := time.ParseDuration(string(text))
	if err != nil || back <= 0 {
		return fmt.Errorf("%q: say 90m, 36h or 14d", text)
	}
	*l = lookback(back)
	return nil
}

// viewsCmd prints the views.
type viewsCmd struct{}

// Run prints them.
func (viewsCmd) Run(a app) error {
	_, err := io.WriteString(a.out, query.Views)
	return err
}
