# Odd but ordinary surroundings: no directory, no room, no input, other signals.
git init -q c; mkdir gone && (cd gone && rmdir ../gone && git --version; python3 -c 'print(1)'; true; ls; echo "ls $?")
(ulimit -n 5; git --version); (ulimit -f 0; git --version); (ulimit -f 1; rm -f x; echo $?); (ulimit -v 400000; git --version); (ulimit -v 200000; rm -f x; echo "rm $?"); (ulimit -u 40; git --version); (ulimit -s 256; git --version); (ulimit -c 0; ulimit -t 5; git --version)
python3 -c 'import os
try: os.fstat(0); print("open")
except OSError: print("closed")' <&-; git --version >&- ; echo "closed output $?"; rm -f x 2>&-; echo "$?"; python3 -c 'import os
for n in range(3, 12):
    try: os.fstat(n); print("leaked", n)
    except OSError: pass
os.fstat(9)' 9</dev/null
(trap '' TERM INT HUP; python3 -c 'import signal; print([s.name for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGQUIT) if signal.getsignal(s) == signal.SIG_IGN])'); python3 -c 'import signal; print([s.name for s in (signal.SIGTERM, signal.SIGINT, signal.SIGPIPE, signal.SIGURG) if signal.getsignal(s) == signal.SIG_IGN], signal.pthread_sigmask(signal.SIG_BLOCK, []))'
yes | head -1; git log --nosuch 2>&1 | head -1; (git help -a; echo "status ${PIPESTATUS[*]}") | head -1; timeout 1 python3 -c 'import time; time.sleep(9)'; echo "timeout $?"; python3 -c 'import os, signal; os.kill(os.getpid(), signal.SIGKILL)'; echo "killed $?"; python3 -c 'import os; print(os.getpriority(0, 0))'; nice -n 5 python3 -c 'import os; print(os.getpriority(0, 0))'
python3 - <<'P'
import os, resource
print(sorted(k for k in os.environ if k.startswith("AGENT_LOOP")), resource.getrlimit(resource.RLIMIT_NOFILE)[0] == int(os.popen("ulimit -n").read()), oct(os.umask(0o22)), os.getsid(0) != os.getpid())
P
umask 077; touch private; git init -q u; stat -c %a private u/.git; mkdir 'a b' "$(printf 'new\nline')" 'é' -- '-dash'; ls; rm -r 'a b' "$(printf 'new\nline')" 'é' ./-dash; ls; rm -f -- -x; python3 -c 'import sys; print(len(sys.argv[1]))' "$(head -c 100000 /dev/zero | tr '\0' x)"; python3 -c 'import sys; print(len(sys.argv))' $(seq 1 5000); git rev-parse --sq-quote "$(printf '\377\001')" | od -c | head -1
mkdir -p deep; d=deep; for i in $(seq 1 30); do d=$d/directory_with_a_long_name; mkdir $d; done; (cd $d && git --version && python3 -c 'print(1)'); chmod 000 deep; git --version; chmod 755 deep; ln -s loop loop; rm loop; mkfifo p; (echo through >p &) ; cat p; rm p; ln -s "$PWD" back; (cd back/back && git -C c status -s && pwd | sed 's,.*/,,')
A=$(printf '%0.s=' $(seq 1 20000)) git --version; env -i git --version 2>&1 | head -1; env -i PATH="$PATH" git --version; PATH=$PATH: git --version; PATH=:$PATH git --version; PATH=.:$PATH git --version; PATH=$PATH:/nonexistent git --version; OLDPWD=x PWD=/wrong git --version; printf 'x' | git hash-object --stdin; echo | xargs git --version; echo git | xargs -I{} {} --version; (git --version & wait); git --version | cat & wait
