/* A program that ends at once: what it takes is what starting any program takes. */
void _start(void)
{
#if defined(__x86_64__)
	__asm__ volatile("syscall" : : "a"(231), "D"(0));
#else
	register long call __asm__("x8") = 94, status __asm__("x0") = 0;
	__asm__ volatile("svc 0" : : "r"(call), "r"(status));
#endif
}
