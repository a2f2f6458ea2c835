package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// device are the rules about a phone: its apps, its settings, what it knows of
// its owner, and phones at the other end of adb.
var device = []rules.Rule{
	{
		ID: "device.apps", Class: rules.Device, Program: "pm",
		Sub: "install install-create install-commit install-existing uninstall clear enable disable disable-user disable-until-used default-state hide " +
			"unhide suspend unsuspend grant revoke reset-permissions set-permission-enforced trim-caches create-user remove-user",
		Reason: "installs, removes or changes apps of the phone",
		Hint:   "`pm list packages` lists them",
		Hits:   []string{"pm uninstall com.example.app", "pm clear com.example.app", "pm grant com.example.app android.permission.CAMERA"},
		Misses: []string{"pm list packages", "pm path com.example.app", "npm uninstall x"},
	},
	{
		ID: "device.activity", Class: rules.Device, Program: "am",
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
			"jobscheduler device_policy role user location bluetooth_manager overlay",
		Reason: "changes apps or settings of the phone",
		Hint:   "cmd package list packages lists them",
		Hits:   []string{"cmd package uninstall com.example.app", "cmd settings put global x 1", "cmd wifi set-wifi-enabled disabled"},
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
		Sub:    "power/reboot power/shutdown power/stayon power/forcesuspend wifi/enable wifi/disable data/enable data/disable bluetooth/enable bluetooth/disable nfc/enable nfc/disable usb/setFunctions",
		Reason: "switches parts of the phone on or off",
		Hint:   "ask the user to do it",
		Hits:   []string{"svc wifi disable", "svc power reboot"},
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
		ID: "device.adb", Class: rules.Device, Program: "adb",
		Sub: "install install-multiple uninstall reboot reboot-bootloader root unroot remount sideload disable-verity enable-verity emu backup restore tcpip " +
			"push ppp pair connect",
		Reason: "changes another phone, or opens it to others",
		Hint:   "`adb devices` and adb logcat look only",
		Hits:   []string{"adb install app.apk", "adb -s x uninstall com.example.app", "adb root", "adb push a /sdcard/"},
		Misses: []string{"adb devices", "adb logcat -d", "adb shell ls"},
	},
	{
		ID: "device.fastboot", Class: rules.Catastrophic, Program: "fastboot",
		Sub:    "flash flashall flashing erase format update oem delete-logical-partition wipe-super",
		Reason: "overwrites the partitions of a phone",
		Hint:   "fastboot devices and fastboot getvar look only",
		Hits:   []string{"fastboot flash boot boot.img", "fastboot erase userdata", "fastboot -s x oem unlock"},
		Misses: []string{"fastboot devices", "fastboot getvar all"},
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
		ID: "device.api", Class: rules.Device, Program: "termux-api",
		Operand: "Sms* Telephony* Contact* CallLog* Camera* MicRecorder* Location* Notification* Clipboard* Fingerprint* Keystore* SAF* StorageGet* Share* Dialog* Nfc* Usb* Wallpaper* Download* JobScheduler*",
		Reason:  "reads what the phone knows of its owner, or acts in the user's name",
		Hint:    "ask the user for what you need",
		Hits:    []string{"/data/data/com.termux/files/usr/libexec/termux-api SmsInbox", "termux-api CameraPhoto --es file x"},
		Misses:  []string{"termux-api BatteryStatus", "termux-battery-status"},
	},
	{
		ID: "device.private", Class: rules.Device,
		Program: "termux-sms-list termux-contact-list termux-camera-photo termux-microphone-record termux-location termux-notification-list " +
			"termux-storage-get",
		None:   "-h --help",
		Reason: "reads what the phone knows of its owner",
		Hint:   "ask the user for what you need",
		Hits: []string{
			"termux-sms-list -l 10", "termux-contact-list", "termux-camera-photo x.jpg", "termux-location", "termux-microphone-record -f a.m4a",
			"termux-clipboard-get", "termux-call-log",
		},
		Misses: []string{"termux-battery-status", "termux-clipboard-set hi", "termux-location -h"},
	},
	{
		ID: "device.hardware", Class: rules.Device, Program: "termux-keystore termux-wallpaper", None: "-h --help",
		Reason: "uses or changes the phone's hardware or keys",
		Hint:   "ask the user to do it",
		Hits:   []string{"termux-keystore delete x", "termux-usb -l", "termux-wifi-enable false", "termux-wallpaper -f a.png"},
		Misses: []string{"termux-vibrate", "termux-torch on"},
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
}
