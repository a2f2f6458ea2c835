package replay

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func written(t *testing.T, p Page) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, p.Write(&out))
	return out.String()
}

func TestAPageSaysHowFarItIsAndThenWhatCameOut(t *testing.T) {
	begun := written(t, Page{Policy: "new.toml"})
	assert.Contains(t, begun, "It has begun.")
	halfway := written(t, Page{Policy: "new.toml", Pieces: 3, All: 6})
	assert.Contains(t, halfway, "3 of 6 pieces are judged.")
	assert.Contains(t, halfway, `<progress max="6" value="3">`)
	assert.Contains(t, halfway, `http-equiv="refresh"`)

	r := newResult()
	r.Judged = 9
	r.add(Change{Team: "red", Command: "git reset --hard", Before: "allow", After: "ask", Rule: "git.reset-hard"}, 4)
	r.add(Change{Team: "blue", Command: "ls", Before: "block", After: "allow", IsLooser: true}, 1)
	done := written(t, Page{Policy: "new.toml", Pieces: 6, All: 6, Result: r})
	assert.NotContains(t, done, "refresh", "a page that is done loads nothing again")
	for _, part := range []string{`<b class="stricter">4</b> commands of 9`, `<b class="looser">1</b>`, `<td class="what">git.reset-hard`, `<td class="what">red`, "git reset --hard"} {
		assert.Contains(t, done, part)
	}
}

func TestAPageShowsCommandsAsTheyAre(t *testing.T) {
	r := newResult()
	r.add(Change{Team: "red", Command: "echo <script>alert(1)</script> \u202e rm \x1b[2J", Before: "allow", After: "block", Rule: "r"}, 1)
	page := written(t, Page{Policy: "<b>.toml", Result: r})
	for _, never := range []string{"<script", "\u202e", "\x1b", "<b>.toml", "src=", "href=", "url("} {
		assert.NotContains(t, page, never)
	}
	assert.Contains(t, page, `\u202e`)
}
