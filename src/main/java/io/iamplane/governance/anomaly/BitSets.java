package io.iamplane.governance.anomaly;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

final class BitSets {

  /** More bytes than any set has that was written. */
  private static final int MOST = 1 << 16;

  private BitSets() {}

  static void write(BitSet set, DataOutput to) throws IOException {
    byte[] bytes = set.toByteArray();
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  static void read(BitSet set, DataInput from) throws IOException {
    int length = from.readInt();
    if (length < 0 || length > MOST) {
      throw new IOException("invalid length of a set: " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    from.readFully(bytes);
    set.clear();
    set.or(BitSet.valueOf(bytes));
  }
}
