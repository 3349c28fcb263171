package io.iamplane.key;

import io.iamplane.shared.WireName;

/** What a key signs. A key of one purpose never signs for the other. */
public enum KeyPurpose implements WireName {
  TOKEN,
  AUDIT
}
