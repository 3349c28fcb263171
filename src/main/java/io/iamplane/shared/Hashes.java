package io.iamplane.shared;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Digests that every Java platform must provide, without their checked exceptions. */
public final class Hashes {

  private Hashes() {}

  /** A fresh SHA-256 (FIPS 180-4). */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime does not support SHA-256", e);
    }
  }

  public static byte[] sha256(byte[] bytes) {
    return sha256().digest(bytes);
  }
}
