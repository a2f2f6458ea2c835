package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// carrier is a program that brings files from another machine, of which its grammar has no effect since
// no word is a path on this one, or since the other side names them.
type carrier struct {
	programs, subs string // the first words, joined by "/"; "" for none

	from  string // patterns for operands behind these words, of which one must fit; "" for none
	files string // options that name one file
	into  string // options that name the directory of all files
	names string // options with a pattern for the names of the files

	// place says that the last of at least two operands names the file or directory. Otherwise, and with
	// one operand, the files are in the current directory.
	place bool

	// own says that a file has the last part of the name that an operand has elsewhere. Otherwise the
	// other side names the files, and there may be any number of them.
	own bool

	prints bool // it prints what it brings

	// packs says that the file is a package, whose name begins with that of the operand.
	packs bool
}

// remoteFile is a pattern for an operand with a path on another machine: host:path, remote:dir/x.
const remoteFile = "*:*"

// carriers are these programs. Sources: gh release download --help, gh run download --help, glab release
// download --help, oras pull --help, npm-pack(1), pip download --help, az storage blob download --help,
// rclone copyurl, kubectl cp --help, oc rsync --help, adb help, ipfs get --help, wormhole receive --help, croc's
// readme, mc cp and mc get, s3cmd(1), yt-dlp(1), huggingface-cli download --help, tftp(1), sftp(1), ftp(1), http(1).
var carriers = [...]carrier{
	{programs: "gh glab", subs: "release/download", into: "-D --dir", files: "-O --output", names: "-p --pattern -n --asset-name"},
	{programs: "gh", subs: "run/download", into: "-D --dir"},
	{programs: "glab", subs: "job/artifact ci/artifact", into: "-p --path"},
	{programs: "oras", subs: "pull", into: "-o --output"},
	{programs: "oras", subs: "blob/fetch manifest/fetch", files: "-o --output"},
	{programs: "npm pnpm", subs: "pack", from: "*", into: "--pack-destination", packs: true},
	{programs: "pip pip3", subs: "download", from: "*", into: "-d --dest", packs: true},
	{programs: "az", subs: "storage/blob/download storage/file/download", files: "-f --file --dest -p"},
	{programs: "az", subs: "storage/blob/download-batch storage/file/download-batch", into: "-d --destination"},
	{programs: "rclone", subs: "copyurl", place: true, own: true},
	{programs: "kubectl oc", subs: "cp", from: remoteFile, place: true, own: true},
	{programs: "adb", subs: "pull", from: "*", place: true, own: true},
	{programs: "ipfs", subs: "get", files: "-o --output"},
	{programs: "ipfs", subs: "cat", prints: true},
	{programs: "wormhole magic-wormhole wormhole-william", subs: "receive recv rx", files: "-o --output-file"},
	{programs: "croc", from: "*-*", into: "--out"},
	{programs: "mc mcli", subs: "cp get", from: "*/*", place: true, own: true},
	{programs: "s3cmd", subs: "get", from: "s3://*", place: true, own: true},
	{programs: "s5cmd", subs: "cp", from: "s3://*", place: true, own: true},
	{programs: "b2", subs: "file/download download-file-by-name", place: true, own: true},
	{programs: "huggingface-cli hf", subs: "download", into: "--local-dir"},
	{programs: "tftp atftp", files: "-l --local-file", names: "-r --remote-file"},
	{programs: "sftp", from: remoteFile, place: true, own: true},
	{programs: "ftp tnftp", from: "ftp://* http://* https://*", files: "-o", own: true},
	{programs: "yt-dlp youtube-dl", from: "*://*", files: "-o --output"},
	{programs: "http https xh", from: "*", files: "-o --output"},
}

// carrierNames are the names of all these programs.
const carrierNames = "gh glab oras npm pnpm pip pip3 az rclone kubectl oc adb ipfs wormhole magic-wormhole wormhole-william croc mc mcli s3cmd s5cmd b2 huggingface-cli hf tftp atftp sftp ftp tnftp yt-dlp youtube-dl http https xh"

// treeCopiers are the programs that copy a whole directory from another host, and treeOptions and treeSubs
// what makes them do so; rsync and rclone always may.
const (
	treeCopiers = "rsync rclone scp aws gsutil gcloud wget"
	treeOptions = "-r -R -a --recursive --archive -m --mirror"
	treeSubs    = "s3/sync rsync storage/rsync copy sync move"
)

// carrying returns the row of an invocation that brings files, and its operands behind the first words.
func carrying(v *grammar.Invocation) (*carrier, []grammar.Operand) {
	if !wordlist.Among(v.Name, carrierNames) {
		return nil, nil // nearly always
	}
	for i := range carriers {
		c := &carriers[i]
		if !wordlist.Among(v.Name, c.programs) {
			continue
		}
		if rest, is := behindSub(c.subs, v); is && (c.from == "" || slices.ContainsFunc(rest, c.takes)) {
			return c, rest
		}
	}
	return nil, nil
}

// carries reports whether an invocation brings files from another machine.
func carries(v *grammar.Invocation) bool {
	c, _ := carrying(v)
	return c != nil
}

