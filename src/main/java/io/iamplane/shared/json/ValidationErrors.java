package io.iamplane.shared.json;

import io.iamplane.shared.IamException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects the errors of a body, the first of each place. */
public final class ValidationErrors implements FieldErrors {

  /** Most bodies are valid: the map is made for the first error. */
  private Map<String, List<String>> errors = Map.of();

  @Override
  public void add(String place, String message) {
    if (errors.isEmpty()) {
      errors = new TreeMap<>();
    }
    errors.putIfAbsent(place, List.of(message));
  }

  /** Counts the places with an error. */
  public int size() {
    return errors.size();
  }

  /**
   * @throws IamException VALIDATION when anything was wrong
   */
  public void refuse() {
    if (!errors.isEmpty()) {
      throw IamException.validation(errors);
    }
  }
}
