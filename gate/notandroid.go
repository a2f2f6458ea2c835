//go:build !android

package gate

// onAndroid says that Android's linker may load programs.
const onAndroid = false

// hiddenByC matters where Android's linker may load programs.
func hiddenByC() bool { return false }
