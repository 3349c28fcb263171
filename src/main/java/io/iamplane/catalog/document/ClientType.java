package io.iamplane.catalog.document;

import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;

/** Whether an application's client can keep a secret (RFC 6749, section 2.1). */
@RegisterForReflection
public enum ClientType implements WireName {
  CONFIDENTIAL,
  PUBLIC;

  // Said again here because the OpenAPI scanner looks at the enum alone.
  @Override
  @JsonValue
  public String wire() {
    return WireName.super.wire();
  }
}
