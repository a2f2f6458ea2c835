package gate

// charset is the set of characters of a key, as its letter in shapes.
type charset = byte

const (
	inWords          charset = 'w' // letters, digits, - and _
	withDots         charset = 'd' // and dots
	inBase64         charset = 'b' // and the rest of base64: + / = .
	inHex            charset = 'x' // 0-9 and a-f alone
	inCapitals       charset = 'c' // capital letters and digits alone
	inDashedCapitals charset = 'C' // these and -
	inPaths          charset = 'p' // what a path in a URL has
)

// shapes describe kinds of keys, as their issuers document them: the beginning, the
// characters behind that, and the minimum length, which keeps words such as sk-learn out.
// They are one text, as each page that a clear command touches costs time, in parts by
// their first letter.
const shapes = capitals + aToE + fToO + pToR + sToZ

const (
	capitals = "" +
		"A3- C32 AAAAAAAAAAAAAAAAAAAAA b70 ABIA c20 ABSK b60 ACCA c20 AGE-SECRET-KEY-1 C60 AIza w30 AKCp w60 AKIA c20 " +
		"AKID w36 API- C30 APKA c20 AQ.Ab d45 AQVN w35 ASIA c20 ATATT3 b60 ATBB w30 ATCTT3 b60 ATTA w60 BBDC- w44 " +
		"CCDB1_ w36 CCIPAT_ w30 CCIPRJ_ w30 CFPAT- w40 CLOJARS_ w50 EAA w80 EAAA w60 EZAK w50 EZTK w50 FLWSECK w30 " +
		"FlyV1 b60 GOCSPX- w30 GR1348941 w25 HRKU- w30 KGAT_ w30 LTAI w20 NRAK- w30 NRII- w30 NRJS- w20 PMAK- w40 " +
		"PMAT- w30 RGAPI- w36 SG. d60 SK x34 TCDV x30 YCA w35 "
	aToE = "" +
		"access-development- w50 access-production- w50 access-sandbox- w45 aio_ w30 amzn.mws. d40 api_org_ w35 " +
		"apify_api_ w30 bkrt_ w40 bkua_ w40 cio w35 cmVmdGtuO b60 cnvca w40 ctx7sk- w30 dapi x36 dckr_oat_ w25 " +
		"dckr_ock_ w25 dckr_pat_ w25 dnkey- w40 doo_v1_ w40 dop_v1_ w40 dor_v1_ w40 dp. d40 dt0c01. d60 dt0s d60 " +
		"duffel_ w40 e2b_ w40 essu_ b40 eyJ d16 "
	fToO = "" +
		"fc- x35 figd_ w40 fio-u- w40 fm1 b60 fm2_ b60 fo1_ w40 fw_ w24 gho_ w16 ghp_ w16 ghr_ w16 ghs_ w16 ghu_ w16 " +
		"github_pat_ w16 glagent- w25 glc_ b36 glcbt- w20 gldt- w20 glffct- w20 glft- w20 glimt- w20 gloas- w30 " +
		"glpat- d16 glptr- w25 glptt- w30 glrt- d20 glsa_ w36 glsoat- w20 gsk_ w40 hf_ w30 hvb. d30 hvr. d30 hvs. d30 " +
		"ico- w36 jina_ w40 key- x36 lin_api_ w40 live_ w45 lsv2_ w36 mdb_sa_sk_ w40 mka_ w40 napi_ w50 nfp_ w36 " +
		"ngrok_api_ w40 npm_ w30 ntn_ w40 nvapi- w50 ops_eyJ b60 oy2 w46 "
	pToR = "" +
		"p8e- w32 pa- w45 pat d70 pat-eu1- w44 pat-na1- w44 pcsk_ w50 pdl_live_apikey_ w45 pdl_sdbx_apikey_ w45 phx_ w40 " +
		"pnu_ w36 polar_oat_ w40 pplx- w40 pscale_oauth_ d36 pscale_pw_ d36 pscale_tkn_ d36 pubkey- x39 pul- x40 " +
		"pypi- w40 r8_ w36 rdme_ w60 rk_live_ w20 rk_test_ w20 rpa_ w40 rubygems_ w40 rzp_live_ w23 "
	sToZ = "" +
		"s-s4t2 w60 sat. d60 sb_secret_ w30 sbp_ w40 secret_ w48 sgp_ w40 sha256~ w40 shippo_ w40 shpat_ w36 shpca_ w36 " +
		"shppa_ w36 shpss_ w36 sk- w20 sk.eyJ d60 sk_ x48 sk_live_ w20 sk_test_ w20 sl. d60 sm_aat_ w20 sm_pat_ w20 " +
		"sm_sat_ w20 sntrys_ b60 sntryu_ w60 sq0atp- w26 sq0csp- w40 sqa_ w40 sqp_ w40 squ_ w40 t1. b80 tfp_ w40 " +
		"tk-us- w50 tskey- w25 tss_ w30 tvly- w30 v1.0- d100 vca_ w50 vck_ w50 vcp_ w50 vcr_ w50 vtwn_ w30 waka_ w40 " +
		"whsec_ b32 xai- w70 xapp- w30 xkeysib- w60 xoxa- w16 xoxb- w16 xoxc- w30 xoxd- b30 xoxe- w30 xoxe. d30 " +
		"xoxo- w30 xoxp- w16 xoxr- w16 xoxs- w16 xwfp- w30 ya29. d30 zpka_ w40 "
)

