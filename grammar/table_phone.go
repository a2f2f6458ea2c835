package grammar

import "slices"

// phone are the programs that reach the phone: its apps, settings and
// sensors, and other phones over adb.
var phone = []row{
	{
		Names: "am termux-am", Source: "am help, Android adb shell documentation",
		Syntax: func() Syntax {
			return Syntax{Style: Permute | Free, Subs: leaves("start start-activity startservice start-service start-foreground-service stopservice stop-service " +
				"broadcast force-stop kill kill-all crash instrument profile dumpheap set-debug-app clear-debug-app monitor hang restart idle-maintenance " +
				"get-config switch-user start-user stop-user stack task display-size to-uri to-intent-uri help")}
		},
	},
	{
		Names: "pm", Source: "pm help, Android adb shell documentation",
		Syntax: func() Syntax {
			return Syntax{Style: Permute | Free, Subs: leaves("list path dump install install-create install-commit install-existing uninstall clear enable disable " +
				"disable-user disable-until-used default-state hide unhide suspend unsuspend grant revoke reset-permissions set-install-location " +
				"get-install-location set-permission-enforced trim-caches create-user remove-user get-max-users help")}
		},
	},
	{
		Names: "cmd", Source: "Android cmd -l",
		Syntax: func() Syntax {
			return Syntax{Style: Permute | Free, Options: []Option{{Names: "-l"}, {Names: "-w"}}, Subs: []Sub{
				{Names: "package", Syntax: Syntax{Style: Permute, Subs: leaves("list path dump install uninstall clear enable disable disable-user hide suspend " +
					"unsuspend grant revoke compile resolve-activity query-activities help")}},
				{Names: "activity", Syntax: Syntax{Style: Permute, Subs: leaves("start start-activity startservice broadcast force-stop kill kill-all help")}},
				{Names: "settings", Syntax: androidSettings()},
				{Names: "notification"},
				{Names: "statusbar"},
				{Names: "wifi"},
				{Names: "connectivity"},
				{Names: "phone"},
				{Names: "appops"},
				{Names: "jobscheduler"},
				{Names: "device_policy"},
				{Names: "role"},
				{Names: "user"},
				{Names: "uimode"},
				{Names: "location"},
				{Names: "bluetooth_manager"},
				{Names: "overlay"},
			}}
		},
	},
	{Names: "settings", Source: "settings help, Android adb shell documentation", Syntax: androidSettings},
	{
		Names: "content", Source: "content help, Android adb shell documentation",
		Syntax: func() Syntax {
			return Syntax{
				Style:   Permute | Inherit,
				Options: values("--uri", "--user", "--bind", "--where", "--projection", "--sort", "--method", "--arg", "--extra", "--extra-arg"),
				Subs:    leaves("query insert update delete read write call gettype"),
			}
		},
	},
	{
		Names: "svc", Source: "svc help, Android adb shell documentation",
		Syntax: func() Syntax {
			return Syntax{Subs: []Sub{
				{Names: "power", Syntax: Syntax{Subs: leaves("stayon reboot shutdown forcesuspend")}},
				{Names: "wifi", Syntax: Syntax{Subs: leaves("enable disable")}},
				{Names: "data", Syntax: Syntax{Subs: leaves("enable disable prefer")}},
				{Names: "bluetooth", Syntax: Syntax{Subs: leaves("enable disable")}},
				{Names: "nfc", Syntax: Syntax{Subs: leaves("enable disable")}},
				{Names: "usb", Syntax: Syntax{Subs: leaves("setFunctions getFunctions resetUsbGadget")}},
			}}
		},
	},
	{
		Names: "input", Source: "input, Android adb shell documentation",
		Syntax: func() Syntax {
			return Syntax{Subs: leaves("text keyevent tap swipe draganddrop press roll motionevent keycombination")}
		},
	},
	{Names: "dumpsys logcat getprop", Source: "Android adb shell documentation", Syntax: func() Syntax {
		return Syntax{
			Style: POSIX | Permute, Options: slices.Concat(bools("-c", "-d", "-l", "-S", "-g"), values("-b", "-s", "-t", "-v", "-e", "-m"),
				[]Option{{Names: "-f", Arg: Required, Role: Write}}),
		}
	}},
	{Names: "setprop", Source: "Android adb shell documentation", Syntax: func() Syntax { return Syntax{Operands: Operands{First: []Role{Setting}}} }},
	{Names: "screencap screenrecord", Source: "Android adb shell documentation", Syntax: func() Syntax {
		return Syntax{
			Style: Permute, Options: slices.Concat(bools("-p", "-h"), values("-d", "--size", "--bit-rate", "--time-limit")), Operands: Operands{First: []Role{Write}},
		}
	}},
	{
		// What follows shell runs on the phone; the words are joined there.
		Names: "adb", Source: "adb help", Env: "ADB_VENDOR_KEYS ANDROID_SERIAL",
		Syntax: func() Syntax {
			return Syntax{
				Style:   Permute | Bundle,
				Options: slices.Concat(bools("-a", "-d", "-e"), values("-s", "-t", "-P", "-L"), []Option{{Names: "-H", Arg: Required, Role: Host}}),
				Subs: append(leaves("devices help version kill-server start-server reconnect wait-for-device get-state get-serialno get-devpath logcat bugreport jdwp "+
					"install install-multiple uninstall reboot reboot-bootloader root unroot remount sideload disable-verity enable-verity forward reverse "+
					"emu backup restore pair disconnect usb tcpip keygen sync ppp mdns host-features features"),
					Sub{Names: "shell", Syntax: Syntax{
						Style: POSIX, Options: slices.Concat(bools("-T", "-t", "-x", "-n"), values("-e")), Operands: Operands{Rest: Words}, Away: true,
					}},
					Sub{Names: "exec-out", Syntax: Syntax{Operands: Operands{Rest: Words}, Away: true}},
					Sub{Names: "connect", Syntax: Syntax{Operands: Operands{First: []Role{Host}}}},
					Sub{Names: "push", Syntax: Syntax{Style: Permute, Options: bools("--sync", "-n", "-Z"), Operands: Operands{Rest: Upload, HasLast: true}}},
					Sub{Names: "pull", Syntax: Syntax{Style: Permute, Options: bools("-a", "-Z"), Operands: Operands{First: []Role{Plain}, Rest: Write}}},
				),
			}
		},
	},
	{
		Names: "fastboot", Source: "fastboot help",
		Syntax: func() Syntax {
			return Syntax{
				Style:   Permute,
				Options: slices.Concat(bools("-w", "--force", "--skip-reboot"), values("-s", "--slot")),
				Subs: leaves("devices getvar reboot reboot-bootloader flash flashall flashing erase format update boot oem set_active delete-logical-partition " +
					"wipe-super continue stage fetch help"),
			}
		},
	},
	{Names: "proot-distro", Source: "proot-distro README", Syntax: func() Syntax { return with(systemLogins(), verbs(1)) }},
	{Names: "proot", Source: "proot(1)", Env: "PROOT_* LD_*", Syntax: func() Syntax {
		return Syntax{
			Style: Bundle,
			Options: slices.Concat(bools("-0 --root-id", "-V --version --about", "-h --help --usage", "-l --link2symlink", "-L", "-H", "-p", "--kill-on-exit", "--sysvipc", "--ashmem-memfd"),
				values("-v --verbose", "-k --kernel-release", "-i --change-id", "-q --qemu"),
				[]Option{
					{Names: "-r --rootfs", Arg: Required},
					{Names: "-R", Arg: Required},
					{Names: "-S", Arg: Required},
					{Names: "-b -m --bind --mount", Arg: Required, Role: Bind},
					{Names: "-w --pwd --cwd", Arg: Required, Role: Dir},
				}),
			Operands: rest,
		}
	}},
	{Names: "termux-api", Source: "Termux:API", Syntax: func() Syntax { return Syntax{Operands: Operands{Rest: Plain}} }},
	{Names: "termux-sms-send", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-telephony-call", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-sms-list termux-sms-inbox", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-contact-list termux-call-log", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-camera-photo", Source: "Termux:API", Syntax: func() Syntax {
		return Syntax{Style: POSIX | Permute, Options: slices.Concat(bools("-h"), values("-c")), Operands: Operands{First: []Role{Write}}}
	}},
	{Names: "termux-microphone-record", Source: "Termux:API", Syntax: func() Syntax {
		return Syntax{
			Style: POSIX | Permute, Options: slices.Concat(bools("-d", "-i", "-q", "-h"), values("-l", "-e", "-b", "-r", "-c"), []Option{{Names: "-f", Arg: Required, Role: Write}}),
		}
	}},
	{Names: "termux-location", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-notification-list termux-telephony-deviceinfo termux-telephony-cellinfo termux-wifi-scaninfo termux-clipboard-get", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-keystore termux-fingerprint termux-usb termux-infrared-transmit termux-nfc termux-sensor termux-saf-rm termux-saf-write", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-storage-get", Source: "Termux:API", Syntax: func() Syntax {
		return Syntax{Style: POSIX, Options: bools("-h"), Operands: Operands{First: []Role{Write}}}
	}},
	{Names: "termux-share termux-open termux-open-url", Source: "Termux:API, termux-tools", Syntax: func() Syntax {
		return Syntax{
			Style: GNU, Options: slices.Concat(bools("-d", "-h --help", "--send", "--view", "--chooser"), values("-a", "-c", "-t", "--content-type")), Operands: reads,
		}
	}},
	{Names: "termux-wallpaper termux-wifi-enable termux-volume termux-brightness", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-setup-storage", Source: "termux-tools", Syntax: termuxCall},
	{Names: "termux-job-scheduler", Source: "Termux:API", Syntax: func() Syntax {
		return Syntax{
			Style: GNU,
			Options: slices.Concat(
				bools("-p --pending", "-h --help", "--cancel-all"),
				values("--job-id", "--period-ms", "--network", "--battery-not-low", "--storage-not-low", "--charging", "--persisted", "--trigger-content-uri", "--trigger-content-flag", "--cancel"),
				[]Option{{Names: "-s --script", Arg: Required, Role: Script, Lang: "sh"}},
			),
			Lang: "sh",
		}
	}},
	{
		Names: "termux-toast termux-vibrate termux-torch termux-tts-speak termux-tts-engines termux-battery-status termux-audio-info " +
			"termux-camera-info termux-clipboard-set termux-dialog termux-download termux-media-player termux-media-scan " +
			"termux-notification-remove termux-wifi-connectioninfo termux-info termux-wake-lock termux-wake-unlock termux-reload-settings " +
			"termux-fix-shebang termux-change-repo",
		Source: "Termux:API, termux-tools", Syntax: termuxCall,
	},
	{Names: "termux-notification", Source: "termux-notification --help", Syntax: func() Syntax {
		commands := bools("--action", "--button1-action", "--button2-action", "--button3-action", "--on-delete", "--media-next", "--media-pause", "--media-play", "--media-previous")
		for i := range commands {
			commands[i].Arg, commands[i].Role = Required, Shell
		}
		return Syntax{Style: Permute | Free, Options: commands}
	}},
}

// androidSettings are the verbs on the phone's settings.
func androidSettings() Syntax {
	return Syntax{Style: Permute, Subs: leaves("get put delete reset list")}
}

// termuxCall is a call of the phone's interface, the options of which are
// letters with a value as a rule.
func termuxCall() Syntax {
	return Syntax{Style: POSIX | Permute, Options: bools("-h --help")}
}

// systemLogins are the commands of proot-distro that run something in the system of a
// distribution.
func systemLogins() []Sub {
	login := Syntax{
		Style:    POSIX | Permute,
		Options:  slices.Concat(bools("--fix-low-ports", "--isolated", "--termux-home", "--shared-tmp", "--no-link2symlink", "--no-sysvipc", "--no-kill-on-exit"), values("--user", "--kernel", "--hostname", "--work-dir"), []Option{{Names: "--bind", Arg: Required, Role: Bind}, {Names: "--env", Arg: Required, Role: Assign}}),
		Operands: Operands{First: []Role{Plain}, Rest: Argv}, Away: true,
	}
	return []Sub{{Names: "sh login", Syntax: login}, {Names: "run", Syntax: login}}
}
