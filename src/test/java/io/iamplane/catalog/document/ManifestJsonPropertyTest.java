package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.http.json.JsonRules;
import io.iamplane.shared.CanonicalJson;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A manifest is stored as {@code jsonb} and read back: nothing of it may change on the way. */
class ManifestJsonPropertyTest {

  private static final int ROUNDS = 300;

  private final ObjectMapper application = application();

  /** {@code jsonb} keeps a number's value, and writes it without exponent. */
  private final ObjectMapper jsonb =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build();

  /** A mapper configured like that of the application. */
  private static ObjectMapper application() {
    ObjectMapper mapper =
        JsonMapper.builder()
            .findAndAddModules()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();
    new JsonRules().customize(mapper);
    return mapper;
  }

  @Test
  void theSampleComesBackAsItWas() throws JsonProcessingException {
    Manifest manifest = new SampleManifest().manifest();
    String text = application.writeValueAsString(manifest);

    assertThat(application.readValue(text, Manifest.class)).isEqualTo(manifest);
    JsonNode written = application.readTree(text);
    assertThat(written.at("/app/risk_level").asText()).isEqualTo("medium");
    assertThat(written.at("/auth/client_type").asText()).isEqualTo("public");
    assertThat(written.at("/permissions/1/required_aal").asText()).isEqualTo("aal2");
    assertThat(written.at("/roles/1/self_requestable").asBoolean()).isTrue();
    assertThat(CanonicalJson.of(text)).isEqualTo(manifest.canonical());
  }

  @Test
  void generatedOnesComeBackAsTheyWere() throws JsonProcessingException {
    for (long seed = 0; seed < ROUNDS; seed++) {
      Manifest manifest =
          SampleManifest.manifest(new RandomManifest(new Random(seed), new Random(0)).document());
      String text = application.writeValueAsString(manifest);
      String stored = jsonb.writeValueAsString(jsonb.readTree(text));

      assertThat(application.readValue(text, Manifest.class))
          .as("seed %d", seed)
          .isEqualTo(manifest);
      assertThat(application.readValue(stored, Manifest.class))
          .as("seed %d", seed)
          .isEqualTo(manifest);
      assertThat(CanonicalJson.of(stored)).as("seed %d", seed).isEqualTo(manifest.canonical());
    }
  }

  @Test
  void anotherSpellingOfTheSameIsTheSame() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      Manifest one =
          SampleManifest.manifest(new RandomManifest(new Random(seed), new Random(1)).document());
      Manifest other =
          SampleManifest.manifest(new RandomManifest(new Random(seed), new Random(2)).document());

      assertThat(other).as("seed %d", seed).isEqualTo(one);
      assertThat(other.canonical()).as("seed %d", seed).isEqualTo(one.canonical());
    }
  }

  @Test
  void moreThanOneMeaningIsGenerated() {
    String first =
        SampleManifest.manifest(new RandomManifest(new Random(0), new Random(0)).document())
            .canonical();
    for (long seed = 1; seed < ROUNDS; seed++) {
      assertThat(
              SampleManifest.manifest(
                      new RandomManifest(new Random(seed), new Random(0)).document())
                  .canonical())
          .as("seed %d", seed)
          .isNotEqualTo(first);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0.0",
        "1",
        "1.0",
        "1e3",
        "-1",
        "2147483647",
        "2147483648",
        "-2147483649",
        "0.1",
        "1e-15",
        "-1.7976931348623157e-14",
        "123456789.123",
        "9007199254740991",
        "1.5e10"
      })
  void numbersComeBackAsTheyWere(String number) throws JsonProcessingException {
    Manifest manifest =
        new SampleManifest().with("/roles/0/request", "{\"n\":" + number + "}").manifest();
    String stored =
        jsonb.writeValueAsString(jsonb.readTree(application.writeValueAsString(manifest)));

    assertThat(application.readValue(stored, Manifest.class)).isEqualTo(manifest);
    assertThat(CanonicalJson.of(stored)).isEqualTo(manifest.canonical());
  }

  @Test
  void whatIsReadByTheApplicationsMapperIsTheSameDocument() throws JsonProcessingException {
    ObjectNode document = new SampleManifest().document();

    assertThat(SampleManifest.manifest(application.readTree(document.toString())))
        .isEqualTo(new SampleManifest().manifest());
  }
}
