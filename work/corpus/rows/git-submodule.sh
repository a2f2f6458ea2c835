# submodule: a shell script of git's own, and git in git.
git config --global protocol.file.allow always
git init -q lib && (cd lib && echo l >l && git add l && git commit -qm lib && echo m >>l && git commit -qam lib2)
git init -q app; at() { git -C app "$@"; }
at submodule --quiet add "$PWD/lib" lib; at commit -qm 'add lib'; sed "s,$PWD,.," app/.gitmodules; at submodule status
at submodule foreach --quiet 'echo "$name $sm_path $(git rev-list --count HEAD)"; rm -f x'
git clone -q --recurse-submodules app app2; git -C app2 submodule status
at submodule update --remote --quiet; at submodule summary; git -C app/lib checkout -q HEAD~1; at diff --submodule; at submodule update --init --recursive --quiet; at status -s
at submodule sync --quiet; at submodule deinit -q lib; ls -A app/lib; at submodule update --init -q; at submodule absorbgitdirs; at submodule set-branch -b main lib; at submodule set-url lib "$PWD/lib"; at submodule foreach --recursive git status -s
at commit -qam again; at rm -q lib; at commit -qm 'without lib'; at ls-files; at request-pull HEAD~1 . HEAD 2>/dev/null | head -3
