package gate

import "unsafe"

// Limits of what the gate examines. They are checked before anything else.
const (
	MaxArgs = 512       // arguments, the program name included
	MaxArg  = 4 << 10   // bytes in one argument
	MaxArgv = 12 << 10  // bytes in all arguments, terminators included
	maxPath = 4<<10 - 1 // bytes in a path, as PATH_MAX without its NUL
)

// element returns the i-th pointer of a vector that ends with nil.
func element(vector **byte, i int) *byte {
	return *(**byte)(unsafe.Add(unsafe.Pointer(vector), uintptr(i)*unsafe.Sizeof(vector)))
}

// from returns a vector from its i-th element on.
func from(vector **byte, i int) **byte {
	return (**byte)(unsafe.Add(unsafe.Pointer(vector), uintptr(i)*unsafe.Sizeof(vector)))
}

// next returns the following pointer of a vector.
func next(p **byte) **byte { return (**byte)(unsafe.Add(unsafe.Pointer(p), unsafe.Sizeof(p))) }

// put stores an element of a vector. The vector is the kernel's own: the store is one of
// an integer, for the runtime's write barrier may not exist yet.
func put(at **byte, element *byte) {
	*(*uintptr)(unsafe.Pointer(at)) = uintptr(unsafe.Pointer(element))
}

// view returns the bytes before the NUL at p, in place.
func view(p *byte) string {
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return unsafe.String(p, n)
}

// measure counts a vector's arguments; ok is false over a limit.
func measure(argv **byte) (argc int, ok bool) {
	total := 0
	for {
		p := element(argv, argc)
		if p == nil {
			return argc, argc > 0
		}
		argc++
		if argc > MaxArgs {
			return 0, false
		}
		n := 0
		for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
			n++
			if n > MaxArg {
				return 0, false
			}
		}
		total += n + 1
		if total > MaxArgv {
			return 0, false
		}
	}
}

// same, prefixed and suffixed are ==, HasPrefix and HasSuffix as loops: the runtime's
// comparison is in a text page that is not mapped yet at that point.
func same(a, b string) bool {
	return len(a) == len(b) && prefixed(a, b)
}

func prefixed(s, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := 0; i < len(prefix); i++ {
		if s[i] != prefix[i] {
			return false
		}
	}
	return true
}

func suffixed(s, suffix string) bool {
	return len(s) >= len(suffix) && prefixed(s[len(s)-len(suffix):], suffix)
}

// lower folds ASCII letters only.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// folded is prefixed ignoring ASCII case.
func folded(s, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := 0; i < len(prefix); i++ {
		if lower(s[i]) != lower(prefix[i]) {
			return false
		}
	}
	return true
}

// position returns the index of the first c in s, or -1.
func position(s string, c byte) int {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			return i
		}
	}
	return -1
}

// base returns what follows the last slash.
func base(s string) string {
	i := len(s)
	for i > 0 && s[i-1] != '/' {
		i--
	}
	return s[i:]
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlnum(c byte) bool {
	c = lower(c)
	return isDigit(c) || c >= 'a' && c <= 'z'
}

// plain reports whether s is non-empty valid UTF-8 without control bytes.
func plain(s string) bool { return readable(s, false) }

// readable is plain for a text that may also have newlines and tabs.
func readable(s string, lines bool) bool {
	if len(s) == 0 {
		return false
	}
	for i := 0; i < len(s); {
		if s[i] < 0x20 && !(lines && (s[i] == '\n' || s[i] == '\t')) || s[i] == 0x7f {
			return false
		}
		n := sequence(s, i)
		if n == 0 || n == 2 && s[i] == 0xc2 && s[i+1] < 0xa0 { // U+0080..U+009F are controls too
			return false
		}
		i += n
	}
	return true
}

// sequence returns the length of the UTF-8 sequence at s[i], 0 if it is not
// valid (RFC 3629: no surrogates, no overlong forms, nothing over U+10FFFF).
func sequence(s string, i int) int {
	c := s[i]
	if c < 0x80 {
		return 1
	}
	n, low, high := 0, byte(0x80), byte(0xbf)
	if c >= 0xc2 && c <= 0xdf {
		n = 2
	} else if c >= 0xe0 && c <= 0xef {
		n = 3
	} else if c >= 0xf0 && c <= 0xf4 {
		n = 4
	}
	if n == 0 || len(s)-i < n {
		return 0
	}
	if c == 0xe0 {
		low = 0xa0
	} else if c == 0xed {
		high = 0x9f
	} else if c == 0xf0 {
		low = 0x90
	} else if c == 0xf4 {
		high = 0x8f
	}
	if s[i+1] < low || s[i+1] > high {
		return 0
	}
	for j := 2; j < n; j++ {
		if s[i+j] < 0x80 || s[i+j] > 0xbf {
			return 0
		}
	}
	return n
}
