/* In the sources of OpenJDK 26 this method returns an error; the classes of JDK 25 expect that it is thrown. */
#include <jni.h>

jint fstatat0_returned(JNIEnv *env, jclass type, jint folder, jlong path, jint flag, jobject attributes);

JNIEXPORT void JNICALL Java_sun_nio_fs_UnixNativeDispatcher_fstatat0(JNIEnv *env, jclass type, jint folder, jlong path,
                                                                     jint flag, jobject attributes) {
  jint error = fstatat0_returned(env, type, folder, path, flag, attributes);
  if (error == 0 || (*env)->ExceptionCheck(env)) {
    return;
  }
  jclass thrown = (*env)->FindClass(env, "sun/nio/fs/UnixException");
  jmethodID constructor = thrown == NULL ? NULL : (*env)->GetMethodID(env, thrown, "<init>", "(I)V");
  jobject exception = constructor == NULL ? NULL : (*env)->NewObject(env, thrown, constructor, error);
  if (exception != NULL) {
    (*env)->Throw(env, exception);
  }
}
