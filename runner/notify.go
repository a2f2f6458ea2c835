package runner

import (
	"errors"
	"os"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/termux"
	"github.com/agent-loop/shimgen/termux/notification"
	"github.com/agent-loop/shimgen/userterminal"
	"github.com/agent-loop/shimgen/verdict"
)

// answerTime is how long a person has to answer a notification.
const answerTime = time.Minute

// ErrNobody says that a notification would reach nobody: this is not a phone, or the process
// that wants to ask is itself being judged.
var ErrNobody = errors.New("nobody to ask")

// AskByNotification asks the person who holds this phone, by a notification with two buttons,
// whether a command may run. No answer means no. The file that it waits for lies where no
// sandbox shows anything. Below another shimgen it refuses to ask, because there the judged
// side could write the answer.
func (s *Session) AskByNotification(d guard.Decision, text string) (yes bool, err error) {
	t, ok := termux.Detect(s.env.value, os.Stat)
	if !ok || !s.Installed || s.terminalFinder().IsBelow() || userterminal.OnOwnTerminal(s.env) {
		return false, ErrNobody
	}
	dir := s.tickets().Dir()
	if err := s.tickets().Tidy(); err != nil {
		return false, err
	}
	if err := host.MakePrivate(dir); err != nil {
		return false, err
	}
	lines, _ := verdict.Question(d)
	shown := append([]string{printable.Line(redact.Text(text, d)), "in " + printable.Line(s.Dir)}, lines...)
	return notification.Asker{Termux: t, Dir: dir, Limit: answerTime}.Ask(notification.Question{
		Title: "shimgen: may this run?", Text: strings.Join(shown, "\n"),
	})
}
