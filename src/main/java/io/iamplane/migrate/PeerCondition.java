package io.iamplane.migrate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A named condition in CEL, with types by parameter: {@code int} or {@code list<string>}. */
public record PeerCondition(
    String name, Map<String, String> parameters, String expression, FilePlace place) {
  public PeerCondition {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }
}
