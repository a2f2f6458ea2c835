package sql

import (
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
	for len(cond) > 2 && cond[0].is("(") && closing(cond[1:]) == len(cond)-2 {
		cond = cond[1 : len(cond)-1]
	}
	if i := wordAt(cond, "OR"); i >= 0 {
		return always(cond[:i]) || always(cond[i+1:])
	}
	if i := wordAt(cond, "AND"); i >= 0 && wordAt(cond, "BETWEEN") < 0 {
		return always(cond[:i]) && always(cond[i+1:])
	}
	if len(cond) == 2 && cond[0].is("NOT") {
		return cond[1].is("FALSE 0")
	}
	if len(cond) == 1 {
		return cond[0].is("TRUE") || isNumber(cond[0]) && cond[0].text != "0"
	}
	return len(cond) > 2 && compares(cond[0], cond[1:])
}

// compares tells whether a comparison of one token with others always holds.
func compares(left token, rest []token) bool {
	right := rest[len(rest)-1]
	sign := ""
	for _, t := range rest[:len(rest)-1] {
		sign += t.text
	}
	constant := left.kind == sqlString || isNumber(left)
	switch sign {
	case "=", "==", "<=>", "IS":
		return left == right && right.text != "NULL"
	case "ISNOT":
		return right.is("NULL") && (constant || isKey(left)) || right.is("FALSE")
	case "<>", "!=", ">", "<", ">=", "<=":
		if constant {
			return (right.kind == sqlString || isNumber(right)) && (left != right) == (sign != ">=" && sign != "<=")
		}
		return isKey(left) && sign[0] != '<' && right.is("0") || isKey(left) && sign == "<>" && right.is("0")
	case ">-", ">=-", "<>-", "!=-":
		return isKey(left) && isNumber(right)
	case "LIKE", "ILIKE", "GLOB", "REGEXP", "RLIKE", "~":
		return right.kind == sqlString && strings.Trim(right.text, "%*.") == "" && right.text != ""
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
