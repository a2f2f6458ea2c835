package termux_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux"
)

const usual = "/data/data/com.termux/files/usr"

// A tree is a machine to examine: files by name, or links as "name -> target".
type tree []string

func (files tree) build(t *testing.T) func(string) (fs.FileInfo, error) {
	t.Helper()
	root := t.TempDir()
	for _, name := range files {
		name, target, isLink := cut(name)
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		switch {
		case isLink:
			require.NoError(t, os.Symlink(filepath.Join(root, target), path))
		case name[len(name)-1] == '/':
			require.NoError(t, os.MkdirAll(path, 0o755))
		default:
			require.NoError(t, os.WriteFile(path, nil, 0o755))
		}
	}
	return func(name string) (fs.FileInfo, error) { return os.Stat(filepath.Join(root, name)) }
}

func cut(name string) (string, string, bool) {
	for i := 0; i+4 <= len(name); i++ {
		if name[i:i+4] == " -> " {
			return name[:i], name[i+4:], true
		}
	}
	return name, "", false
}

func lookup(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

var (
	android = tree{"/system/bin/linker64", "/system/build.prop", "/apex/"}
	device  = append(tree{usual + "/bin/sh", usual + "/lib/", usual + "/tmp/"}, android...)
)

func TestL1_DetectFindsThePrefix(t *testing.T) {
	for name, c := range map[string]struct {
		files  tree
		env    map[string]string
		prefix string // empty: not Termux
	}{
		"a device, by the well-known place":      {device, nil, usual},
		"a device, by $PREFIX":                   {device, map[string]string{"PREFIX": usual}, usual},
		"a 32-bit device":                        {append(tree{"/system/bin/linker", "/system/build.prop"}, device[:1]...), nil, usual},
		"build.prop unreadable, /apex there":     {append(tree{"/system/bin/linker64", "/apex/"}, device[:1]...), nil, usual},
		"only ANDROID_ROOT is a sign":            {append(tree{"/system/bin/linker64"}, device[:1]...), map[string]string{"ANDROID_ROOT": "/system"}, usual},
		"second user of the device":              {append(tree{"/data/user/10/com.termux/files/usr/bin/sh"}, android...), map[string]string{"PREFIX": "/data/user/10/com.termux/files/usr"}, "/data/user/10/com.termux/files/usr"},
		"a fork of the app":                      {append(tree{"/data/data/org.fork/files/usr/bin/sh"}, android...), map[string]string{"TERMUX__PREFIX": "/data/data/org.fork/files/usr"}, "/data/data/org.fork/files/usr"},
		"app moved to a card":                    {append(tree{"/mnt/expand/0a-1b/user/0/com.termux/files/usr/bin/sh"}, android...), map[string]string{"PREFIX": "/mnt/expand/0a-1b/user/0/com.termux/files/usr"}, "/mnt/expand/0a-1b/user/0/com.termux/files/usr"},
		"termux-chroot shows the prefix as /usr": {append(tree{"/usr -> " + usual}, device...), nil, usual},

		"plain Linux":                           {tree{"/bin/sh", "/usr/lib/"}, nil, ""},
		"Linux where conda set $PREFIX":         {tree{"/opt/conda/bin/sh"}, map[string]string{"PREFIX": "/opt/conda"}, ""},
		"Linux with a tree like Termux'":        {tree{usual + "/bin/sh"}, map[string]string{"PREFIX": usual, "ANDROID_ROOT": "/system"}, ""},
		"Linux with a linker and no other sign": {tree{"/system/bin/linker64", usual + "/bin/sh"}, nil, ""},
		"Android without Termux":                {android, map[string]string{"PREFIX": usual}, ""},
		"prefix without a shell":                {append(tree{usual + "/bin/"}, android...), nil, ""},
		"a guest distribution inside proot":     {append(tree{"/usr/lib/"}, device...), map[string]string{"PREFIX": usual}, ""},
		"guest whose Termux has no lib":         {append(append(tree{"/usr/lib/"}, device[:1]...), android...), nil, ""},
		"linker is a directory":                 {append(tree{"/system/bin/linker64/", "/apex/"}, device[:1]...), nil, ""},
		"nothing at all":                        {nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			env, ok := termux.Detect(lookup(c.env), c.files.build(t))
			assert.Equal(t, c.prefix != "", ok)
			assert.Equal(t, c.prefix, env.Prefix)
		})
	}
}

