package grammar

// searches are the programs that look for files and act on what they find.
var searches = []Program{{
	Names: "find gfind", Source: "find(1)",
	Syntax: Syntax{
		Style: Permute | Single,
		Options: []Option{
			{Names: "("}, {Names: ")"}, {Names: "! -not"}, {Names: ", -o -or"}, {Names: "-a -and"},
			{Names: "-H"}, {Names: "-L"}, {Names: "-P"}, {Names: "-E"}, {Names: "-X"}, {Names: "-s"}, {Names: "-x"}, {Names: "-O0"}, {Names: "-O1"}, {Names: "-O2"}, {Names: "-O3"},
			{Names: "-D", Arg: Required}, {Names: "-f", Arg: Required, Role: File},
			{Names: "-d -depth"}, {Names: "-daystart"}, {Names: "-follow"}, {Names: "-ignore_readdir_race"}, {Names: "-noignore_readdir_race"},
			{Names: "-maxdepth", Arg: Required}, {Names: "-mindepth", Arg: Required}, {Names: "-mount -xdev"}, {Names: "-noleaf"}, {Names: "-nowarn"},
			{Names: "-warn"}, {Names: "-regextype", Arg: Required}, {Names: "-files0-from", Arg: Required, Role: File},
			{Names: "-amin", Arg: Required}, {Names: "-anewer", Arg: Required}, {Names: "-atime", Arg: Required}, {Names: "-cmin", Arg: Required},
			{Names: "-cnewer", Arg: Required}, {Names: "-ctime", Arg: Required}, {Names: "-empty"}, {Names: "-executable"}, {Names: "-false"},
			{Names: "-fstype", Arg: Required}, {Names: "-gid", Arg: Required}, {Names: "-group", Arg: Required}, {Names: "-ilname", Arg: Required},
			{Names: "-iname", Arg: Required}, {Names: "-inum", Arg: Required}, {Names: "-ipath -iwholename", Arg: Required}, {Names: "-iregex", Arg: Required},
			{Names: "-links", Arg: Required}, {Names: "-lname", Arg: Required}, {Names: "-mmin", Arg: Required}, {Names: "-mtime", Arg: Required},
			{Names: "-name", Arg: Required}, {Names: "-newer", Arg: Required},
			{Names: "-newermt -newerat -newerct -newerBt -newermm -newerma -newermc -newerac -newerca -newercc -newercm -newerXY", Arg: Required},
			{Names: "-nogroup"}, {Names: "-nouser"}, {Names: "-wholename -path", Arg: Required}, {Names: "-perm", Arg: Required}, {Names: "-readable"},
			{Names: "-regex", Arg: Required}, {Names: "-samefile", Arg: Required}, {Names: "-size", Arg: Required}, {Names: "-true"},
			{Names: "-type", Arg: Required}, {Names: "-uid", Arg: Required}, {Names: "-used", Arg: Required}, {Names: "-user", Arg: Required},
			{Names: "-writable"}, {Names: "-xtype", Arg: Required}, {Names: "-context", Arg: Required},
			{Names: "-delete"},
			{Names: "-exec", Arg: Required, Role: Argv}, {Names: "-execdir", Arg: Required, Role: Argv},
			{Names: "-ok", Arg: Required, Role: Argv}, {Names: "-okdir", Arg: Required, Role: Argv},
			{Names: "-fls", Arg: Required, Role: Write}, {Names: "-fprint", Arg: Required, Role: Write},
			{Names: "-fprint0", Arg: Required, Role: Write}, {Names: "-fprintf", Arg: Required, Role: Write},
			{Names: "-ls"}, {Names: "-print"}, {Names: "-print0"}, {Names: "-printf", Arg: Required}, {Names: "-prune"}, {Names: "-quit"},
			{Names: "-help --help"}, {Names: "-version --version"},
		},
		Operands:  Operands{Rest: File, Dot: true},
		Cases:     []Case{{With: "-delete", Operands: Operands{Rest: Delete, Dot: true}}},
		Recursive: "*",
		Narrow: "-amin -anewer -atime -cmin -cnewer -ctime -empty -fstype -gid -group -ilname -iname -inum -ipath -iregex -links -lname " +
			"-mmin -mtime -name -newer -newermt -nogroup -nouser -path -perm -regex -samefile -size -uid -used -user -xtype",
		Widen: "! -o",
	},
}}
