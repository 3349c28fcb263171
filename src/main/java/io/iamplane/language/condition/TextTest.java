package io.iamplane.language.condition;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The methods that test a string against another. */
enum TextTest {
  STARTS_WITH("startsWith"),
  ENDS_WITH("endsWith"),
  CONTAINS("contains"),
  MATCHES("matches");

  private final String method;

  TextTest(String method) {
    this.method = method;
  }

  String method() {
    return method;
  }

  static @Nullable TextTest named(String name) {
    return Arrays.stream(values()).filter(t -> t.method.equals(name)).findFirst().orElse(null);
  }

  static String names() {
    return Arrays.stream(values()).map(TextTest::method).collect(Collectors.joining(", "));
  }
}
