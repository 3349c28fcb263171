package io.iamplane.chain;

import io.iamplane.shared.WireName;

/** The harm that a change of this kind can do, for filters and alerts. */
public enum RiskLevel implements WireName {
  LOW,
  MEDIUM,
  HIGH,
  CRITICAL
}
