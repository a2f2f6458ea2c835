package socat

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// Read returns the acts of one of socat's addresses: TYPE:parameters,options, or two joined by !!,
// one for each direction.
func Read(code string) ([]effect.Act, error) {
	from, to, two := strings.Cut(code, "!!")
	if !two {
		return act(strings.TrimSpace(code), ""), nil
	}
	return append(act(strings.TrimSpace(from), "rdonly"), act(strings.TrimSpace(to), "wronly")...), nil
}

// act returns the acts of one address (socat(1)). It ignores options that neither run nor write
// anything. direction is the option that the address gets from its place, or "".
func act(address, direction string) []effect.Act {
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
		return opened(one, kind, first, options+","+direction)
	case kind == "TCP" || kind == "TCP4" || kind == "TCP6" || kind == "OPENSSL" || kind == "SSL" || kind == "UDP" || kind == "UDP4" || kind == "UDP6" ||
		strings.HasSuffix(kind, "-CONNECT") || strings.HasSuffix(kind, "-SENDTO") || kind == "PROXY" || strings.HasPrefix(kind, "SOCKS"):
		return one(effect.Connects, first)
	case strings.HasPrefix(address, "/") || strings.HasPrefix(address, "./"):
		path, options, _ := strings.Cut(address, ",")
		return opened(one, kind, path, options+","+direction)
	}
	return nil
}

// opened returns what an address does to a file that it opens: it reads and writes it, unless an option says
// that it does only one of them, or makes or empties the file.
func opened(one func(k effect.Kind, text string) []effect.Act, kind, path, options string) []effect.Act {
	for option := range strings.SplitSeq(options, ",") {
		option, _, _ = strings.Cut(option, "=")
		switch option {
		case "rdonly", "o-rdonly":
			return one(effect.Reads, path)
		case "wronly", "o-wronly", "creat", "create", "o-creat", "o-create", "trunc", "o-trunc", "append", "o-append":
			return one(effect.Writes, path)
		}
	}
	if kind == "CREATE" {
		return one(effect.Writes, path)
	}
	return append(one(effect.Reads, path), one(effect.Writes, path)...)
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