// behindSub returns the operands of an invocation behind its subcommand, if that is one of some: they stand
// in its grammar or are its first words.
func behindSub(subs string, v *grammar.Invocation) ([]grammar.Operand, bool) {
	if subs == "" || v.Sub != "" && spec.MatchSub(subs, v.Sub) {
		return v.Operands, true
	}
	for sub := range wordlist.Each(subs) {
		if rest, is := behind(v.Operands, sub); is {
			return rest, true
		}
	}
	return nil, false
}

// takes reports whether an operand names what is brought. The path of a local directory names a package
// of this machine.
func (c *carrier) takes(o grammar.Operand) bool {
	text := o.Word.Prefix()
	if c.packs && (text == "" || strings.ContainsAny(text[:1], "./~-")) {
		return false
	}
	for pattern := range wordlist.Each(c.from) {
		if spec.Glob(pattern, text) {
			return true
		}
	}
	return false
}

// taintCarried taints what an invocation brings: a file under the name that a word gives it, or all that
// is in a directory if the other side says the names.
func (g *Graph) taintCarried(v *grammar.Invocation) {
	c, operands := carrying(v)
	if c == nil || c.prints {
		return
	}
	into, placed := optionValue(v, c.into)
	if !placed {
		into = "."
	}
	if file, given := optionValue(v, c.files); given {
		g.mark(Download, g.absolute(v, file), v)
		return
	}
	switch pattern, named := optionValue(v, c.names); {
	case named:
		g.markPattern(g.absolute(v, into+"/"+pattern), v)
	case c.packs:
		for _, o := range operands {
			if c.takes(o) {
				g.markPattern(g.absolute(v, into+"/"+packedName(o.Word.Prefix())+"*"), v)
			}
		}
	case c.own:
		g.taintOwnNames(c, v, operands, into)
	default:
		g.mark(Archive, path.Clean(g.absolute(v, into)), v)
	}
}

// taintOwnNames taints files that have here the names that they have elsewhere, and what is below them if
// they are directories. The last of several operands may name the place.
func (g *Graph) taintOwnNames(c *carrier, v *grammar.Invocation, operands []grammar.Operand, into string) {
	if n := len(operands) - 1; c.place && n > 0 {
		place, known := operands[n].Word.Text()
		if !known {
			return
		}
		operands, into = operands[:n], place
		if path.Clean(place) != "." {
			g.mark(Download, g.absolute(v, place), v)
			g.mark(Clone, g.absolute(v, place), v)
		}
	}
	for _, o := range operands {
		if name, known := o.Word.Text(); known && name != "" {
			at := g.absolute(v, path.Join(into, lastPart(name)))
			g.mark(Download, at, v)
			g.mark(Clone, at, v)
		}
	}
}

// packedName returns the beginning of the file name of a package: x of x@1.2, s-x of @s/x, a pattern for
// x_y of x-y.
func packedName(name string) string {
	name = strings.ReplaceAll(strings.TrimPrefix(name, "@"), "/", "-")
	if end := strings.IndexAny(name, "@=<>!~[; "); end >= 0 {
		name = name[:end]
	}
	return strings.NewReplacer("_", "?", "-", "?", ".", "?").Replace(name) + "-"
}

// optionValue returns the value of one of some options, in its own word or in the next.
func optionValue(v *grammar.Invocation, names string) (string, bool) {
	args := v.Command.Args
	for i := 1; i < len(args) && names != ""; i++ {
		text, known := args[i].Text()
		if !known || !strings.HasPrefix(text, "-") {
			continue
		}
		if name, value, joined := strings.Cut(text, "="); joined && wordlist.Among(name, names) {
			return value, true
		}
		if wordlist.Among(text, names) && i+1 < len(args) {
			return args[i+1].Text()
		}
		if len(text) > 2 && text[1] != '-' && wordlist.Among(text[:2], names) {
			return text[2:], true
		}
	}
	return "", false
}

// copiesTree reports whether an invocation may copy whole directories from another host.
func copiesTree(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, treeCopiers) && (v.Name == "rsync" || v.Has(treeOptions) != parser.No || spec.MatchSub(treeSubs, v.Sub))
}

// patternMark is a pattern for names of files that came from the network, and the place of the command
// that brought them.
type patternMark struct {
	parts []string
	at    int
}

// markPattern taints the files whose path a pattern fits, from an invocation on.
func (g *Graph) markPattern(name string, v *grammar.Invocation) {
	parts := split(name)
	if !slices.ContainsFunc(g.patterns, func(p patternMark) bool { return slices.Equal(p.parts, parts) }) {
		g.patterns = append(g.patterns, patternMark{parts, g.order[v]})
	}
}

// markedByPattern returns the place of the command that brought a file of such a name. A star in the name
// itself, as the shell will expand it, fits like any text.
func (g *Graph) markedByPattern(name string, now int) (at int, there bool) {
	for _, p := range g.patterns {
		if p.at < now && fits(p.parts, split(strings.ReplaceAll(name, "*", "0"))) {
			return p.at, true
		}
	}
	return 0, false
}
