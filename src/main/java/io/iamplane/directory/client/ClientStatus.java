package io.iamplane.directory.client;

import io.iamplane.shared.WireName;

/** The status of a client: only an active one may request tokens. */
public enum ClientStatus implements WireName {
  ACTIVE,
  REVOKED
}
