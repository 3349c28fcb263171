package io.iamplane.decision.engine;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/** A map from long to long that is emptied by counting up, so that a decision need not clear it. */
final class LongTable {

  /** The result of {@link #get} for a missing key; values differ from it. */
  public static final long ABSENT = 0;

  private static final int INITIAL = 256;

  /** Random for each table, so that keys cannot be chosen to collide. */
  private final long scramble = ThreadLocalRandom.current().nextLong() | 1;

  private long[] keys = new long[INITIAL];
  private long[] values = new long[INITIAL];
  private int[] epochs = new int[INITIAL];
  private int epoch = 1;
  private int used;

  public void clear() {
    used = 0;
    if (++epoch == 0) {
      Arrays.fill(epochs, 0);
      epoch = 1;
    }
  }

  public int capacity() {
    return keys.length;
  }

  public long get(long key) {
    int at = slot(key);
    return epochs[at] == epoch ? values[at] : ABSENT;
  }

  /** Sets a value; {@link #ABSENT} makes it as if the key were not there. */
  public void put(long key, long value) {
    int at = slot(key);
    if (epochs[at] != epoch) {
      if (used * 2 >= keys.length) {
        grow();
        at = slot(key);
      }
      used++;
      epochs[at] = epoch;
      keys[at] = key;
    }
    values[at] = value;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int at = (int) ((key * scramble) >>> 40) & mask;
    while (epochs[at] == epoch && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldValues = values;
    int[] oldEpochs = epochs;
    keys = new long[oldKeys.length * 2];
    values = new long[oldKeys.length * 2];
    epochs = new int[oldKeys.length * 2];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldEpochs[i] == epoch) {
        int at = slot(oldKeys[i]);
        epochs[at] = epoch;
        keys[at] = oldKeys[i];
        values[at] = oldValues[i];
      }
    }
  }
}
