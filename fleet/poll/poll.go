// Package poll does something again and again, and reports trouble without repeating itself.
//
//	poll.Every(ctx, 15*time.Second, say, func() error { return fetch(ctx) })
package poll

import (
	"context"
	"time"
)

// Every calls look, waits for an interval, and so on, until the context is done. While look
// returns the same error text, Every reports it only once. After a look without an error it
// reports the same text again.
func Every(ctx context.Context, interval time.Duration, say func(string), look func() error) {
	last := ""
	for {
		err := look()
		if ctx.Err() != nil {
			return
		}
		now := ""
		if err != nil {
			now = err.Error()
		}
		if now != last && now != "" {
			say(now)
		}
		last = now
		select {
		case <-ctx.Done():
			return
		case <-time.After(interval):
		}
	}
}
