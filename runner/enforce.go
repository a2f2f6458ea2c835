package runner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
)

// Enforcement says whether a command would be held to one property of sandboxes.
type Enforcement struct {
	Property sandbox.Property `json:"property"`
	Enforced bool             `json:"enforced"`
	Detail   string           `json:"detail"` // what is enforced, or what remains possible
}

// ProbedPlan returns the plan for a job on this machine. Where a sandbox is used only if it can
// be set up, it tries each with an empty command first, and runs nothing else.
func (s *Session) ProbedPlan(p permit.Permit, j Job) (Plan, error) {
	plan, err := s.Plan(p, j)
	for err == nil && plan.other != nil && tryBackend(plan.Sandbox) != nil {
		plan, err = plan.other()
	}
	return plan, err
}

// Enforced says for each property whether a plan's sandbox enforces it.
func (s *Session) Enforced(p Plan) []Enforcement {
	var held []sandbox.Property
	switch {
	case p.box != nil:
		held = p.box.Needs()
	case p.Sandbox == Proot:
		held = Declared(Proot)
	}
	var all []Enforcement
	for _, property := range sandbox.All() {
		e := Enforcement{property, false, s.describeUnenforced(property)}
		for _, h := range held {
			if h == property {
				e.Enforced, e.Detail = true, s.describeHeld(property, p.box)
			}
		}
		all = append(all, e)
	}
	return all
}

// describeHeld describes how a sandbox enforces a property. box is nil for a sandbox that is
// not made from a box.
func (s *Session) describeHeld(p sandbox.Property, box *sandbox.Box) string {
	if box == nil {
		return "as this sandbox declares; shimgen sandbox status tries it"
	}
	switch p {
	case sandbox.Writes:
		dirs := slices.Clone(box.Write)
		slices.SortStableFunc(dirs, func(a, b string) int { // the command's directory first
			return cmp.Compare(overlapping(b, box.Dir), overlapping(a, box.Dir))
		})
		if box.Temp != "" {
			dirs = append(dirs, "a /tmp of its own")
		}
		return "nothing is written but below " + firstOf(dirs)
	case sandbox.Reads:
		text := fmt.Sprintf("%d places with secrets have no content", len(box.Hide))
		if box.Temp == "" {
			text += "; what ordinary clients read, such as keys of ssh and tokens of git, stays"
		}
		return text
	case sandbox.Listed:
		return "of homes and data nothing is there but the work directory and what is listed"
	case sandbox.Kept:
		return fmt.Sprintf("%d names that others run or load later stay as they are, and new ones are taken away afterwards", len(box.Keep))
	case sandbox.Offline:
		if box.Network == sandbox.Egress {
			listed := firstOf(s.Policy.AllowedDomains()) + s.describeRequests()
			if s.Policy.Observing() && s.cutOff == (cutOff{}) {
				return "every host of the Internet is reached, and what is not listed is recorded, as profile observe says; listed: " + listed
			}
			return "no host is reached but those listed: " + listed
		}
		return "no address is reached but those of a loopback of its own"
	case sandbox.Ends:
		return "what the command leaves running ends with it"
	case sandbox.Apart:
		return "other processes are neither seen nor signalled"
	case sandbox.Calls:
		return "system calls that widen what can be attacked fail"
	}
	return ""
}

// describeRequests describes the limits on requests and credentials.
func (s *Session) describeRequests() (text string) {
	var requests, names []string
	for _, list := range s.Policy.Requests {
		for _, r := range list {
			requests = append(requests, r.Text)
		}
	}
	for _, c := range s.Policy.Credentials {
		names = append(names, c.Name)
	}
	if len(requests) > 0 {
		text += "; of them no requests but " + firstOf(requests)
	}
	if len(names) > 0 {
		text += "; credentials are stand-ins: " + firstOf(names)
	}
	return text
}

// overlapping returns 1 if one of two directories lies in the other, else 0.
func overlapping(a, b string) int {
	if pathname.Overlap(a, b) {
		return 1
	}
	return 0
}

// describeUnenforced describes what a command can do if a property is not enforced.
func (s *Session) describeUnenforced(p sandbox.Property) string {
	switch p {
	case sandbox.Writes:
		return "what the user may write, the command may"
	case sandbox.Reads:
		return "what the user may read, the command may"
	case sandbox.Listed:
		return fmt.Sprintf("all is read that is not hidden, as sandbox.reads = %q says", policy.ReadsAll)
	case sandbox.Kept:
		return "what others run or load later can be changed"
	case sandbox.Offline:
		if s.Policy.Network.Mode == policy.Full {
			return `every host is reached, as network.mode = "full" says`
		}
		return fmt.Sprintf("every host is reached, though network.mode = %q: addresses are judged in what commands say alone", s.Policy.Network.Mode)
	case sandbox.Ends:
		return "what the command leaves running goes on"
	case sandbox.Apart:
		return "processes of the user are seen and signalled"
	case sandbox.Calls:
		return "every system call is made"
	}
	return ""
}

// firstOf lists the first few places.
func firstOf(places []string) string {
	const most = 4
	if more := len(places) - most; more > 0 {
		return fmt.Sprintf("%s and %d more (--debug lists all)", strings.Join(places[:most], ", "), more)
	}
	return strings.Join(places, ", ")
}
