package io.iamplane.http.problem;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.iamplane.http.json.UnfitTextException;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.WireName;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Describes a body's fault and its place in our own words: Jackson's texts name classes. */
public final class JsonFaults {

  private JsonFaults() {}

  public static IamException refusal(JsonProcessingException error) {
    if (error instanceof JsonMappingException mapping) {
      // A syntax error deep inside a value arrives wrapped, with the path down to it.
      return mapping.getCause() instanceof JsonProcessingException cause
              && !(cause instanceof JsonMappingException)
          ? malformed(cause)
          : invalid(mapping);
    }
    return malformed(error);
  }

  private static IamException malformed(JsonProcessingException error) {
    JsonLocation place = error.getLocation();
    String where =
        place == null || place.getLineNr() < 1
            ? ""
            : " near line " + place.getLineNr() + ", column " + place.getColumnNr();
    return IamException.of(ErrorCode.MALFORMED_REQUEST, "The body is not valid JSON" + where + ".");
  }

  private static IamException invalid(JsonMappingException error) {
    List<Reference> path = error.getPath();
    if (path.isEmpty()) {
      return IamException.of(
          ErrorCode.MALFORMED_REQUEST, "The body must be a JSON object in the documented format.");
    }
    return IamException.validation(place(path), message(error));
  }

  /** A dotted path: {@code checks[3].subject.id}. */
  private static String place(List<Reference> path) {
    StringBuilder place = new StringBuilder();
    for (Reference step : path) {
      if (step.getFieldName() == null) {
        place.append('[').append(step.getIndex()).append(']');
      } else {
        place.append(place.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return place.toString();
  }

  private static String message(JsonMappingException error) {
    return switch (error) {
      case UnrecognizedPropertyException unknown -> unknown(unknown);
      case UnfitTextException text -> text.getOriginalMessage();
      case InvalidFormatException format -> "must be " + expectation(format.getTargetType());
      case MismatchedInputException mismatch -> "must be " + expectation(mismatch.getTargetType());
      default -> "not a valid value";
    };
  }

  private static String unknown(UnrecognizedPropertyException error) {
    Collection<Object> known = error.getKnownPropertyIds();
    return known == null || known.isEmpty()
        ? "unknown field"
        : "unknown field; allowed: "
            + known.stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
  }

  private static String expectation(Class<?> type) {
    if (type == null) {
      return "of the documented type";
    }
    if (type.isEnum()) {
      return "one of "
          + Arrays.stream(type.getEnumConstants())
              .map(
                  constant -> constant instanceof WireName wire ? wire.wire() : constant.toString())
              .collect(Collectors.joining(", "));
    }
    if (type == String.class) {
      return "a string";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return "a number in the allowed range";
    }
    if (Collection.class.isAssignableFrom(type) || type.isArray()) {
      return "a list";
    }
    if (java.time.temporal.Temporal.class.isAssignableFrom(type)) {
      return "a time in RFC 3339 format, such as 2030-01-31T12:00:00Z";
    }
    return type.getSimpleName().endsWith("Id") ? "a valid id" : "an object";
  }
}
