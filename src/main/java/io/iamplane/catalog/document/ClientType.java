package io.iamplane.catalog.document;

import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;

/** The client type of an application: able to keep a secret or not (RFC 6749, section 2.1). */
@RegisterForReflection
public enum ClientType implements WireName {
  CONFIDENTIAL,
  PUBLIC
}
