package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVersions(t *testing.T) {
	day := time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)
	for _, row := range []struct{ described, debian, alpine, npm, why string }{
		{"v1.2.3", "1.2.3", "1.2.3", "1.2.3", "a release"},
		{"v1.2.3-rc1", "1.2.3~rc1", "1.2.3_rc1", "1.2.3-rc.1", "sorts before the release"},
		{"v1.2.3-beta.2", "1.2.3~beta2", "1.2.3_beta2", "1.2.3-beta.2", "as npm spells it"},
		{"v1.2.3-4-gabc", "1.2.3+4+gabc", "1.2.3_git4", "1.2.4-0.4.gabc", "sorts after the release"},
		{"v1.2.3-4-gabc-dirty", "1.2.3+4+gabc+dirty", "1.2.3_git4", "1.2.4-0.4.gabc.dirty", "with changes"},
		{"v1.2.3-rc1-4-gabc", "1.2.3~rc1+4+gabc", "1.2.3_rc1_git4", "1.2.3-rc.1.0.4.gabc", "after a candidate, before the release"},
		{"df311fa6", "0~df311fa6", "0_git20261105", "0.0.0-gdf311fa6", "before each release"},
		{"df311fa6-dirty", "0~df311fa6+dirty", "0_git20261105", "0.0.0-gdf311fa6.dirty", "the same with changes"},
	} {
		v, err := parseVersion(row.described, day)
		require.NoError(t, err, row.described)
		assert.Equal(t, [3]string{row.debian, row.alpine, row.npm}, [3]string{v.debian(), v.alpine(), v.npm()}, "%s: %s", row.described, row.why)
	}
	for _, wrong := range []string{"", "1.2.3", "v1.2", "v1.2.3-preview", "main"} {
		_, err := parseVersion(wrong, day)
		assert.Error(t, err, wrong)
	}
}
