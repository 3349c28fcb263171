package io.iamplane.shared;

import java.util.Arrays;
import java.util.Locale;

/** The names of enums on the wire, made once: each decision is written with six of them. */
final class LowerCaseNames {

  private static final ClassValue<String[]> OF_TYPE =
      new ClassValue<>() {
        @Override
        protected String[] computeValue(Class<?> type) {
          return Arrays.stream(type.getEnumConstants())
              .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
              .toArray(String[]::new);
        }
      };

  private LowerCaseNames() {}

  static String of(WireName constant) {
    return OF_TYPE.get(constant.getDeclaringClass())[constant.ordinal()];
  }
}
