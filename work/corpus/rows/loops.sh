# What configure does: small programs, a thousand times.
for i in $(seq 1 300); do sed -n 1p /etc/hostname >/dev/null; done
for i in $(seq 1 300); do expr "$i" + 1 >/dev/null; done
for i in $(seq 1 300); do mkdir -p a/b; done
for i in $(seq 1 200); do rm -f conftest; done
for i in $(seq 1 200); do grep -q x /dev/null; done
for i in $(seq 1 200); do echo "$i" | cat >/dev/null; done
for i in $(seq 1 50); do git rev-parse HEAD 2>/dev/null; done
echo done
