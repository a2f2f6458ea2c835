package grammar

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
	"github.com/agent-loop/shimgen/parser"
)

// protectionOff is the name of the effect of a command that takes a protection away by the value of a setting.
const protectionOff = "protection-off"

// mayBeProtectionOff is the name of that effect if the program is not known, and only its words say that it is the client
// of a service.
const mayBeProtectionOff = "protection-maybe-off"

// grantAll is the name of the effect of a command that allows everything of a kind.
const grantAll = "grant-all"

const (
	maxNouns    = 4       // the words of a subcommand that may say that it is about variables
	maxVerbs    = 6       // the words of a subcommand that say what it does
	maxSettings = 1 << 10 // the settings of one command that are read
	maxNested   = 3       // how often a setting's value may be a list of settings
)

// genericNames are names of settings that say nothing without what they are about.
const genericNames = "state status enabled enable is-enabled isEnabled value mode active on"

// setting is a setting of a service, as a client's words give it.
type setting struct {
	name  string // words in lower case, joined by hyphens, with a hyphen at each end
	value string // as catalogue.Protection writes values
}

// protections records that a setting which a service's client changes leaves something less protected. What has
// no grammar is a client by its words: those about an object that other people use.
func (r *reader) protections() {
	effect := protectionOff
	switch {
	case r.isServiceClient():
	case r.inv.Program == nil && slices.ContainsFunc(r.cmd.Args[1:min(len(r.cmd.Args), maxVerbs)], namesServed):
		effect = mayBeProtectionOff
	default:
		return
	}
	if r.given("--dry-run --help") == parser.Yes {
		return
	}
	words := r.cmd.Args[1:]
	about, changes, adds := r.subjectOf(words)
	if !changes && !adds {
		return
	}
	for _, s := range settingsOf(words, about) {
		if s.lowersIn(!changes) {
			r.effect(Effect{Kind: Alters, Name: effect, Word: parser.Text(strings.Trim(s.name, "-") + "=" + s.value)}, parser.Yes)
			return
		}
	}
}

// namesServed reports whether a word names a kind of object that services keep: org, realms/prod.
func namesServed(w parser.Word) bool {
	kind, _, _ := strings.Cut(w.Prefix(), "/")
	return kind != "" && kind[0] != '-' && wordlist.Among(kind, catalogue.Served)
}

// grantsAll records that a client allows everything of a kind: a word is * as it stands, behind a verb that admits
// or grants. Such a verb alone is clear, and add with an object that holds rights. With a verb that makes something,
// * is the value of an option for rights: token create --scope '*'.
func (r *reader) grantsAll() {
	if r.inv.Program != nil && r.inv.Program.Style&spec.Service == 0 {
		return
	}
	verb, makes, option := false, false, ""
	for i, w := range r.cmd.Args[1:] {
		text, known := w.Text()
		before := option
		option = strings.TrimLeft(text, "-")
		if option == text {
			option = ""
		}
		name, value, joined := strings.Cut(option, "=")
		switch {
		case !known:
		case verb && wordlist.Among(text, catalogue.Everything),
			makes && before != "" && wordlist.Among(before, catalogue.Rights) && wordlist.Among(text, catalogue.Everything),
			makes && joined && wordlist.Among(name, catalogue.Rights) && wordlist.Among(value, catalogue.Everything):
			r.effect(Effect{Kind: Alters, Name: grantAll, Word: w}, parser.Yes)
			return
		case i >= maxVerbs || strings.HasPrefix(text, "-"):
		case wordlist.Among(text, catalogue.Withdrawing):
			return
		default:
			verb = verb || admits(text, r.cmd.Args[1:min(len(r.cmd.Args), maxVerbs)])
			makes = makes || wordlist.Among(text, catalogue.Making)
		}
	}
}

// admits reports whether a word is, or begins with, a verb that admits or grants.
func admits(text string, words []parser.Word) bool {
	parts := strings.Split(strings.Trim(settingName(text), "-"), "-")
	if parts[0] != "add" {
		return wordlist.Among(parts[0], catalogue.Admitting)
	}
	return slices.ContainsFunc(parts, func(part string) bool { return wordlist.Among(part, catalogue.Rights) }) ||
		slices.ContainsFunc(words, func(w parser.Word) bool { return wordlist.Among(w.Prefix(), catalogue.Rights) })
}

// isServiceClient reports whether the program is a client of services whose settings are read.
func (r *reader) isServiceClient() bool {
	p := r.inv.Program
	if p == nil {
		return wordlist.Among(r.inv.Name, catalogue.ClientsWithoutGrammar)
	}
	return p.Style&spec.Service != 0 && p.Syntax.Lang == "" && !wordlist.Among(r.inv.Name, catalogue.ClientsOfOwnFiles)
}

