package io.iamplane.packaged.load;

/** A server that is asked. */
public interface LoadTarget {

  int port();

  ProcessHandle process();

  /** The request of a number; the same number asks the same. */
  LoadRequest request(int number);

  /** True where load may be shed with 429; else such an answer ends the measurement. */
  default boolean mayShed() {
    return false;
  }
}
