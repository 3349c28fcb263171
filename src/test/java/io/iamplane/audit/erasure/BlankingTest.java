package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.iamplane.chain.PersonalData;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationCondition;
import io.iamplane.shared.SubjectRef;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlankingTest {

  private static final User ANN =
      new User(
          new UserId(new UUID(0, 1)),
          "e-1",
          "ann@example.com",
          "Ann Ohara",
          User.Status.ACTIVE,
          Map.of(),
          1,
          Instant.EPOCH);

  private final ObjectMapper mapper =
      new ObjectMapper()
          .registerModule(new JavaTimeModule())
          .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
  private final Blanking blanking = new Blanking(mapper, ANN);
  private final PersonNames names = PersonNames.of(List.of("Ann Ohara", "ann@example.com"));

  /** A permit holds no more, a denial always. */
  @ParameterizedTest
  @CsvSource({"permit, false", "deny, true"})
  void anErasedConditionNeverWidens(String effect, String condition) throws IOException {
    JsonNode grant =
        erased(
            "{'effect': '%s', 'condition': 'user.name == \"Ann Ohara\"'}".formatted(effect),
            "grant");
    assertThat(grant.path("condition").textValue()).isEqualTo(condition);
    assertThat(grant.path("effect").textValue()).isEqualTo(effect);
  }

  @ParameterizedTest
  @CsvSource({
    "justification, null",
    "note, null",
    "disabled_reason, null",
    "name, ''''''",
    "description, ''''''",
    "reason, ''''''",
    "url, ''''''"
  })
  void aTextBecomesWhatItMayBeWithout(String member, String blank) throws IOException {
    JsonNode image =
        erased("{'%s': 'for Ann Ohara', 'key': 'Ann Ohara'}".formatted(member), "role");
    assertThat(image.path(member)).isEqualTo(json(blank));
    assertThat(image.path("key").textValue()).isEqualTo("Ann Ohara");
  }

  @Test
  void attributesThatNameThePersonBecomeEmpty() throws IOException {
    JsonNode image = erased("{'attributes': {'owner': 'Ann Ohara', 'floor': 3}}", "object");
    assertThat(image.path("attributes")).isEqualTo(json("{}"));
  }

  /** Without its condition it would hold always. */
  @Test
  void aNamedConditionWithValuesThatNameThePersonBecomesFalse() throws IOException {
    Relation relation =
        new Relation(
            new UUID(0, 2),
            new SubjectRef("user", "bert"),
            null,
            "opener",
            new SubjectRef("safe", "s1"),
            null,
            new RelationCondition("of_owner", Map.of("owner", "ann@example.com", "limit", 3)),
            null,
            null,
            Instant.EPOCH);
    String image = mapper.writeValueAsString(relation);
    Relation blanked = mapper.readValue(blanking.image(image, "relation", names), Relation.class);
    assertThat(blanked.namedCondition()).isNull();
    assertThat(blanked.condition()).isEqualTo("false");
    assertThat(blanked.key()).isEqualTo(relation.key());
    assertThat(erased("{'condition': null, 'named_condition': {'name': 'Ann Ohara'}}", "relation"))
        .isEqualTo(json("{'condition': null, 'named_condition': {'name': 'Ann Ohara'}}"));
  }

  @Test
  void stepsLoseTheNotesThatNameThePerson() throws IOException {
    String steps = "{'steps': [{'approver': 'role:ann', 'note': %s}, {'note': 'fine'}]}";
    assertThat(erased(steps.formatted("'ask Ann Ohara'"), "access_request"))
        .isEqualTo(json(steps.formatted("null")));
  }

  /** A type with another free text would keep it in images for ever. */
  @Test
  void everyPersonalMemberIsBlanked() throws IOException, URISyntaxException {
    Set<String> members = new TreeSet<>();
    Path classes =
        Path.of(PersonalData.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(classes.resolve("io/iamplane"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        members.addAll(personalMembers(ClassFile.of().parse(file)));
      }
    }
    assertThat(members).contains("attributes", "named_condition", "reason", "steps");
    members.removeAll(User.PERSONAL);
    assertThat(Blanking.FREE_TEXT).containsAll(members);
  }

  /** The texts in the method of a type with such members; none of another type. */
  private static List<String> personalMembers(ClassModel type) {
    String personal = PersonalData.class.getName().replace('.', '/');
    return type.interfaces().stream().noneMatch(each -> each.asInternalName().equals(personal))
        ? List.of()
        : type.methods().stream()
            .filter(method -> method.methodName().equalsString("personalMembers"))
            .flatMap(method -> method.code().orElseThrow().elementStream())
            .filter(ConstantInstruction.class::isInstance)
            .map(each -> ((ConstantInstruction) each).constantValue())
            .filter(String.class::isInstance)
            .map(String.class::cast)
            .toList();
  }

  @Test
  void textsThatNameNobodyStay() throws IOException {
    JsonNode image = erased("{'note': 'for Ann Ohara', 'description': 'for all'}", "role");
    assertThat(image).isEqualTo(json("{'note': null, 'description': 'for all'}"));
    String other = "{\"note\": \"for Joann Oharas\"}";
    assertThat(blanking.image(other, "role", names)).isSameAs(other);
    assertThat(blanking.image(null, "role", names)).isNull();
  }

  /** The name of another person is that person's own, even when it is the same. */
  @Test
  void anotherUserLosesOnlyAttributesThatNameThePerson() throws IOException {
    JsonNode other =
        erased("{'name': 'Ann Ohara', 'attributes': {'assistant_of': 'Ann Ohara'}}", "user");
    assertThat(other).isEqualTo(json("{'name': 'Ann Ohara', 'attributes': {}}"));
  }

  @Test
  void anEventLosesTheTextsOfBothImages() throws IOException {
    String event =
        text(
            "{'type': 'iam.grant.updated', 'data': {'target': {'type': 'grant'},"
                + " 'before': {'justification': 'for Ann Ohara'},"
                + " 'after': {'justification': 'for ann@example.com'}}}");
    JsonNode data = mapper.readTree(blanking.event(event, names)).path("data");
    assertThat(data.path("before")).isEqualTo(json("{'justification': null}"));
    assertThat(data.path("after")).isEqualTo(json("{'justification': null}"));
  }

  @Test
  void anEventAboutThePersonLosesAllThatIsPersonal() throws IOException {
    String image = "{'name': 'Ann Ohara', 'email': 'ann@example.com', 'status': 'active'}";
    String event = text("{'data': {'before': null, 'after': %s}}".formatted(image));
    JsonNode data = mapper.readTree(blanking.event(event)).path("data");
    assertThat(data.path("before").isNull()).isTrue();
    assertThat(data.path("after"))
        .isEqualTo(json("{'name': '', 'email': null, 'status': 'active'}"));
    assertThat(blanking.image(null)).isNull();
  }

  @Test
  void attemptsLoseTheAnswersThatNameThePerson() throws IOException {
    String attempts =
        text(
            "[{'status': 500, 'response': 'no such user: Ann Ohara', 'error': 'timeout'},"
                + " {'status': 200, 'response': 'ok'}]");
    assertThat(mapper.readTree(blanking.attempts(attempts, names)))
        .isEqualTo(
            json(
                "[{'status': 500, 'response': '(erased)', 'error': 'timeout'},"
                    + " {'status': 200, 'response': 'ok'}]"));
  }

  private JsonNode erased(String image, String type) throws IOException {
    return mapper.readTree(blanking.image(text(image), type, names));
  }

  private JsonNode json(String quoted) throws IOException {
    return mapper.readTree(text(quoted));
  }

  /** JSON with its quotation marks; in these cases they are apostrophes outside of texts. */
  private static String text(String quoted) {
    return quoted.replace("\"", "\\\"").replace('\'', '"');
  }
}
