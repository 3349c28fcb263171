package io.iamplane.decision.log;

import java.io.ByteArrayOutputStream;

/** Where one record is written, and then the next: its bytes are not copied for who reads them. */
final class RecordLine extends ByteArrayOutputStream {

  private static final int COMMON = 1_024;

  RecordLine() {
    super(COMMON);
  }

  /** The bytes, of which the first {@link #size} are the record's, until the next is written. */
  byte[] bytes() {
    return buf;
  }
}