// A file of ours shows where the app is, whatever the environment contains or lacks.
func TestL1_DetectBelievesWhereOurOwnFilesLie(t *testing.T) {
	const second, fork = "/data/user/10/com.termux/files", "/data/data/org.fork/files"
	files := append(tree{second + "/usr/bin/sh", fork + "/usr/bin/sh"}, device...)
	for name, c := range map[string]struct{ own, prefix string }{
		"a second user":                {second + "/home/.agent-loop", second + "/usr"},
		"a fork of the app":            {fork + "/usr/libexec/shimgen/shimgen", fork + "/usr"},
		"elsewhere":                    {"/opt/shimgen", usual},
		"in an app without a shell":    {"/data/data/com.other/files/home/x", usual},
		"none":                         {"", usual},
		"with dots":                    {second + "/../x", usual},
		"below what looks like an app": {"/data/data/com.termux/cache/files/x", usual},
	} {
		env, ok := termux.Detect(lookup(map[string]string{"PREFIX": usual}), files.build(t), c.own)
		assert.True(t, ok, name)
		assert.Equal(t, c.prefix, env.Prefix, name)
	}
	env, ok := termux.Detect(lookup(nil), append(tree{second + "/usr/bin/sh"}, android...).build(t), second+"/home/.agent-loop")
	assert.True(t, ok, "a cleared environment")
	assert.Equal(t, second+"/usr", env.Prefix)
}

// Each row names a prefix that an agent can build and set. It exists, but it must not
// become the prefix.
func TestL1_DetectBelievesNoPrefixOfTheAgents(t *testing.T) {
	for name, prefix := range map[string]string{
		"below the home directory":  "/data/data/com.termux/files/home/x/files/usr",
		"beside files":              "/data/data/com.termux/cache/x/files/usr",
		"on shared storage":         "/storage/emulated/0/files/usr",
		"shell's temp directory":    "/data/local/tmp/files/usr",
		"a user that is no number":  "/data/user/me/com.termux/files/usr",
		"negative user":             "/data/user/-1/com.termux/files/usr",
		"relative":                  "data/data/x/files/usr",
		"with dots":                 "/data/data/com.termux/files/home/../../x/files/usr",
		"double slash":              "/data//data/com.termux/files/usr",
		"slash at the end":          "/data/data/com.termux/files/usr/",
		"other last name":           "/data/data/com.termux/files/home",
		"card without a user":       "/mnt/expand/v/x/0/com.termux/files/usr",
		"only the end of the shape": "/files/usr",
	} {
		t.Run(name, func(t *testing.T) {
			files := append(tree{filepath.Join("/", prefix, "bin/sh")}, device...)
			for _, variable := range []string{"PREFIX", "TERMUX__PREFIX"} {
				env, ok := termux.Detect(lookup(map[string]string{variable: prefix}), files.build(t))
				require.True(t, ok)
				assert.Equal(t, usual, env.Prefix)
			}
		})
	}
}

