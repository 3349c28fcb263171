package io.iamplane.chain;

import java.util.Locale;

/** The harm that a change of this kind can do, for filters and alerts. */
public enum RiskLevel {
  LOW,
  MEDIUM,
  HIGH,
  CRITICAL;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
