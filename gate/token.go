package gate

// shape is how a kind of key looks, as who gives it out documents it: how it begins, how
// long it is at least, and which characters it has behind that.
type shape struct {
	begins string
	least  int
	of     charset
}

// charset is what a key is made of.
type charset uint8

const (
	inWords          charset = iota // letters, digits, - and _
	withDots                        // and dots
	inBase64                        // and the rest of base64: + / = .
	inHex                           // 0-9 and a-f alone
	inCapitals                      // capital letters and digits alone
	inDashedCapitals                // these and -
)

// shapes are those keys. The lengths keep words such as sk-learn out. To add one, add a
// row, and an example in token_test.go.
var shapes = [...]shape{
	{"A3-", 32, inDashedCapitals},
	{"ABIA", 20, inCapitals},
	{"ABSK", 60, inBase64},
	{"ACCA", 20, inCapitals},
	{"AGE-SECRET-KEY-1", 60, inDashedCapitals},
	{"AIza", 30, inWords},
	{"AKCp", 60, inWords},
	{"AKIA", 20, inCapitals},
	{"API-", 30, inDashedCapitals},
	{"APKA", 20, inCapitals},
	{"AQVN", 35, inWords},
	{"ASIA", 20, inCapitals},
	{"ATATT3", 60, inBase64},
	{"ATBB", 30, inWords},
	{"ATCTT3", 60, inBase64},
	{"AAAAAAAAAAAAAAAAAAAAA", 70, inBase64},
	{"CCIPAT_", 30, inWords},
	{"CCIPRJ_", 30, inWords},
	{"CFPAT-", 40, inWords},
	{"CLOJARS_", 50, inWords},
	{"EAA", 80, inWords},
	{"EAAA", 60, inWords},
	{"EZAK", 50, inWords},
	{"EZTK", 50, inWords},
	{"FLWSECK", 30, inWords},
	{"FlyV1", 60, inBase64},
	{"GOCSPX-", 30, inWords},
	{"GR1348941", 25, inWords},
	{"HRKU-", 30, inWords},
	{"KGAT_", 30, inWords},
	{"LTAI", 20, inWords},
	{"NRAK-", 30, inWords},
	{"NRII-", 30, inWords},
	{"NRJS-", 20, inWords},
	{"PMAK-", 40, inWords},
	{"SG.", 60, withDots},
	{"SK", 34, inHex},
	{"YCA", 35, inWords},
	{"aio_", 30, inWords},
	{"apify_api_", 30, inWords},
	{"cio", 35, inWords},
	{"ctx7sk-", 30, inWords},
	{"dapi", 36, inHex},
	{"dckr_oat_", 25, inWords},
	{"dckr_pat_", 25, inWords},
	{"dnkey-", 40, inWords},
	{"doo_v1_", 40, inWords},
	{"dop_v1_", 40, inWords},
	{"dor_v1_", 40, inWords},
	{"dp.", 40, withDots},
	{"dt0c01.", 60, withDots},
	{"dt0s", 60, withDots},
	{"duffel_", 40, inWords},
	{"e2b_", 40, inWords},
	{"eyJ", 16, withDots},
	{"fc-", 35, inHex},
	{"figd_", 40, inWords},
	{"fio-u-", 40, inWords},
	{"fm1", 60, inBase64},
	{"fm2_", 60, inBase64},
	{"fo1_", 40, inWords},
	{"fw_", 24, inWords},
	{"gho_", 16, inWords},
	{"ghp_", 16, inWords},
	{"ghr_", 16, inWords},
	{"ghs_", 16, inWords},
	{"ghu_", 16, inWords},
	{"github_pat_", 16, inWords},
	{"glagent-", 25, inWords},
	{"glc_", 36, inBase64},
	{"glcbt-", 20, inWords},
	{"gldt-", 20, inWords},
	{"glffct-", 20, inWords},
	{"glft-", 20, inWords},
	{"glimt-", 20, inWords},
	{"gloas-", 30, inWords},
	{"glpat-", 16, withDots},
	{"glptt-", 30, inWords},
	{"glrt-", 20, withDots},
	{"glsa_", 36, inWords},
	{"glsoat-", 20, inWords},
	{"gsk_", 40, inWords},
	{"hf_", 30, inWords},
	{"api_org_", 35, inWords},
	{"hvb.", 30, withDots},
	{"hvr.", 30, withDots},
	{"hvs.", 30, withDots},
	{"ico-", 36, inWords},
	{"jina_", 40, inWords},
	{"key-", 36, inHex},
	{"lin_api_", 40, inWords},
	{"live_", 45, inWords},
	{"lsv2_", 36, inWords},
	{"nfp_", 36, inWords},
	{"npm_", 30, inWords},
	{"ntn_", 40, inWords},
	{"nvapi-", 50, inWords},
	{"ops_eyJ", 60, inBase64},
	{"oy2", 46, inWords},
	{"pat", 70, withDots},
	{"pcsk_", 50, inWords},
	{"phx_", 40, inWords},
	{"pnu_", 36, inWords},
	{"pplx-", 40, inWords},
	{"pscale_oauth_", 36, withDots},
	{"pscale_pw_", 36, withDots},
	{"pscale_tkn_", 36, withDots},
	{"pul-", 40, inHex},
	{"pypi-", 40, inWords},
	{"r8_", 36, inWords},
	{"rdme_", 60, inWords},
	{"rk_live_", 20, inWords},
	{"rk_test_", 20, inWords},
	{"rpa_", 40, inWords},
	{"rubygems_", 40, inWords},
	{"s-s4t2", 60, inWords},
	{"sat.", 60, withDots},
	{"sb_secret_", 30, inWords},
	{"sbp_", 40, inWords},
	{"secret_", 48, inWords},
	{"sgp_", 40, inWords},
	{"sha256~", 40, inWords},
	{"shippo_", 40, inWords},
	{"shpat_", 36, inWords},
	{"shpca_", 36, inWords},
	{"shppa_", 36, inWords},
	{"shpss_", 36, inWords},
	{"sk-", 20, inWords},
	{"sk.eyJ", 60, withDots},
	{"sk_live_", 20, inWords},
	{"sk_test_", 20, inWords},
	{"sl.", 60, withDots},
	{"sm_aat_", 20, inWords},
	{"sm_pat_", 20, inWords},
	{"sm_sat_", 20, inWords},
	{"sntrys_", 60, inBase64},
	{"sntryu_", 60, inWords},
	{"sq0atp-", 26, inWords},
	{"sq0csp-", 40, inWords},
	{"sqa_", 40, inWords},
	{"sqp_", 40, inWords},
	{"squ_", 40, inWords},
	{"t1.", 80, inBase64},
	{"tfp_", 40, inWords},
	{"tk-us-", 50, inWords},
	{"tskey-", 25, inWords},
	{"tvly-", 30, inWords},
	{"v1.0-", 100, withDots},
	{"whsec_", 32, inBase64},
	{"xai-", 70, inWords},
	{"xapp-", 30, inWords},
	{"xkeysib-", 60, inWords},
	{"xoxa-", 16, inWords},
	{"xoxb-", 16, inWords},
	{"xoxc-", 30, inWords},
	{"xoxd-", 30, inBase64},
	{"xoxe-", 30, inWords},
	{"xoxe.", 30, withDots},
	{"xoxo-", 30, inWords},
	{"xoxp-", 16, inWords},
	{"xoxr-", 16, inWords},
	{"xoxs-", 16, inWords},
	{"ya29.", 30, withDots},
	{"access-development-", 50, inWords},
	{"access-production-", 50, inWords},
	{"access-sandbox-", 45, inWords},
}

