package io.iamplane.signin.federation;

import io.iamplane.shared.IamException;
import io.iamplane.webhook.OutboundRequests;
import java.util.concurrent.Callable;

/** The provider, or its answer, is not to be trusted; the reason is for the log. */
final class UpstreamRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean unavailable;

  /** Makes a refusal, for a reason without a code, a token or a claim. */
  UpstreamRefusedException(String reason) {
    this(reason, false);
  }

  private UpstreamRefusedException(String reason, boolean unavailable) {
    super(reason, null, false, false);
    this.unavailable = unavailable;
  }

  /** A provider that does not answer, or a person who turned back: no attack by an address. */
  static UpstreamRefusedException unavailable(String reason) {
    return new UpstreamRefusedException(reason, true);
  }

  boolean isUnavailable() {
    return unavailable;
  }

  /**
   * Runs a step of the library on foreign input, which fails with exceptions of many kinds:
   * UpstreamRefusedException takes the place of all but our own IamException.
   */
  static <T> T refusing(String what, Callable<T> work) {
    try {
      return work.call();
    } catch (UpstreamRefusedException | IamException e) {
      throw e;
    } catch (Exception e) {
      // The library's messages may repeat its input.
      throw new UpstreamRefusedException(
          what
              + " failed: "
              + (e instanceof OutboundRequests.RefusedException
                  ? e.getMessage()
                  : e.getClass().getSimpleName()),
          e instanceof OutboundRequests.RefusedException);
    }
  }
}