func TestL1_EverythingFollowsFromThePrefix(t *testing.T) {
	env, ok := termux.Detect(lookup(map[string]string{
		"HOME": "/tmp/evil", "TMPDIR": "/", "TERMUX__HOME": "/tmp/evil",
		"TERMUX_VERSION": "0.118.3", "ANDROID__BUILD_VERSION_SDK": "34",
	}), device.build(t))
	require.True(t, ok)
	assert.Equal(t, termux.Env{
		Prefix: usual, Rootfs: "/data/data/com.termux/files", Home: "/data/data/com.termux/files/home",
		Tmp: usual + "/tmp", SDK: 34, Version: "0.118.3",
	}, env)
	assert.Equal(t, "/data/data/com.termux", env.Data())
	for want, got := range map[string]string{
		"/bin": env.Bin(), "/etc": env.Etc(), "/lib": env.Lib(), "/libexec": env.Libexec(), "/var": env.Var(),
		"/bin/sh": env.Shell(), "/etc/tls/cert.pem": env.CertFile(), "/etc/resolv.conf": env.ResolvConf(),
	} {
		assert.Equal(t, usual+want, got)
	}
}

func TestL1_UnbelievableApiLevelIsUnknown(t *testing.T) {
	for _, text := range []string{"", "-3", "x", "34x", "99999", "99999999999999999999"} {
		env, ok := termux.Detect(lookup(map[string]string{"ANDROID__BUILD_VERSION_SDK": text}), device.build(t))
		require.True(t, ok)
		assert.Zero(t, env.SDK, text)
	}
}

func TestLinkerExecIsForBuildsThatCannotExecute(t *testing.T) {
	const mode, context, target, sdk = "TERMUX_EXEC__SYSTEM_LINKER_EXEC__MODE", "TERMUX__SE_PROCESS_CONTEXT",
		"TERMUX_APP__TARGET_SDK", "ANDROID__BUILD_VERSION_SDK"
	for name, c := range map[string]struct {
		env  map[string]string
		want bool
	}{
		"nothing known":                       {nil, false},
		"built for 28, as from F-Droid":       {map[string]string{target: "28", sdk: "34"}, false},
		"built for 29 on Android 9":           {map[string]string{target: "29", sdk: "28"}, false},
		"built for 29 on Android 10":          {map[string]string{target: "29", sdk: "29"}, true},
		"from Google Play":                    {map[string]string{"TERMUX_VERSION": "googleplay.2025.10.05", sdk: "34"}, true},
		"switched off":                        {map[string]string{mode: "disable", target: "35", sdk: "34"}, false},
		"forced":                              {map[string]string{mode: "force"}, true},
		"security context of an exempt build": {map[string]string{context: "u:r:untrusted_app_27:s0:c1", target: "35", sdk: "34"}, false},
		"security context of a new build":     {map[string]string{context: "u:r:untrusted_app:s0:c1", target: "35", sdk: "34"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			env, ok := termux.Detect(lookup(c.env), device.build(t))
			require.True(t, ok)
			assert.Equal(t, c.want, env.LinkerExec)
		})
	}
}

func TestDangersFitTheDevice(t *testing.T) {
	named := func(e termux.Env, preload string) map[string]bool {
		names := map[string]bool{}
		for _, d := range e.Dangers(lookup(map[string]string{"LD_PRELOAD": preload})) {
			assert.NotEmpty(t, d.Text, d.Name)
			assert.NotEmpty(t, d.Hint, d.Name)
			assert.NotContains(t, d.Text+d.Hint, "\n", d.Name)
			assert.False(t, names[d.Name], "%s is there twice", d.Name)
			names[d.Name] = true
		}
		return names
	}
	old := named(termux.Env{SDK: 28, Prefix: usual}, usual+"/lib/libtermux-exec-ld-preload.so")
	assert.False(t, old["phantom-processes"])
	assert.False(t, old["linker-exec"])
	assert.False(t, old["no-termux-exec"])
	assert.True(t, old["system-tools"])

	play := named(termux.Env{Version: "googleplay.1", LinkerExec: true, Prefix: usual}, "")
	assert.True(t, play["phantom-processes"], "an unknown level is a new one")
	assert.True(t, play["linker-exec"])
	assert.True(t, play["no-termux-exec"])
	assert.True(t, termux.Env{Version: "googleplay.1"}.PlayStore())
	assert.False(t, termux.Env{Version: "0.118.3"}.PlayStore())
}
