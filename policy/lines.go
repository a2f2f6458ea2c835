package policy

import "strings"

// ElementStep begins the path step for an element of an array: "#0" is the first.
const ElementStep = "#"

// Lines reads any TOML file as Load reads a policy, within the same limits, for translators. It
// returns the content, and a function for the line of each value, or of its container if the
// value has none of its own. Errors begin with NAME:LINE.
func Lines(name string, data []byte) (tree map[string]any, line func(path []string) int, err error) {
	v, err := decode(name, data)
	if err != nil {
		return nil, nil, err
	}
	tree, _ = v.data.(map[string]any)
	return tree, func(path []string) int {
		return value{file: v.file, path: strings.Join(path, between)}.line()
	}, nil
}
