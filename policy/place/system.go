package place

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// The places that the rules are about. Sources: hier(7), file-hierarchy(7), the manuals of the
// named programs, and Apple's File System Programming Guide. Termux's $PREFIX, the work directory
// and further directories for temporary files depend on the machine and are not here.

// systemDirs are the directories that a system needs as a whole.
var systemDirs = [...]string{
	"/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/proc", "/root", "/run", "/sbin", "/snap",
	"/srv", "/sys", "/usr", "/var", "/nix", "/gnu",
	// macOS; /private holds etc, var and tmp
	"/Applications", "/Library", "/System", "/Volumes", "/private", "/.vol",
	// Android
	"/apex", "/odm", "/oem", "/product", "/system", "/system_ext", "/vendor", "/linkerconfig",
	"/data/adb", "/data/app", "/data/dalvik-cache", "/data/data", "/data/misc", "/data/system", "/data/user", "/data/vendor",
}

// notSystem are trees inside system directories that belong to users: a tree itself is protected,
// its content is not.
var notSystem = region{lines: []string{
	"/var/tmp/ /private/tmp/ /private/var/tmp/ /private/var/folders/ /var/folders/",
	"/run/user/ /var/www/ /srv/ /Volumes/",
	"/dev/shm/ /dev/mqueue/",
	"/data/data/*/files/home/ /data/user/*/*/files/home/",
}}

// shared are trees inside system directories with additional software, and with data that
// services keep, serve and record (hier(7)). The system starts and works without them.
var shared = region{lines: []string{
	"/opt/*/ /usr/local/*/ /var/log/*/ /var/www/*/ /srv/*/ /var/lib/*/",
}}

// localDirs are the directories of /usr/local that all software there shares (hier(7), and Homebrew's).
// What is in them is shared; they themselves are the system's, unlike a tree of one program: /usr/local/go.
var localDirs = region{lines: []string{
	"/usr/local/bin /usr/local/etc /usr/local/games /usr/local/include /usr/local/lib /usr/local/lib32 /usr/local/lib64 /usr/local/libexec /usr/local/man /usr/local/sbin /usr/local/share /usr/local/src",
	"/usr/local/Cellar /usr/local/Caskroom /usr/local/Homebrew",
}}

// systemShared are trees among these that belong to the system itself: the installed packages,
// accounts, and records about users.
var systemShared = region{lines: []string{
	"/var/lib/dpkg/ /var/lib/apt/extended_states /var/lib/apt/keyrings/ /var/lib/rpm/ /var/lib/dnf/ /var/lib/yum/ /var/lib/pacman/ /var/lib/portage/ /var/lib/apk/ /var/lib/nix/ /var/lib/snapd/ /var/lib/flatpak/",
	"/var/lib/alternatives/ /var/lib/initramfs-tools/ /var/lib/dkms/ /var/lib/systemd/ /var/lib/dbus/ /var/lib/NetworkManager/ /var/lib/polkit-1/",
	"/var/lib/pam/ /var/lib/AccountsService/ /var/lib/sss/ /var/lib/sudo/ /var/lib/selinux/ /var/lib/apparmor/ /var/lib/private/ /var/lib/ucf/ /var/lib/dhcp/ /var/lib/cloud/",
	"/var/log/audit/ /var/log/journal/ /var/log/wtmp* /var/log/btmp* /var/log/lastlog /var/log/faillog /var/log/auth.log* /var/log/secure*",
}}

// caches are files that programs fetch or make again when they are missing (hier(7), apt-get(8)).
var caches = region{lines: []string{
	"/var/cache/*/ /var/lib/apt/lists/",
}}

// harmlessDevices may be read and written by anyone. See null(4), random(4),
// tty(4), pts(4).
var harmlessDevices = region{lines: []string{
	"/dev/null /dev/zero /dev/full /dev/tty /dev/random",
	"/dev/urandom /dev/stdin /dev/stdout /dev/stderr /dev/ptmx",
	"/dev/fd/ /dev/pts/ /dev/shm/",
	"/proc/self/fd/",
}}

