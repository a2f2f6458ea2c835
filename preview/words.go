package preview

import (
	"fmt"
	"strings"
)

// maxNames is how many names a line has.
const maxNames = 4

// list writes names with commas between them, and how many there are beyond the first few.
func list(names []string) string {
	if len(names) <= maxNames {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNames-1], ", "), len(names)-maxNames+1)
}

// count writes a number with what it counts.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// size writes a number of bytes.
func size(bytes int64) string {
	if bytes < 1024 {
		return count(int(bytes), "byte", "bytes")
	}
	value, unit := float64(bytes)/1024, 0
	units := [...]string{"KiB", "MiB", "GiB", "TiB"}
	for ; value >= 1024 && unit < len(units)-1; unit++ {
		value /= 1024
	}
	if value < 10 {
		return fmt.Sprintf("%.1f %s", value, units[unit])
	}
	return fmt.Sprintf("%.0f %s", value, units[unit])
}
