package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// feedFile returns an open file without a name that contains data, to be read from its start:
// memfd_create(2).
func feedFile(data []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("shimgen", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	f := os.NewFile(uintptr(fd), "shimgen")
	if _, err = f.Write(data); err == nil {
		_, err = f.Seek(0, 0)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// ownProgram is the running program, even if its file was renamed or removed: proc_pid_exe(5).
const ownProgram = "/proc/self/exe"
