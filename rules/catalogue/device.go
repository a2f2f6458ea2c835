package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// device are the rules about a phone: its apps, its settings, the owner's data on it, and phones
// that adb connects to.
var device = []rules.Rule{
	{
		ID: "device.apps", Class: rules.Device, NotLocal: true, Program: "pm",
		Sub: "install install-create install-commit install-existing uninstall clear enable disable disable-user disable-until-used default-state hide " +
			"unhide suspend unsuspend grant revoke reset-permissions set-permission-enforced trim-caches create-user remove-user rename-user install-write " +
			"install-multi-package install-incremental rollback-app uninstall-system-updates set-home-activity set-user-restriction set-app-link set-install-location",
		Reason: "installs, removes or changes apps of the phone",
		Hint:   "`pm list packages` lists them",
		Hits:   []string{"pm uninstall com.example.app", "pm clear com.example.app", "pm grant com.example.app android.permission.CAMERA", "pm uninstall-system-updates", "pm set-home-activity com.example.app/.x"},
		Misses: []string{"pm list packages", "pm get-install-location", "pm path com.example.app", "npm uninstall x"},
	},
	{
		ID: "device.activity", Class: rules.Device, NotLocal: true, Program: "am",
		Sub: "start start-activity startservice start-service start-foreground-service stopservice stop-service broadcast force-stop kill kill-all crash " +
			"instrument restart switch-user start-user stop-user hang",
		Reason: "starts or stops apps of the phone in the user's name",
		Hint:   "ask the user to open it",
		Hits:   []string{"am start -a android.intent.action.CALL -d tel:1", "am broadcast -a x", "am force-stop com.example.app", "adb shell am start x"},
		Misses: []string{"am get-config", "echo am start"},
	},
	{
		ID: "device.cmd", Class: rules.Device, Program: "cmd",
		Sub: "package/install package/uninstall package/clear package/enable package/disable package/disable-user package/hide package/suspend " +
			"package/grant package/revoke activity/start activity/start-activity activity/startservice activity/broadcast activity/force-stop " +
			"activity/kill activity/kill-all settings/put settings/delete settings/reset notification statusbar wifi connectivity phone appops " +
			"jobscheduler device_policy role user location bluetooth_manager overlay alarm backup clipboard device_config lock_settings media_session power " +
			"telecom wallpaper window",
		Reason: "changes apps or settings of the phone",
		Hint:   "cmd package list packages lists them",
		Hits:   []string{"cmd package uninstall com.example.app", "cmd settings put global x 1", "cmd wifi set-wifi-enabled disabled", "cmd lock_settings set-pin 1", "cmd clipboard get", "cmd device_config put a b c"},
		Misses: []string{"cmd package list packages", "cmd -l", "cmd settings get global x"},
	},
	{
		ID: "device.settings", Class: rules.Device, Program: "settings", Sub: "put delete reset",
		Reason: "changes settings of the phone",
		Hint:   "settings get reads them",
		Hits:   []string{"settings put secure install_non_market_apps 1", "settings delete global x"},
		Misses: []string{"settings get global x", "settings list system"},
	},
	{
		ID: "device.content", Class: rules.Device, Program: "content", Sub: "query insert update delete read write call",
		Reason: "reads or changes what apps hold: contacts, messages, calls",
		Hint:   "ask the user for what you need",
		Hits:   []string{"content query --uri content://sms", "content delete --uri content://contacts/people"},
		Misses: []string{"content gettype --uri content://sms", "echo content query"},
	},
	{
		ID: "device.radio", Class: rules.Device, Program: "svc",
		Sub:    "power/reboot power/shutdown power/stayon power/forcesuspend wifi/enable wifi/disable data/enable data/disable bluetooth/enable bluetooth/disable nfc/enable nfc/disable usb/setFunctions usb/setFunction usb/resetUsbGadget",
		Reason: "switches parts of the phone on or off",
		Hint:   "ask the user to do it",
		Hits:   []string{"svc wifi disable", "svc power reboot", "svc usb setFunction mtp"},
		Misses: []string{"svc usb getFunctions", "git svc wifi"},
	},
	{
		ID: "device.input", Class: rules.Device, Program: "input", Sub: "text keyevent tap swipe draganddrop press roll motionevent keycombination",
		Reason: "types or taps in the user's place",
		Hint:   "ask the user to do it",
		Hits:   []string{"input tap 100 200", "input text hello", "adb shell input keyevent 26"},
		Misses: []string{"input", "echo input tap"},
	},
	{
		ID: "device.property", Class: rules.Device, Program: "setprop",
		Reason: "changes a property of the phone's system",
		Hint:   "getprop reads them",
		Hits:   []string{"setprop service.adb.tcp.port 5555"},
		Misses: []string{"getprop ro.product.model"},
	},
	{
		ID: "device.screen", Class: rules.Device, Program: "screencap",
		Reason: "takes a picture of the phone's screen",
		Hint:   "ask the user for a picture",
		Hits:   []string{"screencap -p shot.png", "screenrecord x.mp4", "adb exec-out screencap -p"},
		Misses: []string{"ls screencap"},
	},
	{
		ID: "device.adb", Class: rules.Device, Program: "adb", None: "-s=emulator-* -e",
		Sub: "install install-multiple uninstall reboot reboot-bootloader root unroot remount sideload disable-verity enable-verity emu backup restore tcpip " +
			"push ppp pair connect",
		Reason: "changes another phone, or opens it to others",
		Hint:   "`adb devices` and adb logcat look only",
		Hits:   []string{"adb install app.apk", "adb -s x uninstall com.example.app", "adb root", "adb push a /sdcard/", "adb -s 192.168.1.5:5555 install app.apk"},
		Misses: []string{"adb devices", "adb -s emulator-5554 install -r app-debug.apk", "adb -e uninstall com.example.app", "adb logcat -d", "adb shell ls"},
	},
	{
		ID: "device.fastboot", Class: rules.Catastrophic, Program: "fastboot",
		Sub:    "flash flashall flashing erase format format:* update oem delete-logical-partition wipe-super",
		Reason: "overwrites the partitions of a phone",
		Hint:   "fastboot devices and fastboot getvar look only",
		Hits:   []string{"fastboot flash boot boot.img", "fastboot erase userdata", "fastboot -s x oem unlock", "fastboot format:ext4 userdata", "fastboot format:f2fs:0x80000000 userdata"},
		Misses: []string{"fastboot devices", "fastboot getvar all"},
	},
	{
		ID: "device.app-data", Class: rules.Device, Program: "cat head tail less tar cp dd base64 xxd strings grep sqlite3", Effect: grammar.Reads, Zone: rules.Remote | rules.RemoteSystem,
		Value: "/data/data/*.*/* /data/user/*/*.*/* /data/user_de/*/*.*/*", Not: "/data/data/com.termux/*",
		Reason: "reads what an app of the phone holds: its logins, messages and databases",
		Hint:   "adb shell ls -l lists the files",
		Hits: []string{
			"adb exec-out cat /data/data/com.example.app/databases/x.db", "adb shell cat /data/data/com.example.app/shared_prefs/a.xml",
			"adb -s x shell 'cat /data/user/0/com.example.app/files/token'",
		},
		Misses: []string{"adb shell ls /data/data/com.example.app", "adb shell cat /proc/meminfo", "adb exec-out cat /sdcard/x.png", "ssh -p 8022 phone cat /data/data/com.termux/files/home/notes"},
	},
	{
		ID: "device.app-data-run", Class: rules.Device, Program: "run-as", Operand: "cat head tail less tar cp dd base64 xxd strings grep sqlite3 */cat",
		Reason: "reads what an app of the phone holds: its logins, messages and databases",
		Hint:   "adb shell run-as APP ls lists the files",
		Hits: []string{
			"adb exec-out run-as com.example.app cat databases/x.db", "adb shell run-as com.example.app cat /data/data/com.example.app/shared_prefs/a.xml",
			"adb -s x shell 'run-as com.example.app cat shared_prefs/a.xml'", "adb exec-out run-as com.example.app tar c .",
		},
		Misses: []string{"adb shell run-as com.example.app ls files", "adb shell ls", "adb shell pm list packages"},
	},
	{
		ID: "device.recovery", Class: rules.Catastrophic, Program: "recovery su", Any: "--wipe_data --wipe_all --factory_reset",
		Reason: "erases the user's data on a phone",
		Hint:   "adb shell cat /cache/recovery/last_log shows what it did last",
		Hits:   []string{"adb shell recovery --wipe_data", "adb shell 'recovery --wipe_data'", "recovery --wipe_data", "adb shell su -c 'recovery --wipe_data'"},
		Misses: []string{"adb shell ls", "adb shell recovery --help", "echo recovery --wipe_data"},
	},
	{
		ID: "device.recovery-command", Class: rules.Catastrophic, Effect: grammar.Writes, Zone: rules.Remote | rules.RemoteSystem, Value: "/cache/recovery/command /data/cache/recovery/command",
		Reason: "tells a phone what to do at its next start, such as to erase the user's data",
		Hint:   "adb shell cat /cache/recovery/last_log shows what it did last",
		Hits:   []string{"adb shell 'echo --wipe_data > /cache/recovery/command'", "adb shell 'printf %s --wipe_data | tee /cache/recovery/command'"},
		Misses: []string{"adb shell cat /cache/recovery/last_log", "adb shell 'echo x > /sdcard/command'", "echo x > cache/recovery/command"},
	},
	{
		ID: "device.flash", Class: rules.Catastrophic, Program: "heimdall mtk edl rkdeveloptool", Sub: "flash flash/* e/* es/* w/* wf/* wl/* ws/* ef ul/* prm/* gpt/*",
		None:   "--help -h",
		Reason: "erases or overwrites the partitions of a phone or a board",
		Hint:   "the same program's command that prints the table only looks",
		Hits:   []string{"heimdall flash --RECOVERY x.img", "mtk e userdata", "mtk w boot boot.img", "edl e userdata", "rkdeveloptool wl 0 x.img"},
		Misses: []string{"heimdall print-pit", "mtk printgpt", "mtk r boot boot.img", "edl printgpt", "rkdeveloptool ld"},
	},
	{
		ID: "device.fastboot-wipe", Class: rules.Catastrophic, Program: "fastboot", Any: "-w",
		Reason: "erases the user's data on a phone",
		Hint:   "fastboot devices looks only",
		Hits:   []string{"fastboot -w", "fastboot -w update x.zip"},
		Misses: []string{"fastboot devices"},
	},
	{
		ID: "device.message", Class: rules.Device, Program: "termux-sms-send termux-telephony-call termux-share",
		None:   "-h --help",
		Reason: "sends, calls or shares in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"termux-sms-send -n 123 hi", "termux-telephony-call 123", "echo hi | termux-sms-send -n 123", "termux-open-url https://example.com"},
		Misses: []string{"termux-toast hi", "termux-sms-send -h", "which termux-sms-send"},
	},
	{
		ID: "device.messenger", Class: rules.Device, Program: "signal-cli telegram-cli toot tut imsg mudslide wacli slackcat", Operand: "send send* post reply dm sendReaction* updateProfile msg* broadcast -c --channel", None: "--help -h --version",
		Reason: "sends something to people in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"signal-cli -a +15550100 send -m hi +15550101", "toot post hi", "telegram-cli -W -e 'msg bob hi'"},
		Misses: []string{"signal-cli -a +15550100 listContacts", "toot timeline", "which signal-cli"},
	},
	{
		ID: "device.api", Class: rules.Device, Program: "termux-api",
		Operand: "Sms* Telephony* Contact* CallLog* Camera* MicRecorder* Location* Notification* Clipboard* Fingerprint* Keystore* SAF* StorageGet* Share* Dialog* Nfc* Usb* Wallpaper* Download* JobScheduler* SpeechToText* Sensor* InfraredTransmit* Wifi*",
		Reason:  "reads what the phone knows of its owner, or acts in the user's name",
		Hint:    "ask the user for what you need",
		Hits:    []string{"/data/data/com.termux/files/usr/libexec/termux-api SmsInbox", "termux-api CameraPhoto --es file x", "termux-api SpeechToText", "termux-api WifiScanInfo"},
		Misses:  []string{"termux-api BatteryStatus", "termux-battery-status"},
	},
	{
		ID: "device.private", Class: rules.Device,
		Program: "termux-sms-list termux-contact-list termux-camera-photo termux-microphone-record termux-location termux-notification-list " +
			"termux-storage-get termux-speech-to-text termux-saf-read",
		None:   "-h --help",
		Reason: "reads what the phone knows of its owner",
		Hint:   "ask the user for what you need",
		Hits: []string{
			"termux-sms-list -l 10", "termux-contact-list", "termux-camera-photo x.jpg", "termux-location", "termux-microphone-record -f a.m4a",
			"termux-clipboard-get", "termux-call-log", "termux-sms-inbox", "termux-speech-to-text", "termux-saf-read uri", "termux-saf-ls uri", "termux-saf-stat uri",
			"termux-saf-dirs", "termux-wifi-connectioninfo", "termux-wifi-scaninfo", "termux-telephony-deviceinfo", "termux-telephony-cellinfo",
			"termux-notification-list", "termux-storage-get x",
		},
		Misses: []string{"termux-battery-status", "termux-camera-info", "termux-audio-info", "termux-infrared-frequencies", "termux-tts-engines", "termux-clipboard-set hi", "termux-location -h"},
	},
	{
		ID: "device.hardware", Class: rules.Device, Program: "termux-keystore termux-wallpaper", None: "-h --help",
		Reason: "uses or changes the phone's hardware or keys",
		Hint:   "ask the user to do it",
		Hits: []string{
			"termux-keystore delete x", "termux-usb -l", "termux-wifi-enable false", "termux-wallpaper -f a.png", "termux-fingerprint", "termux-nfc -r short",
			"termux-sensor -s accel", "termux-infrared-transmit -f 1 1,2", "termux-volume music 3", "termux-brightness 3",
		},
		Misses: []string{"termux-vibrate", "termux-torch on", "termux-notification-channel a b", "termux-api-start"},
	},
	{
		ID: "device.documents", Class: rules.Device, Program: "termux-saf-rm", None: "-h --help",
		Reason: "changes or deletes documents that other apps of the phone keep",
		Hint:   "ask the user to do it",
		Hits:   []string{"termux-saf-rm uri", "termux-saf-write uri <x", "termux-saf-create -t text/plain uri x", "termux-saf-mkdir uri x", "termux-saf-managedir"},
		Misses: []string{"termux-saf-rm -h", "which termux-saf-write"},
	},
	{
		ID: "device.java", Class: rules.Device, Program: "app_process dalvikvm",
		Reason: "starts code that talks to Android itself, where no rule sees what it does",
		Hint:   "ask the user to run it",
		Hits:   []string{"app_process / com.example.Main", "CLASSPATH=x.apk app_process -Djava.class.path=x.apk / x.Main", "dalvikvm -cp x.dex Main"},
		Misses: []string{"java -jar x.jar", "ls app_process"},
	},
	{
		ID: "device.manage", Class: rules.Device, Program: "ime telecom locksettings appops device_config uiautomator requestsync",
		Operand: "set enable disable reset put delete clear set-* register-* unregister-* remove-* dump runtest -a",
		Reason:  "changes how the phone is locked, typed on or called with, what its apps may do, or reads its screen",
		Hint:    "ask the user to do it",
		Hits:    []string{"ime set com.example/.x", "locksettings clear --old 1", "appops set com.example CAMERA allow", "telecom set-default-dialer x", "uiautomator dump x.xml", "device_config put a b c"},
		Misses:  []string{"ime list", "appops get com.example", "device_config get a b", "locksettings get-disabled"},
	},
	{
		ID: "device.shizuku", Class: rules.Device, Program: "rish", None: "--help",
		Reason: "runs as the user of adb, who may change every app of the phone",
		Hint:   "ask the user to run it",
		Hits:   []string{"rish -c 'ls /sdcard'", "echo ls | rish", "rish"},
		Misses: []string{"which rish", "rish --help"},
	},
	{
		ID: "device.restore", Class: rules.Destructive, Program: "termux-restore", None: "-h --help",
		Reason: "replaces Termux with all its programs and settings",
		Hint:   "ask the user to run it",
		Hits:   []string{"termux-restore x.tar.gz", "termux-restore -f - <x.tar"},
		Misses: []string{"termux-backup x.tar.gz", "termux-restore --help"},
	},
	{
		ID: "persistence.termux-service", Class: rules.Persistence, Local: true, Program: "sv-enable runsvdir", None: "-h --help",
		Reason: "keeps a program running, also after the next start",
		Hint:   "run it now",
		Hits:   []string{"sv-enable sshd", "runsvdir x"},
		Misses: []string{"sv-disable sshd", "sv status sshd"},
	},
	{
		ID: "trust.termux-repository", Class: rules.Hygiene, Program: "pkg apt", Sub: "install in add",
		Operand: "root-repo x11-repo tur-repo tur-* glibc-repo science-repo game-repo unstable-repo its-pointless-repo",
		Reason:  "lets packages of another source in",
		Hint:    "ask the user to add it",
		Hits:    []string{"pkg install root-repo", "apt install -y tur-repo", "pkg in x11-repo"},
		Misses:  []string{"pkg install git", "pkg search tur-repo", "apt install repo"},
	},
	{
		ID: "device.reset", Class: rules.Catastrophic, Program: "termux-reset", None: "-h --help",
		Reason: "deletes Termux with all its programs and settings",
		Hint:   "ask the user to run it",
		Hits:   []string{"termux-reset", "yes | termux-reset"},
		Misses: []string{"man termux-reset", "termux-reset --help"},
	},
	{
		ID: "device.storage", Class: rules.Device, Program: "termux-setup-storage",
		Reason: "opens the user's own files to this environment",
		Hint:   "ask the user to run it",
		Hits:   []string{"termux-setup-storage"},
		Misses: []string{"ls storage", "man termux-setup-storage"},
	},
	{
		ID: "persistence.termux-job", Former: "persist.termux-job", Class: rules.Persistence, Program: "termux-job-scheduler", Effect: grammar.Runs,
		Reason: "runs a script later, when nobody looks",
		Hint:   "run it now",
		Hits:   []string{"termux-job-scheduler -s job.sh --period-ms 900000"},
		Misses: []string{"termux-job-scheduler --pending"},
	},
	{
		ID: "device.simulate", Class: rules.Device, Program: "dumpsys", Operand: "disable enable force-idle unforce step set reset unplug suspend whitelist",
		Reason: "changes what the phone's services do, or what they see",
		Hint:   "`dumpsys battery` prints the state",
		Hits:   []string{"dumpsys deviceidle disable", "dumpsys battery set level 1", "dumpsys battery unplug"},
		Misses: []string{"dumpsys battery", "dumpsys package com.example.app", "dumpsys meminfo"},
	},
	{
		ID: "device.root", Class: rules.Device, Program: "magisk ksud apd", None: "-c -v -V --help --list --path",
		Reason: "changes which apps become root on the phone, or what is loaded at its start",
		Hint:   "ask the user to do it",
		Hits:   []string{"magisk --sqlite 'delete from policies'", "magisk --install-module x.zip", "ksud module install x.zip"},
		Misses: []string{"magisk -c", "magisk --path"},
	},
	{
		ID: "device.property-reset", Class: rules.Device, Program: "resetprop", Count: 2,
		Reason: "changes a property of the phone's system",
		Hint:   "getprop reads them",
		Hits:   []string{"resetprop ro.debuggable 1", "resetprop -n ro.secure 0"},
		Misses: []string{"resetprop", "resetprop ro.debuggable"},
	},
	{
		ID: "device.property-delete", Class: rules.Device, Program: "resetprop", Any: "-d --delete -f --file",
		Reason: "changes properties of the phone's system",
		Hint:   "getprop reads them",
		Hits:   []string{"resetprop --delete ro.secure"},
		Misses: []string{"resetprop -v ro.secure"},
	},
	{
		ID: "device.service-call", Class: rules.Device, Program: "service", Operand: "call", First: true,
		Reason: "calls a service of the phone directly, where no rule sees what it does",
		Hint:   "ask the user to run it",
		Hits:   []string{"service call phone 1 s16 1", "service call statusbar 1"},
		Misses: []string{"service list", "service check phone", "service nginx status"},
	},
}
