package io.iamplane.token;

/** Issuers without a configuration. */
public final class Issuers {

  private Issuers() {}

  public static Issuer of(String value) {
    return new Issuer(value);
  }
}
