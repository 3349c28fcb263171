package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.iamplane.catalog.document.ManifestParser.ManifestFaults;
import io.iamplane.catalog.document.ManifestText.Format;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that mean harm end in faults: soon, in bounded space, and never in an exception. */
class HostileManifestTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int MEBIBYTE = ManifestText.MAX_BYTES;

  @ParameterizedTest
  @EnumSource(Format.class)
  void aMebibyteIsReadAndAByteMoreIsNot(Format format) {
    String start = "{\"schema\":\"iam.manifest.v2\",\"app\":{\"key\":\"a\",\"name\":\"A\"}}";
    String full = start + " ".repeat(MEBIBYTE - start.length());

    assertThat(parse(full, format).faults()).isEmpty();
    assertThat(parse(full + " ", format).faults())
        .containsExactly(new ManifestFault("manifest", "must not be longer than 1048576 bytes"));
  }

  static Stream<String> floods() {
    return ofAMebibyte(
        "[", "{\"a\":", "- ", "a: ", "&a ", "\"", "---\n", "{\"\\ud800\":", "\"a\":1,");
  }

  static Stream<String> moreFloods() {
    return ofAMebibyte(
        "{",
        "? ",
        "a:\n ",
        "*a ",
        "!a ",
        "|\n",
        "\\",
        "#",
        "\n",
        "%a\n",
        "- a\n",
        "a: &a\n",
        "\ud83d\ude00",
        "? a\n: - ",
        "[a, b]: ",
        "- [a, b]\n");
  }

  private static Stream<String> ofAMebibyte(String... units) {
    return Stream.of(units)
        .map(unit -> unit.repeat(MEBIBYTE / unit.getBytes(StandardCharsets.UTF_8).length));
  }

  @ParameterizedTest(name = "[{index}]")
  @MethodSource("floods")
  void floodsEndSoon(String text) {
    requireEndSoon(text);
  }

  @ParameterizedTest(name = "[{index}]")
  @MethodSource("moreFloods")
  @Tag("ci")
  void moreFloodsEndSoon(String text) {
    requireEndSoon(text);
  }

  private static void requireEndSoon(String text) {
    for (Format format : Format.values()) {
      assertTimeout(
          SOON,
          () -> {
            ManifestParser.Parsed parsed = parse(text, format);
            assertThat(parsed.manifest()).isNull();
            assertThat(parsed.faults())
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(ManifestFaults.MAX + 1);
          });
    }
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void deepNestingIsRefused(Format format) {
    String tooDeep =
        format == Format.JSON
            ? "must not exceed 64 levels of nesting"
            : "must not be nested more than 64 levels deep";
    for (String deep :
        List.of("[".repeat(65) + "]".repeat(65), "{\"a\":".repeat(65) + "1" + "}".repeat(65))) {
      assertThat(parse(deep, format).faults())
          .singleElement()
          .satisfies(fault -> assertThat(fault.message()).startsWith(tooDeep));
    }
    String blocks =
        IntStream.range(0, 70).mapToObj(i -> " ".repeat(i) + "a:\n").collect(Collectors.joining());
    assertThat(parse(blocks, Format.YAML).faults())
        .containsExactly(new ManifestFault("65:65", "must not be nested more than 64 levels deep"));
  }

  /** A document that came another way than through a text has no depth of its own to rely on. */
  @Test
  void deepFreeObjectsAreRefusedWhereverTheyComeFrom() {
    String fits = "{\"a\":".repeat(15) + "1" + "}".repeat(15);
    new SampleManifest().with("/roles/0/request", fits).manifest();
    new SampleManifest()
        .with("/roles/0/request", "{\"a\":".repeat(16) + "1" + "}".repeat(16))
        .assertFault(
            "roles[0].request" + ".a".repeat(16), "must not be nested more than 16 levels deep");
    new SampleManifest()
        .with("/roles/0/request", "{\"a\":" + "[".repeat(900) + "]".repeat(900) + "}")
        .assertFault(
            "roles[0].request.a" + "[0]".repeat(15), "must not be nested more than 16 levels deep");
    new SampleManifest()
        .with("/attributes/subject/level", "[".repeat(900) + "]".repeat(900))
        .assertFault(
            "attributes.subject.level" + "[0]".repeat(14),
            "must not be nested more than 16 levels deep");
  }

  /** Each level would be nine of the one before. */
  @Test
  void aBombOfAliasesDoesNotGoOff() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [lol]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(9)));
    }

    assertThat(parse(bomb.toString(), Format.YAML).faults())
        .singleElement()
        .satisfies(fault -> assertThat(fault.toString()).startsWith("1:5: anchors (&)"));
  }

  @Test
  void namesAndNumbersAndTextsHaveBounds() {
    for (String text :
        List.of(
            "{\"" + "a".repeat(60_000) + "\": 1}",
            "{\"a\": " + "9".repeat(100) + "}",
            "{\"a\": \"" + "b".repeat(300_000) + "\"}")) {
      assertThat(parse(text, Format.JSON).faults())
          .singleElement()
          .satisfies(fault ->
              assertThat(fault.message())
                  .startsWith("must not exceed 64 levels of nesting, 1024 characters in a name"));
    }
    new SampleManifest()
        .with("/roles/0/request", "{\"a\":\"" + "b".repeat(4_097) + "\"}")
        .assertFault("roles[0].request.a", "must have at most 4096 characters");
    new SampleManifest()
        .with("/roles/0/request", "{\"" + "b".repeat(201) + "\": 1}")
        .assertFault("roles[0].request." + "b".repeat(201), "the name must have at most 200");
  }

  @Test
  void aThousandFaultsAreToldAndOneThatThereAreMore() {
    SampleManifest sample = new SampleManifest();
    for (int i = 0; i < 1_000; i++) {
      sample.document().put("x" + i, 1);
    }
    assertThat(sample.parse().faults()).hasSize(1_000);

    sample.document().put("x1000", 1);
    assertThat(sample.parse().faults())
        .hasSize(1_001)
        .last()
        .isEqualTo(new ManifestFault("manifest", "only the first 1000 errors are listed"));
  }

  @Test
  void circlesWithoutNumberEndSoon() {
    StringBuilder roles = new StringBuilder("[");
    String everyone =
        IntStream.range(0, 400).mapToObj(i -> "\"r" + i + "\"").collect(Collectors.joining(","));
    for (int i = 0; i < 400; i++) {
      roles
          .append(i == 0 ? "" : ",")
          .append("{\"key\":\"r%d\",\"includes\":[%s]}".formatted(i, everyone));
    }
    SampleManifest sample = new SampleManifest().with("/roles", roles.append("]").toString());

    assertTimeout(SOON, () -> assertThat(sample.parse().faults()).hasSize(1_001));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\\nb",
        "\\u001b[31m",
        "\\u202e",
        "\\ud800",
        "\\u2028",
        "\\u0000",
        "\\u009b",
        "\\u200b"
      })
  void aFaultIsOneLineOfPrintableCharacters(String name) {
    for (ManifestFault fault :
        Stream.of(
                "{\"%s\": 1}",
                "{\"app\": {\"key\": \"a\", \"%s\": 1}, \"types\": {\"%<s\": 1}}",
                "{\"app\": {\"key\": \"a\"}, \"roles\": [{\"key\": \"%s:x\"}]}")
            .map(text -> SampleManifest.json(text.formatted(name)))
            .flatMap(document -> ManifestParser.parse(document).faults().stream())
            .toList()) {
      assertThat(fault.toString().codePoints())
          .allSatisfy(c ->
              assertThat(Character.getType(c))
                  .isNotIn(
                      (int) Character.CONTROL,
                      (int) Character.FORMAT,
                      (int) Character.SURROGATE,
                      (int) Character.LINE_SEPARATOR));
    }
  }

  @Test
  void aFaultIsBounded() {
    ManifestFault fault = new ManifestFault("\u0001".repeat(10_000), "\ud83d\ude00".repeat(10_000));

    assertThat(fault.place()).hasSize(400 * 6 + 3).startsWith("\\u0001").endsWith("...");
    assertThat(fault.message()).hasSize(1_000 * 2 + 3);
  }

  /** Nothing is thrown, and a text without faults gives a manifest. */
  @Test
  void spoiltTextsGiveFaults() {
    requireFaults(300);
  }

  @Test
  @Tag("ci")
  void spoiltTextsGiveFaultsAtVolume() {
    requireFaults(1_000);
  }

  private static void requireFaults(int texts) {
    String sample = new SampleManifest().document().toString();
    for (long seed = 0; seed < texts; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(sample);
      for (int i = random.nextInt(4); i >= 0; i--) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, "{}[],:\"*&!|\\-# \n1ax".charAt(random.nextInt(19)));
          default -> text.setCharAt(at, (char) random.nextInt(1, 300));
        }
      }
      for (Format format : Format.values()) {
        ManifestParser.Parsed parsed = parse(text.toString(), format);
        assertThat(parsed.manifest() == null)
            .as("seed %d: %s", seed, text)
            .isEqualTo(!parsed.faults().isEmpty());
      }
    }
  }

  private static ManifestParser.Parsed parse(String text, Format format) {
    return ManifestText.parse(text.getBytes(StandardCharsets.UTF_8), format);
  }
}
