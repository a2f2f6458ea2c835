package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/batch"
	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/collector"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/zone"
)

func TestMain(m *testing.M) {
	broker.Serve()
	os.Exit(m.Run())
}

// ordinary are commands as agents write them.
var ordinary = []string{
	"git status",
	`cd /srv/app && grep -rn "TODO" --include='*.go' . | head -20`,
	"ls -la src/ && cat README.md | head -50",
	`if [ -f Makefile ]; then make test 2>&1 | tail -40; else go test ./...; fi`,
	`for f in *.txt; do mv "$f" "${f%.txt}.md"; done`,
	"git add -A && git commit -m 'mend the parser'",
	`sed -n '1,80p' cmd/main.go; wc -l cmd/*.go`,
	"npm run build 2>&1 | tail -5",
	`python3 -c 'import json; print(json.load(open("package.json"))["name"])'`,
	`find . -name '*_test.go' -newer go.mod -exec grep -l Benchmark {} +`,
	"git push origin main",
	"docker compose ps",
}

// decisions is how many commands each compared method judges: enough pieces that it does not
// matter who gets the last one.
const decisions = 48 * pieceSize

// BenchmarkReplay judges the same commands in three ways, one after another in each round:
// as `check --batch` does, by one worker, and by two. It reports ratios of each one's
// shortest time over all rounds. Other load on the machine only adds time, and an absolute
// number says more about the machine.
//
//   - x-batch: decisions of one worker per second of processor time, compared to the batch's
//   - x-batch-wall: the same by the clock
//   - x-2-workers: the speed of two workers on two processors, compared to one on one. The server,
//     a separate process, needs a part of the two as well
//   - x-2-batch, x-2-spin: the same for the batch, and for arithmetic without memory access: the
//     most that the machine had to give to a second processor
func BenchmarkReplay(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	collector.RunRarely() // as both programs do
	s := newStage(b)
	of := map[string]spent{}
	round := func() {
		for _, processors := range []int{1, 2} {
			for kind, do := range map[string]func(*testing.B, int) spent{"batch": s.batched, "replay": s.judged, "spin": spun} {
				now := do(b, processors)
				name := kind + strconv.Itoa(processors)
				if least, is := of[name]; is {
					now = spent{min(now.wall, least.wall), min(now.cpu, least.cpu)}
				}
				of[name] = now
			}
		}
	}
	round()
	for b.Loop() {
		round()
	}
	b.ReportMetric(of["batch1"].cpu.Seconds()/of["replay1"].cpu.Seconds(), "x-batch")
	b.ReportMetric(of["batch1"].wall.Seconds()/of["replay1"].wall.Seconds(), "x-batch-wall")
	b.ReportMetric(of["replay1"].wall.Seconds()/of["replay2"].wall.Seconds(), "x-2-workers")
	b.ReportMetric(of["batch1"].wall.Seconds()/of["batch2"].wall.Seconds(), "x-2-batch")
	b.ReportMetric(of["spin1"].wall.Seconds()/of["spin2"].wall.Seconds(), "x-2-spin")
	b.ReportMetric(decisions/of["replay1"].cpu.Seconds(), "decisions/cpu-s")
	b.ReportMetric(0, "ns/op") // it would count all methods together, so it means nothing
}

// stage has the same commands twice: recorded in a stream, and as lines of a batch.
type stage struct {
	conn  *nats.Conn
	lines []byte
	batch batch.Judge
}

// settings is the policy under which all judge.
const settings = "profile = \"cautious\"\n"

func newStage(b *testing.B) *stage {
	b.Helper()
	server := broker.Start(b, broker.Config{})
	m := wire.Machine{Team: "red", Name: "laptop"}
	conn, err := wire.Connect(wire.Server{To: server.URL()}, m, func(string) {})
	require.NoError(b, err)
	b.Cleanup(conn.Close)
	require.NoError(b, wire.Prepare(b.Context(), conn, wire.Records(0, wire.Window)))
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncMaxPending(256))
	require.NoError(b, err)
	p, err := Load("p", []byte(settings))
	require.NoError(b, err)
	machine, req := guard.Model()
	s := &stage{conn: conn, batch: batch.Judge{
		Session: &runner.Session{Policy: p, Machine: machine, Dir: req.Dir, Work: req.Work}, Request: req,
	}}
	for n := range decisions {
		command := ordinary[n%len(ordinary)]
		line, err := json.Marshal(map[string]any{"id": n, "command": command})
		require.NoError(b, err)
		s.lines = append(append(s.lines, line...), '\n')
		record, err := json.Marshal(recorded(p, machine, req, command))
		require.NoError(b, err)
		_, err = js.PublishAsync(m.Audit(), record)
		require.NoError(b, err)
	}
	<-js.PublishAsyncComplete()
	return s
}

// recorded returns the record of a command, as a hook writes it.
func recorded(p *policy.Policy, machine zone.Machine, req guard.Request, command string) map[string]any {
	req.Source = command
	return map[string]any{
		"ts": "2026-11-26T10:00:00.000000Z", "event": "command", "command": command, "action": guard.Judge(p, machine, req).Action.String(), "allowed": true,
		"rules": []string{}, "id": "0123456789abcdef", "agent": "claude", "source": "hook", "session": "0b7e3c52", "host": "laptop", "uid": 1000, "profile": "cautious",
	}
}

// spent is the time that something took.
type spent struct{ wall, cpu time.Duration }

// spend measures a function in this process on a number of processors. The server is another
// process.
func spend(b *testing.B, processors int, do func()) spent {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	runtime.GC()
	began, before := time.Now(), used(b)
	do()
	return spent{time.Since(began), used(b) - before}
}

// used returns the processor time of this process so far.
func used(b *testing.B) time.Duration {
	var u unix.Rusage
	require.NoError(b, unix.Getrusage(unix.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// batched judges by a batch.
func (s *stage) batched(b *testing.B, processors int) spent {
	return spend(b, processors, func() {
		require.NoError(b, s.batch.Run(bytes.NewReader(s.lines), io.Discard))
	})
}

// judged judges by a replay, with a processor for each worker. The workers start before the
// measurement.
func (s *stage) judged(b *testing.B, workers int) spent {
	ctx, stop := context.WithCancel(b.Context())
	var working sync.WaitGroup
	defer working.Wait()
	defer stop()
	for range workers {
		working.Go(func() { _ = Work(ctx, s.conn, func(said string) { fmt.Fprintln(os.Stderr, said) }) })
	}
	time.Sleep(200 * time.Millisecond)
	return spend(b, workers, func() {
		job, err := Begin(ctx, s.conn, []byte(settings), time.Time{})
		require.NoError(b, err)
		r, err := job.Wait(ctx, func(int, int) {})
		require.NoError(b, err)
		require.Equal(b, [2]int{decisions, 0}, [2]int{r.Judged, r.Stricter + r.Looser})
	})
}

// spun does the same amount of arithmetic on any number of processors.
func spun(b *testing.B, processors int) spent {
	return spend(b, processors, func() {
		var spinning sync.WaitGroup
		for range processors {
			spinning.Go(func() {
				x := uint64(1)
				for range 200_000_000 / processors {
					x = x*6364136223846793005 + 1
				}
				runtime.KeepAlive(x)
			})
		}
		spinning.Wait()
	})
}
