// Call makes the system call with a number, all of whose arguments are wrong, or a hard
// link to the file with a name, and prints what the kernel answered.
package main

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

func main() {
	number, err := strconv.Atoi(os.Args[1])
	if err != nil {
		fmt.Println(os.Link(os.Args[1], os.Args[1]+".link"))
		return
	}
	nowhere := ^uintptr(0) - 4096
	_, _, errno := syscall.RawSyscall6(uintptr(number), nowhere, nowhere, nowhere, nowhere, nowhere, nowhere)
	fmt.Println("answered:", errno)
}
