package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.json.JsonMembers;
import org.jspecify.annotations.Nullable;

/**
 * Whose policy decides, and of which version.
 *
 * @param organization by id or key; null: the caller's
 * @param atLeast the version that is demanded; 0: any
 */
record CheckOptions(@Nullable String organization, long atLeast) {

  static CheckOptions of(JsonMembers body) {
    return new CheckOptions(body.text("organization"), version(body));
  }

  private static long version(JsonMembers body) {
    JsonNode value = body.value("at_least");
    if (!body.has("at_least")) {
      return 0;
    }
    if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < 0) {
      body.fault("at_least", "must be a policy version");
    }
    return value.longValue();
  }
}
