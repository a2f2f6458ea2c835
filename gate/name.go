package gate

// endings are the endings of credential names. "_" also matches a dash, and "=" before an
// ending says that it must be the whole name.
const endings = "token secret password passwords passwd passphrase passcode _pass _pwd _pw =pass =pw =psk =jwt =bearer " +
	"sshpass dbpass userpass rootpass adminpass smtppass mailpass ftppass requirepass masterauth _psk _pat _jwt =_auth " +
	"secrets credentials secret_key_base connection_string connectionstring " +
	"api_key apikey access_key accesskey secret_key secretkey private_key privatekey account_key accountkey auth_key authkey " +
	"encryption_key signing_key license_key master_key app_key shared_key session_key service_key hmac_key "

// asks are the beginnings of names that request a credential, or say something about one.
const asks = "ask_ no_ show_ with_ prompt_ print_ generate_ reset_ without_ "

// NamesCredential reports whether a name is a credential's: GITHUB_TOKEN, client-secret,
// dbPassword2. It goes by the end of the name.
func NamesCredential(name string) bool { return isCredential(name, false) }

// TakesCredential reports whether an option, with its dashes, is named like a credential.
// With a single dash the name must be longer than ffmpeg's -pass.
func TakesCredential(option string) bool {
	n := 0
	for n < len(option) && n < 2 && option[n] != '-' { // skip up to two characters before the dashes
		n++
	}
	if n == len(option) || option[n] != '-' {
		return false
	}
	name, double := option[n+1:], len(option) > n+1 && option[n+1] == '-'
	if double {
		name = name[1:]
	}
	return (double || n == 0 || option[n-1] <= ' ') && (double || len(name) > len("pass")) && len(name) > 1 && isCredential(name, false)
}

// IsPlace reports whether the value of something with this name is a file's path, as for
// --private-key and GOOGLE_APPLICATION_CREDENTIALS.
func IsPlace(name, value string) bool {
	if len(value) > 0 && (value[0] == '"' || value[0] == '\'') {
		value = value[1:]
	}
	return (prefixed(value, "/") || prefixed(value, "~/") || prefixed(value, "./") || prefixed(value, "../")) &&
		(endFold(name, "key") && !endFold(name, "access_key") && !endFold(name, "secret_key") || endFold(name, "credentials"))
}

// isCredential goes by the end of a name: ACCESS_TOKEN, client-secret. Words with other
// meanings elsewhere (sort --key=2) count only in a query.
func isCredential(name string, query bool) bool {
	n := len(name)
	for n > 0 && (isDigit(name[n-1]) || n < len(name) && name[n-1] == '_') {
		n-- // TOKEN_2
	}
	if n < 2 {
		return false
	}
	name = name[:n]
	last := lower(name[n-1])
	if last >= 'a' && last <= 'z' && 0x14e24d8>>(last-'a')&1 != 0 && listed(endings, name, false) { // deghknrstwy, a bit for each
		return !listed(asks, name, true)
	}
	return query && (endFold(name, "key") || endFold(name, "sig") || endFold(name, "signature") ||
		endFold(name, "auth") || equalFold(name, "pwd") || equalFold(name, "code"))
}

// listed reports whether a name begins, or ends, with an entry of a list.
func listed(list, name string, begins bool) bool {
	last := lower(name[len(name)-1])
	for at := 0; at < len(list); {
		end := at + 1
		for list[end] != ' ' {
			end++
		}
		word := list[at:end]
		at = end + 1
		whole := word[0] == '='
		if whole {
			word = word[1:]
		}
		switch {
		case len(name) < len(word) || whole && len(name) != len(word) || !begins && word[len(word)-1] != last:
		case begins && alike(name[:len(word)], word), !begins && alike(name[len(name)-len(word):], word):
			return true
		}
	}
	return false
}

// alike compares ignoring case, and takes a dash for "_".
func alike(name, word string) bool {
	for i := 0; i < len(word); i++ {
		if c := lower(name[i]); c != word[i] && (c != '-' || word[i] != '_') {
			return false
		}
	}
	return true
}

func equalFold(a, b string) bool { return len(a) == len(b) && folded(a, b) }

func endFold(s, end string) bool {
	return len(s) >= len(end) && folded(s[len(s)-len(end):], end)
}
