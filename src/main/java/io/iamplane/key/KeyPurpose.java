package io.iamplane.key;

import io.iamplane.shared.WireName;

/** The purpose of a key. A key of one purpose never signs for the other. */
public enum KeyPurpose implements WireName {
  TOKEN,
  AUDIT
}
