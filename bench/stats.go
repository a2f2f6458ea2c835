package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// median returns the median of xs without changing it; NaN if empty.
func median(xs []float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(xs))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

// of returns one figure of each round of a case.
func (all samples) of(name string, figure func(sample) float64) []float64 {
	xs := make([]float64, 0, len(all[name]))
	for _, s := range all[name] {
		xs = append(xs, figure(s))
	}
	return xs
}

func wall(s sample) float64   { return s.wall }
func cpu(s sample) float64    { return s.cpu }
func faults(s sample) float64 { return s.faults }

// ratio is the median over the rounds of a case's figure to its base's in the same round.
// It skips rounds whose base measured 0, as coarse CPU clocks do.
func (all samples) ratio(name, base string, figure func(sample) float64) float64 {
	xs, bs := all.of(name, figure), all.of(base, figure)
	var ratios []float64
	for i := range min(len(xs), len(bs)) {
		if bs[i] > 0 {
			ratios = append(ratios, xs[i]/bs[i])
		}
	}
	return median(ratios)
}

// added is the median of what a adds to base as a fraction of what b adds to it, in the
// same round. It skips rounds in which b added nothing.
func (all samples) added(a, b, base string) float64 {
	as, bs, zero := all.of(a, wall), all.of(b, wall), all.of(base, wall)
	var ratios []float64
	for i := range min(len(as), len(bs), len(zero)) {
		if more := bs[i] - zero[i]; more > 0 {
			ratios = append(ratios, (as[i]-zero[i])/more)
		}
	}
	return median(ratios)
}

// print writes the table of cases and then the compared pairs. Times only help to read
// the ratios.
func (all samples) print(out io.Writer, cases []benchCase) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "case\tto\tratio\tCPU ratio\tadded µs\tfaults\texit\t")
	for _, c := range cases {
		base := c.base
		if base == "" {
			base = c.name
		}
		fmt.Fprintf(table, "%s\t%s\t%.2f\t%.2f\t%.0f\t%.0f\t%d\t\n", c.name, base,
			all.ratio(c.name, base, wall), all.ratio(c.name, base, cpu),
			median(all.of(c.name, wall))-median(all.of(base, wall)), median(all.of(c.name, faults)), c.exit)
	}
	table.Flush()
	for _, pair := range append(compared[:len(compared):len(compared)], loopPairs()...) {
		if base, ok := commonBase(cases, pair[0], pair[1]); ok {
			fmt.Fprintf(out, "%s adds %.2f of what %s adds to %s\n", pair[0], all.added(pair[0], pair[1], base), pair[1], base)
		}
	}
}

// commonBase is the base that two cases share.
func commonBase(cases []benchCase, a, b string) (string, bool) {
	bases := map[string]string{}
	for _, c := range cases {
		bases[c.name] = c.base
	}
	return bases[a], bases[a] != "" && bases[a] == bases[b]
}

// A gate is a figure with an upper limit.
type gate struct {
	name  string
	limit float64
}

// parseGates reads NAME=RATIO,NAME=RATIO; empty text is no gates.
func parseGates(text string) ([]gate, error) {
	var gates []gate
	for field := range strings.SplitSeq(text, ",") {
		if field == "" {
			continue
		}
		name, limit, _ := strings.Cut(field, "=")
		ratio, err := strconv.ParseFloat(limit, 64)
		if err != nil || name == "" || !(ratio > 0) {
			return nil, fmt.Errorf("gate %q is not NAME=RATIO", field)
		}
		gates = append(gates, gate{name, ratio})
	}
	return gates, nil
}

// hold prints each gate and returns whether all hold. A gate without a figure is an
// error: it would always hold.
func (all samples) hold(gates []gate, cases []benchCase, out io.Writer) (bool, error) {
	holds := true
	for _, g := range gates {
		a, b, pair := strings.Cut(g.name, ":")
		figure := math.NaN()
		for _, c := range cases {
			if !pair && c.name == a && c.base != "" {
				figure = all.ratio(a, c.base, wall)
			}
		}
		if base, ok := commonBase(cases, a, b); pair && ok {
			figure = all.added(a, b, base)
		}
		if math.IsNaN(figure) {
			return false, fmt.Errorf("gate %s: there is no such figure", g.name)
		}
		verdict := "holds"
		if figure > g.limit {
			verdict, holds = "FAILS", false
		}
		fmt.Fprintf(out, "gate %s: %.2f, at most %.2f: %s\n", g.name, figure, g.limit, verdict)
	}
	return holds, nil
}
