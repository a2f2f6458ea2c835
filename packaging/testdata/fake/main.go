// Fake says what it was called as, and does nothing.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	fmt.Println("fake", filepath.Base(os.Args[0]), strings.Join(os.Args[1:], " "))
}
