package gate

// LineSize is the maximum length of an audit line, its newline included.
const LineSize = 16 << 10

// Line builds one line of the audit log: a JSON object in a fixed buffer. It escapes
// texts so that the line stays one line of valid JSON whatever they hold, replaces bytes
// that are not UTF-8 by U+FFFD, and credentials of a known shape by "[redacted]". The
// zero Line is empty; Begin restarts it.
type Line struct {
	n    int
	full bool
	item bool // the array has an item already
	next bool // the next item is the value of an option named like a credential
	buf  [LineSize]byte
}

// Begin starts a line with its time, in seconds and nanoseconds since 1970 UTC,
// and its event.
func (l *Line) Begin(sec, nsec int64, event string) {
	l.n, l.full, l.item = 0, false, false
	l.raw(`{"ts":"`)
	l.time(sec, nsec)
	l.raw(`"`)
	l.Text("event", event)
}

// Text adds a string. The key must be a constant: it is not escaped.
func (l *Line) Text(key, value string) {
	l.key(key)
	l.quote(value)
}

// Number adds an integer.
func (l *Line) Number(key string, value int64) {
	l.key(key)
	if value < 0 {
		l.byte('-')
		value = -value
	}
	l.digits(uint64(value), 1)
}

// Flag adds true or false.
func (l *Line) Flag(key string, value bool) {
	l.key(key)
	if value {
		l.raw("true")
	} else {
		l.raw("false")
	}
}

// ID adds a decision id, as NewID makes it, in 16 hexadecimal digits.
func (l *Line) ID(key string, id uint64) {
	l.key(key)
	l.byte('"')
	for shift := 60; shift >= 0; shift -= 4 {
		l.byte(hexDigit(byte(id>>shift) & 15))
	}
	l.byte('"')
}

// Open starts an array of strings; Item adds one to it, Close ends it.
func (l *Line) Open(key string) {
	l.key(key)
	l.byte('[')
	l.item, l.next = false, false
}

// Item adds a string to the array that Open started.
func (l *Line) Item(value string) {
	if l.item {
		l.byte(',')
	}
	l.item = true
	hidden := l.next && value != "" && !prefixed(value, "--")
	if l.next = TakesCredential(value); hidden {
		l.raw(`"[redacted]"`)
		return
	}
	n := nameAt(value, 0)
	if n+1 < len(value) && value[n] == '+' {
		n++ // PASSWORD+=x
	}
	if n < len(value) && value[n] == '=' && isCredential(value[:n], false) && n+1 < len(value) && !IsPlace(value[:n], value[n+1:]) {
		l.byte('"') // a value with blanks is one value
		l.raw(value[:n])
		l.raw(`=[redacted]"`)
		return
	}
	l.quote(value)
}

// Close ends the array that Open started.
func (l *Line) Close() { l.byte(']') }

// End closes the object and reports whether the whole line fitted.
func (l *Line) End() bool {
	l.raw("}\n")
	return !l.full
}

// Bytes returns the line as far as it fits. It is valid until Begin.
func (l *Line) Bytes() []byte { return l.buf[:l.n] }

func (l *Line) key(key string) {
	l.raw(`,"`)
	l.raw(key)
	l.raw(`":`)
}

func (l *Line) byte(c byte) {
	if l.n == LineSize {
		l.full = true
		return
	}
	l.buf[l.n] = c
	l.n++
}

func (l *Line) raw(s string) {
	for i := 0; i < len(s); i++ {
		l.byte(s[i])
	}
}

// digits writes v in decimal with at least width digits.
func (l *Line) digits(v uint64, width int) {
	n := 1
	for rest := v; rest >= 10; rest /= 10 {
		n++
	}
	for ; n < width; width-- {
		l.byte('0')
	}
	if l.n+n > LineSize {
		l.full = true
		return
	}
	l.n = decimal(l.buf[:], l.n, v)
}

// quote writes a JSON string, redacted.
func (l *Line) quote(s string) {
	l.byte('"')
	for i := 0; i < len(s); {
		keep, drop := secret(s, i)
		for end := i + keep; i < end; {
			i += l.escape(s, i)
		}
		if drop > 0 {
			l.raw("[redacted]")
			i += drop
		} else if keep == 0 {
			i += l.escape(s, i)
		}
	}
	l.byte('"')
}

// escape writes the character at s[i] and returns its length in s. It also escapes
// control characters and marks that reorder text: somebody will read the line on a
// terminal.
func (l *Line) escape(s string, i int) int {
	c := s[i]
	if c == '"' || c == '\\' {
		l.byte('\\')
		l.byte(c)
		return 1
	}
	if c < 0x20 || c == 0x7f {
		l.unicode(uint32(c))
		return 1
	}
	n := sequence(s, i)
	if n == 0 {
		l.unicode(0xfffd)
		return 1
	}
	if n == 2 && c == 0xc2 && s[i+1] < 0xa0 {
		l.unicode(uint32(s[i+1]))
		return 2
	}
	if n == 3 {
		r := uint32(c&15)<<12 | uint32(s[i+1]&63)<<6 | uint32(s[i+2]&63)
		if r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			l.unicode(r)
			return 3
		}
	}
	for j := 0; j < n; j++ {
		l.byte(s[i+j])
	}
	return n
}

// unicode writes \uXXXX.
func (l *Line) unicode(r uint32) {
	l.raw(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		l.byte(hexDigit(byte(r>>shift) & 15))
	}
}

func hexDigit(v byte) byte {
	if v < 10 {
		return '0' + v
	}
	return 'a' + v - 10
}

// time writes RFC 3339 with microseconds, in UTC.
func (l *Line) time(sec, nsec int64) {
	year, month, day := civil(sec)
	clock := uint64(sec - sec/86400*86400)
	l.digits(year, 4)
	l.byte('-')
	l.digits(month, 2)
	l.byte('-')
	l.digits(day, 2)
	l.byte('T')
	l.digits(clock/3600, 2)
	l.byte(':')
	l.digits(clock/60%60, 2)
	l.byte(':')
	l.digits(clock%60, 2)
	l.byte('.')
	l.digits(uint64(nsec)/1000, 6)
	l.byte('Z')
}

// civil returns the UTC date of a time from 1970 on. It counts years from March, so that
// the leap day is a year's last, in eras of 400 years.
func civil(sec int64) (year, month, day uint64) {
	if sec < 0 {
		sec = 0
	}
	days := uint64(sec)/86400 + 719468 // since 1 March 0000
	era, ofEra := days/146097, days%146097
	years := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*years + years/4 - years/100)
	shifted := (5*ofYear + 2) / 153 // March is 0
	day = ofYear - (153*shifted+2)/5 + 1
	year, month = era*400+years, shifted+3
	if month > 12 {
		year, month = year+1, month-12
	}
	return year, month, day
}

// NewID mixes a time and a process id into a decision id, which only correlates lines; it
// is neither secret nor proof of anything.
func NewID(sec, nsec int64, pid int) uint64 {
	x := uint64(sec)*1e9 + uint64(nsec) ^ uint64(pid)<<40
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
