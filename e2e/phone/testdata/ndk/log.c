/* What a Go program for Android needs of Android's libraries to be linked and started on
   another system: a log, which Go's runtime writes to before it aborts. */
#include "android/log.h"
int __android_log_vprint(int priority, const char *tag, const char *format, va_list arguments) { return 0; }
int __android_log_write(int priority, const char *tag, const char *text) { return 0; }
