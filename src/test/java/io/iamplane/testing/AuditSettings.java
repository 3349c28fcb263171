package io.iamplane.testing;

import io.iamplane.chain.AuditConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the audit log: the defaults, and the values of a test. */
public record AuditSettings(
    CallerMode caller,
    Optional<String> pepper,
    Optional<String> anchor,
    Optional<List<String>> trustedKeys)
    implements AuditConfig {

  @Override
  public boolean acceptSingleRole() {
    return false;
  }

  @Override
  public Duration exportTime() {
    return Duration.ofMinutes(10);
  }

  public static AuditSettings defaults() {
    return new AuditSettings(CallerMode.FULL, Optional.empty(), Optional.empty(), Optional.empty());
  }

  public AuditSettings tracing(CallerMode mode, Optional<String> secret) {
    return new AuditSettings(mode, secret, anchor, trustedKeys);
  }

  public AuditSettings anchoredIn(Optional<String> directory) {
    return new AuditSettings(caller, pepper, directory, trustedKeys);
  }

  public AuditSettings trusting(List<String> keys) {
    return new AuditSettings(caller, pepper, anchor, Optional.of(keys));
  }
}
