package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.reference.ReferenceEvaluator;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.SubjectRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Relation models, data and expected answers that others wrote. */
class ConformanceTest {

  private static final Path DIRECTORY =
      Path.of(System.getProperty("conformance.dir", "../shared/conformance"));
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final Set<String> DIRECTORY_TYPES = Set.of("user", "group", "service_account");

  private final List<Fact> facts = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({"gdrive,187", "github,11", "slack,7"})
  void answersAreThoseOfTheAuthors(String set, int cases) throws IOException {
    assumeTrue(Files.isDirectory(DIRECTORY.resolve(set)), "not present");
    facts.add(new ApplicationFact("app", true));
    facts.add(new ModelFact("app", model(set)));
    load("citadel");
    load(set);
    SnapshotBuilder builder = PolicySnapshot.builder();
    facts.forEach(builder::add);
    PolicySnapshot snapshot = builder.build(1);
    ReferenceEvaluator reference = new ReferenceEvaluator(facts);
    PolicyEngine engine =
        new PolicyEngine(
            10_000,
            defect -> {
              throw new AssertionError(defect);
            });
    Set<String> wrong = new TreeSet<>();
    JsonNode assertions = read(set, "evaluations").get("assertions");
    for (JsonNode assertion : assertions) {
      DecisionRequest request = request(assertion.get("evaluation"));
      Decision decision = engine.decide(snapshot, request, Instant.EPOCH);
      assertThat(decision.reason()).isEqualTo(reference.decide(request, Instant.EPOCH).reason());
      if (decision.allowed() != assertion.get("expected").asBoolean()) {
        wrong.add(assertion + " gave " + decision);
      }
    }
    assertThat(assertions).hasSize(cases);
    assertThat(wrong).isEmpty();
  }

  private static JsonNode read(String set, String file) throws IOException {
    return JSON.readTree(DIRECTORY.resolve(set).resolve(file + ".json").toFile());
  }

  private static RelationModel model(String set) throws IOException {
    JsonNode model = YAML.readTree(DIRECTORY.resolve(set).resolve("model.yaml").toFile());
    Map<String, Object> types =
        JSON.convertValue(model.get("types"), new TypeReference<Map<String, Object>>() {});
    RelationModel.Parsed parsed = RelationModel.parse(types);
    assertThat(parsed.faults()).isEmpty();
    assertThat(parsed.model()).isNotNull();
    return parsed.model();
  }

  /** Users and groups become directory entries known by their external ids. */
  private void load(String set) throws IOException {
    for (JsonNode object : read(set, "objects").get("objects")) {
      String type = object.get("type").asText();
      String name = object.get("id").asText();
      boolean entry = DIRECTORY_TYPES.contains(type);
      String id = entry ? "id-" + facts.size() : name;
      Map<String, Object> attributes =
          JSON.convertValue(object.path("properties"), new TypeReference<Map<String, Object>>() {});
      facts.add(
          new SubjectFact(
              new SubjectRef(type, id),
              entry ? name : null,
              true,
              attributes == null ? Map.of() : attributes));
    }
    for (JsonNode relation : read(set, "relations").get("relations")) {
      facts.add(
          RelationFact.of(
              "r" + facts.size(),
              new Subject(
                  new SubjectRef(
                      relation.get("subject_type").asText(), relation.get("subject_id").asText()),
                  relation.has("subject_relation")
                      ? relation.get("subject_relation").asText()
                      : null),
              relation.get("relation").asText(),
              new SubjectRef(
                  relation.get("object_type").asText(), relation.get("object_id").asText())));
    }
  }

  private static DecisionRequest request(JsonNode evaluation) {
    JsonNode subject = evaluation.get("subject");
    JsonNode resource = evaluation.get("resource");
    return DecisionRequest.of(
        Party.of(subject.get("type").asText(), subject.get("id").asText()),
        new Asked.Relation(evaluation.get("action").get("name").asText(), "app"),
        Party.of(resource.get("type").asText(), resource.get("id").asText()));
  }
}
