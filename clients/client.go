package clients

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/clients/cage"
)

// Client is a coding agent of one version.
type Client struct {
	Name    string // its name for shimgen hook install
	Version string

	// Packages are what npm installs, as NAME@VERSION, without running package scripts.
	// The text ARCH in them is replaced by npm's name of this machine's architecture.
	Packages []string

	// Program is the file to run, below node_modules. If Node is set, it is a script for
	// that node, which is another package.
	Program string
	Node    string // the package, as NAME@VERSION; "" for a program that needs none; SystemNode for the machine's

	Files []File   // what it finds in its home and in its project
	Env   []string // besides that of every client
	Args  []string // with the text PROMPT for the user's words

	// Also are other arguments, by what they change, under which refusals must hold too.
	Also map[string][]string

	// Patching is set if the client offers a patch tool to some models: the arguments and
	// the environment that choose one.
	Patching *PatchSetup

	// Speaks is the wire API of its model, for people to read.
	Speaks string

	// ShellOnly is set if it can read and write files only through the shell.
	ShellOnly bool

	// Forbidding makes it forbid the command touch to its model by a user's rule.
	Forbidding *DenySetup

	// Follows is set if a command starts in the directory in which the previous one
	// ended.
	Follows bool

	// NoStatus is set if its model does not see a command's exit status.
	NoStatus bool

	// Mum is set if its model does not see the message of a hook that failed.
	Mum bool

	// Trust is set if it runs no hook before its user trusted it. It holds the
	// conversation on standard input, one JSON text per line, that makes the program list
	// its hooks, and the arguments for it.
	Trust *Trust
}

// DenySetup says how to start a client with a user's rule against touch: other
// arguments, or a file.
type DenySetup struct {
	Args []string // replace the client's own, if any
	File File     // added, or replacing the client's own of that path
}

// PatchSetup says how to start a client so that it offers a patch tool.
type PatchSetup struct {
	Args, Env []string // replace the client's arguments, and add to its environment

	// Shell says that the client applies a patch in shell text too, itself, before any
	// shell sees it.
	Shell bool

	// Blank is what it accepts before a patch header, if anything.
	Blank string
}

// SystemNode is the node found on PATH.
const SystemNode = "node"

// File is a file that a client finds.
type File struct {
	Path string // absolute, as the client sees it
	Text string
}

// Trust says how to ask a client for its hooks and their state.
type Trust struct {
	Args  []string
	Input string // what to write to it
	Until string // its answer is complete when this was read
}

// Paths as a client sees them.
const (
	Project = cage.Home + "/project"
	folder  = cage.Root + "/clients"
)

// Lookup returns the client of that name.
func Lookup(name string) (Client, bool) {
	for _, c := range All() {
		if c.Name == name {
			return c, true
		}
	}
	return Client{}, false
}

// All returns the clients, in the order in which they are installed and tested.
func All() []Client { return slices.Concat(rows[:], moreRows[:]) }

// Folder returns the directory that holds the packages of all clients: $SHIMGEN_CLIENTS,
// or a directory in the user's cache.
func Folder() (string, error) {
	if dir := os.Getenv("SHIMGEN_CLIENTS"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "shimgen-clients"), err
}

// Dir is the client's own directory below Folder, with its packages in node_modules.
func (c Client) Dir() string { return c.Name + "-" + c.Version }

// NodeDir is the directory below Folder for the node of its own, or "".
func (c Client) NodeDir() string {
	if c.Node == "" || c.Node == SystemNode {
		return ""
	}
	_, version, _ := strings.Cut(c.Node, "@")
	return "node-" + version
}

// Wanted returns the packages as npm takes them.
func (c Client) Wanted() []string {
	var list []string
	for _, p := range c.Packages {
		list = append(list, strings.ReplaceAll(p, "ARCH", arch()))
	}
	return list
}

// WantedNode returns the package of its node as npm takes it, or "".
func (c Client) WantedNode() string {
	if c.NodeDir() == "" {
		return ""
	}
	return strings.ReplaceAll(c.Node, "ARCH", arch())
}

// Missing returns an error that says what is not installed in a folder, or nil.
func (c Client) Missing(in string) error {
	if arch() == "" {
		return fmt.Errorf("%s has no package for %s", c.Name, runtime.GOARCH)
	}
	for _, path := range c.programs(in) {
		if !filepath.IsAbs(path) {
			return fmt.Errorf("there is no %s on PATH", path)
		}
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("%s is not installed: go run ./clients/install %s", c.Dir(), c.Name)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// Argv returns the client's command line inside the cage, where the folder with the
// packages has another path.
func (c Client) Argv(args ...string) []string { return append(c.programs(folder), args...) }

// Run returns the command line that gives the client a task.
func (c Client) Run(prompt string) []string {
	var args []string
	for _, a := range c.Args {
		args = append(args, strings.ReplaceAll(a, "PROMPT", prompt))
	}
	return c.Argv(args...)
}

// programs are the files that a run needs: a node, and the client.
func (c Client) programs(in string) []string {
	var list []string
	switch {
	case c.Node == SystemNode:
		list = append(list, systemNode())
	case c.Node != "":
		name, _, _ := strings.Cut(c.WantedNode(), "@")
		list = append(list, filepath.Join(in, c.NodeDir(), "node_modules", name, "bin", "node"))
	}
	program := strings.NewReplacer("ARCH", arch(), "MACHINE", machine()).Replace(c.Program)
	return append(list, filepath.Join(in, c.Dir(), "node_modules", program))
}

// arch is npm's name of this machine's processor, or "" if clients have no packages for
// it.
func arch() string {
	return map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
}

// machine is the compilers' name of the processor.
func machine() string {
	return map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
}

// systemNode is the node on PATH with links resolved, or its bare name if there is none.
func systemNode() string {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if path, err := filepath.EvalSymlinks(filepath.Join(dir, "node")); err == nil && filepath.IsAbs(path) {
			return path
		}
	}
	return "node"
}
