package io.iamplane.packaged.load;

import java.util.Random;

/** The times at which requests are due, in nanoseconds. */
interface Arrivals {

  /** The time at which the next request is due; far away when there is none. */
  long next(long now);

  /** Goes on to the request after the next one. */
  void advance();

  /** A closed model: each answer is followed by the next request at once. */
  static Arrivals closed(long until) {
    return new Arrivals() {
      @Override
      public long next(long now) {
        return now < until ? now : Long.MAX_VALUE;
      }

      @Override
      public void advance() {
        // What is due depends on the answers alone.
      }
    };
  }

  /**
   * An open model: requests come when they come, by a Poisson process, however slow the answers
   * are. A latency counts from when its request was due, so that a server that stands still for a
   * second shows in every request of that second.
   */
  static Arrivals open(long from, long until, double perSecond) {
    Random random = new Random(1);
    return new Arrivals() {
      private long next = from;

      @Override
      public long next(long now) {
        return next < until ? next : Long.MAX_VALUE;
      }

      @Override
      public void advance() {
        next += (long) (-Math.log(1 - random.nextDouble()) * 1e9 / perSecond);
      }
    };
  }
}
