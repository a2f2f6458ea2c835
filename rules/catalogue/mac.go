package catalogue

import "github.com/agent-loop/shimgen/rules"

// mac are the rules about macOS's own tools; each is described in its man page
// there.
var mac = []rules.Rule{
	{
		ID: "mac.disk", Class: rules.Catastrophic, Program: "diskutil",
		Operand: "erase* partitionDisk partitiondisk reformat secureErase secureerase zeroDisk zerodisk randomDisk randomdisk deleteVolume deleteContainer mergePartitions splitPartition",
		Reason:  "erases a disk or a volume",
		Hint:    "`diskutil list` shows what there is",
		Hits:    []string{"diskutil eraseDisk APFS x disk2", "sudo diskutil secureErase 0 disk3", "diskutil apfs deleteVolume disk1s2"},
		Misses:  []string{"diskutil list", "diskutil info disk2", "diskutil unmount disk2"},
	},
	{
		ID: "mac.backup", Class: rules.Destructive, Program: "tmutil", Operand: "delete deletelocalsnapshots disable removedestination deleteinprogress thinlocalsnapshots",
		Reason: "deletes backups, or turns them off",
		Hint:   "`tmutil listbackups` shows what there is",
		Hits:   []string{"tmutil delete /Volumes/b/x", "sudo tmutil disable", "tmutil deletelocalsnapshots 2025-01-01"},
		Misses: []string{"tmutil listbackups", "tmutil status", "tmutil localsnapshot"},
	},
	{
		ID: "mac.protection", Class: rules.SystemWrite, Program: "csrutil nvram", Operand: "disable enable clear netboot authenticated-root *=*",
		Reason: "changes what protects the system or how it starts",
		Hint:   "`csrutil status` shows how it is",
		Hits:   []string{"csrutil disable", "sudo nvram boot-args=-v"},
		Misses: []string{"nvram -p", "csrutil status"},
	},
	{
		ID: "mac.gatekeeper", Class: rules.SystemWrite, Program: "spctl", Any: "--master-disable --global-disable --add --disable --remove",
		Reason: "lets programs run that nobody signed",
		Hint:   "`spctl --status` shows how it is",
		Hits:   []string{"sudo spctl --master-disable", "spctl --add x.app"},
		Misses: []string{"spctl --status", "spctl --assess x.app"},
	},
	{
		ID: "mac.quarantine", Class: rules.Exposure, Program: "xattr", Operand: "com.apple.quarantine", Any: "-d -c -w -rd -dr",
		Reason: "takes away the mark that makes the system look at a download before it runs",
		Hint:   "`xattr -l FILE` shows the marks",
		Hits:   []string{"xattr -d com.apple.quarantine x.app", "xattr -rd com.apple.quarantine x.app"},
		Misses: []string{"xattr -l x", "xattr -p com.apple.quarantine x"},
	},
	{
		ID: "mac.defaults", Class: rules.Destructive, Program: "defaults", Operand: "delete remove",
		Reason: "deletes settings of a program or of the system",
		Hint:   "`defaults read DOMAIN` shows them",
		Hits:   []string{"defaults delete com.apple.dock", "defaults delete -g"},
		Misses: []string{"defaults read com.apple.dock", "defaults domains"},
	},
	{
		ID: "mac.accounts", Class: rules.SystemWrite, Program: "dscl dseditgroup sysadminctl", Any: "-delete -create -append -change -passwd -deleteUser -addUser -resetPasswordFor -o",
		Reason: "changes the machine's users and groups",
		Hint:   "`dscl . -list /Users` shows them",
		Hits:   []string{"dscl . -delete /Users/x", "sudo sysadminctl -deleteUser x", "dseditgroup -o edit -a me admin"},
		Misses: []string{"dscl . -list /Users", "dscl . -read /Users/x"},
	},
	{
		ID: "mac.name", Class: rules.SystemWrite, Program: "scutil", Any: "--set",
		Reason: "changes what the machine is called",
		Hint:   "`scutil --get HostName` shows it",
		Hits:   []string{"sudo scutil --set HostName x"},
		Misses: []string{"scutil --get HostName", "scutil --dns"},
	},
	{
		ID: "mac.keychain", Class: rules.Secrets, Program: "security", Operand: "find-generic-password find-internet-password dump-keychain export", Any: "-w -g -d -t",
		Reason: "prints passwords or keys from a keychain",
		Hint:   "`security list-keychains` shows what there is",
		Hits:   []string{"security find-generic-password -s x -w", "security dump-keychain -d"},
		Misses: []string{"security find-generic-password -s x", "security list-keychains", "security find-identity -v"},
	},
	{
		ID: "mac.keychain-delete", Class: rules.Destructive, Program: "security", Operand: "delete-keychain delete-generic-password delete-internet-password delete-certificate delete-identity",
		Reason: "deletes passwords, keys or certificates",
		Hint:   "`security list-keychains` shows what there is",
		Hits:   []string{"security delete-keychain x", "security delete-generic-password -s x"},
		Misses: []string{"security list-keychains", "security verify-cert -c x"},
	},
}
