// Package termux knows what differs when Linux programs run inside the Termux
// app on Android: where things are, how a program is started there, and what is
// dangerous there and nowhere else.
//
// Termux keeps a whole system below one prefix, ordinarily
// /data/data/com.termux/files/usr. There is no /usr, /tmp cannot be written,
// and since Android 9 /bin is a link to Android's own /system/bin. A program
// that a shell starts is helped by termux-exec, a library loaded into it that
// rewrites paths on execve(2); a Go program calls the kernel itself and gets no
// such help, so [Env.Plan] does the same.
//
// The environment names all of this and an agent can change it. So it only
// proposes: a prefix is taken if it has the shape of an app's own directory and
// the file system confirms it, and everything else follows from the prefix.
//
// Nothing here touches the machine; what it needs of it comes in as arguments.
//
// Sources: the documentation of termux-app, termux-core and termux-exec at
// github.com/termux, Android's SELinux policy for app data files.
package termux
