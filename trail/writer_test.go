package trail

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLimitOfTheProcessIsNoWayToLoseLines(t *testing.T) {
	assert.True(t, IsLimited(fmt.Errorf("audit: %w", syscall.EFBIG)))
	assert.True(t, IsLimited(&os.PathError{Op: "open", Path: "x", Err: syscall.EMFILE}))
	assert.False(t, IsLimited(os.ErrPermission))
	assert.False(t, IsLimited(nil))
}
