package replay

import (
	_ "embed" // the page of a replay
	"html/template"
	"io"

	"github.com/agent-loop/shimgen/internal/printable"
)

//go:embed page.html
var pageText string

// A Page is a replay as one page of HTML. It has no script and loads nothing. Until there is
// a result, it makes the browser reload it every two seconds.
type Page struct {
	Policy      string // its file
	Pieces, All int    // judged ones, and all
	Result      *Result
}

// counts are a result's stricter decisions, grouped by one of their properties.
type counts struct {
	Of   string
	Rows []namedCount
}

// Write writes the page. It shows hidden characters of commands and names, as
// printable.VisibleLine does.
func (p Page) Write(to io.Writer) error {
	page, err := template.New("").Funcs(template.FuncMap{"line": printable.VisibleLine}).Parse(pageText)
	if err != nil {
		return err
	}
	shown := struct {
		Page
		Counts []counts
	}{Page: p}
	if p.Result != nil {
		shown.Counts = []counts{{"rule", byCount(p.Result.Rules)}, {"team", byCount(p.Result.Teams)}}
	}
	return page.Execute(to, shown)
}
