package trash

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Found is a file that Restore would put back.
type Found struct {
	Path string // where it was
	Mode fs.FileMode
	Size int64
	Text []byte // its first bytes; nil if it is no regular file
}

// Look finds the files that Restore would put back for the same arguments, including files
// below directories, and reads up to most bytes of each. If the function returns an error,
// Look stops and returns it.
func (c Can) Look(id string, paths []string, most int64, each func(Found) error) error {
	items, err := c.choose(id, paths)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Join(c.dir, "files"))
	if err != nil {
		return err
	}
	defer root.Close()
	for _, it := range items {
		top := path.Join(it.ID, it.part)
		err := fs.WalkDir(root.FS(), top, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() && name != top {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			found := Found{Path: path.Join(it.Path, it.part) + strings.TrimPrefix(name, top), Mode: info.Mode(), Size: info.Size()}
			if info.Mode().IsRegular() {
				if found.Text, err = readSome(root, name, most); err != nil {
					return err
				}
			}
			return each(found)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", it.Path, err)
		}
	}
	return nil
}

// readSome reads the first bytes of a file.
func readSome(root *os.Root, name string, most int64) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most))
	if text == nil {
		text = []byte{}
	}
	return text, err
}
