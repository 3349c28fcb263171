package io.iamplane.testing.http;

/** Media types that tests send or expect. */
public final class ContentType {

  public static final String JSON = "application/json";
  static final String FORM = "application/x-www-form-urlencoded";

  private ContentType() {}
}
