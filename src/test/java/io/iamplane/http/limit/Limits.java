package io.iamplane.http.limit;

import io.quarkus.test.junit.QuarkusMock;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** Ceilings as an operator would set them, without an application that starts with them. */
public final class Limits {

  /** A limit that no test reaches. */
  private static final String ANY = "1000000";

  private Limits() {}

  /** Puts the default limits in place of those of tests, until the test has ended. */
  public static void install() {
    QuarkusMock.installMockForType(
        new RateLimits(
            of(
                Map.of(
                    "oauth.rate_limit", "60",
                    "authentication.failure_limit", "30")),
            System::nanoTime),
        RateLimits.class);
  }

  /** Puts limits in place, by their names without {@code iam.}, of which nothing comes back. */
  public static void installStill(Map<String, String> settings) {
    QuarkusMock.installMockForType(new RateLimits(of(settings), () -> 0), RateLimits.class);
  }

  /** These settings, by their names without {@code iam.}; no other ceiling is ever reached. */
  static LimitConfig of(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>();
    all.put("iam.admin.rate_limit", ANY);
    all.put("iam.admin.tenant_rate_limit", ANY);
    all.put("iam.oauth.rate_limit", ANY);
    all.put("iam.authentication.failure_limit", ANY);
    settings.forEach((name, value) -> all.put("iam." + name, value));
    return new SmallRyeConfigBuilder()
        .withMapping(LimitConfig.class)
        .withDefaultValues(all)
        .build()
        .getConfigMapping(LimitConfig.class);
  }
}
