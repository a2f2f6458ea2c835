package script

import "strings"

// phpEffect emits what the forms do that only PHP has.
func phpEffect(r *curly, e effect, act Act, v value, args arguments, at span) {
	switch e.form {
	case stream:
		phpStreamed(r, act, v, args, e.pos, at)
	case pattern:
		phpPattern(r, act, v, args, at)
	case option:
		phpOptionURL(r, act, v, args, at)
	}
}

// phpStreamed emits what opening a file, a URL or one of PHP's own streams does.
func phpStreamed(r *curly, act Act, v value, args arguments, pos int, at span) {
	mode, given := args.get(pos+1, "mode")
	for _, a := range v.args() {
		scheme, rest, ok := strings.Cut(a.Text, "://")
		scheme = strings.ToLower(scheme)
		switch {
		case !ok:
		case scheme == "php" && !strings.HasPrefix(rest, "filter/"):
			continue
		case scheme == "php":
			_, a.Text, _ = strings.Cut(rest, "resource=")
		case scheme == "http" || scheme == "https" || scheme == "ftp" || scheme == "ftps":
			r.emit(Act{Kind: Connects, Call: act.Call, Args: []Arg{a}}, at)
			continue
		case scheme == "file" || scheme == "phar" || scheme == "zip" || scheme == "compress.zlib" || scheme == "glob":
			a.Text = rest
		}
		switch {
		case strings.HasPrefix(a.Text, "data:"):
		case act.Call == "fopen" || act.Call == "splfileobject" || act.Call == "gzopen":
			r.opened(act, []Arg{a}, writable(mode), given, at)
		default:
			r.emitEach(act, []Arg{a}, at)
		}
	}
}

// writable is a mode of fopen in the letters of Python's open: "c" writes too.
func writable(mode value) value {
	return mode.each(func(s string) (string, bool) { return strings.ReplaceAll(s, "c", "w"), true })
}

// phpPattern emits the evaluation of a replacement, which the modifier e of old
// versions asks for.
func phpPattern(r *curly, act Act, v value, args arguments, at span) {
	for _, a := range v.args() {
		end := strings.LastIndexAny(a.Text, "/#~!@|%})]>")
		if a.Known && end > 0 && strings.Contains(a.Text[end:], "e") {
			code, _ := args.get(1, "replacement")
			r.evaluate(act.Call, orAnything(code), at)
		}
	}
}

// phpOptionURL emits the connection that the URL option of a handle leads to.
func phpOptionURL(r *curly, act Act, v value, args arguments, at span) {
	for _, a := range v {
		if a.kind == ref && a.text == "curlopt_url" {
			to, _ := args.get(2, "value")
			r.emitEach(act, orAnything(to).args(), at)
		}
	}
}
