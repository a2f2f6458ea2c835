package audit

import (
	"slices"
	"time"
)

// Retention limits how much of the trail is kept. Zero means no limit.
type Retention struct {
	Days  int   // files of older days are removed
	Bytes int64 // the oldest files are removed while all together are larger
}

// TrailFile is one file of the trail.
type TrailFile struct {
	DayFile
	Size     int64
	Modified time.Time
}

// PartSize lies between these two: a part small enough that removing one loses a small
// share of the trail, and large enough that a day has few.
const (
	smallestPart = 1 << 20
	largestPart  = 64 << 20
)

// PartSize is the size from which a file becomes a numbered part. It is never 0 and fits
// 32 bits.
func (b Retention) PartSize() int64 {
	if b.Bytes == 0 {
		return largestPart
	}
	return min(max(b.Bytes/8, smallestPart), largestPart)
}

// settled is how long nobody may have written a file before it is removed. A writer opens
// the day's file and writes its line at once; if the file is renamed in between, the line
// goes into the part.
const settled = time.Minute

// LongestText is more than a file of the trail ever has, in bytes. A longer file is not
// compressed, and a compressed file with a longer text is not shimgen's.
const LongestText = 128 << 20

// Compressible returns the oldest file that may be compressed: nobody has written to it for a
// day, its day ended a day ago, and its times are not in the future. It returns false if there
// is none. So queries about today and yesterday never decompress anything.
func Compressible(files []TrailFile, now time.Time) (oldest TrailFile, ok bool) {
	yesterday := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -1)
	for _, f := range files {
		if f.Gzip || f.Size >= LongestText || !f.Day.Before(yesterday) || now.Sub(f.Modified) < 24*time.Hour {
			continue
		}
		if !ok || f.Compare(oldest.DayFile) < 0 {
			oldest, ok = f, true
		}
	}
	return oldest, ok
}

// Expired returns the files to remove, oldest first.
//
// A wrong clock must not empty the trail. If the newest file before today is older than
// the bound, either nobody worked for so long or the clock has leapt; then age removes
// nothing until files of two days agree.
func (b Retention) Expired(files []TrailFile, now time.Time) []TrailFile {
	files = slices.SortedFunc(slices.Values(files), func(x, y TrailFile) int { return x.Compare(y.DayFile) })
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
	var gone []TrailFile
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
