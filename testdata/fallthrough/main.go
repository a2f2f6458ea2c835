// Fallthrough tells what it was started with, and that the Go runtime is well. It
// is linked with the gate's entry and without it: both must print the same.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/gate"
)

func main() {
	result, entered := gate.Early()
	fmt.Fprintf(os.Stderr, "%t %s\n", entered, result.Reason)
	if gate.Light() {
		fmt.Fprintln(os.Stderr, "light", os.Getenv("GOMAXPROCS"), time.Local, runtime.GOMAXPROCS(0))
	}
	_, installed := gate.Installed()
	fmt.Printf("installed %t\nargv %q\nenviron %q\npage %d\n", installed, os.Args, gate.Environ(os.Environ()), os.Getpagesize())
	vector()
	state()
	files()
	thread()
	fmt.Println(collect(), goroutines(), deep(100_000), deliver(), recovered(), time.Since(time.Now()) < time.Hour)
}

// Entries of the auxiliary vector (getauxval(3)) whose values are addresses. They
// differ from run to run.
var addresses = map[uint64]bool{3: true, 7: true, 9: true, 15: true, 24: true, 25: true, 31: true, 33: true}

// vector prints the auxiliary vector.
func vector() {
	data, err := os.ReadFile("/proc/self/auxv")
	fmt.Println("auxv", err)
	for ; len(data) >= 16; data = data[16:] {
		kind, value := binary.NativeEndian.Uint64(data), binary.NativeEndian.Uint64(data[8:])
		if addresses[kind] {
			value = 0
		}
		fmt.Println(" ", kind, value)
	}
}

// statusAtRest returns the status of the first thread while it does not start another one: the
// runtime blocks all its signals for that moment.
func statusAtRest() ([]byte, error) {
	const allBlocked = "SigBlk:\tfffffffffffbfeff" // but KILL and STOP
	status, err := os.ReadFile("/proc/self/status")
	for range 100 {
		if !strings.Contains(string(status), allBlocked) {
			break
		}
		time.Sleep(time.Millisecond)
		status, err = os.ReadFile("/proc/self/status")
	}
	return status, err
}

// state prints signals, limits and credentials.
func state() {
	status, err := statusAtRest()
	fmt.Println("status", err)
	for line := range strings.Lines(string(status)) {
		switch name, _, _ := strings.Cut(line, ":"); name {
		case "SigPnd", "ShdPnd": // without SIGURG, which the runtime sends to its own threads
			var pending uint64
			_, err := fmt.Sscanf(strings.TrimPrefix(line, name+":"), "%x", &pending)
			fmt.Printf("  %s %x %v\n", name, pending&^(1<<(syscall.SIGURG-1)), err)
		case "Umask", "Uid", "Gid", "Groups", "SigBlk", "SigIgn", "SigCgt", "CapEff", "NoNewPrivs", "Seccomp":
			fmt.Print("  ", line)
		}
	}
	limits, err := os.ReadFile("/proc/self/limits")
	fmt.Println("limits", err, string(limits))
}

// thread prints what a program that this thread becomes has of it: it outlives an exec.
func thread() {
	runtime.LockOSThread()
	gate.Restore()
	slack, _, err := syscall.Syscall(syscall.SYS_PRCTL, 30, 0, 0) // PR_GET_TIMERSLACK
	fmt.Println("slack", slack, err)
	status, fault := os.ReadFile("/proc/thread-self/status")
	fmt.Println("thread", fault)
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "Cpus_allowed:") {
			fmt.Print("  ", line)
		}
	}
}

// files prints what is open, and which files are mapped.
func files() {
	entries, err := os.ReadDir("/proc/self/fd")
	fmt.Println("files", err)
	for _, e := range entries {
		target, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err == nil && !strings.Contains(target, "anon_inode") && !strings.Contains(target, "/fd") {
			fmt.Println(" ", e.Name(), target)
		}
	}
	maps, err := os.ReadFile("/proc/self/maps")
	fmt.Println("maps", err)
	seen := map[string]bool{}
	for line := range strings.Lines(string(maps)) {
		if at := strings.IndexByte(line, '/'); at >= 0 && !seen[line[at:]] {
			seen[line[at:]] = true
			fmt.Print("  ", line[at:])
		}
	}
}

// collect makes garbage and has it collected.
func collect() string {
	kept := map[int][]byte{}
	for i := range 20_000 {
		kept[i%100] = make([]byte, 1+i%4096)
	}
	runtime.GC()
	return fmt.Sprint("collected ", len(kept))
}

// goroutines counts with many of them.
func goroutines() string {
	var wait sync.WaitGroup
	numbers := make(chan int)
	for i := range 100 {
		wait.Go(func() { numbers <- i })
	}
	go func() { wait.Wait(); close(numbers) }()
	sum := 0
	for n := range numbers {
		sum += n
	}
	return fmt.Sprint("counted ", sum)
}

// deep makes the stack grow.
func deep(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + deep(n-1)
}

// deliver sends itself a signal.
func deliver() string {
	got := make(chan os.Signal, 1)
	signal.Notify(got, syscall.SIGUSR2)
	if err := syscall.Kill(os.Getpid(), syscall.SIGUSR2); err != nil {
		return err.Error()
	}
	select {
	case s := <-got:
		return s.String()
	case <-time.After(10 * time.Second):
		return "no signal came"
	}
}

// recovered survives a null pointer, by way of a signal handler.
func recovered() (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	var p *[10]int
	return fmt.Sprint(p[len(os.Args)%10])
}
