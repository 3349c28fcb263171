package io.iamplane.language.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.language.relation.RelationModel.Parsed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models with relations on named conditions. */
class ModelConditionsTest {

  private static final Map<String, Object> OPEN =
      Map.of("parameters", Map.of("flag", "bool"), "expression", "flag");

  private static Parsed parse(String viewer, Map<String, ?> conditions) {
    return RelationModel.parse(
        Map.of(
            "doc",
            Map.of("relations", Map.of("viewer", viewer, "writer", "user")),
            "with",
            Map.of("relations", Map.of("with", "user"))),
        conditions);
  }

  private static RelationModel model(String viewer) {
    Parsed parsed = parse(viewer, Map.of("open", OPEN));
    assertThat(parsed.faults()).isEmpty();
    return Objects.requireNonNull(parsed.model());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "user with open; user with open",
        "user|user  with\topen; user | user with open",
        "user:* with open | group#member with open; user:* with open | group#member with open",
        "user with open | writer; [user with open] | writer",
        "[user | user with open] - writer; [user | user with open] - writer",
        "writer & user with open; writer & [user with open]",
        "with with open; with with open"
      })
  void conditionsAreListed(String text, String canonical) {
    RelationModel model = model(text);
    assertThat(canonicalOf(model)).isEqualTo(canonical);
    assertThat(RelationModel.parse(model.canonical(), model.canonicalConditions()).model())
        .isEqualTo(model);
  }

  private static Object canonicalOf(RelationModel model) {
    return ((Map<?, ?>) ((Map<?, ?>) model.canonical().get("doc")).get("relations")).get("viewer");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "user with shut; types.doc.relations.viewer (line 1, column 11): there is no condition"
            + " 'shut'",
        "user with; types.doc.relations.viewer (line 1, column 10): expected a condition, found the"
            + " end of the expression",
        "user with open | user with open; types.doc.relations.viewer (line 1, column 18): 'user"
            + " with open' is listed twice",
        "writer with open; types.doc.relations.viewer (line 1, column 1): there is no type 'writer'"
      })
  void faultsHaveTheirPlaces(String text, String fault) {
    assertThat(parse(text, Map.of("open", OPEN)).faults().stream().map(ModelFault::toString))
        .contains(fault);
  }

  @Test
  void aConditionThatNoRelationNamesIsRefused() {
    assertThat(parse("user", Map.of("open", OPEN)).faults())
        .extracting(ModelFault::path)
        .containsExactly("conditions.open");
    assertThat(parse("user", Map.of("1st", OPEN)).faults())
        .extracting(ModelFault::path)
        .contains("conditions.1st");
  }

  @Test
  void anUnreadConditionIsOneFault() {
    assertThat(parse("user with open", Map.of("open", Map.of("expression", "1 +"))).faults())
        .extracting(ModelFault::path)
        .containsExactly("conditions.open.expression");
    assertThat(parse("user with", Map.of("open", OPEN)).faults())
        .extracting(ModelFault::path)
        .containsExactly("types.doc.relations.viewer");
  }

  @Test
  void theMembersOfAGroupNameNone() {
    Parsed parsed =
        RelationModel.parse(
            Map.of("group", Map.of("relations", Map.of("member", "user with open"))),
            Map.of("open", OPEN));
    assertThat(parsed.faults())
        .extracting(ModelFault::message)
        .containsExactly(
            "a model cannot set conditions on group members, because the directory stores memberships");
  }

  @Test
  void atMostSoManyConditions() {
    Map<String, Object> many = new HashMap<>();
    for (int i = 0; i < 257; i++) {
      many.put("c" + i, OPEN);
    }
    assertThat(parse("user", many).faults())
        .extracting(ModelFault::message)
        .isEqualTo(List.of("a model can have at most 256 conditions"));
  }
}
