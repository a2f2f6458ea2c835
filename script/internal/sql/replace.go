package sql

import "slices"

// replaces records a statement that leaves a table empty: CREATE OR REPLACE TABLE without rows, or with a
// query that returns none, and INSERT OVERWRITE with such a query.
func (r *reader) replaces(stmt []token) {
	object := 0
	switch {
	case len(stmt) > 4 && stmt[0].is("CREATE") && stmt[1].is("OR") && stmt[2].is("REPLACE") && stmt[3].is("TABLE DATABASE SCHEMA"):
		object = 4
	case len(stmt) > 3 && stmt[0].is("INSERT") && stmt[1].is("OVERWRITE") && stmt[2].is("INTO TABLE"):
		object = 3
	default:
		return
	}
	rest := stmt[object:]
	query := slices.IndexFunc(rest, func(t token) bool { return t.is("SELECT") })
	switch {
	case query >= 0 && selectsNothing(rest[query+1:]):
		r.alter("drop-rows", rest)
	case query < 0 && wordAt(rest, "AS LIKE CLONE COPY FROM USING VALUES TABLE WITH") < 0:
		r.alter("drop-table", rest)
	}
}

// selectsNothing reports whether a query surely returns no row: WHERE 1=0, LIMIT 0.
func selectsNothing(query []token) bool {
	query = query[:closing(query)] // AS (SELECT …)
	if i := wordAt(query, "LIMIT"); i >= 0 && i+1 < len(query) && query[i+1].text == "0" {
		return true
	}
	i := wordAt(query, "WHERE")
	if i < 0 {
		return false
	}
	cond := query[i+1:]
	if end := wordAt(cond, "GROUP HAVING ORDER LIMIT QUALIFY WINDOW FETCH UNION ;"); end >= 0 {
		cond = cond[:end]
	}
	return len(cond) <= maxCondition && truth(cond, 0) == fails
}
