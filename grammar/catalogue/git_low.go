package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// gitLow are subcommands of git for scripts: gitrevisions(7), git-stripspace(1) and their own pages.
// They only read and write the repository, unless an option names a file.
var gitLow = []spec.Sub{
	{Names: "bundle", Build: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute,
			Subs: []spec.Sub{
				{Names: "create", Syntax: spec.Syntax{
					Style: spec.GNU, Options: []spec.Option{{Names: "-q --quiet"}, {Names: "--progress"}, {Names: "--all-progress"}, {Names: "--version", Arg: spec.Required}, {Names: "--all"}, {Names: "--branches", Arg: spec.Optional}, {Names: "--tags", Arg: spec.Optional}},
					Operands: spec.Operands{First: firstWrite, Rest: spec.Refspec},
				}},
				{Names: "verify", Syntax: spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "-q --quiet"}}, Operands: reads}},
				{Names: "list-heads", Syntax: spec.Syntax{Style: spec.GNU, Operands: spec.Operands{First: firstFile}}},
				{Names: "unbundle", Syntax: spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "--progress"}}, Operands: spec.Operands{First: firstFile}}},
			},
		}
	}},
	{Names: "notes", Build: func() spec.Syntax {
		messages := []spec.Option{
			{Names: "-f --force"},
			{Names: "--allow-empty"},
			{Names: "-m --message", Arg: spec.Required},
			{Names: "-F --file", Arg: spec.Required, Role: spec.File},
			{Names: "-C --reuse-message", Arg: spec.Required},
			{Names: "-c --reedit-message", Arg: spec.Required},
			{Names: "--separator", Arg: spec.Optional},
			{Names: "--stripspace"},
			{Names: "-e --edit"},
		}
		return spec.Syntax{
			Style: spec.Permute, Options: []spec.Option{{Names: "--ref", Arg: spec.Required}},
			Subs: append(leaves("list copy show merge remove prune get-ref"),
				spec.Sub{Names: "add", Syntax: spec.Syntax{Style: spec.GNU, Options: messages}}, spec.Sub{Names: "append", Syntax: spec.Syntax{Style: spec.GNU, Options: messages}}, spec.Sub{Names: "edit", Syntax: spec.Syntax{Style: spec.GNU}}),
		}
	}},
	{Names: "maintenance", Build: func() spec.Syntax {
		return spec.Syntax{Style: spec.Permute, Subs: []spec.Sub{
			{Names: "run", Syntax: spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "--auto"}, {Names: "--detach"}, {Names: "--no-detach"}, {Names: "--quiet"}, {Names: "--schedule", Arg: spec.Optional}, {Names: "--task", Arg: spec.Required}}}},
			{Names: "start", Syntax: spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "--scheduler", Arg: spec.Required}}}},
			{Names: "stop"},
			{Names: "register", Syntax: spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "--config-file", Arg: spec.Required, Role: spec.Write}}}},
			{Names: "unregister", Syntax: spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "--config-file", Arg: spec.Required, Role: spec.Write}, {Names: "-f --force"}}}},
		}}
	}},
	{Names: "checkout-index", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: slices.Concat(bools("-u --index", "-q --quiet", "-f --force", "-a --all", "-n --no-create", "--temp", "--stdin", "-z", "--ignore-skip-worktree-bits"), values("--stage", "--prefix")),
			Lands:   &spec.Destination{With: "--prefix", Into: "--prefix", Tree: true},
		}
	}},
	{Names: "remote-ext", Build: func() spec.Syntax {
		return spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Plain, spec.Transport}}}
	}},
	{Names: "fast-import", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: slices.Concat(
				bools("--force", "--quiet", "--stats", "--allow-unsafe-features", "--relative-marks", "--no-relative-marks", "--done"),
				values("--cat-blob-fd", "--max-pack-size", "--big-file-threshold", "--depth", "--active-branches", "--date-format"),
				[]spec.Option{{Names: "--export-marks --export-pack-edges", Arg: spec.Required, Role: spec.Write}, {Names: "--import-marks --import-marks-if-exists", Arg: spec.Required, Role: spec.File}}),
		}
	}},
	{Names: "fast-export", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: slices.Concat(
				bools("--all", "--branches", "--tags", "--no-data", "--full-tree", "--fake-missing-tagger", "--use-done-feature", "--reference-excluded-parents", "--show-original-ids", "--mark-tags", "-M", "-C"),
				values("--progress", "--signed-tags", "--tag-of-filtered-object", "--refspec", "--reencode", "--anonymize-map"), []spec.Option{{Names: "--anonymize"}},
				[]spec.Option{{Names: "--export-marks", Arg: spec.Required, Role: spec.Write}, {Names: "--import-marks --import-marks-if-exists", Arg: spec.Required, Role: spec.File}}),
			Cases:    []spec.Case{{With: "--no-data --anonymize"}},
			Operands: histories,
		}
	}},
	{Names: "stripspace", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{{Names: "-s --strip-comments"}, {Names: "-c --comment-lines"}}}
	}},
	{Names: "symbolic-ref", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{{Names: "-d --delete"}, {Names: "-q --quiet"}, {Names: "--short"}, {Names: "--recurse"}, {Names: "-m", Arg: spec.Required}},
		}
	}},
	{Names: "write-tree", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{{Names: "--missing-ok"}, {Names: "--prefix", Arg: spec.Required}}}
	}},
	{Names: "mktree", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{{Names: "-z"}, {Names: "--missing"}, {Names: "--batch"}}}
	}},
	{Names: "commit-tree", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{{Names: "-p", Arg: spec.Required}, {Names: "-m", Arg: spec.Required}, {Names: "-F", Arg: spec.Required, Role: spec.File}, {Names: "-S --gpg-sign", Arg: spec.Optional}},
		}
	}},
	{Names: "var", Build: func() spec.Syntax { return spec.Syntax{Options: []spec.Option{{Names: "-l"}}} }},
	{Names: "version", Build: func() spec.Syntax { return spec.Syntax{Options: []spec.Option{{Names: "--build-options"}}} }},
	{Names: "check-ref-format", Build: func() spec.Syntax {
		return spec.Syntax{
			Options: []spec.Option{{Names: "--branch"}, {Names: "--normalize"}, {Names: "--print"}, {Names: "--allow-onelevel"}, {Names: "--refspec-pattern"}},
		}
	}},
	{Names: "patch-id", Build: func() spec.Syntax {
		return spec.Syntax{Options: []spec.Option{{Names: "--stable"}, {Names: "--unstable"}, {Names: "--verbatim"}}}
	}},
	{Names: "diff-index diff-files diff-tree", Build: func() spec.Syntax {
		return spec.Syntax{
			Cases: []spec.Case{{With: "-p --patch --binary -c --cc", Operands: histories}},
			Options: []spec.Option{
				{Names: "-p -u --patch"},
				{Names: "-s --no-patch"},
				{Names: "-q --quiet"},
				{Names: "--exit-code"},
				{Names: "--cached"},
				{Names: "-r"},
				{Names: "-t"},
				{Names: "-m"},
				{Names: "-c"},
				{Names: "--cc"},
				{Names: "-z"},
				{Names: "-v"},
				{Names: "--root"},
				{Names: "--stdin"},
				{Names: "--no-commit-id"},
				{Names: "--raw"},
				{Names: "--numstat"},
				{Names: "--shortstat"},
				{Names: "--summary"},
				{Names: "--name-only"},
				{Names: "--name-status"},
				{Names: "--full-index"},
				{Names: "--binary"},
				{Names: "--no-renames"},
				{Names: "--ext-diff"},
				{Names: "--no-ext-diff"},
				{Names: "--textconv"},
				{Names: "--stat", Arg: spec.Optional},
				{Names: "--abbrev", Arg: spec.Optional},
				{Names: "--ignore-submodules", Arg: spec.Optional},
				{Names: "-M --find-renames", Arg: spec.Optional},
				{Names: "-C --find-copies", Arg: spec.Optional},
				{Names: "--pretty --format", Arg: spec.Optional},
				{Names: "--diff-filter", Arg: spec.Required},
				{Names: "--output", Arg: spec.Required, Role: spec.Write},
			},
		}
	}},
}
