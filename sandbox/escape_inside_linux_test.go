package sandbox_test

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// inside are ways to what is hidden below where the box may write.
var inside = []escape{
	{"a hidden file in the work directory", false, func(o outside) error { return reads(o.at("work/.env")) }},
	{"the same by a link", false, func(o outside) error {
		_ = os.Symlink(".env", o.at("work/.env-link"))
		return reads(o.at("work/.env-link"))
	}},
	{"the same by a new name", false, func(o outside) error {
		return errors.Join(os.Rename(o.at("work/.env"), o.at("work/.env-moved")), reads(o.at("work/.env-moved")))
	}},
	{"the same by a new hard link", false, func(o outside) error {
		return errors.Join(os.Link(o.at("work/.env"), o.at("work/.env-linked")), reads(o.at("work/.env-linked")))
	}},
	{"the same to be read and written", false, func(o outside) error {
		f, err := os.OpenFile(o.at("work/.env"), os.O_RDWR, 0)
		if err == nil {
			_, err = f.Read(make([]byte, 1))
			f.Close()
		}
		return err
	}},
	{"the same by a descriptor without rights", false, func(o outside) error {
		fd, err := unix.Open(o.at("work/.env"), unix.O_PATH, 0)
		return errors.Join(err, reads(fmt.Sprintf("/proc/self/fd/%d", fd)))
	}},
	{"the same by /proc/self/cwd", false, func(o outside) error { return reads("/proc/self/cwd/.env") }},
	{"a hidden directory in the work directory", false, func(o outside) error { return reads(o.at("work/keys/id")) }},
	{"the same moved", false, func(o outside) error {
		return errors.Join(os.Rename(o.at("work/keys"), o.at("work/keys-moved")), reads(o.at("work/keys-moved/id")))
	}},
}
