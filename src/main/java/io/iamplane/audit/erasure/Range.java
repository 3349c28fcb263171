package io.iamplane.audit.erasure;

import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Numbers of records or versions, the first exclusive. */
record Range(long after, long through) {

  /** The same in parts of so many numbers at most. */
  Stream<Range> portions(long size) {
    return LongStream.iterate(after, from -> from < through, from -> from + size)
        .mapToObj(from -> new Range(from, Math.min(from + size, through)));
  }
}
