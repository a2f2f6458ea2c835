package sql

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
)

// maxCondition bounds the tokens of a condition that are looked at.
const maxCondition = 64

// always reports whether a condition holds for every row, as written to satisfy a check that requires
// one: a comparison of constants, a key that is not null, a pattern for any text.
func always(cond []token) bool {
	if len(cond) > maxCondition {
		return false
	}
	if end := wordAt(cond, "RETURNING ORDER LIMIT ;"); end >= 0 {
		cond = cond[:end]
	}
	return truth(cond, 0) == holds
}

// outcome is the known truth of a condition.
type outcome uint8

const (
	varies outcome = iota
	holds          // for every row
	fails          // for every row
)

// truth returns the outcome of a condition at a nesting depth.
func truth(cond []token, depth int) outcome {
	if depth > maxCondition {
		return varies
	}
	for len(cond) > 2 && cond[0].is("(") && closing(cond[1:]) == len(cond)-2 {
		cond = cond[1 : len(cond)-1]
	}
	if i := wordAt(cond, "OR"); i >= 0 {
		return either(truth(cond[:i], depth+1), truth(cond[i+1:], depth+1), holds, fails)
	}
	if i := andAt(cond); i >= 0 {
		return either(truth(cond[:i], depth+1), truth(cond[i+1:], depth+1), fails, holds)
	}
	if len(cond) > 1 && cond[0].is("NOT") {
		return not(truth(cond[1:], depth+1))
	}
	switch {
	case len(cond) == 1:
		return constant(cond[0])
	case hasTail(cond, "IS TRUE"), hasTail(cond, "IS NOT FALSE"):
		return truth(cond[:wordAt(cond, "IS")], depth+1)
	case hasTail(cond, "IS FALSE"), hasTail(cond, "IS NOT TRUE"):
		return not(truth(cond[:wordAt(cond, "IS")], depth+1))
	case hasTail(cond, "IS NOT NULL"):
		return ofBool(!mayBeNull(cond[:len(cond)-3]))
	case hasTail(cond, "IS NULL"):
		return not(ofBool(!mayBeNull(cond[:len(cond)-2])))
	case len(cond) > 3 && cond[0].is("EXISTS") && cond[1].is("(") && closing(cond[2:]) == len(cond)-3:
		return ofBool(!hasWord(cond[2:len(cond)-1], "WHERE HAVING JOIN INTERSECT EXCEPT")) // independent of the row
	}
	if o := compared(cond); o != varies {
		return o
	}
	return ofBool(len(cond) > 0 && !namesColumn(cond))
}

// namesColumn reports whether a condition may depend on the row: it names a column or a random
// function.
func namesColumn(cond []token) bool {
	for i, t := range cond {
		called := i+1 < len(cond) && cond[i+1].is("(")
		switch {
		case t.kind == name, t.is("RANDOM RAND NEWID GEN_RANDOM_UUID UUID SELECT"):
			return true
		case t.kind != word || isNumber(t) || called || t.is("TRUE FALSE NULL IS NOT IN LIKE ILIKE BETWEEN AND OR DISTINCT FROM CASE WHEN THEN ELSE END CURRENT_DATE CURRENT_TIMESTAMP CURRENT_TIME CURRENT_USER"):
		default:
			return true
		}
	}
	return false
}

// either combines two outcomes: decides if one of them is decides, otherwise if both are
// otherwise.
func either(a, b, decides, otherwise outcome) outcome {
	switch {
	case a == decides || b == decides:
		return decides
	case a == otherwise && b == otherwise:
		return otherwise
	}
	return varies
}

// not returns the opposite outcome.
func not(o outcome) outcome {
	switch o {
	case holds:
		return fails
	case fails:
		return holds
	}
	return varies
}

// ofBool returns holds for true, and the unknown outcome for false.
func ofBool(isSo bool) outcome {
	if isSo {
		return holds
	}
	return varies
}

// constant returns the outcome of a single token.
func constant(t token) outcome {
	switch {
	case t.is("TRUE"), isNumber(t) && strings.Trim(t.text, "0") != "":
		return holds
	case t.is("FALSE NULL"), isNumber(t):
		return fails
	}
	return varies
}

// andAt returns the index of the first AND that joins conditions and does not belong to BETWEEN, or -1.
func andAt(cond []token) int {
	open, between := 0, false
	for i, t := range cond {
		switch {
		case t.is("("):
			open++
		case t.is(")"):
			open--
		case open > 0:
		case t.is("BETWEEN"):
			between = true
		case t.is("AND") && !between:
			return i
		case t.is("AND"):
			between = false
		}
	}
	return -1
}

// hasTail reports whether a condition ends in some keywords and has other tokens before them.
func hasTail(cond []token, words string) bool {
	tail := strings.Fields(words)
	from := len(cond) - len(tail)
	if from < 1 || wordAt(cond, "IS") != from {
		return false
	}
	for i, w := range tail {
		if !cond[from+i].is(w) {
			return false
		}
	}
	return true
}

