# Scripts and programs that find themselves by the name they were started with.
mkdir -p tool/lib && cd tool || exit
printf '#!/bin/sh\n. "$(dirname "$0")/lib/common.sh"\ngreet "$(basename "$0")" "$@"\n' >run.sh; printf 'greet() { echo "hello from $*"; }\n' >lib/common.sh; chmod +x run.sh
sh run.sh a; sh ./run.sh b; ./run.sh c; bash run.sh d; (cd lib && sh ../run.sh e); ln -s run.sh alias.sh; ./alias.sh f; sh alias.sh g; bash -c '. ./run.sh' name h
printf '#!/bin/bash\nhere=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)\necho "$0 ${BASH_SOURCE[0]} ${here##*/} $# $*"\n[[ "${BASH_SOURCE[0]}" == "$0" ]] && echo main\n' >src.sh; chmod +x src.sh
bash src.sh 1; ./src.sh 2 3; bash -c 'source ./src.sh' zero; bash -x src.sh 4; bash -eu -o pipefail src.sh 5; bash -- src.sh 6; bash <src.sh; cat src.sh | bash -s 7; "$PWD/src.sh" 8 | sed "s,$PWD,.,"; PATH=$PATH:. src.sh 9
printf 'if [ -z "${again-}" ]; then again=1 exec sh "$0" "$@"; fi; echo "again $0 $*"\n' >again.sh; sh again.sh x; sh ./again.sh y
printf 'echo "$0"; exit 3\n' >plain; sh plain; echo $?; bash plain; sh -c 'echo "$0 $1"' zero one; sh -c 'echo "$0"' | sed 's,.*/,,'; bash -c 'echo $0' | sed 's,.*/,,'
sh nosuch.sh; echo $?; bash nosuch.sh; echo $?; sh .; echo $?
printf 'import sys, os; print(sys.argv, os.path.basename(__file__)); print(sys.prefix, os.path.basename(sys.executable)[:6], sys.base_prefix)\n' >p.py
python3 p.py a; python3 ./p.py; python3 -m p b; python3 -c 'import sys; print(sys.argv, sys.prefix, sys.exec_prefix, sys.flags.isolated)'; python3 -I -c 'import sys; print(sys.path[1:3])'; echo 'import sys; print(sys.argv)' | python3 - c; python3 --version; python3 -V -V | head -1 | cut -c1-8
python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"), sysconfig.get_path("scripts"))'; python3 -m site --user-base; python3 -c 'import subprocess, sys; print(subprocess.run([sys.executable, "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True).stdout)'
perl -e 'print "$0 @ARGV\n"' a b; printf 'use FindBin; use File::Basename; print basename($FindBin::Bin), " $0\n"; print $^X =~ /perl/ ? "x\n" : "n\n"; print join(" ", grep { m,/usr/(lib|share)/perl, } @INC) ? "inc\n" : "no\n"' >f.pl; perl f.pl; perl -MConfig -e 'print $Config{version} ? "v\n" : ""'; perl -v | head -2 | tail -1 | cut -c1-12
printf 'BEGIN { print ARGV[0] }\n' >a.awk; awk -f a.awk x; env sh run.sh env; env -i PATH="$PATH" sh run.sh clean; nice sh run.sh nice; timeout 5 sh run.sh timeout; xargs -n1 sh run.sh <<<'x y'; find . -name run.sh -exec sh {} found \;
(exec -a renamed sh run.sh 10); (exec -a -sh sh -c 'echo "$0"'); bash -lc 'echo "login $0"' | sed 's,.*/,,'; nohup sh run.sh nohup 2>/dev/null; setsid -w sh run.sh setsid
type -t sh; command -v -- nosuch; sh --version 2>&1 | head -1; grep --nosuch 2>&1 | head -1; ls nosuch; rm nosuch; sed; rm; git nosuch; mkdir; cp a; tar; gzip nosuch; awk 2>&1 | head -1; find nosuch; sort nosuch; python3 nosuch.py; perl nosuch.pl
