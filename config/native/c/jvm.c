/*
 * Functions of the virtual machine that the JDK's C parts call, and the compiler's classes (@CLibrary("jvm")). What only a
 * virtual machine has is not here: the linker says so when something uses it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <jni.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define EXPORTED JNIEXPORT __attribute__((used))

EXPORTED void initialize(void) {}

EXPORTED int JVM_ActiveProcessorCount(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : (int)sysconf(_SC_NPROCESSORS_ONLN);
}

EXPORTED jlong JVM_NanoTime(JNIEnv *env, jclass type) {
  struct timespec now;
  (void)env;
  (void)type;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (jlong)now.tv_sec * 1000000000 + now.tv_nsec;
}

EXPORTED jlong JVM_CurrentTimeMillis(JNIEnv *env, jclass type) {
  struct timespec now;
  (void)env;
  (void)type;
  clock_gettime(CLOCK_REALTIME, &now);
  return (jlong)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Nanoseconds since the given second; -1 where they are too many (java.time.Clock asks again with another second). */
EXPORTED jlong JVM_GetNanoTimeAdjustment(JNIEnv *env, jclass type, jlong since) {
  const jlong most = (jlong)1 << 32;
  struct timespec now;
  (void)env;
  (void)type;
  clock_gettime(CLOCK_REALTIME, &now);
  jlong seconds = (jlong)now.tv_sec - since;
  return seconds >= most || seconds <= -most ? -1 : seconds * 1000000000 + now.tv_nsec;
}

EXPORTED void JVM_BeforeHalt(void) {}

EXPORTED void JVM_Halt(jint code) {
  exit(code);
}

EXPORTED jstring JVM_GetTemporaryDirectory(JNIEnv *env) {
  return (*env)->NewStringUTF(env, "/tmp");
}

EXPORTED char *JVM_NativePath(char *path) {
  return path;
}

EXPORTED void *JVM_LoadLibrary(const char *name, jboolean fail) {
  (void)fail;
  return dlopen(name, RTLD_LAZY);
}

EXPORTED void JVM_UnloadLibrary(void *library) {
  dlclose(library);
}

EXPORTED void *JVM_FindLibraryEntry(void *library, const char *name) {
  return dlsym(library, name);
}

EXPORTED jboolean JVM_IsSupportedJNIVersion(jint version) {
  return version >= JNI_VERSION_1_1;
}

EXPORTED jboolean JVM_IsStaticallyLinked(void) {
  return JNI_TRUE;
}

EXPORTED void *JVM_RawMonitorCreate(void) {
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  if (mutex != NULL) {
    pthread_mutex_init(mutex, NULL);
  }
  return mutex;
}

EXPORTED void JVM_RawMonitorDestroy(void *mutex) {
  pthread_mutex_destroy(mutex);
  free(mutex);
}

EXPORTED jint JVM_RawMonitorEnter(void *mutex) {
  return pthread_mutex_lock(mutex);
}

EXPORTED void JVM_RawMonitorExit(void *mutex) {
  pthread_mutex_unlock(mutex);
}

/* As vsnprintf, but -1 for a text that does not fit, which ends where it was cut. */
EXPORTED int jio_vsnprintf(char *text, size_t size, const char *format, va_list values) {
  if (size == 0) {
    return -1;
  }
  int length = vsnprintf(text, size, format, values);
  return length < 0 || (size_t)length >= size ? -1 : length;
}

EXPORTED int jio_snprintf(char *text, size_t size, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = jio_vsnprintf(text, size, format, values);
  va_end(values);
  return length;
}

EXPORTED int jio_vfprintf(FILE *file, const char *format, va_list values) {
  return vfprintf(file, format, values);
}

EXPORTED int jio_fprintf(FILE *file, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length = vfprintf(file, format, values);
  va_end(values);
  return length;
}
