package policy

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTemplateLoadsAsItIs(t *testing.T) {
	for _, profile := range columns {
		p, err := Load([]Layer{{Name: "policy.toml", Kind: User, Data: []byte(Template(profile))}}, Flags{})
		require.NoError(t, err)
		want, err := Builtin(profile)
		require.NoError(t, err)
		want.Sources, want.chosen, want.locks = p.Sources, p.chosen, p.locks
		assert.Equal(t, want, p)
	}
}

func TestTemplateLoadsUncommented(t *testing.T) {
	text := strings.ReplaceAll(Template(Guarded), "\n#:", "\n")
	p, err := Load([]Layer{{Name: "policy.toml", Kind: User, Data: []byte(text)}}, Flags{})
	require.NoError(t, err)
	assert.Empty(t, p.Notices)
	assert.Len(t, p.Commands.Blocked, 2)
	assert.Len(t, p.Commands.Allowed, 2)
	assert.Equal(t, []PathEntry{
		{Path: "/data/production", From: "policy.toml:22"}, {Path: "/mnt/backup", From: "policy.toml:24"}, {Path: "~/.vault", From: "policy.toml:25"},
	}, p.Paths.Blocked)
	assert.NotNil(t, p.Rules.Find("team.no-migrate"))
}

func TestTemplateOfAnUnknownProfileIsTheDefaultOne(t *testing.T) {
	assert.Equal(t, Template(Default), Template("yolo"))
}
