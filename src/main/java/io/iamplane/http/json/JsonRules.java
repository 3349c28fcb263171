package io.iamplane.http.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.iamplane.shared.json.JsonLimits;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;

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
}
