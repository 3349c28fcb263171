package io.iamplane.client;

import io.iamplane.shared.WireName;

/** Whether a client may ask for tokens. */
public enum ClientStatus implements WireName {
  ACTIVE,
  REVOKED
}
