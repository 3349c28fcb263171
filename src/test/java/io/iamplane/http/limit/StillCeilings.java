package io.iamplane.http.limit;

import io.quarkus.test.junit.QuarkusMock;
import java.util.Map;

/** Ceilings whose time stands still for the rest of a test: what is used up comes never back. */
public final class StillCeilings {

  private StillCeilings() {}

  /** Installs ceilings by their names without {@code iam.}; no other is ever reached. */
  public static void install(Map<String, String> settings) {
    QuarkusMock.installMockForType(new RateLimits(Limits.of(settings), () -> 0), RateLimits.class);
  }
}
