package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.iamplane.change.UserHistory.Asked;
import io.iamplane.change.UserHistory.Changed;
import io.iamplane.change.UserHistory.Heard;
import io.iamplane.change.UserHistory.Kind;
import io.iamplane.shared.ErrorCode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A history that cannot be is found to be none. */
class UserHistoryTest {

  private static final JsonNode OLD = user("Old");
  private static final JsonNode NEW = user("New");
  private static final Changed CREATED = new Changed(2, null, OLD);
  private static final Changed RENAMED = new Changed(3, OLD, NEW);

  private final UserHistory history = new UserHistory();

  @Test
  void oneThatCanBeEndsAtItsUsers() {
    hear(Kind.CREATE, 1, OLD);
    hear(Kind.RENAME, 2, NEW);
    refuse(Kind.CREATE, 3, ErrorCode.CONFLICT);
    assertThat(history.applied()).isEqualTo(2);
    assertThat(history.replay(1, List.of(CREATED, RENAMED))).containsOnly(Map.entry("ada", NEW));
  }

  @Test
  void anAnswerThatIsNotWhatWasWritten() {
    hear(Kind.CREATE, 1, NEW);
    assertImpossible(CREATED);
  }

  @Test
  void aRefusalWithoutReason() {
    refuse(Kind.CREATE, 1, ErrorCode.CONFLICT);
    assertImpossible();
  }

  @Test
  void aChangeThatShouldHaveBeenRefused() {
    hear(Kind.CREATE, 1, OLD);
    hear(Kind.RENAME_AND_REFUSE, 2, NEW);
    assertImpossible(CREATED, RENAMED);
  }

  @Test
  void aChangeThatNobodyMade() {
    hear(Kind.CREATE, 1, OLD);
    assertImpossible(CREATED, RENAMED);
  }

  @Test
  void oneVersionForTwo() {
    hear(Kind.CREATE, 1, OLD);
    hear(Kind.CREATE, 1, OLD);
    assertImpossible(CREATED);
  }

  @Test
  void aChangeThatStartsFromAnotherStateThanTheOneBeforeLeft() {
    hear(Kind.CREATE, 1, OLD);
    hear(Kind.RENAME, 2, NEW);
    assertImpossible(CREATED, new Changed(3, NEW, NEW));
  }

  @Test
  void aChangeThatDoesNotSeeWhatWasAnsweredBefore() {
    long begun = history.now();
    hear(Kind.CREATE, 1, OLD);
    history.add(heard(Kind.RENAME, begun, 1, null, ErrorCode.NOT_FOUND));
    assertThat(history.replay(1, List.of(CREATED))).as("both at once").hasSize(1);
    refuse(Kind.RENAME, 1, ErrorCode.NOT_FOUND);
    assertImpossible(CREATED);
  }

  private void assertImpossible(Changed... changes) {
    assertThatThrownBy(() -> history.replay(1, List.of(changes)))
        .isInstanceOf(AssertionError.class);
  }

  private void hear(Kind kind, long from, JsonNode answer) {
    history.add(heard(kind, history.now(), from, answer, null));
  }

  private void refuse(Kind kind, long from, ErrorCode refusal) {
    history.add(heard(kind, history.now(), from, null, refusal));
  }

  private Heard heard(
      Kind kind, long begun, long from, @Nullable JsonNode answer, @Nullable ErrorCode refusal) {
    return new Heard(
        new Asked(kind, "ada"), begun, history.now(), from, refusal == null, answer, refusal);
  }

  private static JsonNode user(String name) {
    return JsonNodeFactory.instance.objectNode().put("external_id", "ada").put("name", name);
  }
}
