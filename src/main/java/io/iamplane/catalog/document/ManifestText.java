package io.iamplane.catalog.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.iamplane.shared.json.JsonLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the text of a manifest, JSON or YAML, within bounds. */
public final class ManifestText {

  /** No manifest is longer, in bytes of UTF-8. */
  public static final int MAX_BYTES = 1 << 20;

  private static final String DOCUMENT = "manifest";

  /** One line of a library's message, up to where it goes on about its own settings. */
  private static final Pattern WORDS = Pattern.compile(".+?(?=$|\\v|: enable `|\\? \\(not recog)");

  private ManifestText() {}

  public enum Format {
    JSON,
    YAML
  }

  /** Reads a text and the manifest in it. Broken syntax is one fault, with line and column. */
  public static ManifestParser.Parsed parse(byte[] text, Format format) {
    try {
      return ManifestParser.parse(read(text, format));
    } catch (ManifestSyntaxException e) {
      return new ManifestParser.Parsed(null, List.of(e.fault()));
    }
  }

  /**
   * Reads one document from a text in UTF-8. Duplicate members are refused, and so are features of
   * YAML by which a text stands for more than it shows: anchors, aliases and tags.
   */
  public static JsonNode read(byte[] text, Format format) throws ManifestSyntaxException {
    if (text.length > MAX_BYTES) {
      throw new ManifestSyntaxException(
          DOCUMENT, "must not be longer than " + MAX_BYTES + " bytes");
    }
    return read(decoded(text), format);
  }

  private static JsonNode read(String text, Format format) throws ManifestSyntaxException {
    if (format == Format.YAML) {
      YamlText.check(text);
    }
    try (JsonParser parser = new ObjectMapper(factory(format)).createParser(text)) {
      JsonNode document = parser.readValueAsTree();
      if (document == null || document.isMissingNode()) {
        throw new ManifestSyntaxException(DOCUMENT, "must not be empty");
      }
      if (parser.nextToken() != null) {
        throw new ManifestSyntaxException(
            place(parser.currentTokenLocation()),
            "unexpected text after the document; only one document is allowed");
      }
      return document;
    } catch (JsonProcessingException e) {
      throw new ManifestSyntaxException(place(e.getLocation()), message(e));
    } catch (IOException e) {
      throw new ManifestSyntaxException(DOCUMENT, "cannot be read as " + format);
    }
  }

  private static JsonFactory factory(Format format) {
    StreamReadConstraints bounds = JsonLimits.constraints();
    return switch (format) {
      case JSON ->
          JsonFactory.builder()
              .streamReadConstraints(bounds)
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .build();
      case YAML ->
          YAMLFactory.builder()
              .streamReadConstraints(bounds)
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              // "no" and "on" are texts, as in YAML 1.2; a flag is written true or false.
              .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
              .build();
    };
  }

  private static String decoded(byte[] text) throws ManifestSyntaxException {
    try {
      String decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
      // Some editors begin a file with a byte order mark; it is no part of the text.
      return decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
    } catch (CharacterCodingException e) {
      throw new ManifestSyntaxException(DOCUMENT, "must be encoded in UTF-8");
    }
  }

  private static String place(@Nullable JsonLocation at) {
    return at == null || at.getLineNr() < 1 ? DOCUMENT : at.getLineNr() + ":" + at.getColumnNr();
  }

  /** The library's words, without those about itself. */
  private static String message(JsonProcessingException error) {
    return switch (error) {
      case JsonEOFException _ -> "unexpected end of text; the document is incomplete";
      case StreamConstraintsException _ ->
          "must not exceed %d levels of nesting, %d characters in a name, %d in a string"
                  .formatted(JsonLimits.MAX_DEPTH, JsonLimits.MAX_NAME, JsonLimits.MAX_STRING)
              + " or %d in a number".formatted(JsonLimits.MAX_NUMBER);
      default -> {
        Matcher words = WORDS.matcher(error.getOriginalMessage());
        yield words.lookingAt() ? words.group() : "cannot be read";
      }
    };
  }
}
