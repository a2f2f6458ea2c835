//go:build android

package gate

// onAndroid says that programs may be loaded by Android's linker.
const onAndroid = true
