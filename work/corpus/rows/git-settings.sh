# Questions to git about itself and settings that are nobody's danger.
git --version; git --exec-path; git --html-path; git --man-path; git --info-path; git version --build-options | head -2
git config --global safe.bareRepository all; git config --global safe.directory '*'; git config --global push.default simple; git config --global pull.rebase false
git config --global alias.st 'status -sb'; git config --global color.ui auto; git config --global rerere.enabled true; git config --global core.editor vi; git config --global merge.conflictStyle diff3; git config --global core.excludesFile '~/.gitignore'; git config --global init.defaultBranch main
git config --global --list | sort; git config --system --list 2>&1 | head -1; git config --show-origin --get user.name; git var GIT_AUTHOR_IDENT | cut -d'<' -f1; git var GIT_EDITOR
git init -q --template= bare-template; ls -A bare-template/.git
git init -q --bare b.git; git --git-dir=b.git rev-parse --is-bare-repository; git init -q --initial-branch=trunk --separate-git-dir=sep.git s; sed 's,/.*/,/,' s/.git
git init -q t2; cd t2 && git st; git -c user.name=Other commit -q --allow-empty -m x; git log -1 --format=%an
GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=Env git commit -q --allow-empty -m y; git log -1 --format=%an
GIT_TRACE=1 git rev-parse HEAD 2>&1 | grep -c trace; GIT_TERMINAL_PROMPT=0 git ls-remote . | wc -l; GIT_OPTIONAL_LOCKS=0 git status -s; GIT_CEILING_DIRECTORIES=/home git rev-parse --show-prefix; GIT_AUTHOR_DATE='2026-01-02 03:04:05 +0000' GIT_COMMITTER_DATE='2026-01-02 03:04:05 +0000' GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x git commit -q --allow-empty -m z
GIT_EXEC_PATH=$(git --exec-path) git log -1 --format=%s; GIT_ATTR_NOSYSTEM=1 GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null git log -1 --format=%s; git help -a 2>/dev/null | head -3; git completion 2>/dev/null; git --list-cmds=builtins | head -3; git rev-parse --git-common-dir