// shapesOf returns the part of shapes for keys that begin with c.
func shapesOf(c byte) (from, to int) {
	const a, f, p, s = len(capitals), len(capitals + aToE), len(capitals + aToE + fToO), len(capitals + aToE + fToO + pToR)
	switch {
	case c < 'a':
		return 0, a
	case c < 'f':
		return a, f
	case c < 'p':
		return f, p
	case c < 's':
		return p, s
	}
	return s, len(shapes)
}

// least is the minimum length of any key.
const least = 16

// token returns the length of a key of a known shape that begins at s[i].
func token(s string, i int) int {
	t := s[i:]
	if len(t) < least {
		return 0
	}
	for n := 0; n < least; n++ {
		if t[n] <= ' ' {
			return 0 // most words are shorter than any key
		}
		if t[n] == '/' && i > 0 && s[i-1] == '/' {
			return hookAt(t) // so are names in a path
		}
	}
	if !opens(t[0]) {
		return oddKey(t)
	}
	for at, to := shapesOf(t[0]); at < to; {
		begins, of, least, next := shapeAt(at)
		at = next
		if begins[0] != t[0] || !prefixed(t, begins) {
			continue
		}
		n := runOf(t, len(begins), of)
		if n >= least && (t[0] != 'e' || t[1] != 'y' || position(t[:n], '.') > 0 || n >= 60) && !areWords(t[len(begins):n]) {
			return n
		}
	}
	return oddKey(t)
}

// opens reports whether a shape begins with a letter: abcdefghijklmnoprstvwxyz and
// ABCEFGHKLNPRSTY, a bit for each.
func opens(c byte) bool {
	if c >= 'a' && c <= 'z' {
		return 0x3eeffff>>(c-'a')&1 != 0
	}
	return c >= 'A' && c <= 'Z' && 0x10eacf7>>(c-'A')&1 != 0
}

// shapeAt parses the shape at an offset of the table, and returns the offset of the next
// one.
func shapeAt(at int) (begins string, of charset, least, next int) {
	end := at
	for shapes[end] != ' ' {
		end++
	}
	begins, of = shapes[at:end], shapes[end+1]
	for next = end + 2; shapes[next] != ' '; next++ {
		least = least*10 + int(shapes[next]-'0')
	}
	return begins, of, least, next + 1
}

// runOf returns where a run of characters of the set ends that begins at t[n]. It leaves out
// final dots, which belong to the sentence.
func runOf(t string, n int, of charset) int {
	for n < len(t) && isOf(t[n], of) {
		n++
	}
	for n > 0 && t[n-1] == '.' {
		n--
	}
	return n
}

