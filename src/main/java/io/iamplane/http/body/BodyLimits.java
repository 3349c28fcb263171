package io.iamplane.http.body;

import io.iamplane.http.ApiPaths;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How large and how slow a body may be. */
@ApplicationScoped
public class BodyLimits {

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

  public static IamException tooLarge(long limit) {
    return IamException.of(
        ErrorCode.PAYLOAD_TOO_LARGE, "A request body may have at most " + limit + " bytes here.");
  }

  /** Whether a body is late as a whole, or has brought too little for its age. */
  boolean isTooSlow(long ageNanos, long received) {
    return ageNanos > deadlineNanos || received < (ageNanos - graceNanos) * leastPerNano;
  }

  long graceNanos() {
    return graceNanos;
  }
}
