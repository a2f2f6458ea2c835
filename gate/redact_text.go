package gate

// Redact returns text without credentials of a known shape, as records hold it. It
// allocates, and nothing calls it before the Go runtime.
func Redact(text string) string { return replaced(text, func(int) string { return "[redacted]" }) }

// Mask is Redact with offsets preserved: each removed byte becomes a star.
func Mask(text string) string { return replaced(text, stars) }

func stars(n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = '*'
	}
	return string(out)
}

func replaced(text string, by func(n int) string) string {
	places := Credentials(text)
	if places == nil {
		return text
	}
	var out []byte
	from := 0
	for _, p := range places {
		out = append(append(out, text[from:p[0]]...), by(p[1]-p[0])...)
		from = p[1]
	}
	return string(append(out, text[from:]...))
}

// Credentials returns where the credentials of a text begin and end.
func Credentials(text string) (places [][2]int) {
	for i := 0; i < len(text); {
		keep, drop := secret(text, i)
		if drop > 0 {
			places = append(places, [2]int{i + keep, i + keep + drop})
		}
		i += max(keep+drop, 1)
	}
	return places
}
