// Package termux knows what differs when Linux programs run inside the Termux app on
// Android: where things are, how a program is started, and what is dangerous only there.
//
//	env, ok := termux.Detect(os.Getenv, os.Stat)
//	…
//	start, err := env.Plan(termux.Start{File: file, Argv: argv, Env: os.Environ()}, head)
//
// Termux keeps a whole system below one prefix, usually /data/data/com.termux/files/usr.
// There is no /usr, /tmp is not writable, and since Android 9 /bin is a link to Android's
// own /system/bin. Programs that a shell starts load the library termux-exec, which
// rewrites paths on execve(2); a Go program calls the kernel itself, so [Env.Plan]
// rewrites them instead.
//
// # Limits
//
// The environment names all of this, and an agent can change it. So it is only a hint:
// Detect accepts a prefix if it has the form of an app's own directory and the file
// system confirms it, and derives everything else from the prefix.
//
// Nothing here touches the machine; callers pass in what it needs to know.
//
// Sources: the documentation of termux-app, termux-core and termux-exec at
// github.com/termux, Android's SELinux policy for app data files.
package termux
