package io.iamplane.shared.wire;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import org.jspecify.annotations.Nullable;

/**
 * The revision of a resource as a strong entity tag (RFC 9110, section 8.8.3). It rises with every
 * change of the resource.
 *
 * @param state stands for the part of an answer that changes by itself, so that another answer has
 *     another tag; empty without one. Preconditions of changes ignore it
 */
public record Revision(long number, String state) {

  public Revision(long number) {
    this(number, "");
  }

  /** The header's value: {@code "7"} or {@code "7-state"}, quotes included. */
  public String etag() {
    return '"' + Long.toString(number) + (state.isEmpty() ? "" : "-" + state) + '"';
  }

  /**
   * Compares with the header {@code If-Match} (RFC 9110, section 13.1.1): absent or {@code *}
   * accepts any revision, a list accepts any of its members.
   *
   * @throws IamException PRECONDITION_FAILED when none matches
   */
  public void requireMatch(@Nullable String ifMatch) {
    if (ifMatch == null || ifMatch.strip().equals("*")) {
      return;
    }
    for (String candidate : ifMatch.split(",", -1)) {
      if (isThis(candidate.strip())) {
        return;
      }
    }
    throw IamException.of(
        ErrorCode.PRECONDITION_FAILED,
        "If-Match does not match the current revision; read the resource again.");
  }

  private boolean isThis(String tag) {
    String own = '"' + Long.toString(number);
    return tag.equals(own + '"') || (tag.startsWith(own + '-') && tag.endsWith("\""));
  }
}
