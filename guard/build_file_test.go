package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What the text writes and a build then runs, although it only compiles.
func TestFilesThatBuildsRun(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a build script", `echo 'fn main() { std::process::Command::new("rm").args(["-rf", "/home"]).status(); }' > build.rs; cargo build`, rules.Ask, "run.inline-literal"},
		{"a build script of a member", `echo 'fn main() { std::fs::remove_dir_all("/home/a"); }' > crates/a/build.rs; cargo check`, rules.Ask, "run.inline-literal"},
		{"a program around a compiler", `printf '[build]\nrustc-wrapper = "/tmp/u.sh"\n' > .cargo/config.toml; cargo build`, rules.Ask, "pkg.cargo-config"},
		{"a program around a compiler, of the text's own", `printf '[build]\nrustc-wrapper = "./w.sh"\n' > .cargo/config.toml; echo 'rm -rf /home' > w.sh; cargo build`, rules.Block, "fs.rm-home"},
		{"an extension's configuration", `echo 'system("rm -rf /home")' > extconf.rb; gem install ./x.gem`, rules.Block, "fs.rm-home"},
		{"an extension's build", `echo "{'targets':[{'actions':[{'action':['sh','-c','rm -rf /home']}]}]}" > binding.gyp; npx node-gyp rebuild`, rules.Ask, "run.inline-literal"},
		{"a program of C#", `echo 'System.IO.Directory.Delete("/home/a", true);' > Program.cs; dotnet run`, rules.Ask, "run.inline-literal"},
		{"a build in Groovy", `echo "delete '/home/a'" > build.gradle; gradle build`, rules.Ask, "run.inline-literal"},
		{"a command in Groovy", `echo '"rm -rf /home".execute()' > build.gradle; gradle build`, rules.Ask, "run.inline-literal"},
		{"a package's manifest", `echo 'try FileManager.default.removeItem(atPath: "/home/a")' > Package.swift; swift build`, rules.Ask, "run.inline-literal"},
		{"an ordinary build script", `echo 'fn main() { println!("cargo:rerun-if-changed=build.rs"); }' > build.rs; cargo build`, rules.Allow, ""},
		{"ordinary programs around compilers", `printf '[build]\nrustc-wrapper = "sccache"\n[target.a]\nlinker = "/usr/bin/a-gcc"\nrunner = "./scripts/flash.sh"\n' > .cargo/config.toml; cargo build`, rules.Allow, ""},
		{"an ordinary configuration of an extension", `printf 'require "mkmf"\ncreate_makefile("a/a")\n' > extconf.rb; rake compile`, rules.Allow, ""},
		{"an ordinary build of an extension", `echo "{'targets':[{'target_name':'a','sources':['a.cc']}]}" > binding.gyp; npx node-gyp rebuild`, rules.Allow, ""},
		{"an ordinary build with elements", `echo '<project><target name="a"><delete dir="build"/></target></project>' > build.xml; ant`, rules.Allow, ""},
		{"an ordinary build in Groovy", `echo "task c(type: Delete) { delete 'build' }" > build.gradle; gradle c`, rules.Allow, ""},
	})
}
