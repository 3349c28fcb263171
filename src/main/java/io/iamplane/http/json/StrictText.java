package io.iamplane.http.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import io.iamplane.shared.json.TextRule;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads strings, from JSON strings only, and refuses text that cannot be stored unchanged. */
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
    String fault = TextRule.faultOfCharacters(text);
    if (fault != null) {
      throw new UnfitTextException(parser, fault);
    }
    return text;
  }
}
