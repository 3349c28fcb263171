package io.iamplane.decision.engine;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * All names of a tenant in the order of their numbers. Immutable, in chunks of which two versions
 * share all but the last: names are added and never go.
 */
final class NameLog {

  static final NameLog EMPTY = new NameLog(new Ref[0][], 0);
  private static final int BITS = 9;
  private static final int CHUNK = 1 << BITS;

  private final Ref[][] chunks;
  private final int count;

  private NameLog(Ref[][] chunks, int count) {
    this.chunks = chunks;
    this.count = count;
  }

  int count() {
    return count;
  }

  Ref get(int number) {
    return chunks[number >> BITS][number & (CHUNK - 1)];
  }

  /** The names of a type, sorted, that an earlier log of the same line does not have. */
  Ref[] since(NameLog earlier, int type) {
    return IntStream.range(earlier.count, count)
        .mapToObj(this::get)
        .filter(name -> name.type() == type)
        .sorted(NameIndex.BY_ID)
        .toArray(Ref[]::new);
  }

  /** Returns true if one of the two continues the other, so that their numbers mean the same. */
  boolean isOfSameLine(NameLog other) {
    int common = Math.min(count, other.count);
    return common == 0 || get(common - 1) == other.get(common - 1);
  }

  static final class Appender {

    private Ref[][] chunks;
    private int count;
    private boolean owned;

    Appender(NameLog log) {
      this.chunks = log.chunks;
      this.count = log.count;
    }

    int count() {
      return count;
    }

    void add(Ref ref) {
      int chunk = count >> BITS;
      if (!owned) {
        chunks = Arrays.copyOf(chunks, Math.max(chunk + 1, chunks.length));
        if (chunks[chunk] != null) {
          chunks[chunk] = chunks[chunk].clone();
        }
        owned = true;
      }
      if (chunk == chunks.length) {
        chunks = Arrays.copyOf(chunks, chunk * 2);
      }
      if ((count & (CHUNK - 1)) == 0) {
        chunks[chunk] = new Ref[CHUNK];
      }
      chunks[chunk][count & (CHUNK - 1)] = ref;
      count++;
    }

    /** A later addition copies again. */
    NameLog freeze() {
      owned = false;
      return new NameLog(chunks, count);
    }
  }
}
