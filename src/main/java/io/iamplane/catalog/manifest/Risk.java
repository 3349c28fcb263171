package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.WireName;

/** stub. */
public enum Risk implements WireName {
  LOW,
  MEDIUM,
  HIGH,
  CRITICAL;

  @Override
  @JsonValue
  public String wire() {
    return WireName.super.wire();
  }
}
