#include <stdarg.h>
#define ANDROID_LOG_FATAL 7
int __android_log_vprint(int priority, const char *tag, const char *format, va_list arguments);
