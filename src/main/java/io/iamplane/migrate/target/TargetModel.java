package io.iamplane.migrate.target;

import io.iamplane.migrate.PeerModel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A model as this product writes it: members of a manifest, in canonical texts. */
public record TargetModel(
    Map<String, Object> types, Map<String, Object> conditions, PeerModel source, Kept kept) {

  public TargetModel {
    types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
    conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
  }

  /**
   * The parts of the model that the import of data needs.
   *
   * @param stored the relation with the stored subjects of a name, if not the name itself
   * @param objects the relations that hold the objects of a name's usersets, to be traversed
   */
  record Kept(
      TargetNames names,
      TargetConditions conditions,
      Map<Bringable.Name, String> stored,
      Map<Bringable.Name, List<String>> objects) {}
}
