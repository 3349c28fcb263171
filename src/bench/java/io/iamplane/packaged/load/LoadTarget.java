package io.iamplane.packaged.load;

/** A server that is asked. */
public interface LoadTarget {

  int port();

  ProcessHandle process();

  /** The request of a number; the same number asks the same. */
  LoadRequest request(int number);
}
