package compare

import (
	"path"
	"regexp"
	"strings"

	"github.com/agent-loop/shimgen/work/machine"
)

// changing are the parts of texts and names that differ between any two runs, and their
// replacements. Each row says what it is.
var changing = []struct {
	what string
	*regexp.Regexp
	with string
}{
	{"PATH with the shims in it", regexp.MustCompile(regexp.QuoteMeta(machine.Shims) + `:`), ""},
	{"how fast dd was", regexp.MustCompile(`( copied, )[-+.e\d]+ s, [.\d]+ \w*B/s`), "${1}LONG"},
	{"a hash of git's, which tells of the time of a commit", regexp.MustCompile(`\b[0-9a-f]{7,40}\b`), "HASH"},
	{"a name in /tmp that is drawn by lot", regexp.MustCompile(`/tmp/[\w.-]*[A-Z0-9][\w.-]*`), "/tmp/TEMP"},
	{"the directory that a test of coreutils' makes", regexp.MustCompile(`\b(gt-[\w-]+\.sh\.)\w{4}\b`), "${1}TEMP"},
	{"such a name elsewhere", regexp.MustCompile(`(\btmp[._-]?|merge_file_|_(BACKUP|BASE|LOCAL|REMOTE)_)\w*[A-Z0-9]\w*`), "${1}TEMP"},
	{"a shell's report on a job", regexp.MustCompile(`(?m)^(\[\d+\][+-]?|.*: line \d+:) +\d{2,}\b`), "$1 PID"},
	{"a process id in words", regexp.MustCompile(`\b([Pp][Ii][Dd][ =:]+)\d+`), "${1}PID"},
	{"a clock's time of day", regexp.MustCompile(`\b\d\d:\d\d(:\d\d(\.\d+)?)?\b`), "TIME"},
	{"a date", regexp.MustCompile(`\b20\d\d-\d\d-\d\d\b`), "DATE"},
	{"seconds since 1970", regexp.MustCompile(`\b1[6-9]\d{8}(\.\d+)?\b`), "EPOCH"},
	{"how fine a file system's times are, as configure measures it", regexp.MustCompile(`(timestamp resolution\.\.\. )[\d.]+`), "${1}LONG"},
	{"how long something took", regexp.MustCompile(`\b\d+([.,]\d+)? ?(s|ms|us|secs?|seconds?|m\d+(\.\d+)?s)\b`), "LONG"},
}

// Plain returns a text without the parts that change from run to run.
func Plain(text string) string {
	for _, c := range changing {
		text = c.ReplaceAllString(text, c.with)
	}
	return text
}

// ofTimes are names of files with times or random values, as patterns of the last element
// or, with a slash, of the last elements, each with the reason.
var ofTimes = []struct{ pattern, why string }{
	{"index", "git's index has the times and inodes of files"},
	{"*.pyc", "has the time of its source"},
	{"*.o", "the assembler writes temporary names"},
	{"*.gz", "has the time it was made"},
	{"*.tgz", "has the time it was made"},
	{"*.tar", "has the times of its files"},
	{"*.zip", "has the times of its files"},
	{"config.log", "tells of processes, times and the machine"},
	{".package-lock.json", "has times"},
	{"RECORD", "hashes files that have times"},
	{"*.bundle", "holds a pack"},
	{"random_seed", "is drawn by lot"},
	{"known_hosts*", "keys are drawn by lot"},
}

// holdsTimes reports whether the content of a file changes from run to run.
func holdsTimes(name string) bool {
	base := path.Base(name)
	for _, row := range ofTimes {
		if ok, _ := path.Match(row.pattern, base); ok {
			return true
		}
	}
	return strings.HasSuffix(path.Dir(name), "/logs") || strings.Contains(name, "/logs/refs/") // git's reflogs
}
