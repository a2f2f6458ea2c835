package termux_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux"
)

const (
	bin  = usual + "/bin"
	home = "/data/data/com.termux/files/home"
	elf  = "\x7fELF\x02\x01\x01"
)

func on(linkerExec bool) termux.Env {
	return termux.Env{Prefix: usual, Rootfs: "/data/data/com.termux/files", LinkerExec: linkerExec}
}

func heads(files map[string]string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		text, ok := files[name]
		if !ok {
			return nil, errors.New(name + ": no such file")
		}
		return []byte(text[:min(len(text), termux.HeadSize)]), nil
	}
}

func TestPlanStartsProgramsAsTermuxExecDoes(t *testing.T) {
	files := map[string]string{
		bin + "/git": elf, bin + "/env": elf, bin + "/bash": elf, bin + "/sh": elf,
		home + "/static":  elf,
		home + "/env.sh":  "#!/usr/bin/env bash\necho\n",
		home + "/sh.sh":   "#! /bin/sh  -eu \t\necho\n",
		home + "/own.sh":  "#!" + bin + "/bash\n",
		home + "/end.sh":  "#!/bin/sh",
		home + "/crlf.sh": "#!/bin/sh\r\n",
		home + "/two.sh":  "#!" + home + "/own.sh -x y\n",
		home + "/sys.sh":  "#!/system/bin/sh\n",
		home + "/deep.sh": "#!/usr/bin/x/y\n",
		"/usr/bin/x/y":    elf,
	}
	for name, c := range map[string]struct {
		linker bool
		argv   []string
		file   string
		want   []string
	}{
		"a program":                       {false, []string{"git", "log"}, bin + "/git", []string{bin + "/git", "git", "log"}},
		"env is taken from the prefix":    {false, []string{"env.sh", "a b"}, home + "/env.sh", []string{bin + "/env", "/usr/bin/env", "bash", home + "/env.sh", "a b"}},
		"options are one argument":        {false, []string{"sh.sh"}, home + "/sh.sh", []string{bin + "/sh", "/bin/sh", "-eu", home + "/sh.sh"}},
		"interpreter by its own path":     {false, []string{"own.sh"}, home + "/own.sh", []string{bin + "/bash", bin + "/bash", home + "/own.sh"}},
		"line without a newline":          {false, []string{"end.sh"}, home + "/end.sh", []string{bin + "/sh", "/bin/sh", home + "/end.sh"}},
		"carriage return is no argument":  {false, []string{"crlf.sh"}, home + "/crlf.sh", []string{bin + "/sh", "/bin/sh", home + "/crlf.sh"}},
		"interpreter that is a script":    {false, []string{"two.sh", "z"}, home + "/two.sh", []string{bin + "/bash", bin + "/bash", home + "/own.sh", "-x y", home + "/two.sh", "z"}},
		"Android's shell when asked for":  {false, []string{"sys.sh"}, home + "/sys.sh", []string{"/system/bin/sh", "/system/bin/sh", home + "/sys.sh"}},
		"Android's program is not read":   {false, []string{"ls"}, "/system/bin/ls", []string{"/system/bin/ls", "ls"}},
		"a deeper path is not rewritten":  {false, []string{"deep.sh"}, home + "/deep.sh", []string{"/usr/bin/x/y", "/usr/bin/x/y", home + "/deep.sh"}},
		"by the linker":                   {true, []string{"git", "log"}, bin + "/git", []string{"/system/bin/linker64", "git", bin + "/git", "log"}},
		"script's interpreter by linker":  {true, []string{"env.sh"}, home + "/env.sh", []string{"/system/bin/linker64", "/usr/bin/env", bin + "/env", "bash", home + "/env.sh"}},
		"Android's program needs no help": {true, []string{"ls"}, "/system/bin/ls", []string{"/system/bin/ls", "ls"}},
		"a program below /bin":            {false, []string{"/bin/bash", "-c", "x"}, "/bin/bash", []string{bin + "/bash", "/bin/bash", "-c", "x"}},
		"a program below /usr/bin":        {false, []string{"env", "x"}, "/usr/bin/env", []string{bin + "/env", "env", "x"}},
		"such a program by the linker":    {true, []string{"/bin/sh"}, "/bin/sh", []string{"/system/bin/linker64", "/bin/sh", bin + "/sh"}},
		"a file outside the app is run":   {true, []string{"y"}, "/usr/bin/x/y", []string{"/usr/bin/x/y", "y"}},
	} {
		t.Run(name, func(t *testing.T) {
			given := append([]string(nil), c.argv...)
			got, err := on(c.linker).Plan(termux.Start{File: c.file, Argv: c.argv}, heads(files))
			require.NoError(t, err)
			assert.Equal(t, c.want, append([]string{got.File}, got.Argv...))
			assert.Equal(t, given, c.argv, "the caller's argv stays")
		})
	}
}

func TestPlanKnowsTheAppByBothItsNames(t *testing.T) {
	alias := "/data/user/0/com.termux/files/usr/bin/git"
	got, err := on(true).Plan(termux.Start{File: alias, Argv: []string{"git"}}, heads(map[string]string{alias: elf}))
	require.NoError(t, err)
	assert.Equal(t, "/system/bin/linker64", got.File)
}

func TestPlanRefusesWhatTheKernelWould(t *testing.T) {
	loop := home + "/loop"
	for name, text := range map[string]string{
		"an empty file":              "",
		"text without #!":            "echo hi\n",
		"#! and nothing":             "#!\n",
		"#! and blanks":              "#!  \t\n",
		"relative interpreter":       "#!env bash\n",
		"a line that does not end":   "#!/" + strings.Repeat("x", 300) + "\n",
		"a script that names itself": "#!" + loop + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := on(false).Plan(termux.Start{File: loop, Argv: []string{"loop"}}, heads(map[string]string{loop: text}))
			var format termux.Format
			require.ErrorAs(t, err, &format)
			assert.Equal(t, loop, format.Path)
			assert.Contains(t, err.Error(), loop+": ")
		})
	}
}

