package io.iamplane.http.body;

/** Something that must be over in time. */
interface Timed {

  /**
   * Checks the time, and cuts off a late body. Called from a thread of no request.
   *
   * @param nanos on the monotonic clock
   * @return true if this body is finished
   */
  boolean expire(long nanos);
}
