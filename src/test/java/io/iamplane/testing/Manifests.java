package io.iamplane.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.ManifestParser;
import java.util.Objects;

/** Manifests for tests that need some. */
public final class Manifests {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Manifests() {}

  /** Reads a manifest that has no fault. */
  public static Manifest parse(String json) {
    try {
      return parse(MAPPER.readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Reads a manifest that has no fault. */
  public static Manifest parse(JsonNode json) {
    ManifestParser.Parsed parsed = ManifestParser.parse(json);
    if (!parsed.faults().isEmpty()) {
      throw new IllegalArgumentException(parsed.faults().toString());
    }
    return Objects.requireNonNull(parsed.manifest());
  }
}