// least is how long any key is.
const least = 16

// token returns the length of a key that begins at s[i] and is known by its shape.
func token(s string, i int) int {
	t := s[i:]
	if len(t) < least {
		return 0
	}
	for n := 0; n < least; n++ {
		if t[n] <= ' ' {
			return 0 // most words are shorter than any key
		}
	}
	for k := 0; k < len(shapes); k++ {
		if shapes[k].begins[0] != t[0] || !prefixed(t, shapes[k].begins) {
			continue
		}
		n := runOf(t, len(shapes[k].begins), shapes[k].of)
		if n >= shapes[k].least && (t[0] != 'e' || t[1] != 'y' || position(t[:n], '.') > 0 || n >= 60) {
			return n
		}
	}
	return oddKey(t)
}

// runOf is where a text from some place on goes on with what is no such character. A dot
// at the end belongs to the sentence.
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
	case inBase64:
		return isAlnum(c) || c == '_' || c == '-' || c == '.' || c == '+' || c == '/' || c == '=' || c == '%'
	}
	return isAlnum(c) || c == '_' || c == '-'
}

// oddKey is token for keys whose sign is not at their beginning: a bot's of Telegram
// (digits, :A), a client's of Azure (8Q~), Mailchimp's (-us), Atlas' (.atlasv1.), and
// what follows the address of a hook.
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
	}
	if at := hookAt(t); at > 0 {
		return at
	}
	return 0
}

// hookAt is the length of the address of a hook with the key in it.
func hookAt(t string) int {
	if !prefixed(t, "hooks.slack.com/services/") && !prefixed(t, "discord.com/api/webhooks/") && !prefixed(t, "discordapp.com/api/webhooks/") {
		return 0
	}
	return runOf(t, 0, inBase64)
}

func digitsOnly(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}
