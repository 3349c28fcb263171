package io.iamplane.decision.matrix;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Present and absent members of a file. */
final class Given {

  private Given() {}

  /** One of a few words; the first when nothing is said. */
  static String oneOf(String member, @Nullable String given, String... words) {
    if (given == null) {
      return words[0];
    }
    if (!Arrays.asList(words).contains(given)) {
      throw new IllegalArgumentException(
          "%s is '%s', not one of %s".formatted(member, given, Arrays.toString(words)));
    }
    return given;
  }
}
