package io.iamplane.decision.block;

import java.util.Arrays;
import java.util.stream.LongStream;

/** A set of the hashes of a block's names, without an object for each (open addressing). */
final class NameHashes {

  private static final int FIRST = 64;

  /** 0 is an empty place. */
  private long[] places = new long[FIRST];

  private int size;

  /** Adds the hash of a name, which is not 0. */
  void add(long hash) {
    int place = place(places, hash);
    if (places[place] != 0) {
      return;
    }
    places[place] = hash;
    size++;
    if (2 * size > places.length) {
      grow();
    }
  }

  byte[] filter() {
    return BlockFilter.of(Arrays.stream(places).filter(hash -> hash != 0), size);
  }

  /** The filter of all names of both; none is in both. */
  byte[] filterWith(NameHashes others) {
    return BlockFilter.of(
        LongStream.concat(Arrays.stream(places), Arrays.stream(others.places))
            .filter(hash -> hash != 0),
        size + others.size);
  }

  private void grow() {
    long[] larger = new long[2 * places.length];
    for (long hash : places) {
      if (hash != 0) {
        larger[place(larger, hash)] = hash;
      }
    }
    places = larger;
  }

  /** The place of a hash that is there, or would be. Its bits are spread already. */
  private static int place(long[] places, long hash) {
    int mask = places.length - 1;
    int place = (int) hash & mask;
    while (places[place] != 0 && places[place] != hash) {
      place = (place + 1) & mask;
    }
    return place;
  }
}