func isOf(c byte, of charset) bool {
	switch of {
	case inHex:
		return isDigit(c) || c >= 'a' && c <= 'f'
	case inCapitals:
		return isDigit(c) || c >= 'A' && c <= 'Z'
	case inDashedCapitals:
		return isDigit(c) || c >= 'A' && c <= 'Z' || c == '-'
	case withDots:
		return isAlnum(c) || c == '_' || c == '-' || c == '.'
	case inPaths:
		return isAlnum(c) || position("_-.~:@/%", c) >= 0
	case inBase64:
		return isAlnum(c) || c == '_' || c == '-' || c == '.' || c == '+' || c == '/' || c == '=' || c == '%'
	}
	return isAlnum(c) || c == '_' || c == '-'
}

// areWords reports whether a text is lower-case letters with dashes between them, like a
// branch name. Twenty random characters have a digit or a capital letter.
func areWords(t string) bool {
	dashes := 0
	for i := 0; i < len(t); i++ {
		switch {
		case t[i] == '-' || t[i] == '_':
			dashes++
		case t[i] < 'a' || t[i] > 'z':
			return false
		}
	}
	return dashes > 0
}

// oddKey is token for keys whose mark is not at the beginning: Telegram bots (digits,
// :A), Discord bots (three parts with dots), Azure clients (8Q~), Mailchimp (-us), Atlas
// (.atlasv1.), MaxMind (_mmk), and the key in a webhook's address.
func oddKey(t string) int {
	n := runOf(t, 0, inWords)
	switch {
	case n >= 8 && n <= 10 && digitsOnly(t[:n]) && n+1 < len(t) && t[n] == ':' && t[n+1] == 'A':
		if end := runOf(t, n+1, inWords); end-n > 34 {
			return end
		}
	case n >= 5 && n < len(t) && t[n] == '~' && t[n-1] == 'Q' && isDigit(t[n-2]):
		end := n + 1
		for end < len(t) && (isOf(t[end], withDots) || t[end] == '~') {
			end++
		}
		if end-n > 30 {
			return end
		}
	case n >= 36 && n <= 38 && t[32] == '-' && t[33] == 'u' && t[34] == 's' && runOf(t, 0, inHex) == 32:
		return n
	case n == 14 && prefixed(t[n:], ".atlasv1."):
		return runOf(t, n, withDots)
	case n == 40 && suffixed(t[:n], "_mmk"):
		return n
	case n >= 23 && n <= 28 && position("MNO", t[0]) >= 0 && n+7 < len(t) && t[n] == '.' && t[n+7] == '.' && runOf(t, n+1, inWords) == n+7:
		if end := runOf(t, n+8, inWords); end-n > 34 {
			return end
		}
	}
	return hookAt(t)
}

// hooks are the addresses of webhooks, whose next part is the key. A tenant's name may precede
// the host name.
const hooks = "hooks.slack.com/ discord.com/api/webhooks/ discordapp.com/api/webhooks/ webhook.office.com/webhookb2/ outlook.office.com/webhook/ " +
	"hooks.zapier.com/hooks/catch/ hooks.slack-gov.com/ api.telegram.org/bot "

// hookAt returns the length of a webhook's address with its key at the beginning of t, or 0.
func hookAt(t string) int {
	tenant := runOf(t, 0, inWords)
	if tenant >= len(t) || t[tenant] != '.' {
		return 0
	}
	for at := 0; at < len(hooks); {
		end := at
		for hooks[end] != ' ' {
			end++
		}
		address, from := hooks[at:end], 0
		at = end + 1
		if !prefixed(t, address) {
			if from = tenant + 1; !prefixed(t[from:], address) {
				continue
			}
		}
		from += len(address)
		if key := runOf(t, from, inPaths); key > from {
			return key
		}
	}
	return 0
}

func digitsOnly(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}
