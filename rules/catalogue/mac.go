package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// mac are the rules about macOS's own tools; each is described in its man page
// there.
var mac = []rules.Rule{
	{
		ID: "mac.disk", Class: rules.Catastrophic, Program: "diskutil",
		Operand: "erase* partitionDisk partitiondisk reformat secureErase secureerase zeroDisk zerodisk randomDisk randomdisk deletevolume deleteVolume deleteVolumeGroup deletevolumegroup deletecontainer deleteContainer mergePartitions splitPartition",
		Reason:  "erases a disk or a volume",
		Hint:    "`diskutil list` shows what there is",
		Hits:    []string{"diskutil eraseDisk APFS x disk2", "sudo diskutil secureErase 0 disk3", "diskutil apfs deleteVolume disk1s2", "diskutil apfs deleteVolumeGroup X"},
		Misses:  []string{"diskutil list", "diskutil info disk2", "diskutil unmount disk2"},
	},
	{
		ID: "mac.backup", Class: rules.Destructive, Program: "tmutil", Operand: "delete deletelocalsnapshots disable removedestination deleteinprogress thinlocalsnapshots addexclusion setdestination restore inheritbackup associatedisk",
		Reason: "deletes backups, turns them off, or puts them in the place of what there is",
		Hint:   "`tmutil listbackups` shows what there is",
		Hits:   []string{"tmutil delete /Volumes/b/x", "sudo tmutil disable", "tmutil deletelocalsnapshots 2025-01-01", "tmutil addexclusion -p ~/notes"},
		Misses: []string{"tmutil listbackups", "tmutil status", "tmutil localsnapshot", "tmutil isexcluded ~/notes"},
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
	{
		ID: "mac.volume", Class: rules.Destructive, Program: "diskutil",
		Operand: "deleteSnapshot deletesnapshot decryptVolume decryptvolume resizeContainer resizecontainer resizeVolume resizevolume resizeStack resizestack appleRAID appleraid ar repairDisk repairdisk disableJournal disablejournal forceUnmount",
		Reason:  "deletes a snapshot, or changes a volume that is in use",
		Hint:    "`diskutil apfs listSnapshots` and `diskutil info` look only",
		Hits:    []string{"diskutil apfs deleteSnapshot / -uuid X", "diskutil apfs resizeContainer disk1 100g"},
		Misses:  []string{"diskutil apfs listSnapshots disk1s1", "diskutil verifyVolume /", "diskutil unmountDisk disk2"},
	},
	{
		ID: "mac.default-keychain", Class: rules.SystemWrite, Program: "security", Operand: "default-keychain login-keychain list-keychains", Any: "-s",
		Reason: "changes where programs keep and look for passwords",
		Hint:   "`security default-keychain` alone shows it",
		Hits:   []string{"security default-keychain -s x.keychain"},
		Misses: []string{"security default-keychain", "security list-keychains"},
	},
	{
		ID: "mac.image-keys", Class: rules.Destructive, Program: "hdiutil", Sub: "erasekeys",
		Reason: "erases the keys of an encrypted disk image, and with them what it holds",
		Hint:   "`hdiutil imageinfo` shows what it is",
		Hits:   []string{"hdiutil erasekeys x.dmg"},
		Misses: []string{"hdiutil imageinfo x.dmg", "hdiutil create -srcfolder d x.dmg"},
	},
	{
		ID: "mac.network-settings", Class: rules.SystemWrite, Program: "networksetup systemsetup", Count: 1,
		None: "-help -version -printcommands -printCommands -listnetworkserviceorder -listallnetworkservices -listallhardwareports -detectnewhardware -getmacaddress -getcomputername -getinfo -getadditionalroutes " +
			"-getv6additionalroutes -getnetworkserviceenabled -getdnsservers -getsearchdomains -getftpproxy -getwebproxy -getsecurewebproxy -getstreamingproxy -getgopherproxy -getsocksfirewallproxy -getproxybypassdomains " +
			"-getproxyautodiscovery -getpassiveftp -getautoproxyurl -getairportnetwork -getairportpower -listpreferredwirelessnetworks -getMTU -listvalidMTUrange -getmedia -listvalidmedia -listVLANs " +
			"-listdevicesthatsupportVLAN -isBondSupported -listBonds -showBondStatus -getcurrentlocation -listlocations -listpppoeservices -showpppoestatus -getdate -gettime -gettimezone -listtimezones",
		Reason: "changes how the machine is connected, or who may log in to it",
		Hint:   "`networksetup -getinfo Wi-Fi` shows how it is",
		Hits: []string{
			"systemsetup -setremotelogin on", "sudo systemsetup -f -setremotelogin on", "networksetup -setdnsservers Wi-Fi 192.0.2.1", "networksetup -setnetworkserviceenabled Wi-Fi off",
			"networksetup -removepreferredwirelessnetwork en0 Office", "systemsetup -setusingnetworktime off",
		},
		Misses: []string{"networksetup -getinfo Wi-Fi", "networksetup -listallnetworkservices", "networksetup -getdnsservers Wi-Fi", "systemsetup -gettimezone", "systemsetup -getremotelogin"},
	},
	{
		ID: "mac.firewall", Class: rules.SystemWrite, Program: "socketfilterfw", Any: "--setglobalstate --setblockall --setallowsigned --setallowsignedapp --setstealthmode --setloggingmode --add --remove --blockapp --unblockapp",
		Reason: "changes what the firewall lets in",
		Hint:   "`socketfilterfw --getglobalstate` shows how it is",
		Hits:   []string{"/usr/libexec/ApplicationFirewall/socketfilterfw --setglobalstate off", "socketfilterfw --add ./server --unblockapp ./server"},
		Misses: []string{"socketfilterfw --getglobalstate", "socketfilterfw --listapps"},
	},
	{
		ID: "mac.boot-policy", Class: rules.SystemWrite, Program: "bputil", None: "-d --display-policy -e --display-all-policies -l --log -h --help",
		Reason: "changes what protects the system or how it starts",
		Hint:   "`bputil -d` shows how it is",
		Hits:   []string{"bputil -n", "sudo bputil --permissive-security"},
		Misses: []string{"bputil -d", "bputil --display-all-policies"},
	},
	{
		ID: "mac.profiles", Class: rules.SystemWrite, Program: "profiles", Any: "-D -I -R -N",
		Reason: "installs or removes what the machine is managed by",
		Hint:   "`profiles list` shows what there is",
		Hits:   []string{"profiles -D", "profiles -R -p x"},
		Misses: []string{"profiles -P", "profiles -L", "profiles status -type enrollment"},
	},
	{
		ID: "mac.disk-encryption", Class: rules.SystemWrite, Program: "fdesetup", Operand: "changerecovery add authrestart enable sync",
		Reason: "changes who can unlock the disk",
		Hint:   "`fdesetup status` and `fdesetup list` show how it is",
		Hits:   []string{"fdesetup changerecovery -personal", "fdesetup add -usertoadd x"},
		Misses: []string{"fdesetup status", "fdesetup list", "fdesetup haspersonalrecoverykey"},
	},
	{
		ID: "mac.login-policy", Class: rules.SystemWrite, Program: "dsenableroot pwpolicy dsconfigad dsconfigldap sysadminctl",
		Any:    "-u -d -r -a -add -remove -clearaccountpolicies -setaccountpolicies -setpolicy -setglobalpolicy -disableuser -enableuser -guestAccount -screenLock -automaticTime -afpGuestAccess -smbGuestAccess -autologin -filesystem",
		None:   "-show -help -h",
		Reason: "changes who may log in to the machine, and how",
		Hint:   "`dscl . -list /Users` shows the accounts",
		Hits:   []string{"dsenableroot -u admin", "pwpolicy -clearaccountpolicies", "dsconfigad -remove -u x", "sysadminctl -guestAccount on"},
		Misses: []string{"dsconfigad -show", "pwpolicy -getaccountpolicies", "sysadminctl -secureTokenStatus x"},
	},
	{
		ID: "mac.extensions", Class: rules.SystemWrite, Program: "systemextensionsctl sfltool", Operand: "reset resetbtm uninstall developer",
		Reason: "removes extensions of the system, or forgets which items may start at login",
		Hint:   "`systemextensionsctl list` and `sfltool dumpbtm` look only",
		Hits:   []string{"systemextensionsctl reset", "sfltool resetbtm"},
		Misses: []string{"systemextensionsctl list", "sfltool dumpbtm"},
	},
	{
		ID: "mac.launchd-settings", Class: rules.SystemWrite, Program: "launchctl", Sub: "config reboot",
		Reason: "changes how every program of the machine or the user starts, or ends them all",
		Hint:   "`launchctl print system` shows how it is",
		Hits:   []string{"launchctl config user path /tmp/bin", "sudo launchctl reboot userspace"},
		Misses: []string{"launchctl list", "launchctl print system"},
	},
	{
		ID: "mac.receipts", Class: rules.SystemWrite, Program: "pkgutil", Any: "--forget",
		Reason: "forgets that a package is installed, and which files are its own",
		Hint:   "`pkgutil --files ID` shows them",
		Hits:   []string{"pkgutil --forget com.example.x"},
		Misses: []string{"pkgutil --pkgs", "pkgutil --files com.example.x"},
	},
	{
		ID: "mac.uninstall", Class: rules.Destructive, Program: "mas", Operand: "uninstall",
		Reason: "removes an app with what only it can open",
		Hint:   "`mas list` shows what is installed",
		Hits:   []string{"mas uninstall 1"},
		Misses: []string{"mas list", "mas search x"},
	},
	{
		ID: "mac.share", Class: rules.Exposure, Program: "kickstart cupsctl sharing safaridriver", Any: "-activate -configure --remote-any --remote-admin --share-printers -a -e --enable",
		Reason: "lets others at the machine's screen, files or printers",
		Hint:   "ask the user to open it",
		Hits:   []string{"kickstart -activate -configure -access -on", "cupsctl --remote-any", "sharing -a ~/x"},
		Misses: []string{"cupsctl", "sharing -l", "kickstart -help"},
	},
	{
		ID: "mac.defaults-protection", Class: rules.Exposure, Program: "defaults", Sub: "write/*",
		Operand: "askForPassword askForPasswordDelay idleTime globalstate AutomaticCheckEnabled AutomaticDownload CriticalUpdateInstall ConfigDataInstall autoLoginUser GuestEnabled DisableGatekeeper GKAutoRearm",
		Reason:  "changes a setting that protects the machine",
		Hint:    "`defaults read DOMAIN KEY` shows it",
		Hits:    []string{"defaults write com.apple.screensaver askForPassword -int 0", "defaults write com.apple.SoftwareUpdate AutomaticCheckEnabled -bool false"},
		Misses:  []string{"defaults read com.apple.screensaver askForPassword", "defaults write com.apple.dock autohide -bool true"},
	},
	{
		ID: "mac.defaults-system", Class: rules.SystemWrite, Program: "defaults", Sub: "write/* import/* rename/* delete/*", NoGrammar: true, Effect: grammar.Reads, Zone: rules.System,
		Reason: "changes settings of the whole machine",
		Hint:   "`defaults read DOMAIN` shows them",
		Hits:   []string{"defaults write /Library/Preferences/com.apple.x y -int 0", "sudo defaults import /Library/Preferences/x a.plist"},
		Misses: []string{"defaults read /Library/Preferences/com.apple.x", "defaults write com.apple.dock autohide -bool true"},
	},
	{
		ID: "persistence.defaults", Class: rules.Persistence, Program: "defaults", Sub: "write/* import/* rename/*", NoGrammar: true, Effect: grammar.Reads, Zone: rules.Persist,
		Reason: "changes what starts by itself",
		Hint:   "`defaults read DOMAIN` shows it",
		Hits:   []string{"defaults write ~/Library/LaunchAgents/x ProgramArguments -array /tmp/x"},
		Misses: []string{"defaults read ~/Library/LaunchAgents/x", "defaults write com.apple.dock autohide -bool true"},
	},
	{
		ID: "mac.property-list", Class: rules.SystemWrite, Program: "PlistBuddy", Any: plistChanges, Effect: grammar.Reads, Zone: rules.System,
		Reason: "changes settings of the whole machine",
		Hint:   "`PlistBuddy -c Print FILE` shows them",
		Hits:   []string{"/usr/libexec/PlistBuddy -c 'Set :Label x' /Library/LaunchDaemons/x.plist"},
		Misses: []string{"PlistBuddy -c 'Print :CFBundleVersion' /Applications/x.app/Contents/Info.plist", "PlistBuddy -c 'Set :Label x' Info.plist"},
	},
	{
		ID: "persistence.property-list", Class: rules.Persistence, Program: "PlistBuddy", Any: plistChanges, Effect: grammar.Reads, Zone: rules.Persist,
		Reason: "changes what starts by itself",
		Hint:   "`PlistBuddy -c Print FILE` shows it",
		Hits:   []string{"PlistBuddy -c 'Add :ProgramArguments array' ~/Library/LaunchAgents/x.plist"},
		Misses: []string{"PlistBuddy -c Print ~/Library/LaunchAgents/x.plist", "PlistBuddy -c 'Add :x array' Info.plist"},
	},
	{
		ID: "mac.script-power", Class: rules.SystemWrite, Program: "osascript", Effect: grammar.Evaluates,
		Value:  "*System*Events*to*shut*down* *System*Events*to*restart* *System*Events*to*log*out* *System*Events*to*sleep* *systemevents*to*shut*down* *systemevents*to*restart* *Finder*to*shut*down* *Finder*to*restart* *Finder*to*sleep* *loginwindow*aevt*",
		Reason: "turns the machine off, starts it again or logs the user out",
		Hint:   "ask the user to do it",
		Hits:   []string{`osascript -e 'tell app "System Events" to shut down'`, `osascript -e 'tell application id "com.apple.systemevents" to restart'`, `osascript -e 'tell app "System Events" to log out'`},
		Misses: []string{`osascript -e 'tell application "Finder" to activate'`, `osascript -e 'display notification "restart"'`},
	},
	{
		ID: "mac.script-input", Class: rules.Device, Program: "osascript", Effect: grammar.Evaluates, Value: "*System*Events*keystroke* *System*Events*key*code* *System*Events*click*",
		Reason: "types or clicks in the user's place",
		Hint:   "ask the user to do it",
		Hits:   []string{`osascript -e 'tell application "System Events" to keystroke "x"'`, `osascript -e 'tell app "System Events" to key code 36'`},
		Misses: []string{`osascript -e 'tell application "System Events" to get name of every process'`},
	},
	{
		ID: "mac.script-data", Class: rules.Device, Program: "osascript", Effect: grammar.Evaluates,
		Value:  `*tell*app*"Messages"* *tell*app*"Mail"* *tell*app*"Contacts"* *tell*app*"Notes"* *tell*app*"Calendar"* *tell*app*"Photos"* *tell*app*"FaceTime"* *Application("Messages")* *Application("Mail")* *Application("Contacts")* *Application("Notes")*`,
		Reason: "reads or changes the user's messages, contacts or notes, or sends in the user's name",
		Hint:   "ask the user for what you need",
		Hits:   []string{`osascript -e 'tell application "Messages" to send "hi" to buddy "x"'`, `osascript -e 'tell application "Contacts" to get name of every person'`},
		Misses: []string{`osascript -e 'display notification "Messages"'`, `osascript -e 'tell application "Finder" to open home'`},
	},
	{
		ID: "mac.script-password", Class: rules.Secrets, Program: "osascript", Effect: grammar.Evaluates, Value: "*display*dialog*hidden*answer*",
		Reason: "asks the user for a password, and gives it to whoever started it",
		Hint:   "the program that needs the password asks for it itself",
		Hits:   []string{`osascript -e 'display dialog "Password:" default answer "" with hidden answer'`},
		Misses: []string{`osascript -e 'display dialog "Name:" default answer ""'`},
	},
}

// plistChanges are the commands of PlistBuddy(8) that change a file.
const plistChanges = "-c=Set* -c=set* -c=Add* -c=add* -c=Delete* -c=delete* -c=Merge* -c=merge* -c=Import* -c=import* -c=Copy* -c=copy* -c=Clear* -c=clear* -c=Revert*"
