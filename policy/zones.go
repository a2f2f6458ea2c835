package policy

import (
	"path"
	"sync"
)

// The places that the rules speak of. Sources: hier(7), file-hierarchy(7), the
// manuals of the programs named, and Apple's File System Programming Guide.
// Termux's $PREFIX, the work directory and the directories for temporary files
// are the machine's to say.

// systemDirs are the directories that a system needs as a whole.
var systemDirs = [...]string{
	"/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/proc", "/root", "/run", "/sbin", "/snap",
	"/srv", "/sys", "/usr", "/var", "/nix", "/gnu",
	// macOS; /private holds etc, var and tmp
	"/Applications", "/Library", "/System", "/Volumes", "/private",
	// Android
	"/apex", "/odm", "/oem", "/product", "/system", "/system_ext", "/vendor", "/linkerconfig",
	"/data/adb", "/data/app", "/data/dalvik-cache", "/data/data", "/data/misc", "/data/system", "/data/user", "/data/vendor",
}

// notSystem are trees inside system directories that belong to users: they
// are protected as a whole, and not below.
var notSystem = [...]Place{
	{"/var/tmp", true}, {"/private/tmp", true}, {"/private/var/tmp", true}, {"/private/var/folders", true},
	{"/run/user", true}, {"/var/www", true}, {"/srv", true}, {"/Volumes", true},
	{"/dev/shm", true}, {"/dev/mqueue", true},
	{"/data/data/*/files/home", true}, {"/data/user/*/*/files/home", true},
}

// harmlessDevices may be read and written by anyone. See null(4), random(4),
// tty(4), pts(4).
var harmlessDevices = [...]Place{
	{"/dev/null", false}, {"/dev/zero", false}, {"/dev/full", false}, {"/dev/tty", false}, {"/dev/random", false},
	{"/dev/urandom", false}, {"/dev/stdin", false}, {"/dev/stdout", false}, {"/dev/stderr", false}, {"/dev/ptmx", false},
	{"/dev/fd", true}, {"/dev/pts", true}, {"/dev/shm", true},
	{"/proc/self/fd", true},
}

// disks are the devices that hold file systems, and the machine's memory. See
// sd(4), loop(4), mem(4) and the kernel's list of allocated devices.
var disks = [...]Place{
	{"/dev/sd[a-z]*", false}, {"/dev/hd[a-z]*", false}, {"/dev/vd[a-z]*", false}, {"/dev/xvd[a-z]*", false},
	{"/dev/nvme[0-9]*", false}, {"/dev/mmcblk[0-9]*", false}, {"/dev/loop[0-9]*", false}, {"/dev/dm-[0-9]*", false},
	{"/dev/md[0-9]*", false}, {"/dev/md", true}, {"/dev/sr[0-9]*", false}, {"/dev/nbd[0-9]*", false}, {"/dev/zram[0-9]*", false},
	{"/dev/ram[0-9]*", false}, {"/dev/pmem[0-9]*", false}, {"/dev/bcache[0-9]*", false}, {"/dev/mtd*", false},
	{"/dev/ubi*", false}, {"/dev/mapper", true}, {"/dev/disk", true}, {"/dev/block", true},
	{"/dev/sg[0-9]*", false}, {"/dev/bsg", true}, {"/dev/drbd[0-9]*", false}, {"/dev/rbd[0-9]*", false}, {"/dev/zd[0-9]*", false},
	{"/dev/mem", false}, {"/dev/kmem", false}, {"/dev/port", false},
	{"/proc/kcore", false}, {"/proc/sysrq-trigger", false},
	{"/dev/rdisk[0-9]*", false}, {"/dev/disk[0-9]*", false}, // macOS
}

// temp are the directories for temporary files that every system has.
var temp = [...]Place{
	{"/tmp", true}, {"/var/tmp", true}, {"/private/tmp", true}, {"/private/var/tmp", true}, {"/private/var/folders", true},
}

// kernel are the trees that the kernel makes up: what is read there is the
// state of the machine, and of every process on it.
var kernel = [...]Place{{"/proc", true}, {"/sys", true}, {"/dev", true}}

// The same as atlases, which are made when they are first asked for.
var (
	systemAtlas    = sync.OnceValue(func() *atlas { return newAtlas(trees(systemDirs[:])) })
	notSystemAtlas = sync.OnceValue(func() *atlas { return newAtlas(notSystem[:]) })
	harmlessAtlas  = sync.OnceValue(func() *atlas { return newAtlas(harmlessDevices[:]) })
	diskAtlas      = sync.OnceValue(func() *atlas { return newAtlas(disks[:]) })
	kernelAtlas    = sync.OnceValue(func() *atlas { return newAtlas(kernel[:]) })
)

// trees makes places of directories with all below them.
func trees(dirs []string) []Place {
	places := make([]Place, len(dirs))
	for i, dir := range dirs {
		places[i] = Place{dir, true}
	}
	return places
}

// IsSystem reports whether a path is a system directory or below one. The
// path is absolute and clean. What users own inside system directories is
// not, nor is what may be written by everyone.
func IsSystem(name string) bool {
	switch {
	case !systemAtlas().covers(name, nil), IsHarmless(name):
		return false
	case notSystemAtlas().covers(name, nil):
		// The directory itself is the system's: only what is in it is not.
		return !notSystemAtlas().covers(path.Dir(name), nil)
	}
	return true
}

// IsKernel reports whether a path is one of the kernel's own trees, or below
// one and no harmless device. The path is absolute and clean.
func IsKernel(name string) bool { return kernelAtlas().covers(name, nil) && !IsHarmless(name) }

// IsDisk reports whether a path is a device that holds file systems or the
// machine's memory. The path is absolute and clean.
func IsDisk(name string) bool { return diskAtlas().covers(name, nil) }

// IsHarmless reports whether a path is a device that anyone may read and
// write. The path is absolute and clean.
func IsHarmless(name string) bool { return harmlessAtlas().covers(name, nil) }

// SystemDirs returns the directories that a system needs as a whole.
func SystemDirs() []string { return systemDirs[:] }

// Temp returns the directories for temporary files that every system has.
func Temp() []Place { return temp[:] }

// Disks returns the devices of IsDisk.
func Disks() []Place { return disks[:] }

// HarmlessDevices returns the devices of IsHarmless.
func HarmlessDevices() []Place { return harmlessDevices[:] }
