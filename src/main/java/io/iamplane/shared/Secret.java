package io.iamplane.shared;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A text that opens something: a client secret, a webhook secret. It shows itself only to a caller
 * that asks by name, never through {@code toString}, a log line, a record that holds it, or JSON.
 */
public final class Secret {

  private final String value;

  public Secret(String value) {
    this.value = value;
  }

  /** Returns the secret itself, to compare, to seal, or to show it once. */
  public String reveal() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret
        && MessageDigest.isEqual(
            value.getBytes(StandardCharsets.UTF_8), secret.value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public int hashCode() {
    // Secrets are no keys of a map, and a hash of one would tell about it.
    return 0;
  }

  @Override
  public String toString() {
    return "***";
  }
}
