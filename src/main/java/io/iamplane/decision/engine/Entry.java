package io.iamplane.decision.engine;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the directory (or an import) says of an object.
 *
 * @param external the name of the external id; null when it has none
 * @param externalUsed whether any fact may have used that name; never false when one does
 */
record Entry(
    @Nullable Ref external, boolean externalUsed, boolean active, Map<String, Object> attributes) {

  @Nullable String externalId() {
    return external == null ? null : external.id();
  }

  /**
   * What conditions read of it.
   *
   * @param ofDirectory whether it is a user, a group or a service account
   */
  Map<String, Object> readable(boolean ofDirectory) {
    return ofDirectory ? AttributeChange.readable(externalId(), attributes) : attributes;
  }

  Entry withExternalUsed() {
    return new Entry(external, true, active, attributes);
  }
}
