package filter

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// basenc evaluates basenc, whose options select base64, base32 and others (basenc(1)).
func basenc(call Call) (string, bool) {
	of := Call{Input: call.Input, HasInput: call.HasInput, Spend: call.Spend}
	kind := ""
	for _, a := range call.Args {
		switch a {
		case "--base64", "--base64url", "--base32", "--base32hex", "--base16":
			kind = a
		default:
			of.Args = append(of.Args, a)
		}
	}
	switch kind {
	case "--base64":
		return base64Text(of)
	case "--base64url":
		return codec{upperCase + lowerCase + "0123456789-_=", base64.URLEncoding.EncodeToString, base64.URLEncoding.DecodeString}.run(of)
	case "--base32":
		return base32Text(of)
	case "--base32hex":
		return codec{"0123456789" + upperCase[:22] + "=", base32.HexEncoding.EncodeToString, base32.HexEncoding.DecodeString}.run(of)
	case "--base16":
		return codec{
			"0123456789ABCDEFabcdef",
			func(b []byte) string { return strings.ToUpper(hex.EncodeToString(b)) }, hex.DecodeString,
		}.run(of)
	}
	return "", false
}

// openssl evaluates `openssl base64` and `openssl enc -base64`, which join the lines of their
// input (openssl-enc(1)).
func openssl(call Call) (string, bool) {
	if len(call.Args) == 0 {
		return "", false
	}
	of := Call{Input: call.Input, HasInput: call.HasInput, Spend: call.Spend}
	decodes, is64 := false, call.Args[0] == "base64"
	if !is64 && call.Args[0] != "enc" {
		return "", false
	}
	for _, a := range call.Args[1:] {
		switch a {
		case "-d":
			decodes = true
		case "-base64", "-a":
			is64 = true
		case "-A":
		default:
			return "", false
		}
	}
	if !decodes || !is64 {
		return "", false
	}
	of.Args = []string{"-d"}
	return base64Text(of)
}

// pythonDecoder evaluates Python's base64 module run as a program.
func pythonDecoder(call Call) (string, bool) {
	if len(call.Args) < 3 || call.Args[0] != "-m" || call.Args[1] != "base64" || call.Args[2] != "-d" && call.Args[2] != "-u" {
		return "", false
	}
	if rest := call.Args[3:]; len(rest) > 1 || len(rest) == 1 && rest[0] != "-" {
		return "", false
	}
	call.Args = []string{"-d"}
	return base64Text(call)
}

// jqDecoder evaluates a jq program that decodes its own literal: "…" | @base64d (jq(1)).
func jqDecoder(call Call) (string, bool) {
	raw, program := false, ""
	for _, a := range call.Args {
		switch {
		case a == "--null-input" || a == "--raw-output" || len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "rnj") == "":
			raw = raw || a != "--null-input" && a != "-n"
		case program == "" && a != "":
			program = a
		default:
			return "", false
		}
	}
	if text, ok := jqText(program); ok && raw && slices.ContainsFunc(call.Args, isNullInput) {
		return text + "\n", !slices.ContainsFunc(call.Args, joinsOutput)
	}
	literal, decodes := strings.CutSuffix(strings.TrimSpace(program), "@base64d")
	literal, piped := strings.CutSuffix(strings.TrimSpace(literal), "|")
	literal = strings.TrimSpace(literal)
	text, err := strconv.Unquote(literal)
	if !raw || !decodes || !piped || err != nil || literal[0] != '"' {
		return "", false
	}
	out, known := base64Text(Call{Args: []string{"-d"}, Input: text, HasInput: true, Spend: call.Spend})
	return out + "\n", known
}

// isNullInput and joinsOutput report whether options of jq say that it reads no input, and that it
// ends no line.
func isNullInput(a string) bool {
	return a == "--null-input" || isJqOptions(a) && strings.Contains(a, "n")
}

func joinsOutput(a string) bool { return isJqOptions(a) && strings.Contains(a, "j") }

func isJqOptions(a string) bool { return strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") }

// jqText returns the text that a program of literals joined by + makes.
func jqText(program string) (string, bool) {
	text := ""
	for rest := strings.TrimSpace(program); ; {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil || quoted[0] != '"' {
			return "", false
		}
		one, err := strconv.Unquote(quoted)
		if text += one; err != nil {
			return "", false
		}
		if rest = strings.TrimSpace(rest[len(quoted):]); rest == "" {
			return text, true
		}
		if rest[0] != '+' {
			return "", false
		}
		rest = strings.TrimSpace(rest[1:])
	}
}
