package host

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestD11SwappedComponentNeverLeads swaps a component between a permitted file and a link
// to a forbidden one, as fast as it can, while Open opens it. Whatever opens must be the
// permitted one.
func TestD11SwappedComponentNeverLeads(t *testing.T) {
	const good, bad = "permitted", "forbidden"
	tests := []struct {
		name      string
		swapped   string // below the play directory
		replica   string // what is there first
		forbidden string // where the link leads
	}{
		{"directory in the middle", "a/b", "good", "../bad"},
		{"first directory", "a", "goodtop", "badtop"},
		{"the file itself", "a/b/f", "goodfile", "../../bad/f"},
	}
	eachWay(t, func(t *testing.T, open func(string, Need) (*os.File, error)) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				dir := tempDir(t)
				for _, d := range []string{"a/b", "good", "bad", "goodtop/b", "badtop/b"} {
					require.NoError(t, os.MkdirAll(filepath.Join(dir, d), 0o700))
				}
				for _, f := range []string{"a/b/f", "good/f", "goodtop/b/f", "goodfile"} {
					write(t, filepath.Join(dir, f), good, 0o600)
				}
				for _, f := range []string{"bad/f", "badtop/b/f"} {
					write(t, filepath.Join(dir, f), bad, 0o600)
				}
				swapped := filepath.Join(dir, tt.swapped)
				real := filepath.Join(dir, tt.replica)
				link := filepath.Join(dir, "link")
				require.NoError(t, os.RemoveAll(swapped))
				require.NoError(t, os.Rename(real, swapped))
				require.NoError(t, os.Symlink(tt.forbidden, link))

				stop := swapLoop(t, swapped, real, link)
				defer stop()
				path := filepath.Join(dir, "a/b/f")
				opened, refused := 0, 0
				for end := time.Now().Add(5 * time.Second); (opened < 500 || refused < 500) && time.Now().Before(end); {
					f, err := open(path, Untrusted(100))
					if err != nil {
						refused++
						continue
					}
					text, err := Read(f, 100)
					require.NoError(t, f.Close())
					require.NoError(t, err)
					require.Equal(t, good, string(text))
					opened++
				}
				assert.NotZero(t, opened, "the race was never won by the right file")
				assert.NotZero(t, refused, "nothing was ever swapped")
			})
		}
	})
}

// swapLoop keeps exchanging the file at path for the link and back, until the returned
// function is called.
func swapLoop(t *testing.T, path, real, link string) (stop func()) {
	quit, done := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-quit:
				done <- nil
				return
			default:
			}
			err := errors.Join(os.Rename(path, real), os.Rename(link, path), os.Rename(path, link), os.Rename(real, path))
			if err != nil {
				done <- err
				return
			}
		}
	}()
	return func() {
		close(quit)
		assert.NoError(t, <-done)
	}
}
