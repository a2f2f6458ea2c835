package inline_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/agent-loop/shimgen/inline"
)

// A tool that runs a model's scripts, and tells the model what it may not do.
func Example() {
	box := inline.Begin() // first in main
	result, err := box.Execute(context.Background(), inline.ExecConfig{
		Language:  "bash",
		Script:    `echo "$GREETING, $1"`,
		Args:      []string{"world"},
		Env:       []string{"GREETING=hello"},
		Timeout:   10 * time.Second,
		Isolation: inline.WhereThere,
	})
	var refused inline.RefusedError
	var held inline.ViolationError
	switch {
	case errors.As(err, &refused), errors.As(err, &held):
		fmt.Println("do it in another way:", err)
	case err != nil:
		fmt.Println(err)
	default:
		fmt.Print(result.Stdout)
	}
	// Output: hello, world
}
