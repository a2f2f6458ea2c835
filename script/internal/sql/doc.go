// Package sql reads SQL by statement, in the dialects of its clients. [Client] returns the
// reader of psql, mysql, sqlite, or of sql for any other: strings, names and comments are as
// each of them has them.
//
// Acts are what drops, empties or changes data as a whole, or who may use it
// (effect.Alters); files and programs that a statement opens; and the clients' own commands,
// such as psql's \! and the .shell of sqlite3. A DELETE or UPDATE alters if it has no
// condition or one that always holds. The reader reads text that EXECUTE, PREPARE and DO would
// run in turn, but not the body of a function that is only made. With a placeholder for its table
// DROP TABLE is still a drop.
//
// Not followed are procedures and views that the database has, queries put together by a
// program, and rows that hold statements.
package sql
