package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// macs are macOS's own tools that copy or write files in ways of their own, and those whose options matter
// in a bundle.
var macs = []spec.Row{
	{
		Names: "ditto", Source: "ditto(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Bundle | spec.Permute,
				Options: slices.Concat(bools(
					"-h", "-v", "-V", "-X", "-c", "-z", "-j", "-x", "-k", "--rsrc", "--norsrc", "--extattr", "--noextattr", "--qtn", "--noqtn", "--acl", "--noacl",
					"--nocache", "--hfsCompression", "--nohfsCompression", "--preserveHFSCompression", "--nopreserveHFSCompression", "--sequesterRsrc", "--keepParent", "--password",
				), values("--arch", "--zlibCompressionLevel"), valued(spec.File, "--bom", "--lang")),
				Operands: spec.Operands{Rest: spec.File, Last: spec.Write, HasLast: true},
			}
		},
	},
	{
		Names: "plutil", Source: "plutil(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute,
				Options: slices.Concat(bools("-lint", "-p", "-help", "-s", "-r", "-n", "-ascii", "-array", "-dictionary"), valued(spec.Write, "-o"),
					values("-convert", "-create", "-insert", "-replace", "-remove", "-extract", "-type", "-e", "-expect", "-bool", "-integer", "-float", "-date", "-string", "-data", "-xml", "-json")),
				Operands: reads,
				Cases: []spec.Case{
					{With: "-o", Operands: reads},
					{With: "-convert -create -insert -replace -remove", Operands: spec.Operands{Rest: spec.Write}},
				},
			}
		},
	},
	{
		Names: "PlistBuddy", Source: "PlistBuddy(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.Permute, Options: append(bools("-x", "-h", "-l"), values("-c")...), Operands: reads}
		},
	},
	{
		Names: "softwareupdate", Source: "softwareupdate(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: append(bools("-l --list", "-d --download", "-i --install", "-a --all", "-r --recommended", "-R --restart", "--os-only", "--safari-only", "--force",
					"--agree-to-license", "--list-full-installers", "--fetch-full-installer", "--install-rosetta", "--background", "--history", "--dump-state", "--verbose", "-h --help"),
					values("--schedule", "--full-installer-version", "--launch-installer", "--user", "--product-types", "--products")...),
			}
		},
	},
	{
		Names: "hdiutil", Source: "hdiutil(1)",
		Syntax: func() spec.Syntax {
			options := slices.Concat(bools("-ov", "-quiet", "-verbose", "-debug", "-plist", "-puppetstrings", "-stdinpass", "-readonly", "-readwrite", "-nobrowse", "-force", "-noverify", "-attach"),
				values("-size", "-sectors", "-megabytes", "-fs", "-volname", "-format", "-type", "-layout", "-encryption", "-uid", "-gid", "-mode", "-shadow", "-imagekey", "-tgtimagekey"),
				valued(spec.File, "-srcfolder", "-srcdir", "-srcdevice"), valued(spec.Write, "-o", "-mountpoint", "-mountroot"))
			made := spec.Syntax{Style: spec.Permute, Options: options, Operands: spec.Operands{Rest: spec.Write}}
			read := spec.Syntax{Style: spec.Permute, Options: options, Operands: reads}
			return spec.Syntax{Style: spec.Permute, Options: bools("-help"), Subs: []spec.Sub{
				{Names: "create", Syntax: made},
				{Names: "compact", Syntax: made},
				{Names: "resize", Syntax: made},
				{Names: "erasekeys", Syntax: made},
				{Names: "chpass", Syntax: made},
				{Names: "convert", Syntax: read},
				{Names: "makehybrid", Syntax: read},
				{Names: "attach", Syntax: read},
				{Names: "mount", Syntax: read},
				{Names: "verify", Syntax: read},
				{Names: "imageinfo", Syntax: read},
				{Names: "detach", Syntax: read},
				{Names: "unmount", Syntax: read},
				{Names: "eject", Syntax: read},
				{Names: "info", Syntax: read},
				{Names: "isencrypted", Syntax: read},
				{Names: "pmap", Syntax: read},
			}}
		},
	},
}
