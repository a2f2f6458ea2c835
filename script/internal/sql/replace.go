package sql

import "slices"

// replaceTable records a statement that leaves a table empty: CREATE OR REPLACE TABLE without rows, or
// with a query that returns none, and INSERT OVERWRITE with such a query. The tokens follow these words.
func (r *reader) replaceTable(rest []token) {
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
