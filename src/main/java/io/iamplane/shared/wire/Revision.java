package io.iamplane.shared.wire;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import org.jspecify.annotations.Nullable;

/**
 * The revision of a resource as a strong entity tag (RFC 9110, section 8.8.3). It rises with every
 * change of the resource.
 */
public record Revision(long number) {

  /** The header's value: {@code "7"}, quotes included. */
  public String etag() {
    return '"' + Long.toString(number) + '"';
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
      if (candidate.strip().equals(etag())) {
        return;
      }
    }
    throw IamException.of(
        ErrorCode.PRECONDITION_FAILED, "If-Match names another revision; read it again first.");
  }
}
