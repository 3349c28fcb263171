package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A history of requests and answers of concurrent writers, with a check of its linearizability:
 * each answer is that of a single writer at the version that it came from, and a change that began
 * after another one's answer comes after it.
 */
final class UserHistory {

  private final Queue<Heard> heard = new ConcurrentLinkedQueue<>();
  private final AtomicLong moments = new AtomicLong();

  enum Kind {
    CREATE,
    SWITCH_STATUS,
    RENAME,
    /** After it wrote, so that it must be undone. */
    RENAME_AND_REFUSE
  }

  record Asked(Kind kind, String key) {}

  /**
   * An answer to a change.
   *
   * @param from the version that the change started from
   * @param answer the user in the answer; null if the change was refused
   */
  record Heard(
      Asked asked,
      long begun,
      long ended,
      long from,
      boolean isApplied,
      @Nullable JsonNode answer,
      @Nullable ErrorCode refusal) {

    private long stands() {
      return isApplied ? from + 1 : from;
    }
  }

  /** The row of a change. */
  record Changed(long version, @Nullable JsonNode before, JsonNode after) {}

  /** A moment, later than all those before it. */
  long now() {
    return moments.incrementAndGet();
  }

  void add(Heard each) {
    heard.add(each);
  }

  long applied() {
    return heard.stream().filter(Heard::isApplied).count();
  }

  /**
   * Replays changes one after another.
   *
   * @param first the version before them
   * @return the users at the end, by their keys
   */
  Map<String, JsonNode> replay(long first, List<Changed> changes) {
    Map<Long, List<Heard>> byVersion =
        heard.stream().collect(Collectors.groupingBy(Heard::from, Collectors.toList()));
    Map<String, JsonNode> users = new HashMap<>();
    for (int i = 0; i <= changes.size(); i++) {
      Changed next = i < changes.size() ? changes.get(i) : null;
      long version = first + i;
      List<Heard> here = byVersion.getOrDefault(version, List.of());
      here.forEach(each -> assertSequential(each, users.get(each.asked().key()), next));
      if (next != null) {
        assertThat(next.version()).isEqualTo(version + 1);
        assertThat(here.stream().filter(Heard::isApplied)).as("whose %s is", next).hasSize(1);
        String key = next.after().path("external_id").asText();
        assertThat(next.before()).as("what %s starts from", next).isEqualTo(users.get(key));
        users.put(key, next.after());
      }
    }
    assertThat(byVersion.keySet()).allMatch(at -> at >= first && at <= first + changes.size());
    assertRealTime();
    return users;
  }

  private static void assertSequential(
      Heard each, @Nullable JsonNode present, @Nullable Changed next) {
    assertThat(each.refusal()).as("%s, of %s", each, present).isEqualTo(refusal(each, present));
    if (each.isApplied()) {
      assertThat(next).as("the change of %s", each).isNotNull();
      assertThat(each.answer()).isEqualTo(next.after());
    } else if (each.refusal() == null) {
      assertThat(each.answer()).as("changed nothing").isEqualTo(present);
    }
  }

  private static @Nullable ErrorCode refusal(Heard each, @Nullable JsonNode present) {
    return switch (each.asked().kind()) {
      case CREATE -> present == null ? null : ErrorCode.CONFLICT;
      case SWITCH_STATUS, RENAME -> present == null ? ErrorCode.NOT_FOUND : null;
      case RENAME_AND_REFUSE -> present == null ? ErrorCode.NOT_FOUND : ErrorCode.CONFLICT;
    };
  }

  private void assertRealTime() {
    List<Heard> byBegin = new ArrayList<>(heard);
    byBegin.sort(Comparator.comparingLong(Heard::begun));
    List<Heard> byEnd = new ArrayList<>(heard);
    byEnd.sort(Comparator.comparingLong(Heard::ended));
    int ended = 0;
    long answered = 0;
    for (Heard each : byBegin) {
      while (byEnd.get(ended).ended() < each.begun()) {
        answered = Math.max(answered, byEnd.get(ended).stands());
        ended++;
      }
      assertThat(each.from())
          .as("%s began after version %d", each, answered)
          .isGreaterThanOrEqualTo(answered);
    }
  }
}
