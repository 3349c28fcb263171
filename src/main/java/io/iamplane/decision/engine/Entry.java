package io.iamplane.decision.engine;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The directory's (or an import's) entry for an object.
 *
 * @param external the name of the external id; null when it has none
 * @param externalUsed true if any fact may have used that name; never wrongly false
 */
record Entry(
    @Nullable Ref external, boolean externalUsed, boolean active, Map<String, Object> attributes) {

  @Nullable String externalId() {
    return external == null ? null : external.id();
  }

  /** Returns the attributes that conditions read. */
  Map<String, Object> readable(boolean ofDirectory) {
    return ofDirectory ? AttributeChange.readable(externalId(), attributes) : attributes;
  }

  Entry withExternalUsed() {
    return new Entry(external, true, active, attributes);
  }
}
