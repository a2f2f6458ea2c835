package grammar

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// engines are the programs that run containers.
const engines = "docker docker-compose podman podman-compose nerdctl"

// InContainer reports whether a command runs in a container of this machine's docker, and nowhere else: its
// localhost, and its build outputs, are for development as this machine's are.
func InContainer(c *parser.Command) bool {
	some := false
	for ; c.Outer != nil; c = c.Outer {
		name := path.Base(c.Outer.Program().Prefix())
		some = some || wordlist.Among(name, engines)
		if !wordlist.Among(name, engines) && !wordlist.Among(name, "sudo env time timeout xargs sh bash") || slices.ContainsFunc(beforeVerb(c.Outer.Args), namesDaemon) || NamesDaemon(c) {
			return false
		}
	}
	return some
}

// HasOwnProcesses reports whether a command runs in such a container, which has a first process of its own.
func HasOwnProcesses(c *parser.Command) bool {
	for outer := c.Outer; outer != nil; outer = outer.Outer {
		if slices.ContainsFunc(outer.Args, func(w parser.Word) bool {
			return !w.Known() && w.Prefix() == "" || strings.HasPrefix(w.Prefix(), "--pid") || strings.HasPrefix(w.Prefix(), "--privileged")
		}) {
			return false
		}
	}
	return InContainer(c)
}

// NamesDaemon reports whether the text says by a variable which docker daemon a command works with.
func NamesDaemon(c *parser.Command) bool {
	names := c.Environment().Names()
	for _, a := range c.Assigns {
		names = append(names, a.Name)
	}
	return slices.Contains(names, "DOCKER_HOST") || slices.Contains(names, "DOCKER_CONTEXT")
}

// beforeVerb returns the words of docker up to its subcommand.
func beforeVerb(args []parser.Word) []parser.Word {
	at := slices.IndexFunc(args, func(w parser.Word) bool {
		text, _ := w.Text()
		return wordlist.Among(text, "exec compose run container")
	})
	return args[:max(at, 0)]
}

// namesDaemon reports whether a word may say which docker daemon is meant.
func namesDaemon(w parser.Word) bool {
	begins := w.Prefix()
	return !w.Known() && begins == "" || begins == "-c" || strings.HasPrefix(begins, "-H") || strings.HasPrefix(begins, "--host") || strings.HasPrefix(begins, "--context") || strings.HasPrefix(begins, "--url") || strings.HasPrefix(begins, "--connection")
}

// sharing are the options with which a container has more of this machine than the directories that it is
// lent. Source: docker run reference.
const sharing = "--privileged --pid --userns --uts --ipc --cgroupns --cgroup-parent --device --device-cgroup-rule --cap-add --security-opt --volumes-from --use-api-socket --replace --pod --runtime --rootfs"

// isThrowaway reports whether the container that an invocation starts is removed when it ends, and has of
// this machine only the directories in mounts.
func (r *reader) isThrowaway(mounts []Mount) bool {
	if r.syntax.Ends == "" || r.inv.given(r.syntax.Ends) != parser.Yes || r.inv.given(sharing) != parser.No {
		return false
	}
	for w, t := range r.inv.Values("--network") {
		if text, known := w.Text(); t != parser.Yes || !known || text == "host" {
			return false
		}
	}
	if len(r.inv.Operands) == 0 || slices.ContainsFunc(r.cmd.Args, r.mayShare) {
		return false
	}
	lent := 0
	for i := range r.inv.Options {
		if g := &r.inv.Options[i]; g.Option == nil {
			return false
		} else if g.Option.Role == spec.Bind || g.Option.Role == spec.Mount {
			lent++
		}
	}
	return lent == len(mounts)
}

// mayShare reports whether a word up to the image may be such options, because it is not known and nobody says
// that it is the value of one.
func (r *reader) mayShare(w parser.Word) bool {
	if w.Known() || w.Prefix() != "" || w.Span.Offset > r.inv.Operands[0].Word.Span.Offset {
		return false
	}
	return !slices.ContainsFunc(r.inv.Options, func(g OptionUse) bool { return g.Value.Span.Offset == w.Span.Offset && !w.Splits() })
}
