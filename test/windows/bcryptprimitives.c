/* Wine 8.0 has no bcryptprimitives.dll. The standard library of Rust, in which the tools of the tests are written, takes its
   random bytes from the only function of this DLL. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
  while (length > 0) {
    ULONG part = length > 0x10000000 ? 0x10000000 : (ULONG)length;
    if (!SystemFunction036(buffer, part)) return FALSE;
    buffer += part;
    length -= part;
  }
  return TRUE;
}
