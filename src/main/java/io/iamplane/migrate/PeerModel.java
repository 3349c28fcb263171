package io.iamplane.migrate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The types and conditions of a model, by name and in the order of the file. */
public record PeerModel(
    PeerKind kind, Map<String, PeerType> types, Map<String, PeerCondition> conditions) {
  public PeerModel {
    types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
    conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
  }
}
