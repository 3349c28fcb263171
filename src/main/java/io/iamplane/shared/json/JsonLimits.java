package io.iamplane.shared.json;

import com.fasterxml.jackson.core.StreamReadConstraints;

/** Limits on the parts of a JSON or YAML text. */
public final class JsonLimits {

  /** Deeper than any document of ours; far below a depth that could exhaust a stack. */
  public static final int MAX_DEPTH = 64;

  public static final int MAX_STRING = 256 * 1024;
  public static final int MAX_NAME = 1_024;
  public static final int MAX_NUMBER = 64;

  private JsonLimits() {}

  public static StreamReadConstraints constraints() {
    return StreamReadConstraints.builder()
        .maxNestingDepth(MAX_DEPTH)
        .maxStringLength(MAX_STRING)
        .maxNameLength(MAX_NAME)
        .maxNumberLength(MAX_NUMBER)
        .build();
  }
}
