package io.iamplane.http.problem;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Says which members of a body broke their rules, under the names of the wire. */
public final class ViolationFaults {

  private ViolationFaults() {}

  public static IamException refusal(ConstraintViolationException error) {
    Map<String, List<String>> errors = new TreeMap<>();
    for (ConstraintViolation<?> violation : error.getConstraintViolations()) {
      String place = place(violation.getPropertyPath());
      if (place.isEmpty()) {
        return IamException.of(ErrorCode.MALFORMED_REQUEST, "A JSON body is required.");
      }
      errors.computeIfAbsent(place, key -> new ArrayList<>()).add(violation.getMessage());
    }
    errors.values().forEach(messages -> messages.sort(null));
    return IamException.validation(errors);
  }

  /** The path without the Java method and parameter that it begins with. */
  private static String place(Path path) {
    StringBuilder place = new StringBuilder();
    for (Path.Node node : path) {
      if (node.getIndex() != null) {
        place.append('[').append(node.getIndex()).append(']');
      }
      if (node.getKind() == ElementKind.PROPERTY && node.getName() != null) {
        place.append(place.isEmpty() ? "" : ".").append(snakeCase(node.getName()));
      }
    }
    return place.toString();
  }

  private static String snakeCase(String name) {
    return name.replaceAll("\\p{Lu}", "_$0").toLowerCase(Locale.ROOT);
  }
}
