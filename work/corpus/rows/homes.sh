# Another home than the installed one, as test suites and builds have it.
mkdir h t; git init -q r; cd r; git commit -q --allow-empty -m one; export XDG_CONFIG_HOME=$HOME/.config
HOME=/nonexistent git log -1 --format=%s; HOME=/tmp git log -1 --format=%s; HOME=$PWD git config --global --list; HOME=$PWD git config --global a.b c; cat .gitconfig; XDG_CONFIG_HOME=$PWD git log -1 --format=%s; env -u HOME git log -1 --format=%s; HOME= git log -1 --format=%s; HOME=../h python3 -c 'import os; print(os.path.expanduser("~"))'
export HOME=$PWD; git --version; python3 -c 'print(1)'; touch f; rm -f f; mkdir -p d; cp .gitconfig d; sed -n 1p .gitconfig; grep -c b .gitconfig; rm -rf ~/d; ls; sh -c 'cd && pwd' | sed 's,.*/,,'; curl --version >/dev/null; echo $?
export TMPDIR=$PWD/../t; mktemp -d | sed 's,.*/\(t/\)*tmp.*,tmp,'; ls "$TMPDIR" | wc -l; rm -rf "$TMPDIR"/*; python3 -c 'import tempfile; print(tempfile.gettempdir().split("/")[-1])'
