# A kernel-like build: make in make, with its job server, and recipes that clean.
mkdir -p src/a src/b src/lib scripts && cd src || exit
cat >Makefile <<'M'
CC = gcc
SUBDIRS := a b lib
all: prog
prog: $(SUBDIRS)
	$(CC) -o $@ a/a.o b/b.o lib/lib.a
	@sh ../scripts/info.sh $@
$(SUBDIRS):
	$(MAKE) -C $@ -f ../sub.mk NAME=$@
clean:
	rm -f prog *.o; for d in $(SUBDIRS); do $(MAKE) -C $$d -f ../sub.mk clean || exit 1; done
	-rm -rf nosuch build/
	@find . -name '*.o' -o -name '*.cmd' | xargs rm -f
check: all
	./prog; test $$? -eq 3 && echo PASS
version := $(shell git --version | cut -d' ' -f1,2)
show: ; @echo '$(version)' $(shell expr 1 + 2) $(MAKELEVEL) $(notdir $(SHELL))
dist: ; tar cf - Makefile a | gzip -n >dist.tgz; ls dist.tgz
install: all; install -d $(DESTDIR)/bin && install -m 755 prog $(DESTDIR)/bin
.PHONY: all clean check show $(SUBDIRS)
M
cat >sub.mk <<'M'
OBJ := $(NAME).o
all: $(if $(filter lib,$(NAME)),lib.a,$(OBJ))
%.o: %.c ; $(CC) -Wp,-MMD,$*.d -c -o $@ $< && sed -i 's,\.\./,,' $*.d && mv -f $*.d .$*.cmd
lib.a: lib.o ; rm -f $@; ar rcs $@ $^
clean: ; rm -f *.o *.a .*.cmd core *~
M
echo 'int b(void); int main(void) { return b(); }' >a/a.c; echo 'int l(void); int b(void) { return l() + 1; }' >b/b.c; echo 'int l(void) { return 2; }' >lib/lib.c; printf '#!/bin/sh\nset -e\necho "$(basename "$0") $1"\n' >../scripts/info.sh
make -s -j4 CC=gcc; make -s check; make show; make -n clean | head -2; make -s clean; make -s -j2 -O; make -q prog; echo $?; make dist; make -s install DESTDIR="$PWD/inst"; find inst -type f; make -C .. -f src/Makefile -s nosuch; echo $?; make -s SHELL=/bin/bash show; MAKEFLAGS=-s make show; make -p -f /dev/null 2>/dev/null | grep -c '^MAKE'; make -s clean; find . -type f | sort
