package gate

// Redacted returns text without the credentials that can be told by their shape, as it
// stands in a record. It allocates, and nothing calls it before the Go runtime.
func Redacted(text string) string { return replaced(text, func(int) string { return "[redacted]" }) }

// Masked is Redacted with a star for each byte, so that what is left stays in its place.
func Masked(text string) string { return replaced(text, stars) }

func stars(n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = '*'
	}
	return string(out)
}

func replaced(text string, by func(n int) string) string {
	var out []byte
	from := 0 // what is not in out yet, once something was left out
	for i := 0; i < len(text); {
		keep, drop := secret(text, i)
		if drop == 0 {
			i += max(keep, 1)
			continue
		}
		out = append(append(out, text[from:i+keep]...), by(drop)...)
		i += keep + drop
		from = i
	}
	if out == nil {
		return text
	}
	return string(append(out, text[from:]...))
}
