package io.iamplane.token;

/** Issuers for tests without the application. */
public final class TestIssuer {

  private TestIssuer() {}

  public static Issuer of(String url) {
    return new Issuer(url);
  }
}
