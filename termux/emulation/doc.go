//go:build linux && (amd64 || arm64)

// Package emulation runs programs in an environment like that of an Android app, for tests.
// It is not Android: the kernel, the C library and most programs are this machine's.
//
//	func TestMain(m *testing.M) {
//		emulation.Inside()
//		os.Exit(m.Run())
//	}
//	…
//	if err := emulation.Possible(); err != nil { t.Skip(err) }
//	phone, err := emulation.New(t.TempDir(), emulation.Phone{Android: 12})
//	out, err := phone.Command("/system/bin/sh", "-c", "id -u").CombinedOutput()
//
// The same as on Android:
//
//   - a tree with /system/bin, the app's own /data/data/com.termux/files/{usr,home}, no
//     /usr, a /tmp that nobody may use and directories that nobody may list;
//   - user 10123 with the groups of an app, without capabilities or new privileges;
//   - system calls outside the app's list end the process with SIGSYS ([Calls]);
//   - link(2) fails with EACCES;
//   - with Phone.WX, nothing below /data can be executed, and the linker can load it.
//
// Not emulated: SELinux, bionic and its linker, binder, the killer of background processes,
// and the numbers of system calls on amd64. The programs' libraries are in /lib, which
// Android lacks. The old calls that amd64 has and arm64 lacks stay allowed, since this
// machine's C library makes them.
package emulation
