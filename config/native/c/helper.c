/* Small functions that the compiler's classes call by name (see the sources of its jars: @CLibrary("libchelper")). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;
extern char *findJavaTZ_md(const char *javaHome);

char **getEnviron(void) {
  return environ;
}

int getThreadId(void) {
  return (int)syscall(SYS_gettid);
}

/* Nanoseconds that thread tid has run in user mode: field 14 of its stat, in clock ticks; -1 where it has none. */
int64_t getThreadUserTimeSlow(int tid) {
  char path[64];
  char line[2048];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    return -1;
  }
  size_t length = fread(line, 1, sizeof line - 1, file);
  fclose(file);
  line[length] = '\0';
  /* The name of the command, in brackets, may hold spaces. */
  char *after = strrchr(line, ')');
  unsigned long ticks;
  if (after == NULL || sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu", &ticks) != 1) {
    return -1;
  }
  return (int64_t)ticks * (1000000000 / sysconf(_SC_CLK_TCK));
}

/* The name of the time zone, allocated; the mappings are for Windows alone. */
char *SVM_FindJavaTZmd(const char *mappings, int length) {
  (void)mappings;
  (void)length;
  return findJavaTZ_md("");
}

void codeSynchronization_clearCache(int64_t start, int64_t size) {
  __builtin___clear_cache((char *)start, (char *)(start + size));
}

void *mremapP(void *old, size_t oldSize, size_t newSize, int flags, void *new) {
  return mremap(old, oldSize, newSize, flags, new);
}

/* Functions with a variable number of arguments have another way to be called; these have a fixed number. */
int openSII(const char *path, int flags, int mode) {
  return open(path, flags, mode);
}

int openatISII(int folder, const char *path, int flags, int mode) {
  return openat(folder, path, flags, mode);
}

int fprintfSD(FILE *file, const char *format, const char *text, int number) {
  return fprintf(file, format, text, number);
}

/* Signals are counted in their handler, and a thread that waits for the semaphore carries them out. */
static atomic_int owned;
static sem_t pending;
static atomic_uint counts[NSIG];

static void count(int number) {
  int before = errno;
  atomic_fetch_add(&counts[number], 1);
  sem_post(&pending);
  errno = before;
}

int cSunMiscSignal_open(void) {
  int free = 0;
  if (!atomic_compare_exchange_strong(&owned, &free, 1)) {
    return 1;
  }
  for (int i = 0; i < NSIG; i++) {
    atomic_store(&counts[i], 0);
  }
  return sem_init(&pending, 0, 0);
}

int cSunMiscSignal_close(void) {
  int result = sem_destroy(&pending);
  atomic_store(&owned, 0);
  return result;
}

int cSunMiscSignal_awaitSemaphore(void) {
  return sem_wait(&pending);
}

int cSunMiscSignal_signalSemaphore(void) {
  return sem_post(&pending);
}

int cSunMiscSignal_signalRangeCheck(int number) {
  return number >= 0 && number < NSIG;
}

int cSunMiscSignal_checkPendingSignal(void) {
  for (int i = 0; i < NSIG; i++) {
    unsigned seen = atomic_load(&counts[i]);
    while (seen > 0) {
      if (atomic_compare_exchange_weak(&counts[i], &seen, seen - 1)) {
        return i;
      }
    }
  }
  return -1;
}

void *cSunMiscSignal_signalHandlerFunctionPointer(void) {
  return (void *)count;
}
