package io.iamplane.catalog.permission;

import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.WireName;

/** Where a permission or role stands: what is deprecated exists for its history alone. */
public enum CatalogStatus implements WireName {
  ACTIVE,
  DEPRECATED;

  // Said again here because the OpenAPI scanner looks at the enum alone.
  @Override
  @JsonValue
  public String wire() {
    return WireName.super.wire();
  }
}
