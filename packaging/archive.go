package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path"
	"time"
)

// gzipped compresses without a name and a time.
func gzipped(data []byte) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// archive writes members below one directory into a file.tar.gz. Nothing of the machine
// gets in: all is of root and of one time.
func archive(file, dir string, members []member, day time.Time) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }()
	z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := writeTar(z, dir, members, day); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return out.Close()
}

// writeTar writes the directories first that a member is in.
func writeTar(w io.Writer, dir string, members []member, day time.Time) error {
	out := tar.NewWriter(w)
	made := map[string]bool{".": true}
	var parents func(name string) error
	parents = func(name string) error {
		if made[name] {
			return nil
		}
		made[name] = true
		if err := parents(path.Dir(name)); err != nil {
			return err
		}
		return out.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755, ModTime: day, Format: tar.FormatUSTAR})
	}
	for _, m := range members {
		name := path.Join(dir, m.name)
		if err := parents(path.Dir(name)); err != nil {
			return err
		}
		h := tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: int64(m.mode), Size: int64(len(m.data)), ModTime: day, Format: tar.FormatUSTAR}
		if err := out.WriteHeader(&h); err != nil {
			return err
		}
		if _, err := out.Write(m.data); err != nil {
			return err
		}
	}
	return out.Close()
}
