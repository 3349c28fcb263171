package io.iamplane.peer.target;

import io.iamplane.peer.PeerModel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A model as this product writes it.
 *
 * @param types the member {@code types} of a manifest, in canonical texts
 * @param attributes its member {@code attributes}
 * @param conditions its member {@code conditions}
 * @param source what it was made of
 */
public record TargetModel(
    Map<String, Object> types,
    Map<String, Object> attributes,
    Map<String, Object> conditions,
    PeerModel source,
    Kept kept) {

  public TargetModel {
    types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
    conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
  }

  /**
   * What bringing data over needs of the model.
   *
   * @param stored where what is stored of a name is stored, when not under the name itself
   */
  record Kept(TargetNames names, TargetConditions conditions, Map<Bringable.Name, String> stored) {}
}
