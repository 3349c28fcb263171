package io.iamplane.client;

import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.WireName;

/** Whether a client may ask for tokens. */
public enum ClientStatus implements WireName {
  ACTIVE,
  REVOKED;

  // Said again here because the OpenAPI scanner looks at the enum alone.
  @Override
  @JsonValue
  public String wire() {
    return WireName.super.wire();
  }
}
