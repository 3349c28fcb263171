package io.iamplane.http.body;

import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The limits on size and time of a body. */
@Singleton
public class BodyLimits {

  /** More at a time are no accident. */
  private static final int MANY_LEFTOVERS = 16;

  private static final long LITTLE_BYTES = 16 * 1024;

  /** Bytes without a token: many times a form of the token endpoint with an assertion. */
  static final long MAX_OPEN = 64 * 1024;

  /** Time of a body to its last byte; a megabyte arrives in it over 1 MBit/s. */
  private static final long DEADLINE_NANOS = Duration.ofSeconds(15).toNanos();

  /**
   * Time in which a sender may be slower, or sends the rest of a refused body: packets get lost.
   */
  static final long GRACE_NANOS = Duration.ofSeconds(2).toNanos();

  /** A KiB a second, less than a modem sends: below it a sender only holds memory. */
  private static final double LEAST_PER_NANO = 1024 / 1e9;

  private final long max;

  BodyLimits(@ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize max) {
    this.max = max.asLongValue();
  }

  /** The largest body anywhere, in bytes. */
  long largest() {
    return max;
  }

  /** The largest body there, in bytes. */
  public long max(String path) {
    return ApiPaths.isOpen(path) ? Math.min(max, MAX_OPEN) : max;
  }

  /**
   * Returns the number of bytes to read of a body that no answer needs. Reading takes time on the
   * event loop: with many such bodies, connections are cut after the first part, and some clients
   * may miss the answer.
   */
  long leftover(String path, int present) {
    return present < MANY_LEFTOVERS ? max(path) : Math.min(LITTLE_BYTES, max(path));
  }

  public static IamException tooLarge(long limit) {
    return IamException.of(
        ErrorCode.PAYLOAD_TOO_LARGE, "The request body must not exceed " + limit + " bytes.");
  }

  /** Returns true if a body is late as a whole, or too short for its age. */
  boolean isTooSlow(long ageNanos, long received) {
    return ageNanos > DEADLINE_NANOS || received < (ageNanos - GRACE_NANOS) * LEAST_PER_NANO;
  }
}
