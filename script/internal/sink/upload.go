package sink

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Upload says which argument of a method, in any library, names a file or a directory on this machine that
// it sends to another host.
type Upload struct {
	names lex.Words // of the method, in lower case and without underscores
	Pos   int       // of the argument, or -1
	Key   string    // its keyword, or ""

	// Transfers says that the name is that of many other methods, too, and is this one only in code that
	// uses a protocol for the transfer of files.
	Transfers bool
}

// uploads are these methods; each of their names contains "upload" or "put". Sources: the references of boto3, google-cloud-storage, minio, huggingface_hub,
// slack_sdk, paramiko, pysftp, fabric, scp, ssh2, ssh2-sftp-client, basic-ftp, Net::SFTP, Net::SCP, Net::FTP
// and Net::SFTP::Foreign.
var uploads = [...]Upload{
	{names: "uploadfile", Pos: 0, Key: "path_or_fileobj"},
	{names: "uploadfile", Pos: -1, Key: "Filename"},
	{names: "uploadfile", Pos: -1, Key: "file"},
	{names: "uploadfromfilename", Pos: 0, Key: "filename"},
	{names: "uploadfolder uploadlargefolder", Pos: 0, Key: "folder_path"},
	{names: "uploadlargefolder", Pos: -1, Key: "folder_path"},
	{names: "uploaddir uploaddirectory uploadfromdir putdirectory uploadd putd putr", Pos: 0, Key: "local"},
	{names: "fputobject", Pos: 2, Key: "file_path"},
	{names: "filesupload filesuploadv2 uploadv2", Pos: -1, Key: "file"},
	{names: "fastput putfile putbinaryfile puttextfile uploadfrom", Pos: 0, Key: "localpath"},
	{names: "upload", Pos: 0, Key: "filename"},
	{names: "upload", Pos: 2, Transfers: true}, // Net::SCP.upload!(HOST, USER, PATH, …)
	{names: "put", Pos: 0, Key: "localpath", Transfers: true},
	{names: "put", Pos: -1, Key: "local", Transfers: true},
	{names: "put upload", Pos: -1, Key: "files", Transfers: true},
}

// Transfers are parts of the names of libraries and protocols for the transfer of files, in lower case.
var Transfers = [...]string{"sftp", "ftp", "ssh", "scp", "paramiko", "fabric"}

// UploadsBy returns the arguments of a method that name what it sends.
func UploadsBy(method string) (found []*Upload) {
	method = squash(method)
	if !strings.Contains(method, "put") && !strings.Contains(method, "upload") {
		return nil // nearly always
	}
	for i := range uploads {
		if uploads[i].names.Has(method) {
			found = append(found, &uploads[i])
		}
	}
	return found
}