// disks are the devices with file systems, and the machine's memory. See sd(4), loop(4), mem(4)
// and the kernel's list of allocated devices.
var disks = region{lines: []string{
	"/dev/sd[a-z]* /dev/hd[a-z]* /dev/vd[a-z]* /dev/xvd[a-z]*",
	"/dev/nvme[0-9]* /dev/mmcblk[0-9]* /dev/loop[0-9]* /dev/dm-[0-9]*",
	"/dev/md[0-9]* /dev/md/ /dev/sr[0-9]* /dev/nbd[0-9]* /dev/zram[0-9]*",
	"/dev/ram[0-9]* /dev/pmem[0-9]* /dev/bcache[0-9]* /dev/mtd*",
	"/dev/ubi* /dev/mapper/ /dev/disk/ /dev/block/",
	"/dev/sg[0-9]* /dev/bsg/ /dev/drbd[0-9]* /dev/rbd[0-9]* /dev/zd[0-9]*",
	"/dev/mem /dev/kmem /dev/port",
	"/proc/kcore /proc/sysrq-trigger",
	"/dev/rdisk[0-9]* /dev/disk[0-9]*",                                                                                                   // macOS
	"/dev/ada[0-9]* /dev/da[0-9]* /dev/nvd[0-9]* /dev/nda[0-9]* /dev/vtbd[0-9]* /dev/zvol/ /dev/gpt/ /dev/ufs/",                          // FreeBSD
	"/dev/sd[0-9]* /dev/rsd[0-9]* /dev/wd[0-9]* /dev/rwd[0-9]* /dev/ld[0-9]* /dev/rld[0-9]* /dev/vnd[0-9]* /dev/dk[0-9]* /dev/rdk[0-9]*", // OpenBSD, NetBSD
}}

// tempDirs are the directories for temporary files in hier(7).
var tempDirs = [...]string{"/tmp", "/var/tmp"}

// TempDirs returns the directories for temporary files that Linux and the BSDs have. On macOS they are
// links into /private.
func TempDirs() []string { return tempDirs[:len(tempDirs):len(tempDirs)] }

// temp are the directories for temporary files on every system.
var temp = region{lines: []string{
	"/tmp/ /var/tmp/ /private/tmp/ /private/var/tmp/ /private/var/folders/ /var/folders/",
}}

// kernel are the kernel's virtual trees: they show the state of the machine and of every process.
var kernel = region{lines: []string{
	"/proc/ /sys/ /dev/",
}}

// systemIndex indexes the system directories. It is built at first use.
var systemIndex = lazy.Value[*placeIndex]{Make: func() *placeIndex {
	all := placeIndex{links: make([]link, 0, len(systemDirs))}
	for _, dir := range systemDirs {
		all.add(1, dir, true)
	}
	return &all
}}

// IsSystem reports whether a path is a system directory or below one. The path is absolute and
// clean. Users' trees inside system directories, and those that everyone may write, do not count.
func IsSystem(name string) bool {
	switch {
	case !systemIndex.Get().covers(name, nil), IsHarmless(name), caches.covers(name, nil):
		return false
	case notSystem.covers(name, nil):
		// The directory itself belongs to the system; only its content does not.
		return !notSystem.covers(path.Dir(name), nil)
	}
	return true
}

// IsShared reports whether a path is shared by the services and users of a machine and not
// essential to the system: an application below /opt or /usr/local, data that a service keeps,
// serves or records. The path is absolute and clean.
func IsShared(name string) bool {
	return shared.covers(name, nil) && !systemShared.covers(name, nil) && !localDirs.covers(name, nil) && !caches.covers(name, nil)
}

// LocalDirs returns the directories of /usr/local that all software there shares.
func LocalDirs() []Pattern { return localDirs.places() }

// SystemShared returns the places inside those of IsShared that belong to the system.
func SystemShared() []Pattern { return systemShared.places() }

// IsKernel reports whether a path is in one of the kernel's virtual trees and not a harmless
// device. The path is absolute and clean.
func IsKernel(name string) bool { return kernel.covers(name, nil) && !IsHarmless(name) }

// IsDisk reports whether a path is a device with file systems or the machine's memory. The path
// is absolute and clean.
func IsDisk(name string) bool { return hasDevices(name) && disks.covers(name, nil) }

// hasDevices reports whether a path is in the directory of devices. This excludes nearly every
// path before the list is parsed.
func hasDevices(name string) bool {
	for _, dir := range [...]string{"/dev/", "/proc/"} {
		if len(name) > len(dir) && strings.EqualFold(name[:len(dir)], dir) {
			return true
		}
	}
	return false
}

// IsHarmless reports whether a path is a device that anyone may read and write. The path is
// absolute and clean.
func IsHarmless(name string) bool { return hasDevices(name) && harmlessDevices.covers(name, nil) }

// SystemDirs returns the directories that a system needs as a whole.
func SystemDirs() []string { return systemDirs[:] }

// Temp returns the directories for temporary files on every system.
func Temp() []Pattern { return temp.places() }

// Disks returns the devices of IsDisk.
func Disks() []Pattern { return disks.places() }

// HarmlessDevices returns the devices of IsHarmless.
func HarmlessDevices() []Pattern { return harmlessDevices.places() }
