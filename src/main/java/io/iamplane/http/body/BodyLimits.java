package io.iamplane.http.body;

import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The limits on size and time of a body. */
@Singleton
public class BodyLimits {

  /** More at a time are no accident. */
  private static final int MANY_LEFTOVERS = 16;

  private static final long LITTLE_BYTES = 16 * 1024;

  private static final double NANOS_PER_SECOND = 1e9;

  private final long max;
  private final long maxOpen;
  private final long deadlineNanos;
  private final long graceNanos;
  private final double leastPerNano;

  BodyLimits(
      @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize max,
      BodyConfig config) {
    this.max = max.asLongValue();
    this.maxOpen = Math.min(this.max, config.maxOpen().asLongValue());
    this.deadlineNanos = config.deadline().toNanos();
    this.graceNanos = config.grace().toNanos();
    this.leastPerNano = config.leastRate().asLongValue() / NANOS_PER_SECOND;
  }

  /** The largest body there, in bytes. */
  public long max(String path) {
    return ApiPaths.isOpen(path) ? maxOpen : max;
  }

  /**
   * Returns the number of bytes to read of a body that no answer needs. Reading takes time on the
   * event loop: with many such bodies, connections are cut after the first part, and some clients
   * may miss the answer.
   *
   * @param present the number of such bodies being read
   */
  long leftover(String path, int present) {
    return present < MANY_LEFTOVERS ? max(path) : Math.min(LITTLE_BYTES, max(path));
  }

  public static IamException tooLarge(long limit) {
    return IamException.of(
        ErrorCode.PAYLOAD_TOO_LARGE, "A request body may have at most " + limit + " bytes here.");
  }

  /** Returns true if a body is late as a whole, or too short for its age. */
  boolean isTooSlow(long ageNanos, long received) {
    return ageNanos > deadlineNanos || received < (ageNanos - graceNanos) * leastPerNano;
  }

  long graceNanos() {
    return graceNanos;
  }
}
