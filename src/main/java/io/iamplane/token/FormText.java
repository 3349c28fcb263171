package io.iamplane.token;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Names and values of a query or a form body (RFC 6749, appendix B). */
public final class FormText {

  private FormText() {}

  /** The text has another form, or a parameter twice (RFC 6749, section 3.1). */
  public static final class InvalidFormException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String fault;
    private final boolean repetition;

    InvalidFormException(String fault, boolean repetition) {
      super(fault, null, false, false);
      this.fault = fault;
      this.repetition = repetition;
    }

    /** The fault as a sentence, which repeats nothing of the text. */
    public String fault() {
      return fault;
    }

    /** Returns true if a parameter is given twice, and false if the encoding is broken. */
    public boolean isRepetition() {
      return repetition;
    }
  }

  /** Reads parameters; one without a value has the empty one. Throws InvalidFormException. */
  public static Map<String, String> parse(String text) {
    return parse(text, Set.of()).entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> each.getValue().getFirst()));
  }

  /** Reads parameters of which some may be repeated. Throws {@link InvalidFormException}. */
  public static Map<String, List<String>> parse(String text, Set<String> repeatable) {
    Map<String, List<String>> parameters = new HashMap<>();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      if (pair.isEmpty()) {
        continue;
      }
      List<String> values = parameters.computeIfAbsent(name, unused -> new ArrayList<>());
      if (!values.isEmpty() && !repeatable.contains(name)) {
        throw new InvalidFormException("A parameter is given more than once.", true);
      }
      values.add(value);
    }
    return Collections.unmodifiableMap(parameters);
  }

  /** Undoes the encoding of a name or value; throws InvalidFormException if it is broken. */
  public static String decode(String encoded) {
    try {
      return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new InvalidFormException("The form is not encoded correctly.", false);
    }
  }

  /** Returns true if a text holds printable ASCII only. */
  public static boolean isPrintable(String text) {
    return text.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
  }
}
