package host

import (
	"os"
	"path/filepath"
	"strings"
)

// containerMarks are the files that container managers put into a container's root.
var containerMarks = [...]struct{ file, manager string }{
	{".dockerenv", "docker"},                        // made by Docker in every container
	{"run/.containerenv", "podman"},                 // podman-run(1)
	{"run/systemd/container", ""},                   // names the manager: systemd's Container Interface
	{"var/run/secrets/kubernetes.io", "kubernetes"}, // the service account of a pod
}

// Container names the container manager that seems to have made this machine's root, or
// returns "". It guesses from files that a container manager leaves. Use it for advice,
// never for protection: everybody who can write to the root can forge them.
func Container() string { return containerIn("/") }

// containerIn is Container for the root directory at root.
func containerIn(root string) string {
	for _, mark := range containerMarks {
		file := filepath.Join(root, mark.file)
		if _, err := os.Lstat(file); err != nil {
			continue
		}
		if mark.manager != "" {
			return mark.manager
		}
		// WSL sets this to "wsl", and a person uses such a machine for years.
		if text, err := os.ReadFile(file); err == nil && strings.TrimSpace(string(text)) != "wsl" {
			return strings.TrimSpace(string(text))
		}
	}
	return ""
}
