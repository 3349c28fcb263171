package io.iamplane.catalog.document;

import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;

/** How much harm a wrong grant does, in rising order. */
@RegisterForReflection
public enum Risk implements WireName {
  LOW,
  MEDIUM,
  HIGH,
  CRITICAL
}
