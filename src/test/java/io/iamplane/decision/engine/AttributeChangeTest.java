package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.language.condition.Condition;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Effects of other attributes on conditions, for any rest of the request. */
class AttributeChangeTest {

  private static final Map<String, Object> NONE = Map.of();
  private static final Map<String, Object> TRUSTED = Map.of("trusted", true);
  private static final Map<String, Object> DISTRUSTED = Map.of("trusted", false);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "subject.trusted == true; true; false",
        "subject.trusted != true; false; true",
        "subject.desk == 7; false; false",
        "resource.trusted == true; false; false",
        "subject.trusted == true || context.a == true; true; false",
        "subject.trusted != true || context.a == true; false; true",
        "subject.trusted == true && context.a == true; true; false",
        "context.a == true && subject.trusted == true; true; false",
        "has(context.a) && subject.trusted == true; true; true",
        "!has(context.a) || subject.trusted == true; true; true",
        "subject.type == 'user' && subject.trusted; true; false",
      })
  void whatIsNotKnownMakesNothingCertain(
      String condition, boolean mayTurnTrue, boolean mayTurnFalse) {
    AttributeChange change = AttributeChange.ofSubject(DISTRUSTED, TRUSTED);
    assertThat(change.mayTurnTrue(condition(condition))).as("true").isEqualTo(mayTurnTrue);
    assertThat(change.mayTurnFalse(condition(condition))).as("false").isEqualTo(mayTurnFalse);
  }

  @ParameterizedTest
  @CsvSource({
    "has(subject.trusted), true, false",
    "!has(subject.trusted), false, true",
    "subject.trusted == true, true, false"
  })
  void whatComesMayHaveComeWithTheRequestBefore(
      String condition, boolean mayTurnTrue, boolean mayTurnFalse) {
    AttributeChange change = AttributeChange.ofSubject(NONE, TRUSTED);
    assertThat(change.mayTurnTrue(condition(condition))).isEqualTo(mayTurnTrue);
    assertThat(change.mayTurnFalse(condition(condition))).isEqualTo(mayTurnFalse);
  }

  @ParameterizedTest
  @CsvSource({"resource.trusted == true, true", "subject.trusted == true, false"})
  void attributesOfAResourceAreReadAsSuch(String condition, boolean mayTurnTrue) {
    assertThat(AttributeChange.ofResource(DISTRUSTED, TRUSTED).mayTurnTrue(condition(condition)))
        .isEqualTo(mayTurnTrue);
  }

  /** The name of a type is no attribute, even if a value is stored under that name. */
  @ParameterizedTest
  @CsvSource({
    "subject.type == 'user' && subject.trusted == true",
    "subject.id != '' && subject.trusted == true"
  })
  void whatTheDecisionPointKnowsIsNotReadFromWhatIsStored(String condition) {
    AttributeChange change =
        AttributeChange.ofSubject(
            Map.of("trusted", false), Map.of("trusted", true, "type", "none", "id", ""));
    assertThat(change.mayTurnTrue(condition(condition))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "subject.external_id == 'boss'; true; false",
        "subject.external_id != 'boss'; false; true",
        "has(subject.external_id); true; false",
        "!has(subject.external_id); false; true",
        "resource.external_id == 'boss'; false; false",
        "subject.desk == 7; false; false",
      })
  void anExternalIdIsReadByConditions(String condition, boolean mayTurnTrue, boolean mayTurnFalse) {
    AttributeChange change =
        AttributeChange.ofSubject(
            AttributeChange.readable(null, Map.of("desk", 7, "external_id", "boss")),
            AttributeChange.readable("boss", Map.of("desk", 7, "external_id", "clerk")));
    assertThat(change.mayTurnTrue(condition(condition))).as("true").isEqualTo(mayTurnTrue);
    assertThat(change.mayTurnFalse(condition(condition))).as("false").isEqualTo(mayTurnFalse);
  }

  /** An attribute of that name is not read, so that changing it changes nothing. */
  @ParameterizedTest
  @CsvSource({"boss", "''"})
  void anAttributeInItsNameIsNotRead(String externalId) {
    String own = externalId.isEmpty() ? null : externalId;
    AttributeChange change =
        AttributeChange.ofSubject(
            AttributeChange.readable(own, Map.of("external_id", "clerk")),
            AttributeChange.readable(own, Map.of("external_id", "chief")));
    assertThat(change.isReadBy(condition("subject.external_id == 'chief'"))).isFalse();
    assertThat(change.before()).isEqualTo(own == null ? Map.of() : Map.of("external_id", own));
    assertThat(change.fields()).isEmpty();
  }

  @Test
  void whatComesGoesOrDiffersIsChangedButForWhatTheDecisionPointSupplies() {
    AttributeChange change =
        AttributeChange.ofSubject(
            Map.of("same", 1, "other", 1, "gone", 1, "type", "a"),
            Map.of("same", 1, "other", 2, "come", 1, "type", "b", "id", "c"));
    assertThat(change.fields()).containsExactlyInAnyOrder("other", "gone", "come");
  }

  private static Condition condition(String text) {
    return TestPolicy.condition(text);
  }
}
