package output

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/tree"
)

// carrier is a program that runs another one, whose output becomes its own.
type carrier struct {
	flags    string // options without a value that do not affect the output
	values   string // options with a value that do not affect the output
	operands int    // operands before the other program
	assigns  bool   // it takes assignments before the other program
	number   bool   // an option is a number: nice -19
}

// carrierNamed finds a carrier by name, or by its path in a usual directory of programs: env(1),
// nice(1), nohup(1), timeout(1), stdbuf(1), setsid(1), ionice(1), chrt(1), taskset(1),
// prlimit(1), flock(1), strace(1), time(1), sudo(8), doas(1).
func carrierNamed(name string) (carrier, bool) {
	if name != "" && name[0] == '/' {
		name = strings.TrimPrefix(strings.TrimPrefix(name, "/bin/"), "/usr/bin/")
	}
	switch name {
	case "env":
		return carrier{flags: " - -i --ignore-environment ", values: " -u --unset ", assigns: true}, true
	case "exec":
		return carrier{flags: " -c -l ", values: " -a "}, true
	case "nice":
		return carrier{values: " -n --adjustment ", number: true}, true
	case "nohup":
		return carrier{}, true
	case "timeout":
		return carrier{flags: " -f --foreground -p --preserve-status -v --verbose ", values: " -k --kill-after -s --signal ", operands: 1}, true
	case "stdbuf":
		return carrier{values: " -i --input -o --output -e --error "}, true
	case "setsid":
		return carrier{flags: " -w --wait -c --ctty "}, true
	case "ionice":
		return carrier{flags: " -t --ignore ", values: " -c --class -n --classdata "}, true
	case "chrt":
		return carrier{flags: " -o --other -f --fifo -r --rr -b --batch -i --idle ", operands: 1}, true
	case "taskset":
		return carrier{flags: " -c --cpu-list ", operands: 1}, true
	case "prlimit":
		return carrier{values: " --nofile --nproc --as --cpu --core --data --fsize --memlock --rss --stack "}, true
	case "flock":
		return carrier{flags: " -n --nonblock -x -e --exclusive -s --shared -o --close -F --no-fork ", values: " -w --timeout -E ", operands: 1}, true
	case "strace":
		return carrier{flags: " -f -q -qq ", values: " -o -e -s "}, true
	case "/usr/bin/time", "time":
		return carrier{flags: " -v --verbose -p --portability -q --quiet ", values: " -o --output -f --format "}, true
	case "sudo":
		return carrier{flags: " -n --non-interactive -E --preserve-env -H --set-home -k ", values: " -u --user -g --group -p --prompt ", assigns: true}, true
	case "busybox", "toybox":
		return carrier{}, true
	case "doas":
		return carrier{flags: " -n ", values: " -u "}, true
	}
	return carrier{}, false
}

// BehindCarriers returns the words of the program that writes a command's output. It skips
// carriers and the builtins that run a command, as far as all words before the program are
// known.
func BehindCarriers(words []tree.Word) []tree.Word {
	for {
		words = builtins.Words(words)
		if len(words) == 0 {
			return nil
		}
		name, known := words[0].Text()
		if !known {
			return words
		}
		c, carries := carrierNamed(name)
		if !carries {
			return words
		}
		rest, ok := c.behind(words[1:])
		if !ok {
			return words
		}
		words = rest
	}
}

// behind returns the words after a carrier's own. It returns false if the table does not have
// one of the carrier's options, or if no program follows.
func (c carrier) behind(words []tree.Word) ([]tree.Word, bool) {
	options := true
	for len(words) > 0 {
		text, known := words[0].Text()
		if !known {
			return nil, false
		}
		n := 0
		switch {
		case options && text == "--":
			n, options = 1, false
		case c.assigns && strings.Contains(text, "=") && !strings.HasPrefix(text, "-"):
			if !isAssignment(text) {
				return nil, false // no program, or an assignment that may affect the output
			}
			n = 1
		case options && strings.HasPrefix(text, "-"):
			if n = c.option(text); n == 0 {
				return nil, false
			}
		}
		if n == 0 {
			break
		}
		words = words[min(n, len(words)):]
	}
	if len(words) <= c.operands {
		return nil, false
	}
	return words[c.operands:], true
}

// option returns how many words an option takes: 0 if the table does not have it.
func (c carrier) option(text string) int {
	name, _, attached := strings.Cut(text, "=")
	has := func(list, name string) bool { return wordlist.Among(name, list) }
	switch {
	case has(c.flags, text):
		return 1
	case has(c.values, text):
		return 2
	case attached && strings.HasPrefix(name, "--") && has(c.values, name):
		return 1
	case len(text) > 2 && has(c.values, text[:2]):
		return 1
	case c.number && strings.Trim(text[1:], "-0123456789") == "":
		return 1
	}
	return 0
}

// isAssignment reports whether a word sets a variable that does not affect the output of
// simple programs.
func isAssignment(text string) bool {
	name, _, ok := strings.Cut(text, "=")
	return ok && tree.IsName(name) && isPlainVariable(name)
}

// isPlainVariable reports whether neither shells, nor the loader, nor text filters read a
// variable.
func isPlainVariable(name string) bool {
	for _, read := range [...]string{"LC_", "LANG", "LD_", "DYLD_", "BASH", "POSIX", "PATH", "IFS", "ENV", "TZ", "GREP", "AWK", "SHELL", "PWD", "OLDPWD", "HOME"} {
		if strings.HasPrefix(name, read) {
			return false
		}
	}
	return true
}

// AssignsPlainly reports whether the assignments before a command do not affect its output.
func AssignsPlainly(assigns []tree.Assign) bool {
	for _, a := range assigns {
		if a.Append || !tree.IsName(a.Name) || !isPlainVariable(a.Name) {
			return false
		}
	}
	return true
}