func TestPlanTellsWhatCouldNotBeRead(t *testing.T) {
	_, err := on(false).Plan(termux.Start{File: home + "/none", Argv: []string{"none"}}, heads(nil))
	require.ErrorContains(t, err, "no such file")
	_, err = on(false).Plan(termux.Start{File: "/bin/toybox", Argv: []string{"toybox"}}, heads(map[string]string{"/bin/toybox": elf}))
	require.ErrorContains(t, err, bin+"/toybox", "/bin is Termux' own directory, and Android's program has another path")
	script := map[string]string{home + "/x": "#!/usr/bin/python\n"}
	_, err = on(false).Plan(termux.Start{File: home + "/x", Argv: []string{"x"}}, heads(script))
	require.ErrorContains(t, err, bin+"/python", "the interpreter is what is missing")
}

func TestL2_PreloadPassesToTermuxProgramsOnly(t *testing.T) {
	env := []string{"A=1", "LD_PRELOAD=x.so", "LD_LIBRARY_PATH=/l", "TERMUX_EXEC__PROC_SELF_EXE=/old", "LD_PRELOAD_X=1"}
	kept := []string{"A=1", "LD_PRELOAD=x.so", "LD_LIBRARY_PATH=/l", "LD_PRELOAD_X=1"}
	for name, c := range map[string]struct {
		linker bool
		file   string
		want   []string
	}{
		"Termux' program":   {false, bin + "/git", kept},
		"by the linker":     {true, bin + "/git", append(kept[:4:4], "TERMUX_EXEC__PROC_SELF_EXE="+bin+"/git")},
		"Android's program": {false, "/system/bin/ls", []string{"A=1", "LD_PRELOAD_X=1"}},
		"Android's shell":   {false, "/system/bin/sh", kept},
	} {
		t.Run(name, func(t *testing.T) {
			given := append([]string(nil), env...)
			got, err := on(c.linker).Plan(termux.Start{File: c.file, Argv: []string{"x"}, Env: env}, heads(map[string]string{bin + "/git": elf}))
			require.NoError(t, err)
			assert.Equal(t, c.want, got.Env)
			assert.Equal(t, given, env, "the caller's environment stays")
		})
	}
}

func FuzzPlanNeverPanicsAndKeepsTheArguments(f *testing.F) {
	for _, text := range []string{"", elf, "#!", "#!/bin/sh", "#! /bin/sh -x \n", "#!/usr/bin/env\tbash\r\n", "#!\x00\n", "echo\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := map[string]string{home + "/x": text, bin + "/sh": elf}
		got, err := on(true).Plan(termux.Start{File: home + "/x", Argv: []string{"x", "last"}}, heads(files))
		if err == nil {
			assert.Equal(t, "last", got.Argv[len(got.Argv)-1])
		}
	})
}

// Scripts whose interpreters are scripts may be nested as deeply as the kernel allows.
func TestPlanFollowsFiveInterpreters(t *testing.T) {
	files := map[string]string{bin + "/sh": elf}
	last := bin + "/sh"
	for _, name := range []string{"5", "4", "3", "2", "1", "0"} {
		files[home+"/"+name] = "#!" + last + "\n"
		last = home + "/" + name
	}
	got, err := on(false).Plan(termux.Start{File: home + "/1", Argv: []string{"1", "a"}}, heads(files))
	require.NoError(t, err)
	assert.Equal(t, bin+"/sh", got.File)
	assert.Equal(t, []string{bin + "/sh", home + "/5", home + "/4", home + "/3", home + "/2", home + "/1", "a"}, got.Argv)
	_, err = on(false).Plan(termux.Start{File: home + "/0", Argv: []string{"0"}}, heads(files))
	require.ErrorContains(t, err, "too many interpreters")
}

// The linker refuses a program that must lie at a fixed address. Only its own message says
// so.
func TestPlanTellsWhatTheLinkerCannotLoad(t *testing.T) {
	const fixed = elf + "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00"
	files := map[string]string{home + "/static": fixed, home + "/moved": fixed[:16] + "\x03\x00"}
	_, err := on(true).Plan(termux.Start{File: home + "/static", Argv: []string{"static"}}, heads(files))
	require.EqualError(t, err, home+"/static: a static program, which Android's linker cannot load")
	_, err = on(false).Plan(termux.Start{File: home + "/static", Argv: []string{"static"}}, heads(files))
	require.NoError(t, err, "the kernel can")
}

func TestWhatTheLinkerMayLoadAfterARefusal(t *testing.T) {
	for _, c := range []struct {
		why    string
		linker bool
		sdk    int
		file   string
		want   bool
	}{
		{"the app's own file", false, 0, bin + "/git", true},
		{"by its other name", false, 0, "/data/user/0/com.termux/files/usr/bin/git", true},
		{"it was the linker that was refused", true, 0, bin + "/git", false},
		{"Android's", false, 0, "/system/bin/sh", false},
		{"another app's", false, 0, "/data/data/com.other/files/x", false},
		{"Android 10 has the rule", false, 29, bin + "/git", true},
		{"Android 9 has not", false, 28, bin + "/git", false},
	} {
		e := on(c.linker)
		e.SDK = c.sdk
		assert.Equal(t, c.want, e.Loadable(c.file), c.why)
	}
}
