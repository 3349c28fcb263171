package io.iamplane.packaged.load;

/** A server that is asked. */
public interface LoadTarget {

  int port();

  ProcessHandle process();

  /** The request of a number; the same number asks the same, where not an answer says what. */
  LoadRequest request(int number);

  /** The requests of a measurement at most; fewer than its time allows where none may repeat. */
  default int most() {
    return Integer.MAX_VALUE;
  }

  /** Takes note of the answer to a request, which was checked unless load was shed. */
  default void answered(LoadRequest request, int status, String body) {
    // Most requests do not depend on answers.
  }

  /** True where load may be shed with 429; else such an answer ends the measurement. */
  default boolean mayShed() {
    return false;
  }
}
