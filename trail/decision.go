package trail

import (
	"encoding/binary"
	"encoding/hex"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/rules"
)

// Observed returns the decision that a record tells of, and the action that profile
// observe has not enforced; "" if there was nothing to enforce.
func Observed(d guard.Decision) (told guard.Decision, would string) {
	if d.Would == nil {
		return d, ""
	}
	if d.Would.Action != rules.Allow {
		would = d.Would.Action.String()
	}
	return *d.Would, would
}

// Findings are a decision's, as records have them, and those that it left to shims.
func Findings(d guard.Decision) (all []string) {
	for _, f := range d.WorstFirst() {
		all = append(all, f.Rule.ID+" "+f.Action.String()+" "+string(f.Ring))
	}
	for _, f := range d.Deferred {
		all = append(all, f.Rule.ID+" defer "+string(guard.RingShim))
	}
	slices.Sort(all[len(d.Findings):])
	return slices.Compact(all)
}

// RuleIDs are the rules of a decision's findings, in their order.
func RuleIDs(d guard.Decision) []string {
	ids := make([]string, 0, len(d.Findings))
	for _, f := range d.Findings {
		ids = append(ids, f.Rule.ID)
	}
	return ids
}

// NewID makes the id that joins a decision with its records.
func NewID() string {
	now := time.Now()
	var id [8]byte
	binary.BigEndian.PutUint64(id[:], gate.NewID(now.Unix(), int64(now.Nanosecond()), os.Getpid()))
	return hex.EncodeToString(id[:])
}

// ParseID reads an id that newID made.
func ParseID(id string) uint64 {
	n, _ := strconv.ParseUint(id, 16, 64)
	return n
}
