package php

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/brace"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// phpEffect emits the acts of the forms that only PHP has.
func phpEffect(r *brace.Interp, e sink.Row, act effect.Act, v absval.Value, args absval.Arguments, at lex.Span) {
	switch e.Form {
	case sink.Stream:
		streamed(r, act, v, args, e.Pos, at)
	case sink.Pattern:
		pattern(r, act, v, args, at)
	case sink.Option:
		optionURL(r, act, v, args, at)
	}
}

// streamed emits the acts of opening a file, a URL or one of PHP's own streams.
func streamed(r *brace.Interp, act effect.Act, v absval.Value, args absval.Arguments, pos int, at lex.Span) {
	mode, given := args.Get(pos+1, "mode")
	for _, a := range v.Args() {
		scheme, rest, ok := strings.Cut(a.Text, "://")
		scheme = strings.ToLower(scheme)
		switch {
		case !ok:
		case scheme == "php" && !strings.HasPrefix(rest, "filter/"):
			continue
		case scheme == "php":
			_, a.Text, _ = strings.Cut(rest, "resource=")
		case scheme == "http" || scheme == "https" || scheme == "ftp" || scheme == "ftps":
			r.Emit(effect.Act{Kind: effect.Connects, Call: act.Call, Args: []effect.Arg{a}}, at)
			continue
		case scheme == "file" || scheme == "phar" || scheme == "zip" || scheme == "compress.zlib" || scheme == "glob":
			a.Text = rest
		}
		switch {
		case strings.HasPrefix(a.Text, "data:"):
		case act.Call == "fopen" || act.Call == "splfileobject" || act.Call == "gzopen":
			r.EmitOpen(act, []effect.Arg{a}, writable(mode), given, at)
		default:
			r.EmitEach(act, []effect.Arg{a}, at)
		}
	}
}

// writable converts a mode of fopen to one of Python's open: "c" writes too.
func writable(mode absval.Value) absval.Value {
	return mode.Each(func(s string) (string, bool) { return strings.ReplaceAll(s, "c", "w"), true })
}

// pattern emits the evaluation of a replacement, which the modifier e of old versions requests.
func pattern(r *brace.Interp, act effect.Act, v absval.Value, args absval.Arguments, at lex.Span) {
	for _, a := range v.Args() {
		end := strings.LastIndexAny(a.Text, "/#~!@|%})]>")
		if a.Known && end > 0 && strings.Contains(a.Text[end:], "e") {
			code, _ := args.Get(1, "replacement")
			r.Evaluate(act.Call, absval.OrTop(code), at)
		}
	}
}

// optionURL emits the connection to a handle's URL option.
func optionURL(r *brace.Interp, act effect.Act, v absval.Value, args absval.Arguments, at lex.Span) {
	for _, a := range v {
		if a.Kind == absval.Ref && a.Text == "curlopt_url" {
			to, _ := args.Get(2, "value")
			r.EmitEach(act, absval.OrTop(to).Args(), at)
		}
	}
}
