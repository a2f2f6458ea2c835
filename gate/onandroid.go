//go:build android

package gate

// onAndroid says that Android's linker may load programs.
const onAndroid = true