// subjectOf returns what a subcommand is about, as the name of a setting is written, and whether it changes the
// settings of it, or adds something with settings. The client's own options may stand before it.
func (r *reader) subjectOf(words []parser.Word) (about string, changes, adds bool) {
	var b strings.Builder
	read := 0
	for _, w := range words {
		text, known := w.Text()
		if !known || text == "" || strings.HasPrefix(text, "-") || strings.Contains(text, "=") {
			if read > 1 {
				break
			}
			continue
		}
		if read++; read > maxVerbs {
			break
		}
		if strings.Contains(text, "config:") || read == 1 && wordlist.Among(text, "config configure") && wordlist.Among(r.inv.Name, catalogue.ClientsWithConfig) {
			return "", false, false
		}
		for part := range strings.SplitSeq(strings.Trim(settingName(text), "-"), "-") {
			if read <= maxNouns && wordlist.Among(part, catalogue.WithoutSettings) {
				return "", false, false
			}
			if wordlist.Among(part, catalogue.Neutral) {
				changes = true
				continue
			}
			adds = adds || wordlist.Among(part, catalogue.AddingSettings)
			b.WriteString("-" + part)
		}
	}
	return b.String() + "-", changes, adds
}

// settingsOf returns the settings that words give: options with a value, KEY=VALUE, lists of those, JSON, and two
// words behind each other.
func settingsOf(words []parser.Word, about string) (out []setting) {
	before, object, own := "", "", false // object: the value of --name; own: the words belong to an option that is the client's own
	for i := 0; i < len(words) && len(out) < maxSettings; i++ {
		text, known := globbed(words[i])
		option, isOption := strings.CutPrefix(text, "--")
		key, value, two := strings.Cut(text, "=")
		switch {
		case !known:
			before = ""
		case isOption:
			before = ""
			name, value, joined := strings.Cut(option, "=")
			own = wordlist.Among(strings.TrimPrefix(name, "no-"), catalogue.OwnOptions)
			if !joined {
				value = "given"
				if i+1 < len(words) && !strings.HasPrefix(words[i+1].Prefix(), "-") {
					i++
					value, known = globbed(words[i])
				}
			}
			switch {
			case name == "name" && known && isSettingKey(value):
				object = settingName(value)
			case name == "value" && object != "":
				out = append(out, setting{object, settingValue(value)})
			case !own:
				out = append(out, optionSettings(name, value, known, about)...)
			}
		case strings.HasPrefix(text, "-"):
			before, own = "", wordlist.Among(text, catalogue.OwnLetters)
			if own {
				i++
			}
		case two && isSettingKey(key):
			if !own {
				out = append(out, setting{named(key, about), settingValue(value)})
				if strings.HasPrefix(value, "{") || strings.HasPrefix(value, "[") {
					out = append(out, nestedSettings(named(key, about), value, maxNested)...)
				}
			}
			before = ""
		case strings.HasPrefix(text, "{"):
			before, out = "", append(out, nestedSettings("-", text, maxNested)...)
		default:
			if before != "" {
				out = append(out, setting{settingName(before), settingValue(text)})
			}
			before, own = text, false
		}
	}
	return out
}

// globbed returns the text of a word, if it is known as it stands: no file has the name of a setting's pattern.
func globbed(w parser.Word) (text string, known bool) {
	text = withPlaceholders(w)
	return text, !strings.Contains(text, placeholder)
}

// named returns the name of a setting. One that says nothing by itself is about what the subcommand is about.
func named(name, about string) string {
	if wordlist.Among(name, genericNames) {
		return about + strings.TrimPrefix(settingName(name), "-")
	}
	return settingName(name)
}

// optionSettings returns the settings that an option gives.
func optionSettings(name, value string, known bool, about string) []setting {
	words := strings.Trim(settingName(name), "-")
	for _, off := range []string{"no-", "disable-", "without-", "clear-"} {
		if rest, cuts := strings.CutPrefix(words, off); cuts && (off == "no-" || !known || !wordlist.Among(strings.ToLower(value), "false no off")) {
			return []setting{{settingName(rest), "off"}}
		}
	}
	if !known {
		return nil
	}
	own := named(name, about)
	return append(nestedSettings(own, value, maxNested), setting{own, settingValue(value)})
}

// nestedSettings returns the settings in a value that is a list of KEY=VALUE or JSON.
func nestedSettings(name, value string, depth int) (out []setting) {
	if strings.HasPrefix(value, "{") || strings.HasPrefix(value, "[") {
		if strings.Contains(value, "Statement") {
			return nil // an access policy: see accessPolicy
		}
		docs, err := yaml.Documents(value)
		if err != nil {
			return nil
		}
		for _, doc := range docs {
			w := fieldWalk{left: maxSettings, visit: func(path, value string) {
				out = append(out, setting{name + strings.TrimPrefix(settingName(path), "-"), settingValue(value)})
			}}
			w.walk("", doc)
		}
		return out
	}
	object := "" // what name=OBJECT,value=V is about
	for part := range strings.FieldsFuncSeq(value, func(c rune) bool { return c == ',' || c == ' ' }) {
		key, value, two := strings.Cut(part, "=")
		if !two || !isSettingKey(key) || depth == 0 {
			continue
		}
		full := name + strings.TrimPrefix(settingName(key), "-")
		switch strings.ToLower(key) {
		case "name", "key", "path":
			object = settingName(value)
		case "value":
			full = cmp.Or(object, full)
		}
		out = append(out, setting{full, settingValue(value)})
		out = append(out, nestedSettings(full, strings.Trim(value, "{}[]"), depth-1)...)
	}
	return out
}

