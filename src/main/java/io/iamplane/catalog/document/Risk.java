package io.iamplane.catalog.document;

import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;

/** The harm that a wrong grant can do, in rising order. */
@RegisterForReflection
public enum Risk implements WireName {
  LOW,
  MEDIUM,
  HIGH,
  CRITICAL
}
