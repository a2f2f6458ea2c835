package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/sink"
)

// bodyOf returns a value as the text of a body or a query: a mapping as JSON or as the parameters of a form.
func (r *Interp) bodyOf(v Value, asJSON bool) Value {
	var out Union
	for _, a := range known(v) {
		name := encoder(&a)
		switch {
		case a.Kind == Sequence && asJSON:
			out.Add(r.jsonOf(Value{a}, maxBody))
		case a.Kind == Sequence && a.Keys != nil:
			out.Add(r.formOf(&a))
		case a.Kind == Ref && a.Text == "{}" && a.Of != nil:
			out.Add(r.bodyOf(a.Of, asJSON))
		case sink.JSONEncoders.Has(name):
			out.Add(r.jsonOf(a.Of, maxBody))
		case sink.FormEncoders.Has(name) && mapping(a.Of) != nil:
			out.Add(r.formOf(mapping(a.Of)))
		default:
			out.Add(Value{a}.Str())
		}
	}
	return OrTop(out.Value)
}

// IsEncoded reports whether a value is the text that JSON or a form has for another one.
func IsEncoded(v Value) bool {
	for i := range v {
		if name := encoder(&v[i]); !sink.JSONEncoders.Has(name) && !sink.FormEncoders.Has(name) {
			return false
		}
	}
	return len(v) > 0
}

// encoder returns the name of the function that returned an atom, if only its text was turned to bytes or so since.
func encoder(a *Atom) string {
	if a.Kind != Ref || a.Of == nil {
		return ""
	}
	name := a.Text
	for _, turn := range [...]string{".encode()", ".toString()", ".to_s()", ".bytes()"} {
		name = strings.TrimSuffix(name, turn)
	}
	return strings.TrimSuffix(name, "()")
}

// formOf returns a mapping as the parameters of a form.
func (r *Interp) formOf(a *Atom) Value {
	out := Text("")
	for i, k := range a.Keys {
		if i >= len(a.Items) || !r.Spend(1) {
			break
		}
		if i > 0 {
			k = "&" + k
		}
		value := a.Items[i].Str()
		if len(a.Items[i]) == 1 && a.Items[i][0].Kind == Ref {
			if text, plain := plainValue(a.Items[i][0].Text); plain {
				value = Text(text)
			}
		}
		out = r.Operate("+", r.Operate("+", out, Text(k+"=")), known(value))
	}
	return out
}

// jsonOf returns a value as JSON.
func (r *Interp) jsonOf(v Value, depth int) Value {
	var out Union
	for _, a := range known(v) {
		switch text, plain := plainValue(a.Text); {
		case !r.Spend(1) || depth == 0:
			return Top
		case a.Kind == Number:
			out.Add(Value{a}.Str())
		case a.Kind == Ref && plain:
			out.Add(Text(text))
		case a.Kind == Ref && a.Text == "{}" && a.Of != nil:
			out.Add(r.jsonOf(a.Of, depth-1))
		case a.Kind == Sequence:
			out.Add(r.jsonItems(&a, depth-1))
		case a.Kind == Constant || a.Kind == Template || a.Kind == Unknown && !a.IsUnknown():
			quoted := Value{a}.EachPiece(escapedJSON)
			out.Add(r.Operate("+", r.Operate("+", Text(`"`), quoted), Text(`"`)))
		default:
			out.Add(Top)
		}
	}
	return OrTop(out.Value)
}

// jsonItems returns a list or a mapping as JSON.
func (r *Interp) jsonItems(a *Atom, depth int) Value {
	begin, end := "[", "]"
	if a.Keys != nil {
		begin, end = "{", "}"
	}
	out := Text(begin)
	for i, it := range a.Items {
		before := ""
		if i > 0 {
			before = ","
		}
		if i < len(a.Keys) {
			key, _ := escapedJSON(a.Keys[i])
			before += `"` + key + `":`
		}
		out = r.Operate("+", r.Operate("+", out, Text(before)), r.jsonOf(it, depth))
	}
	return r.Operate("+", out, Text(end))
}

// escapedJSON returns a text as it stands between the quotes of JSON.
func escapedJSON(s string) (string, bool) {
	if !strings.ContainsAny(s, "\\\"\n\r\t") {
		return s, true
	}
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s), true
}

// plainValue returns a constant of a language as JSON has it.
func plainValue(name string) (text string, plain bool) {
	switch name {
	case "True", "true", "JSON::PP::true":
		return "true", true
	case "False", "false", "JSON::PP::false":
		return "false", true
	case "None", "null", "nil", "undefined":
		return "null", true
	}
	return "", false
}
