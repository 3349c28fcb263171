package io.iamplane.decision.engine;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the directory (or an import) says of an object.
 *
 * @param external the name of the external id
 * @param externalUsed whether any fact may have used that name; never false when one does
 */
record Entry(
    @Nullable Ref external, boolean externalUsed, boolean active, Map<String, Object> attributes) {

  Entry withExternalUsed() {
    return new Entry(external, true, active, attributes);
  }
}
