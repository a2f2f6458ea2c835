package project_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/project"
)

func TestToolsFindTheirFiles(t *testing.T) {
	for _, c := range []struct {
		why, program, file string
		want               bool
	}{
		{"a test at any depth", "pytest", "a/b/test_x.py", true},
		{"any file of that language", "pytest", "a/x.py", false},
		{"a pattern with a directory is for the whole path", "cargo", ".cargo/config.toml", true},
		{"and for no other directory", "cargo", "x/.cargo/config.toml", false},
		{"a tool that runs named files alone", "gcc", "x.c", false},
		{"a program without a row", "cat", "conftest.py", false},
	} {
		found := false
		for _, tool := range project.ToolsOf(c.program) {
			found = found || tool.Finds(c.file)
		}
		assert.Equal(t, c.want, found, c.why)
	}
}

func TestProgramsThatSettingsName(t *testing.T) {
	text := "[build]\nrustc-wrapper = \"/tmp/u\"\njobs = 4\n[target.a]\nrunner = [\"sh\", \"-c\", \"x\"]\n"
	assert.Equal(t, []project.Setting{{Key: "build.rustc-wrapper", Value: "/tmp/u"}, {Key: "target.a.runner", Value: "sh -c x"}}, project.ProgramsIn("cargo", "/p/.cargo/config.toml", text))
	assert.Empty(t, project.ProgramsIn("cargo", "/p/Cargo.toml", text))
	assert.True(t, project.RunsInBuild("cargo", "a/build.rs"))
	assert.False(t, project.RunsInBuild("cargo", "src/main.rs"))
}

func TestRemotes(t *testing.T) {
	for _, c := range []struct {
		why, program, file, text string
		want                     []string
	}{
		{"in lines", "pre-commit", "d/.pre-commit-config.yaml", "# https://c\nrepos:\n- repo: https://a\n  rev: v1\n- repo: 'https://b'\n", []string{"https://a", "https://b"}},
		{"in brackets", "pre-commit", ".pre-commit-config.yaml", "{\"repos\": [{\"repo\": \"https://a\"}]}", []string{"https://a"}},
		{"of another tool", "lefthook", "lefthook.yml", "remotes:\n  - git_url : git@a:b\n", []string{"git@a:b"}},
		{"another file", "pre-commit", "x.yaml", "repo: https://a", nil},
		{"a key without a value", "pre-commit", ".pre-commit-config.yaml", "repo:", nil},
	} {
		got, all := project.Remotes(c.program, c.file, c.text)
		assert.True(t, all, c.why)
		assert.Equal(t, c.want, got, c.why)
	}
	_, all := project.Remotes("pre-commit", ".pre-commit-config.yaml", strings.Repeat("repo: x\n", 100))
	assert.False(t, all)
}

func TestModules(t *testing.T) {
	for module, want := range map[string]string{"pytest": "pytest", "unittest": "pytest", "unittest.mock": "pytest", "pip": "pip", "": ""} {
		assert.Equal(t, want, project.ModulePrograms(module)[0], module)
	}
}

func TestLanguageOf(t *testing.T) {
	for file, want := range map[string]string{"a.py": "python", "a.mjs": "javascript", "Makefile": "x", "a.": "x", "a.unknown": "x"} {
		assert.Equal(t, want, project.LanguageOf(file, "x"), file)
	}
}

func TestOptionsOfCode(t *testing.T) {
	for option, want := range map[string]bool{"--lua-filter": true, "--init-script": true, "--pre_hook": true, "--verbose": false, "script": false, "--scripted": false} {
		assert.Equal(t, want, project.TakesCode(option), option)
	}
}

func TestScriptsOfPackages(t *testing.T) {
	const own = "run test install ci cache"
	for _, c := range []struct {
		why, program, sub string
		operands          []string
		names             []string
		args              int
	}{
		{"a script by its name", "npm", "run", []string{"build", "x"}, []string{"prebuild", "build", "postbuild"}, 1},
		{"an alias of run", "npm", "urn", []string{"build"}, []string{"prebuild", "build", "postbuild"}, 1},
		{"run alone lists", "npm", "run", nil, nil, -1},
		{"a script that is not known", "npm", "run", []string{""}, nil, -1},
		{"test with arguments", "npm", "t", []string{"x"}, []string{"pretest", "test", "posttest"}, 0},
		{"an install", "npm", "ci", nil, []string{"preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"}, -1},
		{"the install of another package", "npm", "install", []string{"left-pad"}, nil, -1},
		{"a test after the install of another package", "npm", "it", []string{"left-pad"}, []string{"pretest", "test", "posttest"}, -1},
		{"yarn alone installs", "yarn", "", nil, []string{"preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"}, -1},
		{"bun alone prints help", "bun", "", nil, nil, -1},
		{"a subcommand that runs none", "npm", "cache", []string{"clean"}, nil, -1},
		{"a script as a subcommand", "yarn", "dev", []string{"x"}, []string{"predev", "dev", "postdev"}, 0},
	} {
		assert.Equal(t, project.PackageScript{Names: c.names, Args: c.args}, project.ScriptsOf(c.program, c.sub, own, c.operands), c.why)
	}
}

func TestRecipes(t *testing.T) {
	_, runs := project.RecipesOf("cat")
	assert.False(t, runs)
	r, runs := project.RecipesOf("just")
	assert.True(t, runs)
	assert.True(t, r.Above)
}

func TestVirtualEnvironments(t *testing.T) {
	assert.True(t, project.IsVenvProgram("activate"))
	assert.False(t, project.IsVenvProgram("ls"))
	for _, c := range []struct {
		program, sub, otherwise string
		makes                   bool
	}{{"uv", "venv", ".venv", true}, {"uv", "pip", "", false}, {"venv", "", "", true}, {"virtualenv", "", "", true}, {"python", "", "", false}} {
		otherwise, makes := project.MakesVenv(c.program, c.sub)
		assert.Equal(t, c.makes, makes, c.program)
		assert.Equal(t, c.otherwise, otherwise, c.program)
	}
}

func TestLoaders(t *testing.T) {
	for l := range project.LoadersOf("pip") {
		assert.True(t, l.InNamed, "pip reads setup.py of the directory that a word names")
	}
	for range project.LoadersOf("cat") {
		assert.Fail(t, "it runs nothing")
	}
}

func TestCompilers(t *testing.T) {
	assert.True(t, project.OnlyCompiles("go", "build") && project.OnlyCompiles("gcc", ""))
	assert.False(t, project.OnlyCompiles("go", "run") || project.OnlyCompiles("cargo", "test") || project.OnlyCompiles("cargo", ""))
}

func TestFilesOfTests(t *testing.T) {
	for file, want := range map[string]bool{"a/test_x.py": true, "tests/x.py": true, "x.spec.ts": true, "a_test.go": true, "x.py": false, "contest.py": false, "tests.py": false} {
		assert.Equal(t, want, project.IsTest(file), file)
	}
}
