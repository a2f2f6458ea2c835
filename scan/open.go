package scan

import (
	"fmt"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/snippet"
)

// MaxFile is how large a file may be that is judged, in bytes.
const MaxFile = 1 << 20

// NotReadError says that nothing here reads files of a kind.
type NotReadError struct{}

// Error says what is read instead.
func (NotReadError) Error() string {
	return "no file with commands that is known here; shimgen scan --help lists the kinds"
}

// Open reads a file at a path that passes no link, and finds out its kind. The name is the
// one to show.
func Open(name, at string) (File, error) {
	text, err := host.FS{}.Content(at, MaxFile)
	if err != nil {
		return File{}, fmt.Errorf("%w", err)
	}
	f := File{Name: name, Path: at, Kind: snippet.KindOf(at, text), Text: text}
	if kind := snippet.KindOf(name, text); f.Kind == "" {
		f.Kind = kind // of a link's name
	}
	if f.Kind == "" {
		return f, NotReadError{}
	}
	return f, nil
}
