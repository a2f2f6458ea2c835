package runner

import (
	"errors"
	"path/filepath"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policyfile"
	"github.com/agent-loop/shimgen/trust"
)

// trusts returns the records of which project files the installation's owner trusts.
func (s *Session) trusts() trust.Records { return trust.In(s.Root, s.owner) }

// looksTrusted reports whether the project file was trusted with the text that was read. If the
// records cannot be read, it is not.
func (s *Session) looksTrusted(l policy.Layer) bool {
	if s.Root == "" {
		return false
	}
	var err error
	if s.trust, err = s.trusts().Look(l.Name, l.Data); err != nil {
		s.warn("%s: not trusted: %s", l.Name, err)
	}
	return s.trust == trust.Trusted
}

// ProjectTrust returns the project file in force and whether it is trusted; false if there is
// none.
func (s *Session) ProjectTrust() (file string, is trust.State, ok bool) {
	if len(s.project) == 0 {
		return "", trust.Untrusted, false
	}
	return s.project[0].Name, s.trust, true
}

// ProjectText returns the text of the project file in force, as it was read.
func (s *Session) ProjectText() string {
	if len(s.project) == 0 {
		return ""
	}
	return string(s.project[0].Data)
}

// PolicyIfTrusted returns the policy as it would be with the project file trusted, or not
// trusted.
func (s *Session) PolicyIfTrusted(trusted bool) (*policy.Policy, error) {
	layers, err := s.files().Believed()
	if err != nil {
		return nil, err
	}
	for _, l := range s.project {
		l.Trusted = trusted
		layers = append(layers, l)
	}
	return policy.Load(layers, s.Flags)
}

// errNoProject says that no project file is in force.
var errNoProject = errors.New("no " + policyfile.ProjectName + " here or in a directory above")

// Trust trusts the project file in force, with the text that this session has read.
func (s *Session) Trust() error {
	if len(s.project) == 0 {
		return errNoProject
	}
	if s.owner != s.uid {
		return policyfile.WrongUser(s.identity, s.uid)
	}
	file := s.project[0]
	if err := s.trusts().Add(file.Name, file.Data); err != nil {
		return err
	}
	s.trust = trust.Trusted
	return s.Record(audit.Consent{Step: "trusted", Path: file.Name, Hash: trust.Hash(file.Data)})
}

// Untrust ends the trust in the project file of dir or, if none of it is on record, of the
// nearest directory above. It returns the file's path. It works even if the policy or the
// project file is invalid or gone.
func Untrust(dir string, env []string) (file string, err error) {
	id, installed := gate.Installed()
	if !installed {
		return "", errNotInstalled
	}
	for records := trust.In(id.Root, int(id.UID)); ; dir = filepath.Dir(dir) {
		file = filepath.Join(dir, policyfile.ProjectName)
		was, err := records.Remove(file)
		if err != nil {
			return "", err
		}
		if was {
			break
		}
		if dir == "/" {
			return "", errors.New("no project file here or in a directory above is trusted")
		}
	}
	s, err := Open(Options{Env: env, Source: "trust"})
	if err != nil {
		return file, nil // the trust has ended, and there is no trail to record it in
	}
	return file, s.Record(audit.Consent{Step: "untrusted", Path: file})
}

var errNotInstalled = errors.New("this shimgen is not installed")
