package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// version is what git describe says of a tree, taken apart, so that each kind of package
// can say it in words that sort as versions do there.
type version struct {
	described string
	number    [3]int // zero before there is a tag
	stage     string // of a pre-release: alpha, beta or rc
	round     string // its number
	commits   string // since the tag
	commit    string // its abbreviated name, with g
	isDirty   bool
	isTagged  bool
	day       time.Time
}

// tagged is a tag, perhaps with what git describe adds to it.
var tagged = regexp.MustCompile(`^v(\d+)\.(\d+)\.(\d+)(?:-(alpha|beta|rc)\.?(\d+))?(?:-(\d+)-(g[0-9a-f]+))?(-dirty)?$`)

// untagged is the name of a commit.
var untagged = regexp.MustCompile(`^([0-9a-f]+)(-dirty)?$`)

// parseVersion reads what git describe --tags --always --dirty prints.
func parseVersion(described string, day time.Time) (version, error) {
	v := version{described: described, day: day}
	if m := untagged.FindStringSubmatch(described); m != nil {
		v.commit, v.isDirty = "g"+m[1], m[2] != ""
		return v, nil
	}
	m := tagged.FindStringSubmatch(described)
	if m == nil {
		return v, fmt.Errorf("version %q is neither a tag such as v1.2.3 or v1.2.3-rc1 nor a commit", described)
	}
	for i := range v.number {
		n, err := strconv.Atoi(m[i+1])
		if err != nil {
			return v, err
		}
		v.number[i] = n
	}
	v.isTagged, v.stage, v.round, v.commits, v.commit, v.isDirty = true, m[4], m[5], m[6], m[7], m[8] != ""
	return v, nil
}

// dotted is the number alone.
func (v version) dotted() string {
	return fmt.Sprintf("%d.%d.%d", v.number[0], v.number[1], v.number[2])
}

// debian is the version for dpkg and rpm, which know ~ (before) and + (after).
func (v version) debian() string {
	if !v.isTagged {
		return "0~" + strings.ReplaceAll(v.described, "-", "+")
	}
	text := v.dotted()
	if v.stage != "" {
		text += "~" + v.stage + v.round
	}
	if v.commits != "" {
		text += "+" + v.commits + "+" + v.commit
	}
	if v.isDirty {
		text += "+dirty"
	}
	return text
}

// alpine is the version for apk, which has no place for the name of a commit.
func (v version) alpine() string {
	if !v.isTagged {
		return "0_git" + v.day.Format("20060102")
	}
	text := v.dotted()
	if v.stage != "" {
		text += "_" + v.stage + v.round
	}
	if v.commits != "" {
		text += "_git" + v.commits
	}
	return text
}

// npm is the version in semantic versioning, which sorts what follows a hyphen before the
// rest: what comes after a release is before the next one, as in Go's own pseudo-versions.
func (v version) npm() string {
	if !v.isTagged {
		return "0.0.0-" + v.commit + v.npmDirt(".")
	}
	var before []string
	if v.stage != "" {
		before = append(before, v.stage, v.round)
	}
	if v.commits != "" {
		if v.stage == "" {
			v.number[2]++
		}
		before = append(before, "0", v.commits, v.commit)
	}
	if len(before) == 0 {
		return v.dotted() + v.npmDirt("+")
	}
	return v.dotted() + "-" + strings.Join(before, ".") + v.npmDirt(".")
}

// npmDirt says that a tree had changes.
func (v version) npmDirt(separator string) string {
	if v.isDirty {
		return separator + "dirty"
	}
	return ""
}
