package socat

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// Read returns the acts of one of socat's addresses: TYPE:parameters,options, or two joined by !!,
// one for each direction.
func Read(code string) ([]effect.Act, error) {
	var acts []effect.Act
	for address := range strings.SplitSeq(code, "!!") {
		acts = append(acts, act(strings.TrimSpace(address))...)
	}
	return acts, nil
}

// act returns the act of one address (socat(1)). It ignores options that neither run nor write
// anything.
func act(address string) []effect.Act {
	kind, rest, _ := strings.Cut(address, ":")
	kind, _, _ = strings.Cut(strings.ToUpper(kind), ",")
	one := func(k effect.Kind, text string) []effect.Act {
		return []effect.Act{{Kind: k, Call: strings.ToLower(kind), Args: []effect.Arg{{Text: text, Known: true}}}}
	}
	first, options, _ := strings.Cut(rest, ",")
	switch {
	case kind == "EXEC" || kind == "SYSTEM" || kind == "SHELL":
		return one(effect.Shell, command(first, rest))
	case strings.HasSuffix(kind, "-LISTEN") || strings.HasSuffix(kind, "-L") || strings.HasSuffix(kind, "-RECVFROM") || strings.HasSuffix(kind, "-RECV"):
		if strings.HasPrefix(kind, "UNIX") || strings.HasPrefix(kind, "ABSTRACT") {
			return nil
		}
		return one(effect.Listens, bind(options)+":"+first)
	case kind == "OPEN" || kind == "CREATE" || kind == "GOPEN" || kind == "PIPE" || kind == "FILE":
		return one(effect.Writes, first)
	case kind == "TCP" || kind == "TCP4" || kind == "TCP6" || kind == "OPENSSL" || kind == "SSL" || kind == "UDP" || kind == "UDP4" || kind == "UDP6" ||
		strings.HasSuffix(kind, "-CONNECT") || strings.HasSuffix(kind, "-SENDTO") || kind == "PROXY" || strings.HasPrefix(kind, "SOCKS"):
		return one(effect.Connects, first)
	case strings.HasPrefix(address, "/") || strings.HasPrefix(address, "./"):
		path, _, _ := strings.Cut(address, ",")
		return one(effect.Writes, path)
	}
	return nil
}

// command returns a command up to its first comma, or a quoted one, which may contain commas.
func command(first, rest string) string {
	if rest == "" || rest[0] != '\'' && rest[0] != '"' {
		return first
	}
	if end := strings.IndexByte(rest[1:], rest[0]); end >= 0 {
		return rest[1 : end+1]
	}
	return first
}

// bind returns the address that an option binds a listening socket to.
func bind(options string) string {
	for option := range strings.SplitSeq(options, ",") {
		if host, ok := strings.CutPrefix(option, "bind="); ok {
			return host
		}
	}
	return "0.0.0.0"
}
