package io.iamplane.migrate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A named condition.
 *
 * @param parameters their types by name, as {@code int} and {@code list<string>}
 * @param expression in CEL
 */
public record PeerCondition(
    String name, Map<String, String> parameters, String expression, FilePlace place) {
  public PeerCondition {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }
}
