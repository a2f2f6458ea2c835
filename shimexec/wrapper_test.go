package shimexec

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWrapperThatGoesRoundIsLeft(t *testing.T) {
	env := []string{"PATH=/shims/bin:/home/u/.pyenv/shims:/usr/bin:/bin"}
	for i := range maxWrapped + 1 {
		assert.Equal(t, "/shims/bin:/home/u/.pyenv/shims:/usr/bin:/bin", searchPath(env, "python3", "python3", "/none"), "once more: %d", i)
		env = markWrapper(env, "/home/u/.pyenv/shims/python3", "/none", 1)
	}
	assert.Equal(t, "/usr/bin:/bin", searchPath(env, "python3", "python3", "/none"))
	assert.Equal(t, "/shims/bin:/home/u/.pyenv/shims:/usr/bin:/bin", searchPath(env, "pip", "pip", "/none"), "of another name")
	assert.Equal(t, env, markWrapper(env, "/usr/bin/bash", "/none", 1), "the wrapper's own shell")
	assert.Equal(t, env[:1], markWrapper(env, "/usr/bin/python3", "/none", 1), "what it has found")
	assert.Equal(t, "AGENT_LOOP_WRAPPER=1:0:/home/u/.asdf/shims/python3", markWrapper(env, "/home/u/.asdf/shims/python3", "/none", 1)[1])
}

func TestMarkOfAnotherProcessIsNoWrappers(t *testing.T) {
	path := "PATH=/shims:/usr/bin"
	for _, value := range []string{"", "1", "1:0", "1:0:/shims/tool", "x:0:/shims/tool", ":0:/shims/tool", strconv.Itoa(os.Getpid()) + ":-1:/shims/tool"} {
		env := []string{path, "AGENT_LOOP_WRAPPER=" + value}
		assert.Equal(t, "/shims:/usr/bin", searchPath(env, "/shims/tool", "tool", "/none"), value)
	}
	own := []string{path, "AGENT_LOOP_WRAPPER=" + strconv.Itoa(os.Getpid()) + ":0:/shims/tool"}
	assert.Equal(t, "/shims:/usr/bin", searchPath(own, "tool", "tool", "/none"), "a program that starts another of its own name")
}
