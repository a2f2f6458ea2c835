/* What Termux' library termux-exec does for the programs that load it: execve(2) gets the
   paths of Termux in place of /bin and /usr/bin, follows a #! line itself and, where apps
   cannot execute their own files, has the system's linker load them. Written from the
   description of termux-exec 2.5.0. The file WX tells which kind of app this is. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PREFIX "/data/data/com.termux/files/usr"
#define WX "/system/etc/app-files-are-not-executable"
#define SELF "TERMUX_EXEC__PROC_SELF_EXE="

extern char **environ;

static char *own(const char *path, char *room, size_t size) {
	const char *name = NULL;
	if (!strncmp(path, "/bin/", 5)) name = path + 5;
	if (!strncmp(path, "/usr/bin/", 9)) name = path + 9;
	if (name) snprintf(room, size, PREFIX "/bin/%s", name);
	else if (path[0] == '/') snprintf(room, size, "%s", path);
	else {
		char here[4096];
		if (!getcwd(here, sizeof here)) return NULL;
		snprintf(room, size, "%s/%s", here, path);
	}
	return room;
}

/* head reads the beginning of a file, as text without the end of its first line. */
static int head(const char *file, char *line, size_t size) {
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	if (fd < 0) return -1;
	ssize_t n = read(fd, line, size - 1);
	close(fd);
	if (n < 0) return -1;
	line[n] = 0;
	line[strcspn(line, "\n")] = 0;
	return 0;
}

int execve(const char *path, char *const argv[], char *const envp[]) {
	char file[8192], interpreter[8192], line[257], script[8192];
	size_t words = 0, variables = 0;
	while (argv[words]) words++;
	while (envp && envp[variables]) variables++;
	char *list[words + 8], *env[variables + 2];
	size_t n = 0, first = 0;
	if (!own(path, file, sizeof file)) return -1;
	if (access(file, X_OK)) return -1;
	for (size_t i = 0; i < variables; i++)
		if (strncmp(envp[i], SELF, strlen(SELF))) env[n++] = envp[i];
	env[n] = NULL;
	memcpy(list + 4, argv, (words + 1) * sizeof *argv);
	first = 4;
	if (strncmp(file, "/system/", 8) && !head(file, line, sizeof line) && !strncmp(line, "#!", 2)) {
		char *word = line + 2 + strspn(line + 2, " \t"), *rest = word + strcspn(word, " \t");
		if (*rest) *rest++ = 0;
		rest += strspn(rest, " \t");
		strcpy(script, file);
		list[4] = script;
		if (*rest) list[--first] = rest;
		list[--first] = word;
		if (!own(word, interpreter, sizeof interpreter)) return -1;
		strcpy(file, interpreter);
		if (access(file, F_OK)) return -1;
	}
	if (!strncmp(file, "/data/", 6) && !access(WX, F_OK)) {
		char self[9000];
		snprintf(self, sizeof self, SELF "%s", file);
		env[n] = self;
		env[n + 1] = NULL;
		list[first - 1] = list[first];
		list[first--] = file;
		return syscall(SYS_execve, "/system/bin/linker64", list + first, env);
	}
	return syscall(SYS_execve, file, list + first, env);
}

int execv(const char *path, char *const argv[]) { return execve(path, argv, environ); }

int execvpe(const char *name, char *const argv[], char *const envp[]) {
	if (strchr(name, '/')) return execve(name, argv, envp);
	char file[8192], *path = getenv("PATH");
	for (; path && *path; path += strcspn(path, ":"), path += *path == ':') {
		snprintf(file, sizeof file, "%.*s/%s", (int)strcspn(path, ":"), path, name);
		if (!access(file, X_OK)) return execve(file, argv, envp);
	}
	errno = ENOENT;
	return -1;
}

int execvp(const char *name, char *const argv[]) { return execvpe(name, argv, environ); }
