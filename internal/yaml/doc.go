// Package yaml reads YAML, and JSON as a part of it, and knows where in the text each byte
// of a value stood: in a block, a folded line, an escape.
//
//	n, err := yaml.Parse(text)
//	run := n.Get("jobs", "build").Get("steps").Items[0].Get("run")
//	run.Text.String    // the script
//	run.Text.Place(9)  // where its tenth byte stands
//
// A text is one document; Documents reads one of several. Every scalar is a text: what a schema would make of
// "yes" or "1.0" is not asked. Aliases are the nodes that they name, and the pairs of a
// merge key ("<<") stand in its place. What the package does not read is an error with its
// place: complex keys ("? "), tabs as indentation, keys over several lines, a key that stands
// in a mapping twice, a second document, and ends of lines that not all readers know.
//
// The libraries there are compile patterns and fill tables when a program starts, which each
// answer of a hook would pay for; a test compares this reader with one of them.
package yaml
