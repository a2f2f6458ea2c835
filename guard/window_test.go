package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A command in another window, or typed into one, is judged as one of the text: an agent must
// not answer for a person there.
func TestCommandsInOtherWindows(t *testing.T) {
	const home, verb = "fs.rm-home", "self.verb"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"all words behind -e", "konsole --hold -e rm -rf ~", rules.Block, home},
		{"a shell behind -e", "alacritty --working-directory / -e sh -c 'rm -rf ~'", rules.Block, home},
		{"one word of shell source", "xterm -e 'rm -rf ~'", rules.Block, home},
		{"attached to the option", "xfce4-terminal --command='rm -rf ~'", rules.Block, home},
		{"an operand", "kitty --detach rm -rf ~", rules.Block, home},
		{"an operand of st", "st rm -rf ~", rules.Block, home},
		{"a terminal that is kept", "dtach -A /tmp/s -z rm -rf ~", rules.Block, home},
		{"one with a name", "abduco -c name rm -rf ~", rules.Block, home},
		{"by a multiplexer", "zellij run -f -- rm -rf ~", rules.Block, home},
		{"by remote control", "wezterm cli spawn --cwd /tmp -- rm -rf ~", rules.Block, home},

		{"a person's answer in a new window", "foot shimgen approve abc234", rules.Block, verb},
		{"by kitty's remote control", "kitty @ launch --type=tab shimgen approve abc234", rules.Block, verb},
		{"typed by kitty", `kitty @ send-text -m id:1 'shimgen approve abc234\n'`, rules.Block, verb},
		{"typed by wezterm", "wezterm cli send-text --pane-id 1 'shimgen approve abc234'", rules.Block, verb},
		{"typed by zellij", "zellij action write-chars 'shimgen trust'", rules.Block, verb},
		{"typed by tmux", "tmux send-keys -t 1 'shimgen approve abc234' Enter", rules.Block, verb},
		{"pasted by tmux", `tmux set-buffer 'shimgen approve abc234' \; paste-buffer -t 1`, rules.Block, verb},

		{"only a window", "alacritty", rules.Allow, ""},
		{"an editor in a window", "kitty vim a.txt", rules.Allow, ""},
		{"a build in a window", "konsole -e make test", rules.Allow, ""},
		{"a verb of kitty's that runs nothing", "kitty @ ls", rules.Allow, ""},
		{"a picture", "kitty +kitten icat a.png", rules.Allow, ""},
		{"a session", "zellij attach work", rules.Allow, ""},
		{"text in the clipboard", "tmux set-buffer 'hello world'", rules.Allow, ""},
	})
}
