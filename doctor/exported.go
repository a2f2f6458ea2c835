package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy/export"
)

// checkExported says whether the agents' own settings still are what the policy would be
// exported as. It skips agents that it was not exported to.
func (x *Examination) checkExported() []Diagnosis {
	const check = "exported settings"
	if x.session == nil {
		return nil
	}
	var found []Diagnosis
	for _, target := range export.Targets() {
		want, err := export.Settings(x.session.Policy, target, x.getenv("HOME"))
		if err != nil || !want.HasMark() {
			continue
		}
		have, err := host.ReadUntrusted(filepath.Join(x.home, want.File))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		hint := "shimgen policy export --to " + target
		switch d := want.Compare(string(have)); {
		case err != nil:
			found = append(found, Diagnosis{check, Warn, fmt.Sprintf("%s: %s", target, err), ""})
		case !d.Exported:
		case d.Missing == 0:
			found = append(found, Diagnosis{check, OK, fmt.Sprintf("%s: ~/%s says what the policy says", target, want.File), ""})
		case want.Own:
			found = append(found, Diagnosis{check, Warn, fmt.Sprintf("%s: ~/%s is not what the policy would be exported as now", target, want.File), hint})
		default:
			found = append(found, Diagnosis{check, Warn, fmt.Sprintf("%s: ~/%s lacks %d of %d entries that the policy would be exported as now", target, want.File, d.Missing, d.All), hint})
		}
	}
	return found
}
