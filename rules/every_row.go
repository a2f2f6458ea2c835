package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Methods of object-relational mappers. Sources: the documentation of Django's QuerySet, Active Record,
// Eloquent and Ecto.
const (
	rowDeleters = "delete delete_all destroy_all"                                                                   // that delete what they are called on
	rowFilters  = "filter filter_by where get find find_by findOrFail first firstWhere whereIn whereKey whereEmail" // that pick some rows, or one
	unfilters   = "or orWhere orWhereRaw unscope unscoped rewhere union all_objects withoutGlobalScopes"            // that may take the choice back
)

// always are conditions that hold for every row, without blanks and quotes: alone, and as a part of others.
const (
	alwaysAlone = "true 1 q() nil none null {} []"
	alwaysPart  = "1=1 0=0 true=true ortrue or1 isnotnull __isnull=false __isnull=0 !=null <>null !=nil ,!=,null ,<>,null ~q( **  " +
		"id>0 id>=0 id>=1 id>-1 id!=0 id<>0 id__gt=0 id__gte=0 id__gte=1 id__gt=-1 pk__gt=0 pk__gte=0 pk__gte=1 pk__gt=-1 id,>,0 id,>=,0 id,>=,1 id,!=,0 id,<>,0 id:0.. id:1.. .objects.all .objects.values"
)

// deletesEveryRow reports whether code that an invocation runs, or gets as an operand, deletes rows that no
// condition picks.
func deletesEveryRow(v *grammar.Invocation) bool {
	for _, o := range v.Operands {
		if code, known := o.Word.Text(); !known || hasEveryRow(code) {
			return true
		}
	}
	return slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool {
		code, known := e.Word.Text()
		return e.Kind == grammar.Evaluates && (!known || hasEveryRow(code))
	})
}

// hasEveryRow reports whether code has a call that deletes rows without a condition.
func hasEveryRow(code string) bool {
	for at := 0; at < len(code); {
		begin := at
		for at < len(code) && (code[at] == '_' || isLetterOrDigit(code[at])) {
			at++
		}
		if at == begin {
			at++
			continue
		}
		if begin > 0 && wordlist.Among(code[begin:at], rowDeleters) && endsInMember(code[:begin]) && !isFiltered(code[:begin], code[begin:at], code[at:]) {
			return true
		}
	}
	return false
}

// endsInMember reports whether code ends in what stands before the name of a method.
func endsInMember(code string) bool {
	return strings.HasSuffix(code, ".") || strings.HasSuffix(code, "->") || strings.HasSuffix(code, "::")
}

// isFiltered reports whether the call of a method that deletes rows concerns only rows that a condition picks,
// or no rows of a database.
func isFiltered(before, method, after string) bool {
	arguments := ""
	if strings.HasPrefix(after, "(") {
		if end := endOfCall(after); end > 0 {
			arguments = after[1:end]
		}
	}
	picks, rows := isCondition(arguments), method != "delete" || strings.HasSuffix(before, "->") || strings.HasSuffix(before, "::")
	if method == "delete" && strings.TrimSpace(arguments) != "" {
		return true // of one key, or of a file
	}
	for endsInMember(before) {
		before = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(before, "."), "->"), "::"), " \t\r\n")
		name, given, rest := lastCall(before)
		switch {
		case wordlist.Among(name, unfilters):
			return false
		case wordlist.Among(name, rowFilters) && (isCondition(given) || name == "first" || strings.HasPrefix(name, "find") && strings.TrimSpace(given) != ""):
			picks = true
		}
		rows = rows || wordlist.Among(name, "objects query") || name == "" && strings.Contains(given, ".objects") // (a | b).delete()
		before = rest
	}
	return picks || !rows
}

// lastCall returns the name and the arguments of the call, or the name of the variable, in which code ends, and
// what stands before it.
func lastCall(code string) (name, arguments, before string) {
	end := len(code)
	if strings.HasSuffix(code, ")") {
		depth := 0
		for end--; end >= 0; end-- {
			switch code[end] {
			case ')':
				depth++
			case '(':
				depth--
			}
			if depth == 0 {
				break
			}
		}
		if end < 0 {
			return "", "", ""
		}
		arguments = code[end+1 : len(code)-1]
	}
	begin := end
	for begin > 0 && (code[begin-1] == '_' || code[begin-1] == '\\' || code[begin-1] == '$' || isLetterOrDigit(code[begin-1])) {
		begin--
	}
	return code[begin:end], arguments, code[:begin]
}

// isCondition reports whether the arguments of a filter pick some rows: they compare something, and that does
// not hold for every row.
func isCondition(arguments string) bool {
	plain := strings.ToLower(strings.NewReplacer(" ", "", "\t", "", "\n", "", `"`, "", "'", "", "`", "").Replace(arguments))
	switch {
	case plain == "", wordlist.Among(plain, alwaysAlone), strings.HasSuffix(plain, "like%"), strings.HasSuffix(plain, "like,%"), strings.HasSuffix(plain, "contains="):
		return false
	case slices.ContainsFunc(strings.Fields(alwaysPart), func(part string) bool { return strings.Contains(plain, part) }):
		return false
	case strings.HasPrefix(plain, "*"):
		return false
	}
	return strings.ContainsAny(plain, "=:,<>") || strings.Contains(plain, "like") || strings.Contains(plain, "isnull")
}
