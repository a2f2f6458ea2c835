# git, scp, rsync over a real ssh server on the loopback interface.
OLD=$PATH; PATH=/usr/bin:/bin # to prepare keys is what persistence.write asks about; to use them is not
mkdir -m 700 -p .ssh ~/.ssh k && ssh-keygen -q -t ed25519 -N '' -f k/host && ssh-keygen -q -t ed25519 -N '' -f k/user && cp k/user.pub ~/.ssh/authorized_keys
PATH=$OLD
printf 'Port 2222\nListenAddress 127.0.0.1\nHostKey %s/k/host\nPidFile %s/k/pid\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nSubsystem sftp internal-sftp\n' "$PWD" "$PWD" >k/sshd
/usr/sbin/sshd -f "$PWD/k/sshd" -E "$PWD/k/log"; for i in $(seq 1 50); do [ -s k/pid ] && break; sleep 0.1; done
printf '[127.0.0.1]:2222 %s\n' "$(cut -d' ' -f1,2 k/host.pub)" >~/.ssh/known_hosts; printf 'Host box\n  HostName 127.0.0.1\n  Port 2222\n  IdentityFile %s/k/user\n  LogLevel ERROR\n' "$PWD" >~/.ssh/config
ssh box echo over ssh; ssh -o BatchMode=yes box 'ls /nonexistent'; echo $?; echo in | ssh box cat; ssh box 'exit 7'; echo $?; ssh -G box | grep -i ^port
git init -q r && (cd r && echo x >x && git add x && git commit -qm x); git ls-remote "ssh://box$PWD/r"; git clone -q "box:$PWD/r" clone && cat clone/x; (cd clone && echo y >y && git add y && git commit -qm y && git push -q origin HEAD:refs/heads/y && git fetch -q && git branch -r); GIT_SSH_COMMAND='ssh -p 2222' git ls-remote "ssh://box$PWD/r" | wc -l; git -c core.sshCommand='ssh -4' ls-remote "ssh://box$PWD/r" | wc -l; GIT_SSH=ssh git ls-remote "box:$PWD/r" | wc -l
scp -q r/x "box:$PWD/copied" && cat copied; scp -q -r "box:$PWD/r" r2; ls r2; rsync -a -e ssh r/ "box:$PWD/synced/"; ls synced; rsync -a box:"$PWD/synced/" back; ls back; sftp -q -b - box <<<"get $PWD/r/x fetched"; cat fetched; tar cf - r | ssh box "tar tf - | head -1"; git archive --remote="box:$PWD/r" HEAD 2>&1 | tar tf - ; ssh -f -N -L 2223:127.0.0.1:2222 box -o ExitOnForwardFailure=yes; ssh -p 2223 -o HostKeyAlias='[127.0.0.1]:2222' box echo tunnelled; eval "$(ssh-agent)" >/dev/null; ssh-add -q k/user; ssh-add -l | wc -l; kill "$SSH_AGENT_PID"
kill "$(cat k/pid)"; /bin/rm -rf k ~/.ssh # keys are drawn by lot
