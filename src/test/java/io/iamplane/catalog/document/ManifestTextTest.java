package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.document.ManifestText.Format;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The texts of manifests, and the places of their syntax errors. In a case, {@code ~} ends a line.
 */
class ManifestTextTest {

  private static final String YAML =
      """
      %YAML 1.2
      ---
      # the shop
      schema: iam.manifest.v2
      app: {key: shop, name: "Shop"}
      permissions:
        - key: order.read
          description: |
            See orders.
            All of them.
        - {key: order.cancel, requires_step_up: true}
      roles:
        - key: clerk
          permissions: ["order.*"]
          request: {limit: 1.5, steps: [1, two, null]}
      types:
        order:
          relations:
            owner: user | group#member
      ...
      """;

  @Test
  void yamlMeansWhatItsJsonMeans() {
    String json =
        """
        {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
         "permissions": [{"key": "order.read", "description": "See orders.\\nAll of them.\\n"},
                         {"key": "order.cancel", "requires_step_up": true}],
         "roles": [{"key": "clerk", "permissions": ["order.*"],
                    "request": {"limit": 1.5, "steps": [1, "two", null]}}],
         "types": {"order": {"relations": {"owner": "user | group#member"}}}}
        """;
    ManifestParser.Parsed yaml = parse(YAML, Format.YAML);

    assertThat(yaml.faults()).isEmpty();
    assertThat(yaml.manifest()).isEqualTo(parse(json, Format.JSON).manifest());
    assertThat(parse(json, Format.YAML).manifest()).as("JSON is YAML").isEqualTo(yaml.manifest());
    assertThat(Objects.requireNonNull(yaml.manifest()).permissions()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          {"a": 1, "a": 2}         ! 1:13     ! Duplicate
          {"x": {"a": 1, "a": 1}}  ! 1:19     ! Duplicate
          {"a": 1                  ! 1:8      ! unexpected end of text; the document is incomplete
          {"a": 1,}                ! 1:9      ! was expecting double-quote
          {~  "a": 1~  "b": 2~}    ! 3:3      ! was expecting comma
          {a: 1}                   ! 1:2      ! was expecting double-quote
          {'a': 1}                 ! 1:2      ! was expecting double-quote
          {"a": 1} {"b": 2}        ! 1:10     ! only one document is allowed
          {"a": 1}~x               ! 2:1      ! Unrecognized token
          // no comment~{}         ! 1:1      ! maybe a (non-standard) comment
          {"a": NaN}               ! 1:10     ! Non-standard token 'NaN'
          {"a": 01}                ! 1:8      ! Leading zeroes
          {"a": "\\x"}             ! 1:9      ! Unrecognized character escape
          {"a": "b~"}              ! 1:9      ! Illegal unquoted character
          """)
  void brokenJsonIsOneFaultWithLineAndColumn(String text, String place, String message) {
    assertOneFault(text, Format.JSON, place, message);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          a: 1~a: 2                ! 2:2      ! Duplicate
          a: {b: 1, b: 2}          ! 1:12     ! Duplicate
          a: [1, 2                 ! 1:9      ! expected ',' or ']'
          a: b: c                  ! 1:5      ! mapping values are not allowed here
          a: 1~ b: 2               ! 2:3      ! mapping values are not allowed here
          a:~\t- 1                 ! 2:1      ! found character
          a: "b                    ! 1:6      ! unexpected end of stream
          a: @b                    ! 1:4      ! found character '@'
          --- {a: 1}~--- {b: 2}    ! 2:1      ! only one document is allowed
          a: 1~---~b: 2            ! 2:1      ! only one document is allowed
          a: &x 1                  ! 1:4      ! anchors (&) and aliases (*)
          &x a: 1                  ! 1:1      ! anchors (&) and aliases (*)
          a: &x [1]                ! 1:4      ! anchors (&) and aliases (*)
          a: *x                    ! 1:4      ! anchors (&) and aliases (*)
          *x : 1                   ! 1:1      ! anchors (&) and aliases (*)
          a: [*x]                  ! 1:5      ! anchors (&) and aliases (*)
          a: !!str 1               ! 1:4      ! tags (!)
          a: !!binary aGk=         ! 1:4      ! tags (!)
          a: !x {}                 ! 1:4      ! tags (!)
          a: !!set {x}             ! 1:4      ! tags (!)
          !!map {a: 1}             ! 1:1      ! tags (!)
          !!str a: 1               ! 1:1      ! tags (!)
          a: !!javax.script.ScriptEngineManager [] ! 1:4 ! tags (!)
          <<: {a: 1}               ! 1:1      ! merge keys (<<)
          ? [a]~: 1                ! 1:4      ! Expected a field name
          %TAG !e! tag:x,2000:~--- !e!a {} ! 2:5  ! tags (!)
          """)
  void brokenYamlIsOneFaultWithLineAndColumn(String text, String place, String message) {
    assertOneFault(text, Format.YAML, place, message);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          JSON ! ``
          JSON ! ` ~ `
          YAML ! ``
          YAML ! `# nothing~`
          """)
  void anEmptyTextIsNoManifest(Format format, String text) {
    assertOneFault(text, format, "manifest", "must not be empty");
  }

  /** A quoted text that looks like one of these is a text. */
  @ParameterizedTest
  @CsvSource({
    "'*x'",
    "'&x'",
    "'!x'",
    "'<<'",
    "'a: b'",
    "no",
    "on",
    "y",
    "Yes",
    "OFF",
    "2001-01-01"
  })
  void quotedAndWordlikeScalarsAreTexts(String scalar) throws ManifestSyntaxException {
    String quoted = scalar.matches("[a-zA-Z0-9-]+") ? scalar : "\"" + scalar + "\"";

    JsonNode read = ManifestText.read(bytes("a: " + quoted), Format.YAML);

    assertThat(read.get("a").isTextual()).isTrue();
    assertThat(read.get("a").textValue()).isEqualTo(scalar);
  }

  @Test
  void aByteOrderMarkIsSkipped() {
    assertThat(parse("\uFEFF" + YAML, Format.YAML).faults()).isEmpty();
    assertThat(parse("\uFEFF[]", Format.JSON).faults())
        .extracting(ManifestFault::place)
        .contains("schema");
  }

  @Test
  void otherEncodingsAreRefused() {
    byte[] latin = "{\"name\": \"caf\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
    byte[] wide = "{\"name\": \"x\"}".getBytes(StandardCharsets.UTF_16);

    for (byte[] text : new byte[][] {latin, wide}) {
      assertThat(ManifestText.parse(text, Format.JSON).faults())
          .containsExactly(new ManifestFault("manifest", "must be encoded in UTF-8"));
      assertThat(ManifestText.parse(text, Format.YAML).faults())
          .containsExactly(new ManifestFault("manifest", "must be encoded in UTF-8"));
    }
  }

  @Test
  void controlCharactersAreRefusedInYamlAsInJson() {
    assertOneFault("a: \u0000", Format.YAML, "manifest", "must not contain the character U+0000");
    assertOneFault("{\"a\": \"\u0000\"}", Format.JSON, "1:8", "Illegal unquoted character");
  }

  private static void assertOneFault(String text, Format format, String place, String message) {
    ManifestParser.Parsed parsed = parse(text.replace('~', '\n'), format);
    assertThat(parsed.manifest()).isNull();
    assertThat(parsed.faults())
        .singleElement()
        .satisfies(fault -> {
          assertThat(fault.toString()).startsWith(place + ": ").contains(message);
          assertThat(fault.message())
              .doesNotContainIgnoringCase("jackson")
              .doesNotContain("Source", "Feature");
        });
  }

  private static ManifestParser.Parsed parse(String text, Format format) {
    return ManifestText.parse(bytes(text), format);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
