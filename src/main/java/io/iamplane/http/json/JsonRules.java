package io.iamplane.http.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.iamplane.shared.json.JsonLimits;
import io.iamplane.shared.json.TextRule;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Strict reading: unknown and repeated members, trailing text, scalars of another type and numbers
 * for enums are refused rather than guessed at; depth and lengths are bounded.
 */
@Singleton
public class JsonRules implements ObjectMapperCustomizer {

  @Override
  public void customize(ObjectMapper mapper) {
    mapper.getFactory().setStreamReadConstraints(JsonLimits.constraints());
    mapper.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    mapper.enable(
        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
        DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS);
    mapper.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
    refuseCoercion(mapper);
    SimpleModule module = new SimpleModule("strict-text");
    module.addDeserializer(String.class, new StrictText());
    mapper.registerModule(module);
  }

  @SuppressWarnings("deprecation") // The builder is Quarkus's; the mapper exists already here.
  private static void refuseCoercion(ObjectMapper mapper) {
    mapper.configure(MapperFeature.ALLOW_COERCION_OF_SCALARS, false);
    for (LogicalType type : LogicalType.values()) {
      mapper
          .coercionConfigFor(type)
          .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
    }
  }

  /** Reads strings, from JSON strings only, and refuses text that cannot be stored unchanged. */
  private static final class StrictText extends StdScalarDeserializer<String> {

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
}
