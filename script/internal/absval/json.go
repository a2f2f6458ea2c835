package absval

import (
	"encoding/json"
	"maps"
	"slices"
)

// maxJSON bounds how deep a text of JSON is followed.
const maxJSON = 8

// JSON returns the value of a text of JSON: texts, lists and objects. Numbers and the like are unknown.
func JSON(s string) Value {
	var any any
	if json.Unmarshal([]byte(s), &any) != nil {
		return Top
	}
	return jsonValue(any, maxJSON)
}

func jsonValue(x any, depth int) Value {
	switch x := x.(type) {
	case string:
		return Text(x)
	case []any:
		if depth == 0 || len(x) > MaxItems {
			return Top
		}
		items := make([]Value, len(x))
		for i, it := range x {
			items[i] = jsonValue(it, depth-1)
		}
		return List(items...)
	case map[string]any:
		if depth == 0 || len(x) > MaxItems {
			return Top
		}
		keys := slices.Sorted(maps.Keys(x))
		items := make([]Value, len(keys))
		for i, k := range keys {
			items[i] = jsonValue(x[k], depth-1)
		}
		return Mapping(items, keys)
	}
	return Top
}
