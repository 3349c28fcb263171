package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;

/** Reads the text of a manifest, JSON or YAML, within bounds. */
public final class ManifestText {

  /** No manifest is longer, in bytes of UTF-8. */
  public static final int MAX_BYTES = 1 << 20;

  private static final int MAX_DEPTH = 64;

  private ManifestText() {}

  /** The two forms of a manifest's text. */
  public enum Format {
    JSON,
    YAML
  }

  /** Reads a text; broken syntax is one fault, with line and column. */
  public static ManifestParser.Parsed parse(byte[] text, Format format) {
    if (text.length > MAX_BYTES) {
      return fault("manifest", "at most " + MAX_BYTES + " bytes");
    }
    try {
      JsonNode document = mapper(format).readTree(new String(text, StandardCharsets.UTF_8));
      return document == null || document.isMissingNode()
          ? fault("manifest", "is empty")
          : ManifestParser.parse(document);
    } catch (JsonProcessingException e) {
      return fault(place(e.getLocation()), e.getOriginalMessage().lines().findFirst().orElse(""));
    } catch (RuntimeException e) {
      return fault("manifest", "cannot be read as " + format);
    }
  }

  private static ObjectMapper mapper(Format format) {
    return (switch (format) {
          case JSON -> new ObjectMapper();
          case YAML -> new ObjectMapper(yaml());
        })
        .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  /** Aliases are refused, so that a short text cannot stand for a long one. */
  private static YAMLFactory yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(0);
    options.setAllowDuplicateKeys(false);
    options.setNestingDepthLimit(MAX_DEPTH);
    options.setCodePointLimit(MAX_BYTES);
    YAMLFactory factory = YAMLFactory.builder().loaderOptions(options).build();
    factory.setStreamReadConstraints(
        StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build());
    return factory;
  }

  private static ManifestParser.Parsed fault(String place, String message) {
    return new ManifestParser.Parsed(null, List.of(new ManifestFault(place, message)));
  }

  private static String place(JsonLocation at) {
    return at == null
        ? "manifest"
        : "line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
  }
}
