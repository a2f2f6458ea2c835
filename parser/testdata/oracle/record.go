package main

import (
	"io"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// stubs are the programs on PATH. All record how they are called, and succeed.
var stubs = strings.Fields("a b c d e f g h no say pass")

// filters are those that go on as the real program: they only turn text into
// text.
var filters = strings.Fields("cat base64 xxd tr rev head tail cut sed sort uniq wc seq basename dirname tac paste fold printf echo env mawk tee base32")

// record appends one record to the log, in one write: the number of fields,
// and then each field and a NUL: the directory, and the words.
func record(argv []string) int {
	dir, _ := os.Getwd()
	fields := append([]string{dir}, argv...)
	line := strconv.Itoa(len(fields)) + "\x00" + strings.Join(fields, "\x00") + "\x00"
	log, err := os.OpenFile(logFile, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return 125
	}
	if _, err := log.WriteString(line); err != nil {
		return 125
	}
	switch name := path.Base(argv[0]); name {
	case "no":
		return 1
	case "say":
		_, _ = os.Stdout.WriteString(strings.Join(argv[1:], " ") + "\n")
	case "pass":
		_, _ = io.Copy(os.Stdout, os.Stdin)
	default:
		for _, f := range filters {
			if name == f {
				_ = syscall.Exec("/usr/bin/"+name, argv, os.Environ())
				return 127
			}
		}
	}
	return 0
}
