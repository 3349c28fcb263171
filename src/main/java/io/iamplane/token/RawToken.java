package io.iamplane.token;

import java.nio.charset.StandardCharsets;

/** A bearer token as received: nothing about it is known to be true. */
public final class RawToken {

  private final String text;

  public RawToken(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "***";
  }
}
