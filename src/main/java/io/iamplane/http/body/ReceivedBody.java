package io.iamplane.http.body;

import java.io.ByteArrayInputStream;

/** A whole body; the array may be longer than it. */
public final class ReceivedBody {

  private final byte[] bytes;
  private final int length;

  ReceivedBody(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  public ByteArrayInputStream stream() {
    return new ByteArrayInputStream(bytes, 0, length);
  }
}
