package execution

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/review"
	"github.com/agent-loop/shimgen/runner"
)

// reviewed runs what is permitted on a copy of the work directory, shows what it changed there,
// and asks a person which of that to keep. The error is that of the command, if it has one.
func (c *Command) reviewed(s *runner.Session, d guard.Decision, p permit.Permit, job runner.Job) error {
	copied, err := s.CopyForReview(p, &job)
	if err != nil {
		return exit.From(err)
	}
	ended := c.start(s, d, p, job)
	stays, err := c.settle(copied)
	if stays {
		if copied.Leave() {
			fmt.Fprintf(c.Err, "shimgen: what the command made stays for a week in %s\n", printable.Line(copied.To))
		}
	} else if failed := copied.Discard(); failed != nil {
		err = errors.Join(err, failed)
	}
	if err != nil {
		fmt.Fprintf(c.Err, "shimgen: review: %s\n", printable.Line(err.Error()))
		if ended == nil {
			ended = exit.Silent(exit.Failed)
		}
	}
	return ended
}

// settle shows the changes of a copy and keeps those that a person chooses. stays says that the
// copy may hold what nobody has decided about.
func (c *Command) settle(copied *runner.Review) (stays bool, err error) {
	changes, err := copied.Changes()
	if err != nil {
		return true, err
	}
	if len(changes) == 0 {
		fmt.Fprintf(c.Err, "shimgen: review: nothing was changed in %s\n", printable.Line(copied.From))
		return false, nil
	}
	isTrusted, err := copied.TrustCheck()
	if err != nil {
		return true, err
	}
	o := offer{isTrusted: isTrusted}
	for _, ch := range changes {
		show(c.Err, copied, ch)
		if !ch.Stays {
			o.changes = append(o.changes, ch)
		}
	}
	if len(o.changes) == 0 {
		fmt.Fprintln(c.Err, "shimgen: review: no change is one that could be kept")
		return false, nil
	}
	tty, err := Terminal(c.Env)
	if err != nil {
		fmt.Fprintf(c.Err, "shimgen: review: none of %d changes was kept: no terminal to ask on\n", len(o.changes))
		return false, nil
	}
	defer tty.Close()
	chosen, err := o.choose(tty)
	if err != nil {
		return true, err
	}
	if err := copied.Apply(chosen); err != nil {
		return true, err
	}
	fmt.Fprintf(c.Err, "shimgen: review: %d of %d changes were kept\n", len(chosen), len(o.changes))
	return false, nil
}

// show prints a change and, if it is one of text, its diff. Names and texts are the command's:
// nothing of them may act on a terminal.
func show(out io.Writer, copied *runner.Review, ch review.Change) {
	fmt.Fprintf(out, "shimgen: review: %s\n", printable.Line(ch.String()))
	for text := range strings.Lines(copied.Diff(ch)) {
		fmt.Fprintf(out, "  %s\n", printable.Line(strings.TrimSuffix(text, "\n")))
	}
}

// offer is what a person may keep.
type offer struct {
	changes   []review.Change
	isTrusted func(review.Change) bool // others run or trust later what it leaves
}

// choose asks which changes to keep: all, none, or each by itself. All but yes is no. What
// others run or load later is asked about by itself in any case.
func (o offer) choose(tty *os.File) (chosen []review.Change, err error) {
	question := fmt.Sprintf("shimgen: keep these %d changes? [y/N, s asks about each] ", len(o.changes))
	answer, err := host.Ask(tty, question)
	if err != nil {
		return nil, err
	}
	answer = strings.TrimSpace(answer)
	all := answer == "y" || answer == "yes"
	if !all && answer != "s" {
		return nil, nil
	}
	for _, ch := range o.changes {
		question := "keep: " + printable.Line(ch.String()) + "?"
		if o.isTrusted(ch) {
			question += " others run or load this later"
		} else if all {
			chosen = append(chosen, ch)
			continue
		}
		yes, err := Ask(tty, question, nil)
		if err != nil {
			return nil, err
		}
		if yes {
			chosen = append(chosen, ch)
		}
	}
	return chosen, nil
}