// isSettingKey reports whether a text can be the name of a setting. A name with a slash or a colon may be one of
// the user's objects.
func isSettingKey(key string) bool {
	return key != "" && !strings.ContainsAny(key, "/: '\"{}()")
}

// settingValue returns a value as catalogue.Protection writes it.
func settingValue(value string) string {
	value = strings.ToLower(strings.Trim(value, `"' `))
	switch value {
	case "", "''", "{}", "[]":
		return "empty"
	case "*":
		return everything
	}
	return strings.ReplaceAll(value, " ", "-")
}

// settingName returns the words of a name in lower case, joined by hyphens: portSecurity and port_security are
// -port-security-.
func settingName(name string) string {
	var b strings.Builder
	b.WriteByte('-')
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			if i > 0 && (name[i-1] >= 'a' && name[i-1] <= 'z' || name[i-1] >= '0' && name[i-1] <= '9' || i+1 < len(name) && name[i-1] >= 'A' && name[i-1] <= 'Z' && name[i+1] >= 'a' && name[i+1] <= 'z') {
				b.WriteByte('-')
			}
			b.WriteByte(c - 'A' + 'a')
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b.WriteByte(c)
		default:
			b.WriteByte('-')
		}
	}
	b.WriteByte('-')
	return b.String()
}

// lowers reports whether a row of the catalogue says that the value takes a protection away.
func (s setting) lowers() bool { return s.lowersIn(false) }

// lowersIn is lowers, for what is there or for a new object, of which only some rows say so.
func (s setting) lowersIn(added bool) bool {
	if s.hasWord(catalogue.UsersWords) || strings.HasPrefix(s.name, "-user-") {
		return false
	}
	return slices.ContainsFunc(catalogue.Protections[:], func(p catalogue.Protection) bool {
		if added && !p.Added || !s.hasWord(p.Names) {
			return false
		}
		if p.Reversed != "" && s.hasWord(p.Reversed) {
			return p.Reverse != "" && fitsAny(p.Reverse, s.value)
		}
		number, err := strconv.Atoi(s.value)
		return fitsAny(p.Values, s.value) || err == nil && number >= 0 && number < p.Below || p.Shortest > 0 && isShorter(s.value, p.Shortest)
	})
}

// isShorter reports whether a value is a time, as 30m, 1d or 86400s, below a number of hours.
func isShorter(value string, hours int) bool {
	digits := strings.TrimRight(value, "abcdefghijklmnopqrstuvwxyz-_")
	number, err := strconv.Atoi(digits)
	if err != nil || number < 0 || number > 1<<30 {
		return false
	}
	switch strings.TrimLeft(value[len(digits):], "-_") {
	case "ms", "millis", "milliseconds":
		return number < hours*3_600_000
	case "s", "sec", "seconds":
		return number < hours*3600
	case "m", "min", "minutes":
		return number < hours*60
	case "h", "hour", "hours":
		return number < hours
	case "d", "day", "days":
		return number*24 < hours
	}
	return false
}

// hasWord reports whether the name contains one of some words.
func (s setting) hasWord(words string) bool {
	for w := range wordlist.Each(words) {
		if i := strings.Index(s.name, w); i > 0 && strings.Contains(s.name, "-"+w+"-") {
			return true
		}
	}
	return false
}

// lowersProtection reports whether a request changes a setting of a service so that something is less protected.
// The last two parts of the path are what a value without a name of its own is about: settings/ssl with {"value":"off"}.
func (q *request) lowersProtection(address string) bool {
	if !wordlist.Among(q.method, "PUT PATCH POST") || q.body == "" || strings.Contains(q.body, placeholder) {
		return false
	}
	path, _, _ := strings.Cut(address, "?")
	parts := strings.Split(path, "/")
	about := settingName(strings.Join(parts[max(1, len(parts)-2):], "-"))
	if q.method == "POST" {
		if strings.Contains(about, "-settings-") == strings.Contains(about, "-config-") {
			return false
		}
	}
	return slices.ContainsFunc(bodySettings(q.body, about), setting.lowers)
}

// bodySettings returns the settings in the body of a request: JSON or a form.
func bodySettings(body, about string) []setting {
	if strings.HasPrefix(body, "{") {
		out := nestedSettings("-", body, maxNested)
		for i, s := range out {
			if wordlist.Among(strings.Trim(s.name, "-"), genericNames) {
				out[i].name = about + strings.TrimPrefix(s.name, "-")
			}
		}
		return out
	}
	var out []setting
	for field := range strings.SplitSeq(body, "&") {
		if key, value, two := strings.Cut(field, "="); two && isSettingKey(key) {
			out = append(out, setting{settingName(key), settingValue(value)})
		}
	}
	return out
}
