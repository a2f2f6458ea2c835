package gitrepo

import (
	"bytes"
	"container/heap"
	"errors"
	"io/fs"
	"math"
	"strconv"
	"strings"
)

// maxCommits is how many commits one question looks at.
const maxCommits = 50_000

// Commit is a commit that a command would lose.
type Commit struct {
	Hash    Hash
	Subject string // the first line of its message
}

// commit is a commit as far as we read it.
type commit struct {
	hash, tree Hash
	parents    []Hash
	time       int64 // of the committer, in seconds
	subject    string
}

// commit reads a commit, or the one that a tag names.
func (s *store) commit(h Hash) (c commit, err error) {
	for range 8 { // a tag may name a tag
		kind, content, err := s.read(h, 0)
		if err != nil {
			return c, err
		}
		if kind == "commit" {
			return parseCommit(h, content)
		}
		target, isTag := bytes.CutPrefix(content, []byte("object "))
		if kind != "tag" || !isTag || len(target) < 40 {
			break
		}
		h, _ = parseHash(string(target[:40]))
	}
	return c, unread(h.String() + " is no commit")
}

func parseCommit(h Hash, content []byte) (c commit, err error) {
	c.hash = h
	head, message, _ := strings.Cut(string(content), "\n\n")
	for row := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(row, " ")
		switch key {
		case "tree":
			c.tree, _ = parseHash(value)
		case "parent":
			if parent, ok := parseHash(value); ok {
				c.parents = append(c.parents, parent)
			}
		case "committer": // NAME <ADDRESS> SECONDS ZONE
			if words := strings.Fields(value); len(words) > 1 {
				c.time, _ = strconv.ParseInt(words[len(words)-2], 10, 64)
			}
		}
	}
	if c.tree.IsZero() {
		return c, unread(h.String() + " has no tree")
	}
	c.subject, _, _ = strings.Cut(message, "\n")
	return c, nil
}

// Only returns the commits that lead to from and to nothing in keep, the newest first, and
// whether there may be more. What a shallow clone does not have ends a line of commits.
func (r Repository) Only(from Hash, keep []Hash, limit Limit) (lost []Commit, more bool, err error) {
	s, err := r.openStore()
	if err != nil {
		return nil, false, err
	}
	defer s.close()
	w := walk{store: s, kept: map[Hash]bool{}}
	for _, h := range keep {
		if err := w.add(h, true); err != nil {
			return nil, false, err
		}
	}
	if err := w.add(from, false); err != nil {
		return nil, false, err
	}
	var found []commit
	oldest := int64(math.MaxInt64)                                    // that was found
	for w.open > 0 || len(w.queue) > 0 && w.queue[0].time >= oldest { // something may yet lead to it
		if len(w.kept) > maxCommits || limit.IsOver() {
			more = true
			break
		}
		c := w.next()
		kept := w.kept[c.hash]
		if !kept {
			found, oldest = append(found, c), min(oldest, c.time)
		}
		for _, parent := range c.parents {
			if err := w.add(parent, kept); err != nil {
				return nil, false, err
			}
		}
	}
	for _, c := range found {
		if !w.kept[c.hash] { // learnt late, where clocks were wrong
			lost = append(lost, Commit{c.hash, c.subject})
		}
	}
	return lost, more, nil
}

// walk goes through commits from the newest to the oldest, and knows of each whether
// something that is kept leads to it.
type walk struct {
	store *store
	kept  map[Hash]bool // each commit that was met
	queue byTime
	open  int // how many in the queue nothing leads to that is kept
}

// add has a commit looked at.
func (w *walk) add(h Hash, kept bool) error {
	if was, met := w.kept[h]; met && (was || !kept) {
		return nil
	}
	c, err := w.store.commit(h)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrUnread) && kept {
		return nil // past the end of a shallow clone; a tag of something else
	}
	if err != nil {
		return err
	}
	was, met := w.kept[c.hash] // which h may be a tag of
	switch {
	case met && (was || !kept):
		return nil
	case met:
		w.open -= w.queue.count(c.hash)
	}
	w.kept[c.hash] = kept
	heap.Push(&w.queue, c)
	if !kept {
		w.open++
	}
	return nil
}

// next takes the newest commit.
func (w *walk) next() commit {
	c := heap.Pop(&w.queue).(commit)
	if !w.kept[c.hash] {
		w.open--
	}
	return c
}

// byTime is a heap with the newest commit on top.
type byTime []commit

// Len, Less, Swap, Push and Pop are those of [heap.Interface].
func (q byTime) Len() int           { return len(q) }
func (q byTime) Less(i, j int) bool { return q[i].time > q[j].time }
func (q byTime) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *byTime) Push(c any)        { *q = append(*q, c.(commit)) }
func (q *byTime) Pop() any {
	last := len(*q) - 1
	c := (*q)[last]
	*q = (*q)[:last]
	return c
}

// count is how often a commit waits.
func (q byTime) count(h Hash) (n int) {
	for i := range q {
		if q[i].hash == h {
			n++
		}
	}
	return n
}
