package sink

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// rubyCalls lists what methods do, by the manuals of Kernel, Process, IO, File, Dir, FileUtils,
// Open3, PTY, Pathname, Socket and Net::HTTP.
var rubyCalls = lazy.Value[map[string][]Row]{Make: func() map[string][]Row {
	return map[string][]Row{
		"Kernel.system":     {{effect.Shell, Command, 0, "", false}},
		"Kernel.exec":       {{effect.Shell, Command, 0, "", false}},
		"Kernel.spawn":      {{effect.Shell, Command, 0, "", false}},
		"Kernel.`":          {{effect.Shell, Plain, 0, "", false}},
		"Kernel.syscall":    {{effect.Evaluates, Opaque, 0, "", false}},
		"IO.popen":          {{effect.Shell, Command, 0, "", false}},
		"Kernel.sh":         {{effect.Shell, Command, 0, "", false}}, // of rake
		"Rake.sh":           {{effect.Shell, Command, 0, "", false}},
		"PTY.spawn":         {{effect.Shell, Command, 0, "", false}},
		"Open3.capture2":    {{effect.Shell, Command, 0, "", false}},
		"Open3.capture2e":   {{effect.Shell, Command, 0, "", false}},
		"Open3.capture3":    {{effect.Shell, Command, 0, "", false}},
		"Open3.popen2":      {{effect.Shell, Command, 0, "", false}},
		"Open3.popen2e":     {{effect.Shell, Command, 0, "", false}},
		"Open3.popen3":      {{effect.Shell, Command, 0, "", false}},
		"Open3.pipeline":    {{effect.Shell, Rest, 0, "", false}},
		"Open3.pipeline_r":  {{effect.Shell, Rest, 0, "", false}},
		"Open3.pipeline_w":  {{effect.Shell, Rest, 0, "", false}},
		"Open3.pipeline_rw": {{effect.Shell, Rest, 0, "", false}},
		"Process.kill":      {{effect.Runs, Signal, 0, "", false}},
		"Marshal.load":      {{effect.Evaluates, Opaque, 0, "", false}},
		"Marshal.restore":   {{effect.Evaluates, Opaque, 0, "", false}},
		"Fiddle.dlopen":     {{effect.Evaluates, Opaque, 0, "", false}},
		"ERB.new":           {{effect.Evaluates, Opaque, 0, "", false}},

		"RubyVM::InstructionSequence.compile": {{effect.Evaluates, Opaque, 0, "", false}},
		"RubyVM::InstructionSequence.new":     {{effect.Evaluates, Opaque, 0, "", false}},

		"IO.write":       {{effect.Writes, Plain, 0, "", false}},
		"IO.binwrite":    {{effect.Writes, Plain, 0, "", false}},
		"File.read":      {{effect.Reads, Plain, 0, "", false}},
		"File.readlines": {{effect.Reads, Plain, 0, "", false}},
		"File.foreach":   {{effect.Reads, Plain, 0, "", false}},
		"File.binread":   {{effect.Reads, Plain, 0, "", false}},
		"File.write":     {{effect.Writes, Plain, 0, "", false}},
		"File.binwrite":  {{effect.Writes, Plain, 0, "", false}},
		"File.delete":    {{effect.Deletes, Rest, 0, "", false}},
		"File.unlink":    {{effect.Deletes, Rest, 0, "", false}},
		"File.rename":    {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"File.symlink":   {{effect.Links, Linked, 0, "", false}},
		"File.link":      {{effect.Reads, Plain, 0, "", false}, {effect.Changes, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"File.truncate":  {{effect.Deletes, Plain, 0, "", false}},
		"File.mkfifo":    {{effect.Writes, Plain, 0, "", false}},
		"File.chmod":     {{effect.Changes, Rest, 1, "", false}},
		"File.lchmod":    {{effect.Changes, Rest, 1, "", false}},
		"File.chown":     {{effect.Changes, Rest, 2, "", false}},
		"File.lchown":    {{effect.Changes, Rest, 2, "", false}},
		"IO.copy_stream": {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"Dir.mkdir":      {{effect.Writes, Plain, 0, "", false}},
		"Dir.rmdir":      {{effect.Deletes, Plain, 0, "", false}},
		"Dir.delete":     {{effect.Deletes, Plain, 0, "", false}},
		"Dir.unlink":     {{effect.Deletes, Plain, 0, "", false}},
		"Dir.chdir":      {{0, Directory, 0, "", false}},

		"FileUtils.rm":                  {{effect.Deletes, Plain, 0, "", false}},
		"FileUtils.rm_f":                {{effect.Deletes, Plain, 0, "", false}},
		"FileUtils.remove":              {{effect.Deletes, Plain, 0, "", false}},
		"FileUtils.remove_file":         {{effect.Deletes, Plain, 0, "", false}},
		"FileUtils.safe_unlink":         {{effect.Deletes, Plain, 0, "", false}},
		"FileUtils.rmdir":               {{effect.Deletes, Plain, 0, "", false}},
		"FileUtils.rm_r":                {{effect.Deletes, Plain, 0, "", true}},
		"FileUtils.rm_rf":               {{effect.Deletes, Plain, 0, "", true}},
		"FileUtils.rmtree":              {{effect.Deletes, Plain, 0, "", true}},
		"FileUtils.remove_dir":          {{effect.Deletes, Plain, 0, "", true}},
		"FileUtils.remove_entry":        {{effect.Deletes, Plain, 0, "", true}},
		"FileUtils.remove_entry_secure": {{effect.Deletes, Plain, 0, "", true}},
		"FileUtils.mv":                  {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.move":                {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.cp":                  {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.copy":                {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.copy_file":           {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.copy_entry":          {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.cp_r":                {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.install":             {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.ln":                  {{effect.Reads, Plain, 0, "", false}, {effect.Changes, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.link":                {{effect.Reads, Plain, 0, "", false}, {effect.Changes, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.link_entry":          {{effect.Reads, Plain, 0, "", false}, {effect.Changes, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.cp_lr":               {{effect.Reads, Plain, 0, "", false}, {effect.Changes, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"FileUtils.symlink":             {{effect.Links, Linked, 0, "", false}},
		"FileUtils.ln_s":                {{effect.Links, Linked, 0, "", false}},
		"FileUtils.ln_sf":               {{effect.Links, Linked, 0, "", false}},
		"FileUtils.touch":               {{effect.Writes, Plain, 0, "", false}},
		"FileUtils.mkdir":               {{effect.Writes, Plain, 0, "", false}},
		"FileUtils.mkdir_p":             {{effect.Writes, Plain, 0, "", false}},
		"FileUtils.makedirs":            {{effect.Writes, Plain, 0, "", false}},
		"FileUtils.chmod":               {{effect.Changes, Plain, 1, "", false}},
		"FileUtils.chmod_R":             {{effect.Changes, Plain, 1, "", true}},
		"FileUtils.chown":               {{effect.Changes, Plain, 2, "", false}},
		"FileUtils.chown_R":             {{effect.Changes, Plain, 2, "", true}},
		"FileUtils.cd":                  {{0, Directory, 0, "", false}},
		"FileUtils.chdir":               {{0, Directory, 0, "", false}},

		"Pathname().delete":       {{effect.Deletes, Receiver, -1, "", false}},
		"Pathname().unlink":       {{effect.Deletes, Receiver, -1, "", false}},
		"Pathname().rmdir":        {{effect.Deletes, Receiver, -1, "", false}},
		"Pathname().rmtree":       {{effect.Deletes, Receiver, -1, "", true}},
		"Pathname().write":        {{effect.Writes, Receiver, -1, "", false}},
		"Pathname().binwrite":     {{effect.Writes, Receiver, -1, "", false}},
		"Pathname().mkpath":       {{effect.Writes, Receiver, -1, "", false}},
		"Pathname().rename":       {{effect.Deletes, Receiver, -1, "", true}, {effect.Writes, Plain, 0, "", false}},
		"Pathname().make_link":    {{effect.Reads, Plain, 0, "", false}, {effect.Changes, Plain, 0, "", false}, {effect.Writes, Receiver, -1, "", false}},
		"Pathname().make_symlink": {{effect.Links, ReceiverLinked, 0, "", false}},
		"Pathname().read":         {{effect.Reads, Receiver, -1, "", false}},
		"Pathname().chmod":        {{effect.Changes, Receiver, -1, "", false}},

		"URI.open":               {{effect.Connects, Plain, 0, "", false}},
		"OpenURI.open_uri":       {{effect.Connects, Plain, 0, "", false}},
		"Net::HTTP.get":          {{effect.Connects, Plain, 0, "", false}},
		"Net::HTTP.get_print":    {{effect.Connects, Plain, 0, "", false}},
		"Net::HTTP.get_response": {{effect.Connects, Plain, 0, "", false}},
		"Net::HTTP.post":         {{effect.Connects, Plain, 0, "", false}},
		"Net::HTTP.post_form":    {{effect.Connects, Plain, 0, "", false}},
		"Net::HTTP.start":        {{effect.Connects, Plain, 0, "", false}},
		"Net::HTTP.new":          {{effect.Connects, Plain, 0, "", false}},
		"Net::FTP.new":           {{effect.Connects, Plain, 0, "", false}},
		"Net::FTP.open":          {{effect.Connects, Plain, 0, "", false}},
		"Net::SSH.start":         {{effect.Connects, Plain, 0, "", false}},
		"Net::SMTP.start":        {{effect.Connects, Plain, 0, "", false}},
		"HTTParty.get":           {{effect.Connects, Plain, 0, "", false}},
		"HTTParty.post":          {{effect.Connects, Plain, 0, "", false}},
		"Faraday.get":            {{effect.Connects, Plain, 0, "", false}},
		"Faraday.post":           {{effect.Connects, Plain, 0, "", false}},
		"Faraday.new":            {{effect.Connects, Plain, 0, "", false}},
		"TCPSocket.new":          {{effect.Connects, Plain, 0, "", false}},
		"TCPSocket.open":         {{effect.Connects, Plain, 0, "", false}},
		"Socket.tcp":             {{effect.Connects, Plain, 0, "", false}},
		"TCPServer.new":          {{effect.Listens, Plain, 0, "", false}},
		"TCPServer.open":         {{effect.Listens, Plain, 0, "", false}},
		"Socket.tcp_server_loop": {{effect.Listens, Plain, 0, "", false}},
	}
}}

// Ruby returns the rows of a method by its full name.
func Ruby(full string) []Row { return rubyCalls.Get()[RubyName(full)] }

// RubyName returns the canonical name of a method.
func RubyName(full string) string {
	owner, name, dot := full, "", strings.LastIndexByte(full, '.')
	if dot >= 0 {
		owner, name = full[:dot], full[dot+1:]
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
	if dot >= 0 && owner == full[:dot] {
		return full // nearly always
	}
	return owner + "." + name
}
