package io.iamplane.migrate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A type of objects, with its names in the order of the file. */
public record PeerType(String name, Map<String, PeerRelation> relations, FilePlace place) {
  public PeerType {
    relations = Collections.unmodifiableMap(new LinkedHashMap<>(relations));
  }
}
