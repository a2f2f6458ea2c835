package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/agent-loop/shimgen/fleet/broker"
)

// trial is the directory of the recipes for trying a fleet.
const trial = "../../fleet/trial/"

// composed is a service in a compose file.
type composed struct {
	Image       string
	Command     []string
	User        string
	Network     string `yaml:"network_mode"`
	ReadOnly    bool   `yaml:"read_only"`
	Tmpfs       []string
	CapDrop     []string `yaml:"cap_drop"`
	SecurityOpt []string `yaml:"security_opt"`
	Memory      string   `yaml:"mem_limit"`
	Restart     string
	DependsOn   []string `yaml:"depends_on"`
}

// strict decodes YAML, and rejects unknown keys.
func strict(t *testing.T, name string) *yaml.Decoder {
	t.Helper()
	text, err := os.ReadFile(trial + name)
	require.NoError(t, err)
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	return d
}

// services returns the services of the compose file.
func services(t *testing.T) map[string]composed {
	t.Helper()
	var file struct {
		Name     string
		Services map[string]composed
	}
	require.NoError(t, strict(t, "compose.yaml").Decode(&file))
	return file.Services
}

// flagOf returns the value of a flag in a command line.
func flagOf(args []string, flag string) string {
	if at := slices.Index(args, flag); at >= 0 && at+1 < len(args) {
		return args[at+1]
	}
	return ""
}

// account is the user of the image.
func account(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(trial + "Dockerfile")
	require.NoError(t, err)
	user := regexp.MustCompile(`(?m)^USER (\d+:\d+)$`).FindStringSubmatch(string(text))
	require.NotNil(t, user)
	assert.Contains(t, string(text), "\nENTRYPOINT [\"/shimgen-fleet\"]\n", "command lines begin behind it")
	return user[1]
}

// understood fails unless shimgen-fleet accepts a command line.
func understood(t *testing.T, where string, args []string) {
	t.Helper()
	k, err := reader(t.Context(), app{out: os.Stdout, err: os.Stderr}, func(int) {})
	require.NoError(t, err)
	_, err = k.Parse(args)
	assert.NoError(t, err, "%s: %q", where, args)
}

// serves checks the server's command line: nats-server accepts it, and its files are in a
// directory.
func serves(t *testing.T, args []string, dir, port string) {
	t.Helper()
	require.NoError(t, broker.Takes(args))
	assert.Contains(t, args, "--jetstream")
	assert.Equal(t, dir, flagOf(args, "--store_dir"))
	assert.Equal(t, port, flagOf(args, "--port"))
}

func TestCompose(t *testing.T) {
	all := services(t)
	require.Len(t, all, 3)
	for name, s := range all {
		assert.Equal(t, account(t), s.User, name)
		assert.True(t, s.ReadOnly, name)
		assert.Equal(t, []string{"ALL"}, s.CapDrop, name)
		assert.Equal(t, []string{"no-new-privileges:true"}, s.SecurityOpt, name)
		assert.NotEmpty(t, s.Memory, name)
		assert.Equal(t, "host", s.Network, name)
		for _, other := range s.DependsOn {
			assert.Contains(t, all, other, name)
		}
		if name == "nats" {
			continue
		}
		understood(t, name, s.Command)
		assert.Equal(t, "nats://127.0.0.1:4222", flagOf(s.Command, "--to"), name)
		assert.Equal(t, all["page"].Image, s.Image, name)
	}
	nats := all["nats"]
	uid, _, _ := strings.Cut(nats.User, ":")
	dir, options, _ := strings.Cut(nats.Tmpfs[0], ":")
	assert.Contains(t, strings.Split(options, ","), "uid="+uid, "or it cannot write")
	serves(t, nats.Command, dir, "4222")
	assert.Equal(t, "127.0.0.1", flagOf(nats.Command, "--addr"), "it asks nobody who they are")
	assert.Equal(t, "on-failure", all["init"].Restart, "the server may listen later")
}

// object is an object of a manifest, with the parts that are compared.
type object struct {
	Version  string `yaml:"apiVersion"`
	Kind     string
	Metadata struct {
		Name, Namespace string
		Labels          map[string]string
	}
	Spec struct {
		Selector    any
		ServiceName string `yaml:"serviceName"`
		ClusterIP   string `yaml:"clusterIP"`
		Ports       []struct {
			Name       string
			Port       int
			TargetPort string `yaml:"targetPort"`
		}
		Template struct {
			Metadata struct{ Labels map[string]string }
			Spec     pod
		}
		Claims []struct{ Metadata struct{ Name string } } `yaml:"volumeClaimTemplates"`
	}
}

type pod struct {
	Token           *bool `yaml:"automountServiceAccountToken"`
	SecurityContext struct {
		NonRoot *bool                 `yaml:"runAsNonRoot"`
		User    int                   `yaml:"runAsUser"`
		Group   int                   `yaml:"runAsGroup"`
		Files   int                   `yaml:"fsGroup"`
		Seccomp struct{ Type string } `yaml:"seccompProfile"`
	} `yaml:"securityContext"`
	Containers []struct {
		Name, Image string
		Args        []string
		Ports       []struct {
			Name string
			Port int `yaml:"containerPort"`
		}
		Resources       struct{ Limits map[string]string }
		SecurityContext struct {
			Escalation   *bool `yaml:"allowPrivilegeEscalation"`
			ReadOnly     bool  `yaml:"readOnlyRootFilesystem"`
			Capabilities struct{ Drop []string }
		} `yaml:"securityContext"`
		Mounts []struct {
			Name string
			Path string `yaml:"mountPath"`
		} `yaml:"volumeMounts"`
	}
}

