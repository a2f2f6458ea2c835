package expand

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
)

// either makes the words that a value is one of.
func either(texts ...string) (or []tree.Word) {
	for _, text := range texts {
		or = append(or, tree.Text(text))
	}
	return or
}

func TestCombinations(t *testing.T) {
	for _, c := range []struct {
		reason string
		from   []Choice
		want   int
		all    bool
	}{
		{"nothing to choose: one way", nil, 1, true},
		{"one of two", []Choice{{key: "x", or: either("a", "b")}}, 2, true},
		{"two times two", []Choice{{key: "x", or: either("a", "b")}, {key: "y", or: either("c", "d")}}, 4, true},
		{"as many as are followed", []Choice{{key: "x", or: either("a", "b", "c", "d")}, {key: "y", or: either("e", "f")}}, tree.MaxChoices, true},
		{"more: each by itself", []Choice{{key: "x", or: either("a", "b", "c", "d")}, {key: "y", or: either("e", "f", "g")}}, 7, false},
		{"too many of one", []Choice{{key: "x", or: make([]tree.Word, 5*tree.MaxChoices)}}, 2 * tree.MaxChoices, false},
	} {
		ways, all := Combinations(c.from)
		assert.Len(t, ways, c.want, c.reason)
		assert.Equal(t, c.all, all, c.reason)
		for _, way := range ways {
			if all {
				assert.Len(t, way, len(c.from), c.reason)
			} else {
				assert.Len(t, way, 1, c.reason)
			}
		}
	}
}

// Words that are only possible are picked by themselves where all ways are too many.
func TestCombinationsOfPossible(t *testing.T) {
	ways, all := Combinations([]Choice{{key: "x", or: either("a", "b", "c", "d")}, {"y", either("?", "e", "f"), true}})
	assert.True(t, all)
	var got []string
	for _, way := range ways {
		got = append(got, way["x"].String()+way["y"].String())
	}
	assert.Equal(t, []string{"a?", "b?", "c?", "d?", "e", "f"}, got)
}

func TestFurther(t *testing.T) {
	picked := map[any]tree.Word{"x": tree.Text("a")}
	assert.Nil(t, Further(picked, nil), "nothing comes up")
	assert.Nil(t, Further(picked, []Choice{{key: "y", or: make([]tree.Word, 2*tree.MaxChoices)}}), "too much does")
	ways := Further(picked, []Choice{{key: "y", or: either("c", "d")}})
	assert.Len(t, ways, 2)
	for _, way := range ways {
		assert.Equal(t, tree.Text("a"), way["x"], "what was picked stays picked")
		assert.Contains(t, way, "y")
	}
}

func TestPick(t *testing.T) {
	or := either("a", "b")
	none := &Choices{}
	_, ok := none.Pick("x", or)
	assert.False(t, ok, "what belongs to no command chooses nothing")
	assert.Empty(t, none.Found)

	first := &Choices{Reading: true}
	for range 2 {
		_, ok = first.Pick("x", or)
		assert.False(t, ok, "choices are only collected yet")
	}
	_, ok = first.Pick("y", nil)
	assert.False(t, ok, "there is nothing to choose from")
	assert.Len(t, first.Found, 1, "a variable is one choice wherever it is read")
	assert.False(t, first.IsRepeated())

	again := &Choices{Reading: true, Picked: map[any]tree.Word{"x": or[1]}}
	w, ok := again.Pick("x", or)
	assert.True(t, ok)
	assert.Equal(t, or[1], w)
	_, ok = again.Pick("z", or)
	assert.False(t, ok, "it comes up late")
	assert.Len(t, again.LateChoices, 1)
	assert.True(t, again.IsRepeated())
}
