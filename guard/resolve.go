package guard

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

// maxLinks is how many symbolic links one path may pass, as in Linux
// (path_resolution(7)).
const maxLinks = 40

// errLoop says that a path passes too many links; the kernel refuses it too.
var errLoop = errors.New("too many levels of symbolic links")

// resolve follows every symbolic link in an absolute path as the kernel does,
// ".." after a link included. With last false, a link in the last component
// stays itself: that is what unlink and rename act on. Components that do not
// exist, or that may not be looked at, are kept as written.
func resolve(files FileView, name string, last bool) (string, error) {
	todo := strings.Split(name, "/")
	done := "/"
	links := 0
	for len(todo) > 0 {
		c := todo[0]
		todo = todo[1:]
		switch c {
		case "", ".":
			continue
		case "..":
			done = path.Dir(done)
			continue
		}
		next := path.Join(done, c)
		if !last && rest(todo) == 0 && !endsInSlash(name) {
			done = next
			continue
		}
		mode, err := files.Lstat(next)
		if err != nil || mode&fs.ModeSymlink == 0 {
			done = next
			continue
		}
		if links++; links > maxLinks {
			return "", errLoop
		}
		target, err := files.Readlink(next)
		if err != nil {
			done = next
			continue
		}
		if strings.HasPrefix(target, "/") {
			done = "/"
		}
		todo = append(strings.Split(target, "/"), todo...)
	}
	return done, nil
}

// rest counts the components still to come that name something.
func rest(todo []string) int {
	n := 0
	for _, c := range todo {
		if c != "" && c != "." {
			n++
		}
	}
	return n
}

func endsInSlash(name string) bool {
	return strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.")
}

// below reports whether p is dir or lies in the tree below it. Both are clean.
func below(p, dir string) bool {
	return p == dir || dir == "/" || strings.HasPrefix(p, dir+"/")
}

// above reports whether p is a directory that dir lies in, and not dir itself.
func above(p, dir string) bool {
	return p != dir && below(dir, p)
}
