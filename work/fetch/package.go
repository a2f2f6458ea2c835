package fetch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// SafeRM returns the program of Debian's package safe-rm, another guard for rm. It
// downloads a missing one, without installing it on the machine.
func SafeRM(ctx context.Context, offline bool) (string, error) {
	folder, err := Folder()
	if err != nil {
		return "", err
	}
	const name = "safe-rm"
	program := filepath.Join(folder, name, "usr/bin", name)
	if _, err := os.Lstat(program); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return program, err
	}
	if offline {
		return "", errors.New("it is not in " + folder + ", and nothing is fetched")
	}
	if err := found("apt-get dpkg"); err != nil {
		return "", err
	}
	work, err := begin(folder)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	apt, err := configuration(work, func(list string) string { return list })
	if err != nil {
		return "", err
	}
	if err := command(ctx, work, "apt-get", append(apt, "update")...); err != nil {
		return "", err
	}
	if err := command(ctx, work, "apt-get", append(apt, "download", name)...); err != nil {
		return "", err
	}
	packages, err := filepath.Glob(filepath.Join(work, "*.deb"))
	if err != nil || len(packages) != 1 {
		return "", fmt.Errorf("%d packages came for %s", len(packages), name)
	}
	if err := command(ctx, work, "dpkg", "-x", packages[0], filepath.Join(work, name)); err != nil {
		return "", err
	}
	return program, os.Rename(filepath.Join(work, name), filepath.Join(folder, name))
}
