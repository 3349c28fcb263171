package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.IamException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Collects what is wrong with a body, by place. */
final class ValidationErrors {

  private final Map<String, List<String>> errors = new TreeMap<>();

  void add(String place, String message) {
    errors.putIfAbsent(place, List.of(message));
  }

  void unknownMembers(String place, JsonNode object, Set<String> known) {
    for (var member : object.properties()) {
      if (!known.contains(member.getKey())) {
        add(place + member.getKey(), "unknown field");
      }
    }
  }

  /**
   * Ends the reading.
   *
   * @throws IamException VALIDATION when anything was wrong
   */
  void refuse() {
    if (!errors.isEmpty()) {
      throw IamException.validation(errors);
    }
  }
}
