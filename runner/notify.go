package runner

import (
	"errors"
	"os"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/termux"
	"github.com/agent-loop/shimgen/termux/notification"
	"github.com/agent-loop/shimgen/userterminal"
	"github.com/agent-loop/shimgen/verdict"
)

// answerTime is how long the person who holds a phone has to answer.
const answerTime = time.Minute

// ErrNobody says that there is nobody to be asked by a notification: this is no phone, or
// what wants to ask is itself what is being judged.
var ErrNobody = errors.New("nobody to ask")

// AskByNotification asks the person who holds this phone whether a command may run, by a
// notification with two buttons. Without an answer it is no. What this process waits for
// lies where no sandbox of ours shows anything, and below another shimgen nobody is asked:
// there it is the judged side that would hold the answer.
func (s *Session) AskByNotification(d guard.Decision, text string) (yes bool, err error) {
	t, ok := termux.Detect(s.env.value, os.Stat)
	if !ok || !s.Installed || s.terminalFinder().IsBelow() || userterminal.OnOwnTerminal(s.env) {
		return false, ErrNobody
	}
	dir := s.pending().Dir()
	if err := s.pending().Tidy(); err != nil {
		return false, err
	}
	if err := host.MakePrivate(dir); err != nil {
		return false, err
	}
	lines, _ := verdict.Question(d)
	shown := append([]string{verdict.Line(verdict.Text(text, d)), "in " + verdict.Line(s.Dir)}, lines...)
	return notification.Asker{Termux: t, Dir: dir, Limit: answerTime}.Ask(notification.Question{
		Title: "shimgen: may this run?", Text: strings.Join(shown, "\n"),
	})
}
