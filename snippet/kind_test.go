package snippet

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// kindCase is a file and what it is.
type kindCase struct {
	reason, name, text string
	kind               Kind
	lang               string // of a script
}

var kindCases = []kindCase{
	{"a name", "Makefile", "", "makefile", ""},
	{"in a directory", "/src/x/Makefile", "", "makefile", ""},
	{"a pattern", "build/rules.mk", "", "makefile", ""},
	{"no longer name", "Makefile.am", "", "", ""},
	{"an extension", "a.sh", "ls\n", Script, "sh"},
	{"bash's", "a.bash", "ls\n", Script, "bash"},
	{"the first line counts before the name", "a.sh", "#!/bin/bash -eu\nls\n", Script, "bash"},
	{"a first line alone", ".githooks/pre-push", "#!/bin/sh\nls\n", Script, "sh"},
	{"through env", "x", "#!/usr/bin/env python3\n", Script, "python"},
	{"through env with options", "x", "#!/usr/bin/env -S A=b node --x\n", Script, "javascript"},
	{"with a version", "x", "#!/usr/bin/python3.11\n", Script, "python"},
	{"a makefile that runs", "x", "#!/usr/bin/make -f\n", Script, "make"},
	{"an interpreter nobody reads", "x", "#!/usr/bin/fish\n", Script, "fish"},
	{"its name where its first line says nothing", "x.sh", "#!x\n", Script, "sh"},
	{"through sudo", "x", "#!/usr/bin/sudo bash\n", Script, "bash"},
	{"through env with an operand of an option", "x", "#!/usr/bin/env -u X bash\n", Script, "bash"},
	{"through env to one that nobody reads", "x", "#!/usr/bin/env fish\n", Script, "fish"},
	{"husky's", "/x/.husky/pre-push", "ls\n", Script, "sh"},
	{"none of husky's", "/x/.husky/_/x", "ls\n", "", ""},
	{"a dotfile", ".envrc", "export A=b\n", Script, "bash"},
	{"python", "setup.py", "import os\n", Script, "python"},
	{"a text", "README.md", "# a\n", "", ""},
	{"no text", "x", "\x7fELF", "", ""},
	{"an empty file", "x", "", "", ""},
}

func TestKindOf(t *testing.T) {
	for _, c := range kindCases {
		t.Run(c.reason, func(t *testing.T) {
			assert.Equal(t, c.kind, KindOf(c.name, c.text))
			if c.kind != Script {
				return
			}
			found, err := Read(c.kind, c.name, c.text)
			require.NoError(t, err)
			require.Len(t, found, 1)
			assert.Equal(t, c.lang, found[0].Lang)
			assert.Equal(t, c.text, found[0].Text.String)
		})
	}
}

func TestWhatIsNoTextIsNotRead(t *testing.T) {
	_, err := Read(Script, "a.sh", "ls\x00")
	assert.ErrorContains(t, err, "no text")
	_, err = Read("", "a.sh", "ls")
	assert.Error(t, err)
}