// objects returns the objects of the manifest, by kind and name.
func objects(t *testing.T) map[string]object {
	t.Helper()
	text, err := os.ReadFile(trial + "kubernetes.yaml")
	require.NoError(t, err)
	all := map[string]object{}
	for d := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var o object
		err := d.Decode(&o)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		assert.NotEmpty(t, o.Version, o.Kind)
		all[o.Kind+" "+o.Metadata.Name] = o
	}
}

// labels are the labels by which an object selects pods.
func (o object) labels() map[string]any {
	selector, _ := o.Spec.Selector.(map[string]any)
	if match, is := selector["matchLabels"].(map[string]any); is {
		return match
	}
	return selector
}

func TestKubernetes(t *testing.T) {
	all := objects(t)
	require.Len(t, all, 6)
	require.Contains(t, all, "Namespace shimgen-fleet")
	for name, o := range all {
		if o.Kind == "Namespace" {
			assert.Equal(t, "restricted", o.Metadata.Labels["pod-security.kubernetes.io/enforce"])
			continue
		}
		assert.Equal(t, "shimgen-fleet", o.Metadata.Namespace, name)
		if p := o.Spec.Template.Spec; len(p.Containers) > 0 {
			p.isRestricted(t, name, account(t))
			for key, value := range o.labels() {
				assert.Equal(t, value, o.Spec.Template.Metadata.Labels[key], name)
			}
		}
	}
	for _, name := range []string{"Job init", "Deployment page"} {
		c := all[name].Spec.Template.Spec.Containers[0]
		understood(t, name, c.Args)
		assert.Equal(t, "nats://nats:4222", flagOf(c.Args, "--to"), "the service's name and port")
		assert.Equal(t, services(t)["page"].Image, c.Image)
	}
	service, set := all["Service nats"], all["StatefulSet nats"]
	server := set.Spec.Template.Spec.Containers[0]
	assert.Equal(t, set.labels(), service.labels())
	assert.Equal(t, service.Metadata.Name, set.Spec.ServiceName)
	assert.Equal(t, 4222, service.Spec.Ports[0].Port)
	assert.Equal(t, server.Ports[0].Name, service.Spec.Ports[0].TargetPort)
	assert.Equal(t, 4222, server.Ports[0].Port)
	assert.Equal(t, set.Spec.Claims[0].Metadata.Name, server.Mounts[0].Name)
	serves(t, server.Args, server.Mounts[0].Path, "4222")
	assert.Equal(t, set.Spec.Template.Spec.SecurityContext.Group, set.Spec.Template.Spec.SecurityContext.Files, "or it cannot write")
}

// isRestricted checks the requirements that a restricted namespace puts on a pod, and that
// no file of the image can change.
func (p pod) isRestricted(t *testing.T, name, account string) {
	t.Helper()
	require.NotNil(t, p.Token, name)
	assert.False(t, *p.Token, name)
	require.NotNil(t, p.SecurityContext.NonRoot, name)
	assert.True(t, *p.SecurityContext.NonRoot, name)
	assert.Equal(t, account, fmt.Sprintf("%d:%d", p.SecurityContext.User, p.SecurityContext.Group), name)
	assert.Equal(t, "RuntimeDefault", p.SecurityContext.Seccomp.Type, name)
	for _, c := range p.Containers {
		require.NotNil(t, c.SecurityContext.Escalation, name)
		assert.False(t, *c.SecurityContext.Escalation, name)
		assert.True(t, c.SecurityContext.ReadOnly, name)
		assert.Equal(t, []string{"ALL"}, c.SecurityContext.Capabilities.Drop, name)
		assert.NotEmpty(t, c.Resources.Limits["memory"], name)
	}
}

// The command lines of both recipes work with another server: init creates the stream, and
// the page comes up, without a home.
func TestTrialCommandsRun(t *testing.T) {
	manifest := objects(t)
	for name, lines := range map[string][2][]string{
		"compose":    {services(t)["init"].Command, services(t)["page"].Command},
		"kubernetes": {manifest["Job init"].Spec.Template.Spec.Containers[0].Args, manifest["Deployment page"].Spec.Template.Spec.Containers[0].Args},
	} {
		server, m, listen := broker.Start(t, broker.Config{}), newMachine(t, "pod"), free(t)
		here := func(args []string) []string {
			args = slices.Clone(args)
			for i, a := range args {
				if strings.HasPrefix(a, "nats://") {
					args[i] = server.URL()
				}
				if a == "127.0.0.1:8420" {
					args[i] = listen
				}
			}
			return args
		}
		m.does(t, here(lines[0])...)
		c := m.program(here(lines[1])...)
		c.Env = slices.DeleteFunc(c.Env, func(v string) bool { return strings.HasPrefix(v, "HOME=") })
		require.NoError(t, c.Start())
		t.Cleanup(func() { _, _ = c.Process.Kill(), c.Wait() })
		listens(t, listen)
		status, text := get(t, "http://"+listen, "")
		assert.Equal(t, 200, status, name)
		assert.Contains(t, text, "Waiting for a person", name)
	}
}

// listens waits until somebody listens at an address.
func listens(t *testing.T, address string) {
	t.Helper()
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
		}
		return err == nil
	}, time.Minute, 50*time.Millisecond)
}
