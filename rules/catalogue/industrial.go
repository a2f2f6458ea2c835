package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// localBrokers are brokers of this machine, and public ones for trials.
const localBrokers = "localhost* 127.* ::1* [::1]* mqtt://localhost* mqtt://127.* test.mosquitto.org* mqtt://test.mosquitto.org* broker.hivemq.com* broker.emqx.io*"

// industrial are the rules about programs that change another device: a machine, a lock, a switch, a
// phone that is tied to this machine.
var industrial = []rules.Rule{
	{
		ID: "device.publish", Class: rules.Device, Program: "mosquitto_pub", Effect: grammar.Connects, Not: localBrokers, Certain: true,
		Reason: "tells the devices of a broker what to do",
		Hint:   "mosquitto_sub only listens; -h localhost tries it here",
		Hits:   []string{"mosquitto_pub -h mqtt.plant.example -t plant/valve/7/set -m OPEN -q 1", "mosquitto_pub -h h -t '$SYS/x' -n -r", "mosquitto_pub -L mqtt://h/valve -m x"},
		Misses: []string{"mosquitto_pub -t a -m b", "mosquitto_pub -h localhost -t a -m b", "mosquitto_sub -h mqtt.plant.example -t '#'", "mosquitto_pub -h test.mosquitto.org -t a -m b"},
	},
	{
		ID: "device.publish-mqtt", Class: rules.Device, Program: "mqtt", Sub: "pub publish", Effect: grammar.Connects, Not: localBrokers, Certain: true,
		Reason: "tells the devices of a broker what to do",
		Hint:   "mqtt sub only listens",
		Hits:   []string{"mqtt pub -h mqtt.plant.example -t plant/valve/7/set -m OPEN"},
		Misses: []string{"mqtt sub -h mqtt.plant.example -t x", "mqtt pub -h localhost -t a -m b", "mqtt test -h h"},
	},
	{
		ID: "device.broker", Class: rules.Exposure, Program: "mosquitto_ctrl", None: "--help",
		Operand: "createClient deleteClient disableClient enableClient setClientPassword addClientRole removeClientRole createRole deleteRole addRoleACL removeRoleACL addGroupClient addGroupRole createGroup deleteGroup setDefaultACLAccess setAnonymousGroup",
		Reason:  "changes who may use the broker",
		Hint:    "`mosquitto_ctrl dynsec listClients` shows how it is",
		Hits:    []string{"mosquitto_ctrl dynsec deleteClient bob", "mosquitto_ctrl dynsec addClientRole bob admin"},
		Misses:  []string{"mosquitto_ctrl dynsec listClients", "mosquitto_ctrl dynsec getClient bob"},
	},
	{
		ID: "device.register", Class: rules.Device, Program: "modpoll", Count: 2, None: "-h",
		Reason: "writes into a controller of a machine",
		Hint:   "without values behind the host it reads",
		Hits:   []string{"modpoll -m tcp -t 4 -r 100 -c 1 10.1.1.5 0", "mbpoll -m tcp -t 4 -r 100 10.1.1.5 0", "modpoll -m tcp -t 0 -r 1 10.1.1.5 1"},
		Misses: []string{"modpoll -m tcp -t 4 -r 100 -c 1 10.1.1.5", "mbpoll -m tcp -a 1 -r 1 -c 5 10.1.1.5", "modpoll -h"},
	},
	{
		ID: "device.snmp", Class: rules.Device, Program: "snmpset", Count: 2, None: "-h --help -V --version",
		Reason: "changes a setting of a device on the network",
		Hint:   "snmpget shows how it is",
		Hits:   []string{"snmpset -v2c -c private 10.0.0.1 IF-MIB::ifAdminStatus.3 i 2"},
		Misses: []string{"snmpget -v2c -c public 10.0.0.1 sysDescr.0", "snmpwalk -v2c -c public 10.0.0.1", "snmpset --help"},
	},
	{
		ID: "device.building", Class: rules.Device, Program: "hass-cli openhab-cli hue shelly tuya-cli kasa meross zwave zigbee2mqtt bluetoothctl", None: "--help -h",
		Sub:    "service/call service/call/* state/edit/* state/delete/* raw/post/* raw/ws/* set set/* on on/* off off/* toggle toggle/* lights/* light/*/on light/*/off",
		Reason: "moves a machine, a light or a lock",
		Hint:   "its list and state commands only look",
		Hits:   []string{"hass-cli service call lock.unlock --arguments entity_id=lock.front_door", "hass-cli service call alarm_control_panel.alarm_disarm", "tuya-cli set --id x --set false"},
		Misses: []string{"hass-cli state list", "hass-cli service list", "hass-cli entity list", "bluetoothctl devices"},
	},
	{
		ID: "device.phone-option", Class: rules.Device, Program: "ideviceinstaller idevicebackup2 ideviceenterrecovery", Any: "-U --uninstall -g --upgrade-all --remove --erase", None: "--help -h",
		Reason: "removes an app, with its data, from a phone, or erases it",
		Hint:   "`ideviceinstaller list` shows what there is",
		Hits:   []string{"ideviceinstaller -U com.example.shop", "ideviceinstaller --uninstall com.example.shop"},
		Misses: []string{"ideviceinstaller -l", "ideviceinstaller -i x.ipa", "ideviceinstaller list"},
	},
	{
		ID: "device.phone", Class: rules.Device, None: "--help -h",
		Program: "ideviceinstaller idevicediagnostics idevicebackup2 ideviceprovision ideviceactivation go-ios ios pymobiledevice3 tidevice devicectl sdb ares-install ares-device hdc cfgutil tizen",
		Operand: "uninstall erase erase-device restore shutdown restart reboot deactivate sleep remove remove-all wipe factory_reset eraseflash enter-recovery terminate kill",
		Reason:  "removes an app, with its data, from a phone or a television, erases it or switches it off",
		Hint:    "its list and info commands only look",
		Hits: []string{
			"ideviceinstaller uninstall com.example.shop", "idevicediagnostics shutdown", "go-ios uninstall com.example.shop", "pymobiledevice3 apps uninstall com.example.shop",
			"pymobiledevice3 profile erase-device", "tidevice uninstall com.example.shop", "sdb uninstall org.example.shop",
		},
		Misses: []string{"ideviceinstaller list", "pymobiledevice3 apps list", "tidevice list", "go-ios list", "sdb devices"},
	},
	{
		ID: "device.phone-xcode", Class: rules.Device, Program: "xcrun", Sub: "devicectl/device/uninstall* devicectl/device/uninstall/* devicectl/device/reboot* devicectl/manage/unpair*", None: "--help -h",
		Reason: "removes an app, with its data, from a phone, or switches it off",
		Hint:   "xcrun devicectl list devices only looks",
		Hits:   []string{"xcrun devicectl device uninstall app --device X com.example.shop", "xcrun devicectl device reboot --device X"},
		Misses: []string{"xcrun devicectl list devices", "xcrun simctl uninstall booted com.example.shop", "xcrun devicectl device info apps --device X"},
	},
}
