package grammar

import (
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// members records the write of each member of an archive that is named: tar -x FILE, unzip ARCHIVE FILE, names for
// cpio -p, or what another tar packs whose output is unpacked.
func (r *reader) members() {
	switch r.inv.Name {
	case "tar":
		if r.given("-x") == parser.Yes && r.given("--transform --to-command -O --one-top-level") == parser.No {
			r.unpackMembers(r.dir, r.tarMembers())
		}
	case "unzip":
		if into, given := r.inv.Value("-d"); len(r.operands) > 1 && r.given("-l -p -c -t -v -z -Z -j") == parser.No {
			if given == parser.No {
				into = parser.Word{}
			}
			r.unpackMembers(into, r.operands[1:])
		}
	case "7z":
		if into, _ := r.inv.Value("-o"); len(r.operands) > 1 && r.inv.Sub == "extract" {
			r.unpackMembers(into, r.operands[1:])
		}
	case "cpio":
		switch {
		case r.given("-p") == parser.Yes && len(r.operands) > 0:
			r.unpackMembers(r.operands[len(r.operands)-1], r.namesIn(parser.Text("-")))
		case r.given("-i") == parser.Yes && r.given("-t --to-stdout -r -f") == parser.No:
			r.unpackMembers(r.dir, r.operands)
		}
	case "rsync":
		if list, given := r.inv.Value("--files-from"); given == parser.Yes && len(r.operands) > 1 && r.dry() == parser.No {
			if to := r.operands[len(r.operands)-1]; !strings.Contains(to.Prefix(), ":") {
				r.unpackMembers(to, r.namesIn(list))
			}
		}
	}
}

// tarMembers returns the names that tar(1) unpacks: its operands, without their first parts as an option says, or
// the files that the tar before it packs.
func (r *reader) tarMembers() (names []parser.Word) {
	names = r.operands
	if len(names) == 0 && r.cmd.Stdin.Kind == parser.FromPipe && len(r.cmd.Stdin.From) == 1 && !r.isWithin(r.cmd.Stdin.From[0]) {
		if from := r.cmd.Stdin.From[0]; wordlist.Among(base(from.Program().Prefix()), "tar gtar bsdtar") {
			for _, o := range read(from, r.opt, parser.Yes, r.inv.root(), r.room).Operands {
				if o.Role == spec.File {
					names = append(names, o.Word)
				}
			}
		}
	}
	strip, given := r.inv.Value("--strip-components")
	if given == parser.No {
		return names
	}
	text, _ := strip.Text()
	n, err := strconv.Atoi(text)
	if err != nil {
		return nil
	}
	var stripped []parser.Word
	for _, w := range names {
		name, known := w.Text()
		if parts := strings.SplitN(name, "/", n+1); known && len(parts) > n {
			stripped = append(stripped, parser.Text(parts[n]))
		}
	}
	return stripped
}

// maxMembers bounds the members that are looked at.
const maxMembers = 64

// unpackMembers records the writes of members below a directory. An absolute name loses its slash, and one that
// leads out is refused: tar(1), unzip(1).
func (r *reader) unpackMembers(into parser.Word, names []parser.Word) {
	for _, w := range names[:min(len(names), maxMembers)] {
		name, known := w.Text()
		name = strings.TrimPrefix(strings.TrimLeft(name, "/"), "./")
		if !known || name == "" || name == "." || strings.ContainsAny(name, "*?[") || strings.Contains(name, "..") {
			continue
		}
		r.effect(Effect{Kind: Writes, Word: join(into, parser.Text(name))}, parser.Yes)
	}
}
