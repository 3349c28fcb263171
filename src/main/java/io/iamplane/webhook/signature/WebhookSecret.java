package io.iamplane.webhook.signature;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * A secret that signs requests to one subscriber: 24 to 64 random bytes, shown as {@code whsec_}
 * and base64. Shows itself only by an explicit call.
 */
public final class WebhookSecret {

  public static final String PREFIX = "whsec_";
  private static final int MIN_BYTES = 24;
  private static final int MAX_BYTES = 64;
  private static final int NEW_BYTES = 32;

  private final byte[] key;

  private WebhookSecret(byte[] key) {
    this.key = key;
  }

  public static WebhookSecret next(SecureRandom random) {
    byte[] key = new byte[NEW_BYTES];
    random.nextBytes(key);
    return new WebhookSecret(key);
  }

  /** The secret in these bytes; empty when they are too few or too many. */
  public static Optional<WebhookSecret> of(byte[] key) {
    return key.length < MIN_BYTES || key.length > MAX_BYTES
        ? Optional.empty()
        : Optional.of(new WebhookSecret(key.clone()));
  }

  /** Reads the form that {@link #reveal()} writes. */
  public static Optional<WebhookSecret> parse(String text) {
    if (!text.startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      return of(Base64.getDecoder().decode(text.substring(PREFIX.length())));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the secret itself, for the one response that shows it. */
  public String reveal() {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  /** Returns the key's bytes, for sealing and for signatures. */
  public byte[] key() {
    return key.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WebhookSecret secret && MessageDigest.isEqual(key, secret.key);
  }

  @Override
  public int hashCode() {
    // Secrets are no keys of a map, and a hash of one would tell about it.
    return 0;
  }

  @Override
  public String toString() {
    return PREFIX + "***";
  }
}
