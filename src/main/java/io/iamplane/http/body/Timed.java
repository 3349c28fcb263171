package io.iamplane.http.body;

/** Something that must be over in time. */
interface Timed {

  /**
   * Looks at the time, and cuts off what is late. Called from a thread of no request.
   *
   * @param nanos on the monotonic clock
   * @return whether there is nothing left to look at
   */
  boolean expire(long nanos);
}
