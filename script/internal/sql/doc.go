// Package sql reads SQL by statement, in the dialects of its clients. [Client] returns the reader of
// psql, mysql, sqlite, or of generic sql: strings, names and comments follow the dialect.
//
// Acts are statements that drop, empty or change whole tables, or change accounts
// (effect.Alters); files and programs that a statement opens; and the clients' own commands, such
// as psql's \! and the .shell of sqlite3. A DELETE or UPDATE alters if it has no condition or one
// that always holds. The reader reads text that EXECUTE, PREPARE and DO would run, but not the
// body of a function that is only created. DROP TABLE with a placeholder as its table is still a
// drop.
//
// It does not follow procedures and views in the database, queries composed by a program, and
// statements stored in rows.
package sql
