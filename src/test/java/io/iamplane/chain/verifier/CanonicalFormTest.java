package io.iamplane.chain.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.chain.ChainHash;
import io.iamplane.chain.ChainHead;
import io.iamplane.chain.PersonalValue;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each value has one text: any other is refused, even with a correct hash. */
class CanonicalFormTest {

  private static final OrganizationId TENANT =
      OrganizationId.parse(CanonicalTexts.ORGANIZATION).orElseThrow();
  private static final UUID ID = new UUID(0, 1);
  private static final byte[] SALT = new byte[32];

  private static final String TEXT =
      """
      {"actor":{"id":"ann","type":"cli"},"after":{"count":5,"note":"x"},"correlation_id":"c",\
      "event_type":"iam.user.created","id":"%s","occurred_at":"2026-01-01T00:00:00.000001Z",\
      "organization_id":"%s","risk_level":"medium","seq":"1","target":{"id":"t","type":"user"}}\
      """
          .formatted(ID, TENANT);

  @TestFactory
  Stream<DynamicTest> canonicalTextsHold() {
    return CanonicalTexts.whole().entrySet().stream()
        .map(each ->
            DynamicTest.dynamicTest(
                each.getKey(),
                () -> assertThat(walked(each.getValue().apply(TEXT), List.of())).isEmpty()));
  }

  @TestFactory
  Stream<DynamicTest> otherTextsAreAltered() {
    return CanonicalTexts.broken().entrySet().stream()
        .map(each ->
            DynamicTest.dynamicTest(
                each.getKey(),
                () ->
                    assertThat(walked(each.getValue().apply(TEXT), List.of()).map(Finding::cause))
                        .contains(FindingCause.RECORD_ALTERED)));
  }

  @Test
  void aFindingSaysWhereTheTextDiffers() {
    Finding finding = walked(TEXT.replace("\"count\":5", "\"count\": 5"), List.of()).orElseThrow();
    assertThat(finding.expected()).isEqualTo("canonical in the form of RFC 8785");
    assertThat(finding.found())
        .isEqualTo(
            "canonical with a fault at character %d (expected a number in the form that RFC 8785 defines)"
                .formatted(TEXT.indexOf("5,\"note") + 1));
  }

  @Test
  void depthIsBounded() {
    assertThat(CanonicalForm.fault("[".repeat(1_000) + "]".repeat(1_000))).isEmpty();
    assertThat(CanonicalForm.fault("[".repeat(100_000) + "]".repeat(100_000))).isPresent();
    assertThat(CanonicalForm.fault("[")).isPresent();
  }

  // Personal values.

  @Test
  void aPersonalValueHasOneTextAndASaltOfItsLength() {
    assertThat(walked(SALT, "\"Ann\"", digest -> digest)).isEmpty();
    assertThat(walked(SALT, "\"Ann\" ", digest -> digest)).isPresent();
    assertThat(walked(SALT, "\"\\u0041nn\"", digest -> digest)).isPresent();
    assertThat(walked(SALT, "{\"a\":1,\"a\":2}", digest -> digest)).isPresent();
    assertThat(walked(SALT, "[1.0]", digest -> digest)).isPresent();
    assertThat(walked(Arrays.copyOf(SALT, 31), "\"Ann\"", digest -> digest)).isPresent();
  }

  @Test
  void nothingStandsBesideADigest() {
    assertThat(walked(SALT, "\"Ann\"", digest -> digest + ",\"x\":1")).isPresent();
    assertThat(walked(SALT, "\"Ann\"", digest -> "\"a\":1," + digest)).isPresent();
  }

  private static Optional<Finding> walked(byte[] salt, String value, UnaryOperator<String> beside) {
    byte[] salted = Arrays.copyOf(salt, salt.length + value.length());
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, salted, salt.length, bytes.length);
    String digest = "\"sha256\":\"" + HexFormat.of().formatHex(Hashes.sha256(salted)) + "\"";
    return walked(
        TEXT.replace("\"note\":\"x\"", "\"note\":{" + beside.apply(digest) + "}"),
        List.of(new PersonalValue("/after/note", "user:t", salt, value)));
  }

  // Against the library that writes the texts.

  @Test
  void itAgreesWithWhatWritesTheTexts() {
    Random random = new Random(11);
    CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
    int canonical = 0;
    for (int i = 0; i < 20_000; i++) {
      JsonNode written = value(random, 0, true);
      String text = CanonicalJson.of(written.toString());
      assertThat(CanonicalJson.of(written)).isEqualTo(text);
      assertThat(CanonicalForm.fault(text)).as(text).isEmpty();
      String changed = changed(random, text);
      if (utf8.canEncode(changed)) {
        boolean is = isCanonical(changed);
        canonical += is ? 1 : 0;
        assertThat(CanonicalForm.fault(changed).isEmpty()).as(changed).isEqualTo(is);
      }
    }
    assertThat(canonical).isGreaterThan(1_000);
  }

  private static boolean isCanonical(String text) {
    try {
      return CanonicalJson.of(text).equals(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String changed(Random random, String text) {
    String signs = "{}[]\",:\\u0019eE+-. \n\tabtfnr/";
    int place = random.nextInt(text.length());
    String sign = String.valueOf(signs.charAt(random.nextInt(signs.length())));
    return switch (random.nextInt(3)) {
      case 0 -> text.substring(0, place) + text.substring(place + 1);
      case 1 -> text.substring(0, place) + sign + text.substring(place);
      default -> text.substring(0, place) + sign + text.substring(place + 1);
    };
  }

  private static JsonNode value(Random random, int depth, boolean structured) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return switch (structured ? random.nextInt(2) : random.nextInt(depth > 3 ? 6 : 8)) {
      case 0 -> structured ? object(random, depth) : json.numberNode(random.nextInt(2_000) - 1_000);
      case 1 -> structured ? list(random, depth) : json.numberNode(random.nextLong());
      case 2 -> json.numberNode(finite(random));
      case 3 -> json.numberNode(random.nextInt(10_000) / 100.0);
      case 4 -> json.booleanNode(random.nextBoolean());
      case 5 -> json.textNode(text(random));
      case 6 -> object(random, depth);
      default -> list(random, depth);
    };
  }

  private static ObjectNode object(Random random, int depth) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (int i = random.nextInt(5); i > 0; i--) {
      object.set(text(random), value(random, depth + 1, false));
    }
    return object;
  }

  private static ArrayNode list(Random random, int depth) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(value(random, depth + 1, false));
    }
    return list;
  }

  private static double finite(Random random) {
    double number = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(number) ? number : 0.5;
  }

  private static String text(Random random) {
    String[] signs = {
      "a",
      "b",
      "\"",
      "\\",
      "/",
      "\n",
      "\b",
      "\u0001",
      "\u001f",
      "\u007f",
      "\u00e4",
      "\u20ac",
      "\ufb33",
      "\ud83d\ude00",
      "\u2028",
      "Z"
    };
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append(signs[random.nextInt(signs.length)]);
    }
    return text.toString();
  }

  /** Walks over a chain of this one record, with a correct hash. */
  private static Optional<Finding> walked(String canonical, List<PersonalValue> personal) {
    byte[] genesis = ChainHash.genesis(TENANT);
    StoredRecord row =
        new StoredRecord(
            1,
            ID,
            Instant.parse("2026-01-01T00:00:00.000001Z"),
            "iam.user.created",
            "cli:ann",
            "user",
            "t",
            null,
            "medium",
            "c",
            canonical,
            genesis,
            ChainHash.record(genesis, canonical));
    return new ChainWalk(TENANT, ChainHead.genesis(TENANT)).step(row, personal);
  }
}
