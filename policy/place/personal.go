package place

import (
	"path"
	"strings"
)

// personalNames are the directories of a home that desktops and people make for their own things, in lower
// case. What lies directly in one of them is personal too. Source: xdg-user-dirs, Apple's File System
// Programming Guide.
const personalNames = "documents desktop pictures photos music videos movies downloads public templates mail notes obsidian dropbox onedrive nextcloud icloud private personal"

// IsPersonal reports whether a path is that of a directory of a user's own things: one directly in a home, or
// one directly in a home's Documents and the like. Names with an extension are files, and hidden ones are
// programs'. The path and the homes are absolute and clean.
func IsPersonal(name string, homes []string) bool {
	for _, h := range homes {
		rest, is := strings.CutPrefix(name, h+"/")
		if !is || rest == "" || rest[0] == '.' || path.Ext(rest) != "" {
			continue
		}
		first, more, deeper := strings.Cut(rest, "/")
		if !deeper || strings.Contains(" "+personalNames+" ", " "+strings.ToLower(first)+" ") && !strings.Contains(more, "/") {
			return true
		}
	}
	return false
}
