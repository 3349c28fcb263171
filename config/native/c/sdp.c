/* The Sockets Direct Protocol is no more in the sources of OpenJDK 26; the classes of JDK 25 name it, and a setting of its own turns it on. */
#include <jni.h>

static void refuse(JNIEnv *env) {
  jclass thrown = (*env)->FindClass(env, "java/io/IOException");
  if (thrown != NULL) {
    (*env)->ThrowNew(env, thrown, "This executable has no SDP");
  }
}

JNIEXPORT jint JNICALL Java_sun_net_sdp_SdpSupport_create0(JNIEnv *env, jclass type) {
  (void)type;
  refuse(env);
  return -1;
}

JNIEXPORT void JNICALL Java_sun_net_sdp_SdpSupport_convert0(JNIEnv *env, jclass type, jint socket) {
  (void)type;
  (void)socket;
  refuse(env);
}
