package io.iamplane.http.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads strings, and nothing else as a string, refusing what cannot be stored as it is. */
final class StrictText extends StdScalarDeserializer<String> {

  private static final long serialVersionUID = 1L;

  StrictText() {
    super(String.class);
  }

  @Override
  public @Nullable String deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      return (String) context.handleUnexpectedToken(String.class, parser);
    }
    String text = parser.getText();
    String fault = fault(text);
    if (fault != null) {
      throw new UnfitTextException(parser, fault);
    }
    return text;
  }

  /** What is wrong with a text; null when nothing is. */
  static @Nullable String fault(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return "must not hold the character U+0000";
      }
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return "must not hold half a surrogate pair";
        }
        i++;
      }
    }
    return null;
  }
}
