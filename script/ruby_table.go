package script

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// rubyCalls says what methods do, after the manuals of Kernel, Process, IO,
// File, Dir, FileUtils, Open3, PTY, Pathname, Socket and Net::HTTP.
var rubyCalls = lazy.Value[map[string][]effect]{Make: func() map[string][]effect {
	return map[string][]effect{
		"Kernel.system":     {{Shell, command, 0, "", false}},
		"Kernel.exec":       {{Shell, command, 0, "", false}},
		"Kernel.spawn":      {{Shell, command, 0, "", false}},
		"Kernel.`":          {{Shell, plain, 0, "", false}},
		"Kernel.syscall":    {{Evaluates, opaque, 0, "", false}},
		"IO.popen":          {{Shell, command, 0, "", false}},
		"PTY.spawn":         {{Shell, command, 0, "", false}},
		"Open3.capture2":    {{Shell, command, 0, "", false}},
		"Open3.capture2e":   {{Shell, command, 0, "", false}},
		"Open3.capture3":    {{Shell, command, 0, "", false}},
		"Open3.popen2":      {{Shell, command, 0, "", false}},
		"Open3.popen2e":     {{Shell, command, 0, "", false}},
		"Open3.popen3":      {{Shell, command, 0, "", false}},
		"Open3.pipeline":    {{Shell, rest, 0, "", false}},
		"Open3.pipeline_r":  {{Shell, rest, 0, "", false}},
		"Open3.pipeline_w":  {{Shell, rest, 0, "", false}},
		"Open3.pipeline_rw": {{Shell, rest, 0, "", false}},
		"Process.kill":      {{Runs, signal, 0, "", false}},
		"Marshal.load":      {{Evaluates, opaque, 0, "", false}},
		"Marshal.restore":   {{Evaluates, opaque, 0, "", false}},
		"Fiddle.dlopen":     {{Evaluates, opaque, 0, "", false}},
		"ERB.new":           {{Evaluates, opaque, 0, "", false}},

		"RubyVM::InstructionSequence.compile": {{Evaluates, opaque, 0, "", false}},
		"RubyVM::InstructionSequence.new":     {{Evaluates, opaque, 0, "", false}},

		"IO.write":       {{Writes, plain, 0, "", false}},
		"IO.binwrite":    {{Writes, plain, 0, "", false}},
		"File.read":      {{Reads, plain, 0, "", false}},
		"File.readlines": {{Reads, plain, 0, "", false}},
		"File.foreach":   {{Reads, plain, 0, "", false}},
		"File.binread":   {{Reads, plain, 0, "", false}},
		"File.write":     {{Writes, plain, 0, "", false}},
		"File.binwrite":  {{Writes, plain, 0, "", false}},
		"File.delete":    {{Deletes, rest, 0, "", false}},
		"File.unlink":    {{Deletes, rest, 0, "", false}},
		"File.rename":    {{Deletes, plain, 0, "", true}, {Writes, plain, 1, "", false}},
		"File.symlink":   {{Writes, plain, 1, "", false}},
		"File.link":      {{Reads, plain, 0, "", false}, {Changes, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"File.truncate":  {{Writes, plain, 0, "", false}},
		"File.mkfifo":    {{Writes, plain, 0, "", false}},
		"File.chmod":     {{Changes, rest, 1, "", false}},
		"File.lchmod":    {{Changes, rest, 1, "", false}},
		"File.chown":     {{Changes, rest, 2, "", false}},
		"File.lchown":    {{Changes, rest, 2, "", false}},
		"IO.copy_stream": {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"Dir.mkdir":      {{Writes, plain, 0, "", false}},
		"Dir.rmdir":      {{Deletes, plain, 0, "", false}},
		"Dir.delete":     {{Deletes, plain, 0, "", false}},
		"Dir.unlink":     {{Deletes, plain, 0, "", false}},
		"Dir.chdir":      {{0, directory, 0, "", false}},

		"FileUtils.rm":                  {{Deletes, plain, 0, "", false}},
		"FileUtils.rm_f":                {{Deletes, plain, 0, "", false}},
		"FileUtils.remove":              {{Deletes, plain, 0, "", false}},
		"FileUtils.remove_file":         {{Deletes, plain, 0, "", false}},
		"FileUtils.safe_unlink":         {{Deletes, plain, 0, "", false}},
		"FileUtils.rmdir":               {{Deletes, plain, 0, "", false}},
		"FileUtils.rm_r":                {{Deletes, plain, 0, "", true}},
		"FileUtils.rm_rf":               {{Deletes, plain, 0, "", true}},
		"FileUtils.rmtree":              {{Deletes, plain, 0, "", true}},
		"FileUtils.remove_dir":          {{Deletes, plain, 0, "", true}},
		"FileUtils.remove_entry":        {{Deletes, plain, 0, "", true}},
		"FileUtils.remove_entry_secure": {{Deletes, plain, 0, "", true}},
		"FileUtils.mv":                  {{Deletes, plain, 0, "", true}, {Writes, plain, 1, "", false}},
		"FileUtils.move":                {{Deletes, plain, 0, "", true}, {Writes, plain, 1, "", false}},
		"FileUtils.cp":                  {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"FileUtils.copy":                {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"FileUtils.copy_file":           {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"FileUtils.copy_entry":          {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"FileUtils.cp_r":                {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"FileUtils.install":             {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"FileUtils.ln":                  {{Reads, plain, 0, "", false}, {Changes, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"FileUtils.link":                {{Reads, plain, 0, "", false}, {Changes, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"FileUtils.link_entry":          {{Reads, plain, 0, "", false}, {Changes, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"FileUtils.cp_lr":               {{Reads, plain, 0, "", false}, {Changes, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"FileUtils.symlink":             {{Writes, plain, 1, "", false}},
		"FileUtils.ln_s":                {{Writes, plain, 1, "", false}},
		"FileUtils.ln_sf":               {{Writes, plain, 1, "", false}},
		"FileUtils.touch":               {{Writes, plain, 0, "", false}},
		"FileUtils.mkdir":               {{Writes, plain, 0, "", false}},
		"FileUtils.mkdir_p":             {{Writes, plain, 0, "", false}},
		"FileUtils.makedirs":            {{Writes, plain, 0, "", false}},
		"FileUtils.chmod":               {{Changes, plain, 1, "", false}},
		"FileUtils.chmod_R":             {{Changes, plain, 1, "", true}},
		"FileUtils.chown":               {{Changes, plain, 2, "", false}},
		"FileUtils.chown_R":             {{Changes, plain, 2, "", true}},
		"FileUtils.cd":                  {{0, directory, 0, "", false}},
		"FileUtils.chdir":               {{0, directory, 0, "", false}},

		"Pathname().delete":       {{Deletes, receiver, -1, "", false}},
		"Pathname().unlink":       {{Deletes, receiver, -1, "", false}},
		"Pathname().rmdir":        {{Deletes, receiver, -1, "", false}},
		"Pathname().rmtree":       {{Deletes, receiver, -1, "", true}},
		"Pathname().write":        {{Writes, receiver, -1, "", false}},
		"Pathname().binwrite":     {{Writes, receiver, -1, "", false}},
		"Pathname().mkpath":       {{Writes, receiver, -1, "", false}},
		"Pathname().rename":       {{Deletes, receiver, -1, "", true}, {Writes, plain, 0, "", false}},
		"Pathname().make_link":    {{Reads, plain, 0, "", false}, {Changes, plain, 0, "", false}, {Writes, receiver, -1, "", false}},
		"Pathname().make_symlink": {{Writes, receiver, -1, "", false}},
		"Pathname().read":         {{Reads, receiver, -1, "", false}},
		"Pathname().chmod":        {{Changes, receiver, -1, "", false}},

		"URI.open":               {{Connects, plain, 0, "", false}},
		"OpenURI.open_uri":       {{Connects, plain, 0, "", false}},
		"Net::HTTP.get":          {{Connects, plain, 0, "", false}},
		"Net::HTTP.get_print":    {{Connects, plain, 0, "", false}},
		"Net::HTTP.get_response": {{Connects, plain, 0, "", false}},
		"Net::HTTP.post":         {{Connects, plain, 0, "", false}},
		"Net::HTTP.post_form":    {{Connects, plain, 0, "", false}},
		"Net::HTTP.start":        {{Connects, plain, 0, "", false}},
		"Net::HTTP.new":          {{Connects, plain, 0, "", false}},
		"Net::FTP.new":           {{Connects, plain, 0, "", false}},
		"Net::FTP.open":          {{Connects, plain, 0, "", false}},
		"Net::SSH.start":         {{Connects, plain, 0, "", false}},
		"Net::SMTP.start":        {{Connects, plain, 0, "", false}},
		"HTTParty.get":           {{Connects, plain, 0, "", false}},
		"HTTParty.post":          {{Connects, plain, 0, "", false}},
		"Faraday.get":            {{Connects, plain, 0, "", false}},
		"Faraday.post":           {{Connects, plain, 0, "", false}},
		"Faraday.new":            {{Connects, plain, 0, "", false}},
		"TCPSocket.new":          {{Connects, plain, 0, "", false}},
		"TCPSocket.open":         {{Connects, plain, 0, "", false}},
		"Socket.tcp":             {{Connects, plain, 0, "", false}},
		"TCPServer.new":          {{Listens, plain, 0, "", false}},
		"TCPServer.open":         {{Listens, plain, 0, "", false}},
		"Socket.tcp_server_loop": {{Listens, plain, 0, "", false}},
	}
}}

// rubyRows are the effects of a method by its full name.
func rubyRows(full string) []effect { return rubyCalls.Get()[rubyAlias(full)] }

// rubyAlias is the one name of a method that can be reached by several.
func rubyAlias(full string) string {
	owner, name, _ := strings.Cut(full, ".")
	if i := strings.LastIndexByte(full, '.'); i >= 0 {
		owner, name = full[:i], full[i+1:]
	}
	owner = strings.TrimPrefix(owner, "Object::")
	switch {
	case owner == "Process" && (name == "spawn" || name == "exec"), owner == "Object" || owner == "self" || owner == "TOPLEVEL_BINDING" || owner == "Class":
		owner = "Kernel"
	case strings.HasPrefix(owner, "FileUtils::"):
		owner = "FileUtils"
	case owner == "Kernel" && name == "popen":
		owner = "IO"
	case owner == "Net::HTTPS":
		owner = "Net::HTTP"
	}
	return owner + "." + name
}
