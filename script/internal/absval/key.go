package absval

import (
	"encoding/binary"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// keyOf returns a text that is the same for the same acts only. Those of one place differ in no more than that.
func keyOf(a *effect.Act) []byte {
	key := append(make([]byte, 0, 128), "act"...)
	key = appendFlags(append(key, byte(a.Kind)), a.Tree, a.Dir != nil, a.Input != nil)
	key = appendArgs(appendText(appendNumber(key, a.Offset), a.Call), a.Args)
	if a.Dir != nil {
		key = appendArg(key, a.Dir)
	}
	if a.Input != nil {
		key = appendArg(appendFlags(key, a.Input.File), &a.Input.Arg)
	}
	return key
}

// appendArgs appends arguments to a key.
func appendArgs(key []byte, args []effect.Arg) []byte {
	key = appendNumber(key, len(args))
	for i := range args {
		key = appendArg(key, &args[i])
	}
	return key
}

func appendArg(key []byte, a *effect.Arg) []byte {
	key = appendText(appendFlags(key, a.Known, a.Template), a.Text)
	return appendTexts(appendTexts(key, a.Rest), a.Variables)
}

func appendTexts(key []byte, texts []string) []byte {
	key = appendNumber(key, len(texts))
	for _, text := range texts {
		key = appendText(key, text)
	}
	return key
}

// appendText appends a text behind its length, so that it cannot look like what follows.
func appendText(key []byte, text string) []byte { return append(appendNumber(key, len(text)), text...) }

func appendNumber(key []byte, n int) []byte { return binary.AppendUvarint(key, uint64(n)) }

func appendFlags(key []byte, flags ...bool) []byte {
	bits := byte(0)
	for i, set := range flags {
		if set {
			bits |= 1 << i
		}
	}
	return append(key, bits)
}
