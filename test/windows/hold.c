/* hold.exe FOLDER HELD_MS FLAG: opens each file of a folder once, as a virus scanner or a sync client does, and keeps it open: meanwhile
   Windows refuses to replace or remove it. A new file is held for HELD_MS, and those that were there until HELD_MS after the first new
   one: a program at work meets them, however slow the machine is. Makes the file FLAG when it holds the files, ends when FLAG is removed, and
   prints the names. */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#define MAX_FILES 512
#define MAX_PATH_LENGTH 1024

static struct {
  wchar_t name[MAX_PATH];
  HANDLE file;
  DWORD start;
} seen[MAX_FILES];
static int count = 0;
/* The files that were there, and the time of the first new one. */
static int old_count = 0;
static DWORD begin = 0;

static BOOL was_seen(const wchar_t *name) {
  for (int i = 0; i < count; i++)
    if (wcscmp(seen[i].name, name) == 0) return TRUE;
  return FALSE;
}

static HANDLE open_file(const wchar_t *folder, const wchar_t *name) {
  wchar_t path[MAX_PATH_LENGTH];
  swprintf(path, MAX_PATH_LENGTH, L"%ls\\%ls", folder, name);
  /* Without FILE_SHARE_DELETE. */
  return CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
}

static void hold_new_files(const wchar_t *folder) {
  wchar_t pattern[MAX_PATH_LENGTH];
  WIN32_FIND_DATAW found;
  swprintf(pattern, MAX_PATH_LENGTH, L"%ls\\*", folder);
  HANDLE search = FindFirstFileW(pattern, &found);
  if (search == INVALID_HANDLE_VALUE) return;
  do {
    if (count == MAX_FILES || was_seen(found.cFileName)) continue;
    HANDLE file = open_file(folder, found.cFileName);
    if (file == INVALID_HANDLE_VALUE) continue;
    wcscpy(seen[count].name, found.cFileName);
    seen[count].start = GetTickCount();
    if (begin == 0) begin = seen[count].start;
    seen[count++].file = file;
    printf("%ls\n", found.cFileName);
  } while (FindNextFileW(search, &found));
  FindClose(search);
}

static void release(DWORD held_ms) {
  if (count == old_count) return;
  for (int i = 0; i < count; i++) {
    DWORD start = i < old_count ? begin : seen[i].start;
    if (seen[i].file == INVALID_HANDLE_VALUE || GetTickCount() - start < held_ms) continue;
    CloseHandle(seen[i].file);
    seen[i].file = INVALID_HANDLE_VALUE;
  }
}

int wmain(int words, wchar_t **word) {
  if (words != 4) return 2;
  hold_new_files(word[1]);
  old_count = count;
  begin = 0;
  CloseHandle(CreateFileW(word[3], GENERIC_WRITE, FILE_SHARE_DELETE, NULL, CREATE_NEW, 0, NULL));
  while (GetFileAttributesW(word[3]) != INVALID_FILE_ATTRIBUTES) {
    hold_new_files(word[1]);
    release(_wtoi(word[2]));
    Sleep(1);
  }
  return 0;
}
