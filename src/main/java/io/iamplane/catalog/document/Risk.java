package io.iamplane.catalog.document;

import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;

/** How much harm a wrong grant does, in rising order. */
@RegisterForReflection
public enum Risk implements WireName {
  LOW,
  MEDIUM,
  HIGH,
  CRITICAL;

  // Said again here because the OpenAPI scanner looks at the enum alone.
  @Override
  @JsonValue
  public String wire() {
    return WireName.super.wire();
  }
}
