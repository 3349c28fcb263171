package io.iamplane.directory.client;

import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a rotation, which may be left out.
 *
 * @param gracePeriod the time for which the present secret keeps on working, ISO 8601; a day if
 *     absent
 * @param compromised true if others may know the present secret, which then ends at once
 */
@RegisterForReflection
public record RotateSecretRequest(
    @Schema(
            examples = "PT1H",
            description =
                "The time for which the current secret remains valid, at most `P30D`; defaults to "
                    + "`P1D`, or to `PT0S` if `compromised` is true")
        @Nullable String gracePeriod,
    @Nullable Boolean compromised) {

  private static final Duration DEFAULT_GRACE = Duration.ofDays(1);
  private static final Duration MAX_GRACE = Duration.ofDays(30);

  /**
   * The time for which the present secret keeps on working.
   *
   * @throws IamException VALIDATION for an invalid duration, or one for a compromised secret
   */
  public static Duration grace(@Nullable RotateSecretRequest request) {
    if (request == null) {
      return DEFAULT_GRACE;
    }
    boolean atOnce = Boolean.TRUE.equals(request.compromised());
    if (request.gracePeriod() == null) {
      return atOnce ? Duration.ZERO : DEFAULT_GRACE;
    }
    Duration grace = Parameters.duration("grace_period", request.gracePeriod(), MAX_GRACE);
    if (atOnce && !grace.isZero()) {
      throw IamException.validation(
          "grace_period", "must be absent or PT0S if 'compromised' is true");
    }
    return grace;
  }
}
