package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns a text line by line, each with all escaped that is not plainly visible or may be
// taken for something else: what is invisible, what is written from right to left, which moves what
// stands beside it, and letters that look like those of other alphabets. It redacts nothing: it
// is for the person who says yes to that very text.
func Visible(text string) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		out := make([]byte, 0, len(line))
		for line != "" {
			word, rest := cutWord(line)
			isOdd := oddIn(word)
			for i, r := range word {
				switch {
				case r == utf8.RuneError && !strings.HasPrefix(word[i:], "\uFFFD"):
					out = fmt.Appendf(out, "\\x%02x", word[i])
				case r == utf8.RuneError || !strconv.IsPrint(r) || isHidden(r) || r >= 0xfe00 && r <= 0xfe0f || isOdd(r):
					out = fmt.Appendf(out, "\\u%04x", r)
				default:
					out = utf8.AppendRune(out, r)
				}
			}
			line = rest
		}
		lines = append(lines, string(out))
	}
	return lines
}

// VisibleLine is Line for what a person decides about: names of people, directories and agents
// look like nothing else, too.
func VisibleLine(text string) string { return strings.Join(Visible(Line(text)), "") }

// cutWord cuts off a word of letters, digits and marks, or one other character.
func cutWord(text string) (word, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool { return !isWordly(r) })
	if end < 0 {
		end = len(text)
	}
	if end == 0 {
		_, end = utf8.DecodeRuneInString(text)
	}
	return text[:end], text[end:]
}

func isWordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// oddIn tells which characters of a word may be taken for others. Beside Latin letters those of
// other alphabets do, but for the scripts that nobody takes for Latin; a word without Latin letters
// is odd where each of its letters looks like a Latin one.
func oddIn(word string) func(rune) bool {
	isForeign := func(r rune) bool { return unicode.IsLetter(r) && !isPlain(r) }
	isLookalike := func(r rune) bool { return strings.ContainsRune(lookalikes, r) }
	hasLatin, hasForeign, hasOther := false, false, false
	for _, r := range word {
		hasLatin = hasLatin || unicode.Is(unicode.Latin, r)
		hasForeign = hasForeign || isForeign(r)
		hasOther = hasOther || unicode.IsLetter(r) && !isLookalike(r)
	}
	foreignToo := hasForeign && (hasLatin || !hasOther)
	return func(r rune) bool {
		return r >= utf8.RuneSelf && (isMirrored(r) || within(r, disguised[:]) || foreignToo && isForeign(r))
	}
}

// isPlain reports whether a letter is one that nobody takes for a Latin one, and that stands beside
// them.
func isPlain(r rune) bool {
	return unicode.In(r, unicode.Latin, unicode.Common, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Thai, unicode.Devanagari, unicode.Bengali, unicode.Tamil)
}

// lookalikes are Cyrillic, Greek and Armenian letters that look like Latin ones.
const lookalikes = "абвгеікмнорстухьѕјһԁԍԛԝѵӏүԌАВЕЅІЈКМНОРСТУХҮӀԚԜЬ" + "αιικνορτυχγηϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϿ" + "օսհոցզյՍՏՕԼ"

// isMirrored reports whether a character is written from right to left.
func isMirrored(r rune) bool {
	return within(r, [][2]rune{{0x590, 0x8ff}, {0xfb1d, 0xfdff}, {0xfe70, 0xfeff}, {0x10800, 0x10fff}, {0x1e800, 0x1efff}})
}

// disguised are characters that look like ASCII's: other forms of its letters, dashes, slashes,
// dots, and marks that shells read.
var disguised = [...][2]rune{
	{0x131, 0x131},
	{0x17f, 0x17f},
	{0x1c3, 0x1c3},
	{0x251, 0x251},
	{0x261, 0x261},
	{0x269, 0x26a},
	{0x2b9, 0x2bf},
	{0x2c2, 0x2cf},
	{0x2d7, 0x2d7},
	{0x37e, 0x37e},
	{0x387, 0x387},
	{0x589, 0x589},
	{0x1d00, 0x1d2b},
	{0x2010, 0x2013},
	{0x2024, 0x2024},
	{0x2032, 0x2036},
	{0x2039, 0x203a},
	{0x2041, 0x2044},
	{0x204e, 0x204e},
	{0x2100, 0x214f},
	{0x2160, 0x217f},
	{0x2212, 0x2212},
	{0x2215, 0x2217},
	{0x2223, 0x2223},
	{0x2236, 0x2236},
	{0x223c, 0x223c},
	{0x24b6, 0x24e9},
	{0x2571, 0x2573},
	{0x29f5, 0x29f9},
	{0xa4d0, 0xa4ff},
	{0xab70, 0xabbf},
	{0x13a0, 0x13ff},
	{0xfb00, 0xfb06},
	{0xfe50, 0xfe6b},
	{0xff01, 0xff5e},
	{0x1d400, 0x1d7ff},
	{0x1f130, 0x1f149},
}

// within reports whether one of the spans has a character.
func within(r rune, spans [][2]rune) bool {
	for _, span := range spans {
		if r >= span[0] && r <= span[1] {
			return true
		}
	}
	return false
}
