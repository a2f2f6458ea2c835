package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/agent-loop/shimgen/fleet/replay"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/collector"
	"github.com/agent-loop/shimgen/internal/exit"
)

// replayCmd judges recorded commands under a new policy.
type replayCmd struct {
	serverFlags
	Policy string        `placeholder:"FILE" help:"The new policy: a system's policy.toml."`
	Since  time.Duration `placeholder:"TIME" help:"Look back so far (default: all that the stream has)."`
	Work   bool          `help:"Only work for replays that others begin, until a signal."`
	N      int           `short:"n" default:"20" help:"How many changed commands to print."`
	JSON   bool          `name:"json" help:"Print all as JSON."`
	HTML   string        `name:"html" placeholder:"FILE" help:"Write a page, too: how far it has come, then all of the result."`
}

// Run begins a replay, works on it and prints the result; or it only works.
func (c replayCmd) Run(ctx context.Context, a app) error {
	s, err := c.settings(a, setting.Settings{})
	if err != nil {
		return err
	}
	if c.Work == (c.Policy != "") {
		return usage(fmt.Errorf("either --policy FILE or --work"))
	}
	conn, err := connect(s, c.Work, a)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	collector.RunRarely()
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() { work(ctx, conn, a) })
	}
	if c.Work {
		workers.Wait()
		return nil
	}
	return c.judge(ctx, conn, a)
}

// work works until the context is done. It also waits for a server.
func work(ctx context.Context, conn *nats.Conn, a app) {
	for ctx.Err() == nil {
		if err := replay.Work(ctx, conn, a.say); err != nil && ctx.Err() == nil {
			a.say(err.Error())
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
	}
}

// judge begins a replay and prints its result.
func (c replayCmd) judge(ctx context.Context, conn *nats.Conn, a app) error {
	text, err := os.ReadFile(c.Policy)
	if err != nil {
		return err
	}
	if _, err := replay.Load(c.Policy, text); err != nil {
		return exit.New(exit.Failed, err.Error(), "shimgen policy validate --system "+c.Policy)
	}
	since := time.Time{}
	if c.Since > 0 {
		since = time.Now().Add(-c.Since)
	}
	job, err := replay.Begin(ctx, conn, text, since)
	if err != nil {
		return err
	}
	page := replay.Page{Policy: filepath.Base(c.Policy)}
	if err := c.write(page); err != nil {
		return err
	}
	reported := time.Now()
	result, err := job.Wait(ctx, func(pieces, all int) {
		if time.Since(reported) > 2*time.Second {
			reported = time.Now()
			a.say(fmt.Sprintf("%d of %d pieces", pieces, all))
			page.Pieces, page.All = pieces, all
			_ = c.write(page) // only the last page counts
		}
	})
	if err != nil {
		return err
	}
	page.Result = result
	if err := c.write(page); err != nil {
		return err
	}
	if c.JSON {
		out := json.NewEncoder(a.out)
		out.SetIndent("", "  ")
		return out.Encode(result)
	}
	return result.Print(a.out, c.N)
}

// write puts a page into the requested file in one step, since a browser reads it meanwhile.
func (c replayCmd) write(page replay.Page) error {
	if c.HTML == "" {
		return nil
	}
	var text bytes.Buffer
	if err := page.Write(&text); err != nil {
		return err
	}
	return host.Replace(c.HTML, text.Bytes(), 0o644)
}
