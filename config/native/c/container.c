/* Limits of the control group (cgroup v2, or v1) in which this process runs; without any, it is not in a container. */
#define _GNU_SOURCE
#include <limits.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VERSION = 240100, OUTSIDE = 0, INSIDE = 1, TOO_OLD = 2, TOO_NEW = 3 };
enum { UNLIMITED = -1, UNKNOWN = -2 };

static char folder[2][PATH_MAX]; /* of memory and of processors */
static int second; /* whether version 2 */

/* The folder of a controller in version 1, or of all in version 2 (an empty name), as /proc/self/cgroup says. */
static void find(const char *controller, char *to) {
  const char *root = controller[0] == '\0' ? "/sys/fs/cgroup" : controller[0] == 'm' ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup/cpu";
  snprintf(to, PATH_MAX, "%s", root);
  FILE *file = fopen("/proc/self/cgroup", "r");
  char line[PATH_MAX];
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    char *names = strchr(line, ':');
    char *path = names == NULL ? NULL : strchr(names + 1, ':');
    if (path == NULL) {
      continue;
    }
    *path++ = '\0';
    path[strcspn(path, "\n")] = '\0';
    char wanted[32];
    char listed[PATH_MAX + 4];
    snprintf(wanted, sizeof wanted, ",%s,", controller);
    snprintf(listed, sizeof listed, ",%s,", names + 1);
    if (strstr(listed, wanted) != NULL && strcmp(path, "/") != 0) {
      char full[2 * PATH_MAX];
      snprintf(full, sizeof full, "%s%s", root, path);
      /* In a namespace of its own the path is seen from outside, and only the root is there. */
      if (access(full, F_OK) == 0 && strlen(full) < PATH_MAX) {
        strcpy(to, full);
      }
      break;
    }
  }
  if (file != NULL) {
    fclose(file);
  }
}

/* Reads up to two numbers of a file; "max" is UNLIMITED. Returns how many there were. */
static int numbers(const char *in, const char *name, int64_t *first, int64_t *other) {
  char path[PATH_MAX + 64];
  char text[2][32];
  snprintf(path, sizeof path, "%s/%s", in, name);
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    return 0;
  }
  int count = fscanf(file, "%31s %31s", text[0], text[1]);
  fclose(file);
  if (count >= 1) {
    *first = strcmp(text[0], "max") == 0 ? UNLIMITED : strtoll(text[0], NULL, 10);
  }
  if (count >= 2 && other != NULL) {
    *other = strtoll(text[1], NULL, 10);
  }
  return count < 0 ? 0 : count;
}

/* The least limit of the group and of the groups that hold it. */
static int64_t least(const char *name) {
  char at[PATH_MAX];
  int64_t limit = UNLIMITED;
  strcpy(at, folder[0]);
  while (strncmp(at, "/sys/fs/cgroup", 14) == 0) {
    int64_t value;
    /* Version 1 has a number near the greatest for no limit. */
    if (numbers(at, name, &value, NULL) > 0 && value >= 0 && value < INT64_MAX / 2 && (limit < 0 || value < limit)) {
      limit = value;
    }
    *strrchr(at, '/') = '\0';
  }
  return limit;
}

static int64_t one(const char *ofSecond, const char *ofFirst) {
  int64_t value = UNKNOWN;
  return numbers(folder[0], second ? ofSecond : ofFirst, &value, NULL) > 0 ? value : UNKNOWN;
}

static int64_t stat(const char *wanted) {
  char path[PATH_MAX + 64];
  char name[64];
  long long value;
  int64_t found = UNKNOWN;
  snprintf(path, sizeof path, "%s/memory.stat", folder[0]);
  FILE *file = fopen(path, "r");
  while (file != NULL && fscanf(file, "%63s %lld", name, &value) == 2) {
    if (strcmp(name, wanted) == 0) {
      found = value;
      break;
    }
  }
  if (file != NULL) {
    fclose(file);
  }
  return found;
}

/* Quota and period in microseconds; 0 where there is no quota. */
static int quota(int64_t *amount, int64_t *period) {
  if (second) {
    return numbers(folder[1], "cpu.max", amount, period) == 2 && *amount > 0 && *period > 0;
  }
  return numbers(folder[1], "cpu.cfs_quota_us", amount, NULL) > 0 &&
         numbers(folder[1], "cpu.cfs_period_us", period, NULL) > 0 && *amount > 0 && *period > 0;
}

uint64_t svm_container_physical_memory(void) {
  return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

int64_t svm_container_memory_limit_in_bytes(void) {
  int64_t limit = least(second ? "memory.max" : "memory.limit_in_bytes");
  return limit < 0 || (uint64_t)limit >= svm_container_physical_memory() ? UNLIMITED : limit;
}

int64_t svm_container_memory_and_swap_limit_in_bytes(void) {
  int64_t memory = svm_container_memory_limit_in_bytes();
  if (!second) {
    return least("memory.memsw.limit_in_bytes");
  }
  int64_t swap = least("memory.swap.max");
  return memory < 0 || swap < 0 ? UNLIMITED : memory + swap;
}

int64_t svm_container_memory_soft_limit_in_bytes(void) {
  return one("memory.low", "memory.soft_limit_in_bytes");
}

int64_t svm_container_memory_usage_in_bytes(void) {
  return one("memory.current", "memory.usage_in_bytes");
}

int64_t svm_container_memory_max_usage_in_bytes(void) {
  return one("memory.peak", "memory.max_usage_in_bytes");
}

int64_t svm_container_rss_usage_in_bytes(void) {
  return stat(second ? "anon" : "rss");
}

int64_t svm_container_cache_usage_in_bytes(void) {
  return stat(second ? "file" : "cache");
}

int svm_container_active_processor_count(void) {
  cpu_set_t set;
  int64_t amount;
  int64_t period;
  int all = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (!quota(&amount, &period)) {
    return all;
  }
  int64_t allowed = (amount + period - 1) / period;
  return allowed < all ? (int)allowed : all;
}

int svm_container_initialize(int version) {
  if (version != VERSION) {
    return version > VERSION ? TOO_OLD : TOO_NEW;
  }
  int64_t amount;
  int64_t period;
  second = access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0;
  find(second ? "" : "memory", folder[0]);
  find(second ? "" : "cpu", folder[1]);
  return svm_container_memory_limit_in_bytes() >= 0 || quota(&amount, &period) ? INSIDE : OUTSIDE;
}
