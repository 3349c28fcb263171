package io.iamplane.catalog.document;

import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;

/** Whether an application's client can keep a secret (RFC 6749, section 2.1). */
@RegisterForReflection
public enum ClientType implements WireName {
  CONFIDENTIAL,
  PUBLIC
}
