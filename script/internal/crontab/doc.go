// Package crontab reads crontabs as crontab(1) takes them: each line has one command for the
// shell. [Read] is its entry point.
package crontab