// compared reports whether a comparison always holds.
func compared(cond []token) outcome {
	at, sign, right := comparison(cond)
	if at < 1 {
		return varies
	}
	left := cond[:at]
	if left[at-1].is("NOT") { // a NOT LIKE b
		return not(compared(append(left[:at-1:at-1], cond[at:]...)))
	}
	switch sign {
	case "=", "==", "<=>", "IS", "ISNOTDISTINCTFROM", ">=", "<=":
		if slices.Equal(left, right) {
			return ofBool(right[0].text != "NULL")
		}
		if sign[0] == '=' && len(left) == 1 && len(right) == 1 && isConstant(left[0]) && isConstant(right[0]) {
			return fails
		}
	case "BETWEEN": // x AND x
		if and := wordAt(right, "AND"); and > 0 && slices.Equal(left, right[:and]) && slices.Equal(left, right[and+1:]) {
			return holds
		}
		return varies
	case "IN":
		if len(right) > 2 && right[0].is("(") && len(left) == 1 && inside(left[0], right[1:len(right)-1]) {
			return holds
		}
		return varies
	case "LIKE", "ILIKE", "GLOB", "REGEXP", "RLIKE", "~", "SIMILARTO":
		return ofBool(slices.Equal(left, right) || isAnyText(right))
	}
	if isLength(left) {
		return ofBool(sign == ">=" && len(right) == 1 && right[0].is("0") || sign[0] == '>' && len(right) == 2 && right[0].is("-"))
	}
	return ofBool(len(left) == 1 && compares(left[0], sign, right))
}

// isAnyText reports whether a pattern, possibly of concatenated strings, matches any text.
func isAnyText(pattern []token) bool {
	text := ""
	for _, t := range pattern {
		if t.kind != sqlString && !t.is("|") {
			return false
		}
		text += t.text
	}
	return text != "" && strings.Trim(text, "%*.^$|") == ""
}

// isLength reports whether an expression calls a function whose result is never negative.
func isLength(expression []token) bool {
	return len(expression) > 3 && expression[0].is("LENGTH LEN CHAR_LENGTH CHARACTER_LENGTH OCTET_LENGTH DATALENGTH ABS") && expression[1].is("(") && closing(expression[2:]) == len(expression)-3
}

// isConstant reports whether a token is a string or a number.
func isConstant(t token) bool { return t.kind == sqlString || isNumber(t) }

// inside reports whether a token is an item of a list of single tokens.
func inside(t token, list []token) bool {
	for i, item := range list {
		if item == t && (i == 0 || list[i-1].is(",")) && (i+1 == len(list) || list[i+1].is(",")) {
			return true
		}
	}
	return false
}

// comparison returns the index of a comparison operator outside parentheses, the operator, and its
// right operand.
func comparison(cond []token) (at int, sign string, right []token) {
	const signs = "= < > ! ~ IS LIKE ILIKE GLOB REGEXP RLIKE BETWEEN IN SIMILAR"
	at = wordAt(cond, signs)
	end := at
	for end >= 0 && end < len(cond)-1 && (cond[end].is(signs) || end > at && cond[end].is("NOT DISTINCT FROM TO")) {
		sign += cond[end].text
		end++
	}
	if sign == "" {
		return -1, "", nil
	}
	return at, sign, cond[end:]
}

// mayBeNull reports whether an expression may be null. A constant, a key, and COALESCE ending in one
// never are.
func mayBeNull(expression []token) bool {
	if len(expression) == 1 {
		t := expression[0]
		return !isConstant(t) && !isKey(t) && !t.is("TRUE FALSE")
	}
	last := len(expression) - 1
	return last < 4 || !expression[0].is("COALESCE IFNULL NVL ISNULL") || !expression[1].is("(") || closing(expression[2:]) != last-2 || mayBeNull(expression[last-1:last])
}

// compares reports whether a comparison of a token with a different expression always holds.
func compares(left token, sign string, rest []token) bool {
	right := rest[len(rest)-1]
	if len(rest) == 2 && rest[0].is("-") {
		sign += "-"
	} else if len(rest) != 1 {
		return false
	}
	switch sign {
	case "<>", "!=", ">", "<", ">=", "<=":
		if isConstant(left) {
			return isConstant(right) && (left != right) == (sign != ">=" && sign != "<=")
		}
		return isKey(left) && sign[0] != '<' && right.is("0") || isKey(left) && sign == "<>" && right.is("0")
	case ">-", ">=-", "<>-", "!=-":
		return isKey(left) && isNumber(right)
	}
	return false
}

// isNumber reports whether a token is a number.
func isNumber(t token) bool {
	return t.kind == word && strings.Trim(t.text, "0123456789") == ""
}

// isKey reports whether a token has a usual name of a primary key, which is never null.
func isKey(t token) bool {
	return (t.kind == word || t.kind == name) && lex.Words("ID _ID UUID ROWID _ROWID_ OID CTID PK").Has(strings.ToUpper(t.text))
}
