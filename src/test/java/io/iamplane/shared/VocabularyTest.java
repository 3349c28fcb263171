package io.iamplane.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.EventType;
import io.iamplane.shared.wire.Revision;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class VocabularyTest {

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyErrorCodeHasAWholeDefinition(ErrorCode code) {
    assertThat(code.slug()).matches("[a-z]+(-[a-z]+)*");
    assertThat(code.type()).isEqualTo("https://iam/problems/" + code.slug());
    assertThat(code.title()).isNotBlank().doesNotEndWith(".");
    assertThat(code.status()).isBetween(400, 500);
  }

  @Test
  void onlyOneErrorCodeIsAServerError() {
    assertThat(Arrays.stream(ErrorCode.values()).filter(code -> code.status() >= 500))
        .containsExactly(ErrorCode.INTERNAL_ERROR);
  }

  @ParameterizedTest
  @EnumSource(EventType.class)
  void everyEventTypeHasANameOfItsOwn(EventType type) {
    assertThat(type.wire()).matches("iam(\\.[a-z_]+){2,3}");
    assertThat(Stream.of(EventType.values()).filter(other -> other.wire().equals(type.wire())))
        .containsExactly(type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1-1-1-1-1",
        "0192F3C4-0000-7000-8000-000000000000",
        "0192f3c4-0000-7000-8000-00000000000",
        "0192f3c4-0000-7000-8000-0000000000000",
        "{0192f3c4-0000-7000-8000-000000000000}",
        " 0192f3c4-0000-7000-8000-000000000000"
      })
  void oneResourceHasOneName(String almostAnId) {
    assertThat(OrganizationId.parse(almostAnId)).isEmpty();
  }

  @Test
  void idsAreReadAsTheyAreWritten() {
    OrganizationId id = OrganizationId.next();
    assertThat(OrganizationId.parse(id.toString())).contains(id);
    assertThat(id.value().version()).isEqualTo(7);
  }

  @Test
  void subjectsAreReadAsTheyAreWritten() {
    SubjectRef subject = new SubjectRef("user", "a:b");
    assertThat(SubjectRef.parse(subject.toString())).contains(subject);
    assertThat(Stream.of("", "user", "user:", ":id").map(SubjectRef::parse))
        .allMatch(java.util.Optional::isEmpty);
  }

  @Test
  void assuranceLevelsRise() {
    assertThat(Aal.parse("aal2")).contains(Aal.AAL2);
    assertThat(Aal.parse("AAL2")).isEmpty();
    assertThat(Aal.AAL1).isLessThan(Aal.AAL3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "\"7\"", "\"6\", \"7\"", " \"7\" "})
  void revisionAcceptsItsOwnTag(String ifMatch) {
    new Revision(7).requireMatch(ifMatch);
    new Revision(7).requireMatch(null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "\"8\"", "W/\"7\"", "\"77\""})
  void revisionRefusesEveryOtherTag(String ifMatch) {
    assertThatThrownBy(() -> new Revision(7).requireMatch(ifMatch))
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.PRECONDITION_FAILED));
  }

  @Test
  void privateHalfOfARefusalStaysPrivate() {
    IamException refusal =
        IamException.dependencyUnavailable(new IllegalStateException("host db.internal"));
    assertThat(refusal.detail()).doesNotContain("db.internal");
    assertThat(refusal.members()).containsEntry("outcome", "not_applied");
    assertThat(refusal.with("more", "x").members()).containsOnlyKeys("outcome", "more");
  }
}
