package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// textCommands are those of sed, of editors and of crontabs.
var textCommands = []codeCase{
	{"substitute", "sed", `s/e/w/g; s|a|b|; s,[/,],x,2p`, ""},
	{"print and delete", "sed", "1,120p; /x/,$!d; 0~3p; /a/I,+2{p;d}; $=", ""},
	{"the command e", "sed", "1e rm -rf /", `shell e "rm -rf /"`},
	{"the command e after others", "sed", "p;/x/ {\ne id\n}", `shell e "id"`},
	{"e runs what was read", "sed", "e", "evaluates e …"},
	{"the flag e", "sed", "s/.*/date/e", "evaluates s///e …"},
	{"the flag e among others", "sed", "s/x/y/2ge", "evaluates s///e …"},
	{"a file that is written", "sed", "/x/w /etc/x\np", `writes w "/etc/x"`},
	{"the flag w", "sed", "s/a/b/gw out.txt", `writes w "out.txt"`},
	{"a file that is read", "sed", "r /etc/passwd", `reads r "/etc/passwd"`},
	{"standard output", "sed", "w /dev/stdout", ""},
	{"text", "sed", "a e rm -rf /\ni\\\nw /etc/x\\\n1e id\np", ""},
	{"text in one line", "sed", "/x/c\\replaced; e id", ""},
	{"a delimiter inside brackets", "sed", "s/[/]e/w/", ""},
	{"other delimiters", "sed", `\,e,d; sxaxbx; y/abc/xyz/`, ""},
	{"labels and comments", "sed", ":a;N;$!ba;s/\\n/ /g # e id", ""},
	{"nothing", "sed", "", ""},
	{"a shell command", "ex", ":!rm -rf /", `shell ! "rm -rf /"`},
	{"a home in a function", "ex", `call delete($HOME, "rf")`, `deletes delete "~" /**`},
	{"a path below a home", "ex", `call delete($HOME . '/x')`, `deletes delete "~/x"`},
	{"another variable in a function", "ex", `call delete($X)`, `deletes delete …`},
	{"a function in a function", "ex", `call delete(expand('~/x'), 'rf') | call delete(expand("$HOME/y"))`, "deletes delete \"~/x\" /**\ndeletes delete \"~/y\""},
	{"a flag of a deletion", "ex", `call delete('x', 'd') | let ok = delete('y', flag)`, "deletes delete \"x\"\ndeletes delete \"y\" /**"},
	{"a file that is read", "ex", `put =readfile(expand('~') . '/.ssh/id_rsa')`, `reads readfile "~/.ssh/id_rsa"`},
	{"a file that is written", "ex", `call writefile(['a', 'b'], expand('~/.bashrc'), 'a') | call writefile(lines, 'out.txt')`, "writes writefile \"~/.bashrc\"\nwrites writefile \"out.txt\""},
	{"a file that is renamed", "ex", `call rename('a', $HOME .. '/b')`, "deletes rename \"a\" /**\nwrites rename \"~/b\""},
	{"a list of words", "ex", `call job_start(['rm', '-rf', expand('~/x')]) | call system('rm -rf ' . shellescape(d))`, "runs job_start \"rm\" \"-rf\" \"~/x\"\nshell system rm -rf …"},
	{"a variable", "ex", "let d = expand('~') . '/x'\nlet g:e = d . '/y'\ncall delete(d, 'rf')\ncall delete(g:e)", "deletes delete \"~/x\" /**\ndeletes delete \"~/x/y\""},
	{"a loop over names", "ex", "for f in glob('~/x/*', 0, 1)\ncall delete(f)\nendfor", `deletes delete ~/x/?`},
	{"a loop on one line", "ex", "for f in readdir(expand('~/x')) | call delete(expand('~/x/') . f) | endfor", `deletes delete ~/x/?`},
	{"a bar in a string", "ex", "call system('a | b')", `shell system "a | b"`},
	{"functions of others", "ex", `call s:delete('x') | call my#delete('x') | echo fdelete('x') | echo "delete 'x'"`, ""},
	{"a file of Lua", "ex", `luafile x.lua`, `runs luafile "lua" "x.lua"`},
	{"a file of Lua among others", "ex", `source x.lua`, `runs source "lua" "x.lua"`},
	{"a filter", "ex", "%!sort", `shell ! "sort"`},
	{"write", "ex", "w /etc/x", `writes w "/etc/x"`},
	{"write to its own file, which is not known here", "ex", "w", ""},
	{"write with force", "ex", "w! out.txt", `writes w "out.txt"`},
	{"write to a command", "ex", "w !sudo tee x", `shell ! "sudo tee x"`},
	{"read a command", "ex", "1,5r !id", `shell ! "id"`},
	{"read a file", "ex", "r /etc/passwd", `reads r "/etc/passwd"`},
	{"run a file of commands", "ex", "so x.vim", `runs so "vim" "-S" "x.vim"`},
	{"run the file that is open, which is not known here", "ex", "so %", `reads so %…`},
	{"save and quit", "ex", "wq\nq!\nx\nset nu\nsyntax on", ""},
	{"substitute and write", "ex", "%s/a/b/g|w", ""},
	{"after a bar", "ex", "set nu | !id", `shell ! "id"`},
	{"silently", "ex", "silent !id", `shell ! "id"`},
	{"for each line", "ex", "g/x/w out.txt", `writes w "out.txt"`},
	{"a function", "ex", "call system('rm -rf /')", `shell system "rm -rf /"`},
	{"a function put together", "ex", "echo system(x)", "shell system …"},
	{"another language", "ex", "python3 import os", "evaluates python3 …"},
	{"text of ed", "ed", "a\n!id\nw /etc/x\n.\nw out\nq", `writes w "out"`},
	{"a shell of ed", "ed", "!id", `shell ! "id"`},
	{"a shell alone", "ex", "!", "evaluates ! …"},
	{"a line", "crontab", "0 1 * * * rm -rf /", `shell cron "rm -rf /"`},
	{"at a boot", "crontab", "@reboot  ./x --y", `shell cron "./x --y"`},
	{"what is no command", "crontab", "# 0 1 * * * rm\n\nMAILTO=x\nPATH = /bin\n0 1 * *", ""},
	{"standard input", "crontab", `* * * * * mail me%rm -rf /%x`, `shell cron "mail me"`},
	{"a percent sign", "crontab", `* * * * * date +\%F`, `shell cron "date +%F"`},
}

func TestTextCommands(t *testing.T) { runCode(t, textCommands) }

// A script that sed would refuse runs nothing, but it is not known to be one.
func TestSedThatCannotBeRead(t *testing.T) {
	for _, code := range []string{"s/a/b", "k", "y/a", "/x", "s"} {
		_, err := Read("sed", code)
		assert.Error(t, err, code)
	}
}
