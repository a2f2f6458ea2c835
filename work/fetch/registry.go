package fetch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// module downloads a Go module and its dependencies, by the go command as the machine
// configures it. It runs nothing of them.
func module(ctx context.Context, work, name string) error {
	to := filepath.Join(work, "tree", "package")
	settings := []string{
		"GOMODCACHE=" + filepath.Join(work, "tree", "cache"), "GOFLAGS=-modcacherw", "GOTOOLCHAIN=local", "GOWORK=off", "GOVCS=*:off",
	}
	said, err := output(ctx, work, settings, "go", "mod", "download", "-json", name)
	if err != nil {
		return err
	}
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(said, &downloaded); err != nil || downloaded.Dir == "" {
		return fmt.Errorf("go mod download: no directory for %s: %w", name, err)
	}
	if err := os.CopyFS(to, os.DirFS(downloaded.Dir)); err != nil {
		return err
	}
	_, err = output(ctx, to, settings, "go", "mod", "download")
	return err
}

// npm downloads an npm package and its dependencies, by npm as the machine configures it.
// It runs none of their scripts.
func npm(ctx context.Context, work, name string) error {
	tree := filepath.Join(work, "tree")
	if err := os.MkdirAll(tree, 0o755); err != nil {
		return err
	}
	settings := []string{
		"npm_config_cache=" + filepath.Join(tree, "cache"), "npm_config_ignore_scripts=true", "npm_config_audit=false",
		"npm_config_omit_lockfile_registry_resolved=false", // npm finds a package in the cache by its origin
		"npm_config_fund=false", "npm_config_update_notifier=false", "npm_config_logs_max=0",
	}
	if _, err := output(ctx, work, settings, "npm", "pack", "--silent", name); err != nil {
		return err
	}
	packed, err := filepath.Glob(filepath.Join(work, "*.tgz"))
	if err != nil || len(packed) != 1 {
		return fmt.Errorf("npm pack: %d packages came for %s", len(packed), name)
	}
	if _, err := output(ctx, tree, nil, "tar", "-xzf", packed[0], "--no-same-owner"); err != nil {
		return err
	}
	if _, err := output(ctx, filepath.Join(tree, "package"), settings, "npm", "install", "--silent"); err != nil {
		return err
	}
	// Only the file that names each version, and the cache, are needed.
	return errors.Join(os.RemoveAll(filepath.Join(tree, "package", "node_modules")), os.RemoveAll(filepath.Join(tree, "cache", "_logs")))
}
