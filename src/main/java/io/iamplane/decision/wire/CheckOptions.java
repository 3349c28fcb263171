package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Whose policy decides, and of which version.
 *
 * @param organization by id or key; null: the caller's
 * @param atLeast the version that is demanded; 0: any
 */
record CheckOptions(@Nullable String organization, long atLeast) {

  static CheckOptions of(JsonNode body, ValidationErrors faults) {
    JsonNode organization = body.path("organization");
    JsonNode atLeast = body.path("at_least");
    boolean named = !organization.isMissingNode() && !organization.isNull();
    if (named && !organization.isTextual()) {
      faults.add("organization", "must be a string");
    }
    boolean demanded = !atLeast.isMissingNode() && !atLeast.isNull();
    if (demanded
        && !(atLeast.isIntegralNumber()
            && atLeast.canConvertToLong()
            && atLeast.longValue() >= 0)) {
      faults.add("at_least", "must be a policy version");
    }
    return new CheckOptions(
        named ? organization.asText() : null, demanded ? atLeast.longValue() : 0);
  }
}
