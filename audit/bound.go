package audit

import (
	"slices"
	"time"
)

// Bound is how much of the trail is kept. Zero is no bound.
type Bound struct {
	Days  int   // a file of an older day goes
	Bytes int64 // the oldest go while all are larger together
}

// A Stored is one file of the trail.
type Stored struct {
	DayFile
	Size     int64
	Modified time.Time
}

// The sizes between which a file is full: small enough that what goes at once is a
// small share of what is kept, and large enough that a day has few.
const (
	smallestPart = 1 << 20
	largestPart  = 64 << 20
)

// PartSize is the size from which a file is given a number. It is never 0, and no more than fits 32 bits.
func (b Bound) PartSize() int64 {
	if b.Bytes == 0 {
		return largestPart
	}
	return min(max(b.Bytes/8, smallestPart), largestPart)
}

// settled is how long a file was not written when it may go. A writer opens the file
// of the day and writes its line at once; one that a rename overtook writes into the
// part.
const settled = time.Minute

// Expired returns which files go, oldest first.
//
// A clock that was set wrong must not empty the trail: where the newest file before
// today is older than the bound, nobody worked for so long or the clock has leapt,
// and nothing goes for its age until there are files of two days that agree.
func (b Bound) Expired(files []Stored, now time.Time) []Stored {
	files = slices.SortedFunc(slices.Values(files), func(x, y Stored) int { return x.Compare(y.DayFile) })
	today := now.UTC().Truncate(24 * time.Hour)
	oldest := today.AddDate(0, 0, 1-b.Days)
	var total int64
	before := time.Time{} // the newest day before today
	for _, f := range files {
		total += f.Size
		if f.Day.Before(today) {
			before = f.Day
		}
	}
	byAge := b.Days > 0 && !before.Before(oldest)
	var gone []Stored
	for i, f := range files {
		old := byAge && f.Day.Before(oldest)
		tooMuch := b.Bytes > 0 && total > b.Bytes
		if !old && !tooMuch || i == len(files)-1 {
			break
		}
		if now.Sub(f.Modified).Abs() >= settled {
			gone = append(gone, f)
			total -= f.Size
		}
	}
	return gone
}
