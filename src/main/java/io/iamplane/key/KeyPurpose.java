package io.iamplane.key;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a key signs. A key of one purpose never signs for the other. */
public enum KeyPurpose {
  TOKEN,
  AUDIT;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
