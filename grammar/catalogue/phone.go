package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// phone are the programs that control the phone (its apps, settings and sensors) and other phones
// over adb.
var phone = []spec.Row{
	{
		Names: "am termux-am", Source: "am help, Android adb shell documentation",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.Permute | spec.Free, Subs: leaves("start start-activity startservice start-service start-foreground-service stopservice stop-service " +
				"broadcast force-stop kill kill-all crash instrument profile dumpheap set-debug-app clear-debug-app monitor hang restart idle-maintenance " +
				"get-config switch-user start-user stop-user stack task display-size to-uri to-intent-uri help")}
		},
	},
	{
		Names: "pm", Source: "pm help, Android adb shell documentation",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.Permute | spec.Free, Subs: leaves("list path dump install install-create install-commit install-existing uninstall clear enable disable " +
				"disable-user disable-until-used default-state hide unhide suspend unsuspend grant revoke reset-permissions set-install-location " +
				"get-install-location set-permission-enforced trim-caches create-user remove-user rename-user get-max-users install-write install-abandon " +
				"install-multi-package install-incremental rollback-app uninstall-system-updates set-home-activity set-user-restriction set-app-link compile help")}
		},
	},
	{
		Names: "cmd", Source: "Android cmd -l",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.Permute | spec.Free, Options: []spec.Option{{Names: "-l"}, {Names: "-w"}}, Subs: []spec.Sub{
				{Names: "package", Syntax: spec.Syntax{Style: spec.Permute, Subs: leaves("list path dump install uninstall clear enable disable disable-user hide suspend " +
					"unsuspend grant revoke compile resolve-activity query-activities help")}},
				{Names: "activity", Syntax: spec.Syntax{Style: spec.Permute, Subs: leaves("start start-activity startservice broadcast force-stop kill kill-all help")}},
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
				{Names: "alarm"},
				{Names: "backup"},
				{Names: "clipboard"},
				{Names: "device_config"},
				{Names: "lock_settings"},
				{Names: "media_session"},
				{Names: "power"},
				{Names: "telecom"},
				{Names: "wallpaper"},
				{Names: "window"},
			}}
		},
	},
	{Names: "settings", Source: "settings help, Android adb shell documentation", Syntax: androidSettings},
	{
		Names: "content", Source: "content help, Android adb shell documentation",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:   spec.Permute | spec.Inherit,
				Options: values("--uri", "--user", "--bind", "--where", "--projection", "--sort", "--method", "--arg", "--extra", "--extra-arg"),
				Subs:    leaves("query insert update delete read write call gettype"),
			}
		},
	},
	{
		Names: "svc", Source: "svc help, Android adb shell documentation",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Subs: []spec.Sub{
				{Names: "power", Syntax: spec.Syntax{Subs: leaves("stayon reboot shutdown forcesuspend")}},
				{Names: "wifi", Syntax: spec.Syntax{Subs: leaves("enable disable")}},
				{Names: "data", Syntax: spec.Syntax{Subs: leaves("enable disable prefer")}},
				{Names: "bluetooth", Syntax: spec.Syntax{Subs: leaves("enable disable")}},
				{Names: "nfc", Syntax: spec.Syntax{Subs: leaves("enable disable")}},
				{Names: "usb", Syntax: spec.Syntax{Subs: leaves("setFunctions setFunction getFunctions resetUsbGadget")}},
			}}
		},
	},
	{
		Names: "input", Source: "input, Android adb shell documentation",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Subs: leaves("text keyevent tap swipe draganddrop press roll motionevent keycombination")}
		},
	},
	{Names: "dumpsys logcat getprop", Source: "Android adb shell documentation", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX | spec.Permute, Options: slices.Concat(bools("-c", "-d", "-l", "-S", "-g"), values("-b", "-s", "-t", "-v", "-e", "-m"),
				[]spec.Option{{Names: "-f", Arg: spec.Required, Role: spec.Write}}),
		}
	}},
	{Names: "setprop", Source: "Android adb shell documentation", Syntax: func() spec.Syntax { return spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Setting}}} }},
	{Names: "screencap screenrecord", Source: "Android adb shell documentation", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute, Options: slices.Concat(bools("-p", "-h"), values("-d", "--size", "--bit-rate", "--time-limit")), Operands: spec.Operands{First: []spec.Role{spec.Write}},
		}
	}},
	{
		// The words after shell run on the phone, which joins them.
		Names: "adb", Source: "adb help", Env: "ADB_VENDOR_KEYS ANDROID_SERIAL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:   spec.Permute | spec.Bundle,
				Options: slices.Concat(bools("-a", "-d", "-e"), values("-s", "-t", "-P", "-L"), []spec.Option{{Names: "-H", Arg: spec.Required, Role: spec.Host}}),
				Subs: append(leaves("devices help version kill-server start-server reconnect wait-for-device get-state get-serialno get-devpath logcat bugreport jdwp "+
					"install install-multiple uninstall reboot reboot-bootloader root unroot remount sideload disable-verity enable-verity forward reverse "+
					"emu backup restore pair disconnect usb tcpip keygen sync ppp mdns host-features features"),
					spec.Sub{Names: "shell", Syntax: spec.Syntax{
						Style: spec.POSIX, Options: slices.Concat(bools("-T", "-t", "-x", "-n"), values("-e")), Operands: spec.Operands{Rest: spec.Words}, Away: true, Start: "/", Lang: "sh", Stdin: true,
						Cases: []spec.Case{{With: "-n", Operands: spec.Operands{Rest: spec.Words}, NoStdin: true}},
					}},
					spec.Sub{Names: "exec-out", Syntax: spec.Syntax{Operands: spec.Operands{Rest: spec.Words}, Away: true, Start: "/"}},
					spec.Sub{Names: "connect", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Host}}}},
					spec.Sub{Names: "push", Syntax: spec.Syntax{Style: spec.Permute, Options: bools("--sync", "-n", "-Z"), Operands: spec.Operands{Rest: spec.Upload, HasLast: true}}},
					spec.Sub{Names: "pull", Syntax: spec.Syntax{Style: spec.Permute, Options: bools("-a", "-Z"), Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Write}}},
				),
			}
		},
	},
	{
		Names: "fastboot", Source: "fastboot help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:   spec.Permute,
				Options: slices.Concat(bools("-w", "--force", "--skip-reboot"), values("-s", "--slot")),
				Subs: leaves("devices getvar reboot reboot-bootloader flash flashall flashing erase format update boot oem set_active delete-logical-partition " +
					"wipe-super continue stage fetch help"),
			}
		},
	},
	{Names: "proot-distro", Source: "proot-distro README", Syntax: func() spec.Syntax { return with(systemLogins(), verbs(1)) }},
	{Names: "proot", Source: "proot(1)", Env: "PROOT_* LD_*", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Bundle,
			Options: slices.Concat(bools("-0 --root-id", "-V --version --about", "-h --help --usage", "-l --link2symlink", "-L", "-H", "-p", "--kill-on-exit", "--sysvipc", "--ashmem-memfd"),
				values("-v --verbose", "-k --kernel-release", "-i --change-id", "-q --qemu"),
				[]spec.Option{
					{Names: "-r --rootfs", Arg: spec.Required},
					{Names: "-R", Arg: spec.Required},
					{Names: "-S", Arg: spec.Required},
					{Names: "-b -m --bind --mount", Arg: spec.Required, Role: spec.Bind},
					{Names: "-w --pwd --cwd", Arg: spec.Required, Role: spec.Dir},
				}),
			Operands: rest, Shells: true,
		}
	}},
	{Names: "termux-chroot", Source: "termux-tools", Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.POSIX, Operands: rest, Shells: true} }},
	{Names: "termux-reset", Source: "termux-tools", Syntax: termuxCall},
	{Names: "termux-restore", Source: "termux-tools", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.GNU, Options: bools("-f --force", "-h --help"), Operands: reads}
	}},
	{Names: "termux-backup", Source: "termux-tools", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.GNU, Options: bools("-f --force", "-h --help", "--ignore-read-failure"), Operands: spec.Operands{First: []spec.Role{spec.Write}}}
	}},
	{Names: "tsudo", Source: "tsu, of termux-packages", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Options: values("-u --user"), Operands: rest, Lang: "sh", Privilege: true}
	}},
	{Names: "tsu", Source: "tsu, of termux-packages", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU, Options: append(bools("-a", "-e", "--help"), spec.Option{Names: "-s --shell", Arg: spec.Required, Role: spec.Helper}, spec.Option{Names: "-c", Arg: spec.Required, Role: spec.Shell}),
			Lang: "sh", Stdin: true, Privilege: true,
		}
	}},
	{
		// Android's shell as the user of adb, by Shizuku.
		Names: "rish", Source: "rish, of Shizuku", Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX, Options: append(bools("-i", "-e", "-x"), spec.Option{Names: "-c", Arg: spec.Required, Role: spec.Shell}),
				Lang: "sh", Stdin: true, Privilege: true,
			}
		},
	},
	{Names: "termux-api", Source: "Termux:API", Syntax: func() spec.Syntax { return spec.Syntax{Operands: spec.Operands{Rest: spec.Plain}} }},
	{Names: "termux-sms-send", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-telephony-call", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-sms-list termux-sms-inbox", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-contact-list termux-call-log", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-camera-photo", Source: "Termux:API", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX | spec.Permute, Options: slices.Concat(bools("-h"), values("-c")), Operands: spec.Operands{First: []spec.Role{spec.Write}}}
	}},
	{Names: "termux-microphone-record", Source: "Termux:API", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX | spec.Permute, Options: slices.Concat(bools("-d", "-i", "-q", "-h"), values("-l", "-e", "-b", "-r", "-c"), []spec.Option{{Names: "-f", Arg: spec.Required, Role: spec.Write}}),
		}
	}},
	{Names: "termux-location", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-notification-list termux-telephony-deviceinfo termux-telephony-cellinfo termux-wifi-scaninfo termux-wifi-connectioninfo termux-clipboard-get", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-speech-to-text", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-saf-read termux-saf-ls termux-saf-stat termux-saf-dirs", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-saf-rm termux-saf-write termux-saf-create termux-saf-mkdir termux-saf-managedir", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-keystore termux-fingerprint termux-usb termux-infrared-transmit termux-nfc termux-sensor", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-storage-get", Source: "Termux:API", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX, Options: bools("-h"), Operands: spec.Operands{First: []spec.Role{spec.Write}}}
	}},
	{Names: "termux-share termux-open termux-open-url", Source: "Termux:API, termux-tools", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU, Options: slices.Concat(bools("-d", "-h --help", "--send", "--view", "--chooser"), values("-a", "-c", "-t", "--content-type")), Operands: reads,
		}
	}},
	{Names: "termux-wallpaper termux-wifi-enable termux-volume termux-brightness", Source: "Termux:API", Syntax: termuxCall},
	{Names: "termux-setup-storage", Source: "termux-tools", Syntax: termuxCall},
	{Names: "termux-job-scheduler", Source: "Termux:API", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU,
			Options: slices.Concat(
				bools("-p --pending", "-h --help", "--cancel-all"),
				values("--job-id", "--period-ms", "--network", "--battery-not-low", "--storage-not-low", "--charging", "--persisted", "--trigger-content-uri", "--trigger-content-flag", "--cancel"),
				[]spec.Option{{Names: "-s --script", Arg: spec.Required, Role: spec.Script, Lang: "sh"}},
			),
			Lang: "sh",
		}
	}},
	{
		Names: "termux-toast termux-vibrate termux-torch termux-tts-speak termux-tts-engines termux-battery-status termux-audio-info " +
			"termux-camera-info termux-clipboard-set termux-dialog termux-download termux-media-player termux-media-scan " +
			"termux-notification-remove termux-notification-channel termux-infrared-frequencies termux-api-start termux-api-stop " +
			"termux-info termux-wake-lock termux-wake-unlock termux-reload-settings termux-fix-shebang termux-change-repo",
		Source: "Termux:API, termux-tools", Syntax: termuxCall,
	},
	{Names: "termux-notification", Source: "termux-notification --help", Syntax: func() spec.Syntax {
		commands := bools("--action", "--button1-action", "--button2-action", "--button3-action", "--on-delete", "--media-next", "--media-pause", "--media-play", "--media-previous")
		for i := range commands {
			commands[i].Arg, commands[i].Role = spec.Required, spec.Shell
		}
		return spec.Syntax{Style: spec.Permute | spec.Free, Options: commands}
	}},
}

// androidSettings are the verbs on the phone's settings.
func androidSettings() spec.Syntax {
	return spec.Syntax{Style: spec.Permute, Subs: leaves("get put delete reset list")}
}

// termuxCall returns the syntax of a call of the phone's API, whose options are mostly letters with a
// value.
func termuxCall() spec.Syntax {
	return spec.Syntax{Style: spec.POSIX | spec.Permute, Options: bools("-h --help")}
}

// systemLogins returns the commands of proot-distro that run something inside a distribution.
func systemLogins() []spec.Sub {
	login := spec.Syntax{
		Style:    spec.POSIX | spec.Permute,
		Options:  slices.Concat(bools("--fix-low-ports", "--isolated", "--termux-home", "--shared-tmp", "--no-link2symlink", "--no-sysvipc", "--no-kill-on-exit"), values("--user", "--kernel", "--hostname"), valued(spec.RemoteDir, "--work-dir"), []spec.Option{{Names: "--bind", Arg: spec.Required, Role: spec.Bind}, {Names: "--env", Arg: spec.Required, Role: spec.Assign}}),
		Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Shells: true, Away: true,
	}
	return []spec.Sub{{Names: "sh login", Syntax: login}, {Names: "run", Syntax: login}}
}
