// Package scan judges the commands that files hold, each as "shimgen check" would, and says
// where in the file what it finds stands.
//
//	report := scan.Judge{Session: s, Top: "/src/x"}.File(scan.File{Name: "Makefile", Path: "/src/x/Makefile", Kind: "makefile", Text: text})
//	report.Print(os.Stdout)
//
// Package snippet takes the commands out of a file; the guard decides about them. What a
// file's commands do to an image that is being built, or to a machine that is thrown away
// afterwards, is judged as the profile container does ([policy.Policy.OnThrowaway]).
package scan
