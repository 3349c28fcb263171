package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema accepts all that the parser accepts. Seeds are fixed; failures name them. */
class ManifestSchemaPropertyTest {

  /** Texts for each member. */
  private static final int FEW = 800;

  private static final int MANY = 3_000;

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "-1.5",
          "1e300",
          "1e-300",
          "\"\"",
          "\" \"",
          "\"a\"",
          "\"a b\"",
          "\"a\\nb\"",
          "\"\\u0000\"",
          "\"*\"",
          "\"a.*\"",
          "\"iam\"",
          "\"app:a\"",
          "\"b:a\"",
          "\"low\"",
          "\"aal2\"",
          "\"aal1\"",
          "\"user\"",
          "\"doc\"",
          "\"document\"",
          "\"int\"",
          "\"https://a.example/\"",
          "[]",
          "[null]",
          "[\"a\"]",
          "[{}]",
          "[[]]",
          "{}",
          "{\"key\":\"a\"}",
          "{\"a\":1}",
          "{\"a\":\"int\"}",
          "{\"a\":\"user\"}",
          "{\"a\":null}");

  private static final List<String> NAMES =
      List.of("", "a", "a b", "key", "label", "type", "request", "relations", "subject", "\u0000");

  /** Blanks that Java's blank is and is not, and characters that are or are not control. */
  private static final String HOSTILE =
      "ab \t\n\r\u0000\u000b\f\u001c\u001f\u007f\u0085\u009f\u00a0\u1680\u180e\u2000\u2007\u2028"
          + "\u2029\u202f\u205f\u3000\ufeff\u200b\u202e\uffff";

  private final SchemaChecker schema = new SchemaChecker();

  @Test
  void generatedManifestsAreAccepted() {
    requireAccepted(200);
  }

  @Test
  @Tag("ci")
  void generatedManifestsAreAcceptedAtVolume() {
    requireAccepted(500);
  }

  private void requireAccepted(int manifests) {
    for (long seed = 0; seed < manifests; seed++) {
      assertThat(schema.faults(generated(seed))).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void whatTheSchemaRefusesOfSpoiltManifestsTheParserRefusesToo() {
    spoil(1_200);
  }

  @Test
  @Tag("ci")
  void whatTheSchemaRefusesOfSpoiltManifestsTheParserRefusesTooAtVolume() {
    spoil(6_000);
  }

  private void spoil(int manifests) {
    int refused = 0;
    int accepted = 0;
    for (long seed = 0; seed < manifests; seed++) {
      ObjectNode document = seed % 2 == 0 ? generated(seed / 2) : new SampleManifest().document();
      spoil(document, new Random(seed));
      List<String> faults = schema.faults(document);
      if (ManifestParser.parse(document).faults().isEmpty()) {
        assertThat(faults).as("seed %d: %s", seed, document).isEmpty();
        accepted++;
      } else if (!faults.isEmpty()) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(manifests / 3);
    assertThat(accepted).isGreaterThan(manifests / 10);
  }

  /** A member in which a text stands, the characters of the text, and a length beyond its bound. */
  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          "app": {"key": %s, "name": "A"}                ! a0_-A.:i    ! 65
          "permissions": [{"key": %s}]                   ! aA0_-.:* a  ! 200
          "roles": [{"key": %s}]                         ! aA0_-.:* a  ! 200
          "roles": [{"key": "r", "permissions": [%s]}]   ! aA.*:       ! 200
          "permissions": [{"key": "p", "action": %s}]    ! aA0_-.:* a  ! 70
          "permissions": [{"key": "p", "resource": %s}]  ! aA0_-.a     ! 70
          "types": {%s: {}}                              ! aA0_-.a     ! 70
          """)
  private @interface InKeys {}

  @InKeys
  void keysAreRefusedAlike(String member, String alphabet, int max) {
    keysAlike(member, alphabet, max, FEW);
  }

  @InKeys
  @Tag("ci")
  void keysAreRefusedAlikeAtVolume(String member, String alphabet, int max) {
    keysAlike(member, alphabet, max, MANY);
  }

  private void keysAlike(String member, String alphabet, int max, int texts) {
    boolean patterns = alphabet.contains("*") && member.contains("[%s]");
    alike(member, alphabet, max, texts, text -> isOwn(text) && (!patterns || text.contains("*")));
  }

  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiterString = " ! ",
      textBlock =
          """
          "app": {"key": "a", "name": %s}                       ! 202
          "app": {"key": "a", "name": "A", "type": %s}          ! 66
          "permissions": [{"key": "p", "description": %s}]      ! 1002
          "attributes": {"context": {%s: "int"}}                ! 202
          "roles": [{"key": "r", "request": {"a": [{%s: 1}]}}]  ! 202
          "roles": [{"key": "r", "request": {"a": [%s]}}]       ! 4098
          """)
  private @interface InTexts {}

  @InTexts
  void textsAreRefusedAlike(String member, int max) {
    alike(member, HOSTILE, max, FEW, text -> true);
  }

  @InTexts
  @Tag("ci")
  void textsAreRefusedAlikeAtVolume(String member, int max) {
    alike(member, HOSTILE, max, MANY, text -> true);
  }

  @Test
  void typesOfAttributesAreRefusedAlike() {
    typesAlike(4_000);
  }

  @Test
  @Tag("ci")
  void typesOfAttributesAreRefusedAlikeAtVolume() {
    typesAlike(20_000);
  }

  private void typesAlike(int types) {
    List<String> parts = List.of("list<", "list<", ">", ">", "int", "list", "string", "any", "x");
    for (long seed = 0; seed < types; seed++) {
      Random random = new Random(seed);
      StringBuilder type = new StringBuilder();
      for (int i = random.nextInt(8); i >= 0; i--) {
        type.append(parts.get(random.nextInt(parts.size())));
      }
      String member = "\"attributes\": {\"subject\": {\"a\": %s}}";
      sameAnswer(seed, document(member, type.toString()));
      int lists = random.nextInt(6);
      sameAnswer(seed, document(member, "list<".repeat(lists) + "any" + ">".repeat(lists)));
    }
  }

  @Test
  void fitRedirectUrisAreAccepted() {
    requireFitAccepted(15_000);
  }

  @Test
  @Tag("ci")
  void fitRedirectUrisAreAcceptedAtVolume() {
    requireFitAccepted(60_000);
  }

  private void requireFitAccepted(int uris) {
    List<String> parts =
        List.of(
            "https://",
            "https://",
            "http://",
            "HTTPS://",
            "a",
            "a.b",
            "-",
            ".",
            "localhost",
            "127.0.0.1",
            "[::1]",
            "[::1%a_1]",
            "[1::2]",
            "/",
            "/",
            "?",
            "#",
            "@",
            ":",
            ":8443",
            ":0",
            ":080",
            "%20",
            "%2",
            "&=+$,;",
            "!~'()*",
            "*",
            " ",
            "[",
            "]",
            "_",
            "\\",
            "\u00e4",
            "{",
            "|",
            "^",
            "\"");
    int fit = 0;
    for (long seed = 0; seed < uris; seed++) {
      Random random = new Random(seed);
      StringBuilder uri = new StringBuilder(parts.get(random.nextInt(4)));
      for (int i = random.nextInt(6); i >= 0; i--) {
        uri.append(parts.get(random.nextInt(parts.size())));
      }
      if (RedirectUris.isFit(uri.toString())) {
        fit++;
        JsonNode document = document("\"auth\": {\"redirect_uris\": [%s]}", uri.toString());
        assertThat(schema.faults(document)).as("seed %d: %s", seed, uri).isEmpty();
      }
    }
    assertThat(fit).isGreaterThan(uris / 60);
  }

  /** Short texts cover odd characters, long ones the limits of length. */
  private void alike(String member, String alphabet, int max, int texts, Predicate<String> exact) {
    for (long seed = 0; seed < texts; seed++) {
      Random random = new Random(seed);
      boolean isLong = seed % 10 == 0;
      int length = isLong ? max - random.nextInt(5) : random.nextInt(7);
      StringBuilder text = new StringBuilder();
      while (text.length() < length) {
        boolean plain = isLong && random.nextInt(100) > 0;
        text.append(alphabet.charAt(plain ? 0 : random.nextInt(alphabet.length())));
      }
      JsonNode document = document(member, text.toString());
      if (exact.test(text.toString())) {
        sameAnswer(seed, document);
      } else if (ManifestParser.parse(document).faults().isEmpty()) {
        assertThat(schema.faults(document)).as("seed %d: %s", seed, document).isEmpty();
      }
    }
  }

  private void sameAnswer(long seed, JsonNode document) {
    assertThat(schema.faults(document).isEmpty())
        .as("seed %d: %s", seed, document)
        .isEqualTo(ManifestParser.parse(document).faults().isEmpty());
  }

  /** The schema cannot compare the application of a full key. */
  private static boolean isOwn(String key) {
    return !key.contains(":") || key.startsWith("a:");
  }

  private static JsonNode document(String member, String text) {
    String app = member.startsWith("\"app\"") ? "" : "\"app\": {\"key\": \"a\", \"name\": \"A\"}, ";
    String quoted = SampleManifest.MAPPER.getNodeFactory().textNode(text).toString();
    return SampleManifest.json(
        "{\"schema\": \"iam.manifest.v2\", " + app + member.replace("%s", quoted) + "}");
  }

  private static ObjectNode generated(long seed) {
    return new RandomManifest(new Random(seed), new Random(~seed)).document();
  }

  /** One change: a value replaced, a member added, removed or renamed, an element repeated. */
  private static void spoil(ObjectNode document, Random random) {
    List<JsonNode> holders = new ArrayList<>();
    collect(document, holders);
    JsonNode holder = holders.get(random.nextInt(holders.size()));
    JsonNode value = SampleManifest.json(VALUES.get(random.nextInt(VALUES.size())));
    if (holder instanceof ArrayNode list) {
      if (list.isEmpty() || random.nextInt(4) == 0) {
        list.add(value);
      } else if (random.nextInt(4) == 0) {
        list.add(list.get(random.nextInt(list.size())).deepCopy());
      } else {
        list.set(random.nextInt(list.size()), value);
      }
      return;
    }
    ObjectNode object = (ObjectNode) holder;
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    String name = names.isEmpty() ? "a" : names.get(random.nextInt(names.size()));
    String other = NAMES.get(random.nextInt(NAMES.size()));
    switch (random.nextInt(6)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(other, value);
      case 2 -> object.set(other, object.has(name) ? object.remove(name) : value);
      default -> object.set(name, value);
    }
  }

  private static void collect(JsonNode node, List<JsonNode> holders) {
    if (node.isContainerNode()) {
      holders.add(node);
      node.forEach(child -> collect(child, holders));
    }
  }
}
