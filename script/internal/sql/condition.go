package sql

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
)

// maxCondition bounds how many tokens of a condition are looked at.
const maxCondition = 64

// always tells whether a condition holds for every row, as people write it to get past
// what wants one: a comparison of constants, a key that is not null, any text.
func always(cond []token) bool {
	if len(cond) > maxCondition {
		return false
	}
	if end := wordAt(cond, "RETURNING ORDER LIMIT ;"); end >= 0 {
		cond = cond[:end]
	}
	return truth(cond, 0) == holds
}

// outcome is what is known of a condition.
type outcome uint8

const (
	varies outcome = iota
	holds          // for every row
	fails          // for every row
)

// truth is what is known of a condition, which stands inside so many others.
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
		return ofBool(!hasWord(cond[2:len(cond)-1], "WHERE HAVING JOIN INTERSECT EXCEPT")) // of no row in particular
	}
	if o := compared(cond); o != varies {
		return o
	}
	return ofBool(len(cond) > 0 && !namesColumn(cond))
}

// namesColumn tells whether a condition may depend on what is in a row: it names a column, or
// throws dice.
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

// either joins what is known of two conditions: one that is known to be so decides, and two
// that are otherwise are.
func either(a, b, decides, otherwise outcome) outcome {
	switch {
	case a == decides || b == decides:
		return decides
	case a == otherwise && b == otherwise:
		return otherwise
	}
	return varies
}

// not is the opposite of what is known of a condition.
func not(o outcome) outcome {
	switch o {
	case holds:
		return fails
	case fails:
		return holds
	}
	return varies
}

// ofBool is what is known of a condition that holds, or that may do either.
func ofBool(isSo bool) outcome {
	if isSo {
		return holds
	}
	return varies
}

// constant is what a token says alone.
func constant(t token) outcome {
	switch {
	case t.is("TRUE"), isNumber(t) && strings.Trim(t.text, "0") != "":
		return holds
	case t.is("FALSE NULL"), isNumber(t):
		return fails
	}
	return varies
}

// andAt is where the first AND stands that joins conditions and not the ends of BETWEEN, or -1.
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

// hasTail tells whether a condition ends in some key words, and is more than they are.
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

// compared tells whether a comparison always holds.
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

// isAnyText tells whether a pattern, which may be of joined strings, fits any text.
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

// isLength tells whether an expression is the call of a function that returns nothing below zero.
func isLength(expression []token) bool {
	return len(expression) > 3 && expression[0].is("LENGTH LEN CHAR_LENGTH CHARACTER_LENGTH OCTET_LENGTH DATALENGTH ABS") && expression[1].is("(") && closing(expression[2:]) == len(expression)-3
}

// isConstant tells whether a token is a string or a number.
func isConstant(t token) bool { return t.kind == sqlString || isNumber(t) }

// inside tells whether a token is one of a list's own items, one token each.
func inside(t token, list []token) bool {
	for i, item := range list {
		if item == t && (i == 0 || list[i-1].is(",")) && (i+1 == len(list) || list[i+1].is(",")) {
			return true
		}
	}
	return false
}

// comparison is where the sign of a comparison stands that is no part of something in
// parentheses, the sign, and what stands behind it.
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

// mayBeNull tells whether an expression may be null: no constant, key or COALESCE that ends in one is.
func mayBeNull(expression []token) bool {
	if len(expression) == 1 {
		t := expression[0]
		return !isConstant(t) && !isKey(t) && !t.is("TRUE FALSE")
	}
	last := len(expression) - 1
	return last < 4 || !expression[0].is("COALESCE IFNULL NVL ISNULL") || !expression[1].is("(") || closing(expression[2:]) != last-2 || mayBeNull(expression[last-1:last])
}

// compares tells whether a comparison of one token with others that are not the same always holds.
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

// isNumber tells whether a token is a number.
func isNumber(t token) bool {
	return t.kind == word && strings.Trim(t.text, "0123456789") == ""
}

// isKey tells whether a token is called as the keys of tables are, which are never null.
func isKey(t token) bool {
	return (t.kind == word || t.kind == name) && lex.Words("ID _ID UUID ROWID _ROWID_ OID CTID PK").Has(strings.ToUpper(t.text))
}
