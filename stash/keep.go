package stash

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// The names of a kept state's parts, below [namespace] and its id.
const (
	namespace = "refs/shimgen/"
	stateName = "/state"
	keptName  = "/kept/"
)

// keep writes the found state into the repository, under an id, and returns the commit that
// holds it.
func (f *Found) keep(id string, now time.Time) (commit string, err error) {
	staged, err := f.stagedObjects()
	if err != nil {
		return "", err
	}
	from, to := io.Pipe()
	go func() { to.CloseWithError(f.stream(to, namespace+id+stateName, staged, now)) }()
	commit, err = f.git.run(from, "fast-import", "--quiet", "--done", "--date-format=raw")
	from.Close()
	if err != nil {
		return "", err
	}
	var refs strings.Builder
	for i, object := range f.objects() {
		fmt.Fprintf(&refs, "create %s%s%s%d %s\n", namespace, id, keptName, i, object)
	}
	_, err = f.git.run(strings.NewReader(refs.String()), "update-ref", "--stdin")
	return strings.TrimSpace(commit), err
}

// objects returns the commits and tags that must not be lost.
func (f *Found) objects() []string {
	var all []string
	if f.state.Head != "" {
		all = append(all, f.state.Head)
	}
	for _, r := range append(f.state.Refs[:len(f.state.Refs):len(f.state.Refs)], f.state.Stashes...) {
		all = append(all, r.Object)
	}
	return all
}

// stagedObjects returns the contents that only the index names.
func (f *Found) stagedObjects() ([]string, error) {
	if !f.state.Index {
		return nil, nil
	}
	args := []string{"ls-files", "-u", "-z"} // in a conflict: MODE OBJECT STAGE
	if f.state.Head == "" {
		args[1] = "-s"
	}
	entries, err := f.git.list(args...)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, entry := range entries {
		if words := strings.Fields(entry); words[0] != gitlink {
			all = append(all, words[1])
		}
	}
	if f.state.Head == "" {
		return all, nil
	}
	entries, err = f.git.list("diff-index", "--cached", "--raw", "--no-abbrev", "--no-renames", "--ignore-submodules", "-z", f.state.Head, "--")
	for _, entry := range entries { // :MODE MODE OBJECT OBJECT LETTER, and then a path
		words := strings.Fields(entry)
		if strings.HasPrefix(entry, ":") && len(words) == 5 && words[1] != gitlink && strings.Trim(words[3], "0") != "" {
			all = append(all, words[3])
		}
	}
	return all, err
}

// gitlink is the mode of a submodule.
const gitlink = "160000"

// stream writes the state as a stream of git-fast-import(1): one commit whose tree has the
// description, the index, the files by number, and the contents that the index names.
func (f *Found) stream(to io.Writer, name string, staged []string, now time.Time) error {
	w := bufio.NewWriter(to)
	for i, one := range f.state.Files {
		if one.Mode == 0 {
			continue
		}
		fmt.Fprintf(w, "blob\nmark :%d\ndata %d\n", i+1, one.bytes)
		if err := f.copyFile(w, one); err != nil {
			return err
		}
		w.WriteByte('\n')
	}
	text, err := json.Marshal(f.state.withNames(url.PathEscape)) // a name may hold any bytes, and JSON cannot
	if err != nil {
		return err
	}
	mark := len(f.state.Files) + 1
	fmt.Fprintf(w, "commit %s\nmark :%d\ncommitter shimgen <> %d +0000\ndata 0\n", name, mark, now.Unix())
	fmt.Fprintf(w, "M 100644 inline state\ndata %d\n%s\n", len(text), text)
	if f.state.Index {
		fmt.Fprintf(w, "M 100644 inline index\ndata %d\n%s\n", len(f.index), f.index)
	}
	for i, one := range f.state.Files {
		if one.Mode != 0 {
			fmt.Fprintf(w, "M 100644 :%d files/%d\n", i+1, i)
		}
	}
	for i, object := range staged {
		fmt.Fprintf(w, "M 100644 %s staged/%d\n", object, i)
	}
	fmt.Fprintf(w, "\nget-mark :%d\ndone\n", mark)
	return w.Flush()
}

// copyFile writes a file's content or a link's target. It returns an error if the file has
// changed since Look.
func (f *Found) copyFile(w io.Writer, one file) error {
	err := f.repo.read(one, func(in io.Reader) error {
		_, err := io.CopyN(w, in, one.bytes)
		return err
	})
	if err == nil {
		var now file
		if now, err = f.look(one.Name); err == nil && (now.Mode != one.Mode || now.bytes != one.bytes || !now.Time.Equal(one.Time)) {
			err = cannot(one.Name + " is changing")
		}
	}
	return err
}

// drop deletes a kept state. Git's next garbage collection removes the objects.
func (g Git) drop(id string) error {
	names, err := g.run(nil, "for-each-ref", "--format=delete %(refname)", namespace+id)
	if err == nil {
		_, err = g.run(strings.NewReader(names), "update-ref", "--stdin")
	}
	return err
}

// load reads a kept state.
func (g Git) load(commit string) (s state, err error) {
	text, err := g.run(nil, "cat-file", "blob", commit+":state")
	if err == nil {
		err = json.Unmarshal([]byte(text), &s)
	}
	s = s.withNames(func(escaped string) string {
		name, failed := url.PathUnescape(escaped)
		err = errors.Join(err, failed)
		return name
	})
	return s, err
}

// content returns the kept content of the i-th file.
func (g Git) content(commit string, i int) (string, error) {
	return g.run(nil, "cat-file", "blob", commit+":files/"+strconv.Itoa(i))
}
